/** Where each entry of the history was scrolled to, also across reloads. */

import { type BrowserStorage, parseJson } from '../../ui/storage/browser-storage.ts'

const storageKey = 'scroll-positions'

export type ScrollPositions = {
  save: (key: string) => void
  find: (key: string) => number | undefined
}

/** `currentKey` returns the entry that is shown. Takes scrolling over from the browser while this document is shown. */
export function trackScrollPositions(
  window: Window,
  storage: BrowserStorage,
  currentKey: () => string,
): ScrollPositions {
  const { history } = window
  const positions = new Map((parseJson(storage.get(storageKey)) ?? []) as [string, number][])
  const save = (key: string) => void positions.set(key, window.scrollY)
  const takeOver = () => {
    history.scrollRestoration = 'manual'
  }
  takeOver()
  window.addEventListener('pageshow', takeOver)
  window.addEventListener('pagehide', () => {
    save(currentKey())
    storage.set(storageKey, JSON.stringify([...positions]))
    history.scrollRestoration = 'auto'
  })
  return { save, find: (key) => positions.get(key) }
}
