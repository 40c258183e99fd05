/** Where each entry of the history was scrolled to, also across reloads. */

const storageKey = 'scroll-positions'

export type ScrollPositions = {
  save: (key: string) => void
  find: (key: string) => number | undefined
}

/** `currentKey` returns the entry that is shown. Takes scrolling over from the browser while this document is shown. */
export function trackScrollPositions(window: Window, currentKey: () => string): ScrollPositions {
  const { history } = window
  const positions = new Map<string, number>(stored(window))
  const save = (key: string) => void positions.set(key, window.scrollY)
  const takeOver = () => {
    history.scrollRestoration = 'manual'
  }
  takeOver()
  window.addEventListener('pageshow', takeOver)
  window.addEventListener('pagehide', () => {
    save(currentKey())
    try {
      window.sessionStorage.setItem(storageKey, JSON.stringify([...positions]))
    } catch {
      // Without storage, going back to this document starts at the top.
    }
    history.scrollRestoration = 'auto'
  })
  return { save, find: (key) => positions.get(key) }
}

function stored({ sessionStorage }: Window): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}
