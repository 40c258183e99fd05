/**
 * Keeps the HTML of parts that many pages share, such as cards: rendering elements takes most of the time of a new page, and
 * after a change, most cards of a list are the same as before.
 */
import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { renderToString } from 'react-dom/server'
import { createChangeObserver } from './change-observer.ts'
import { ChangeObserverContext } from './now.ts'
import type { Site } from './site.tsx'
import type { RenderFragment } from './ui/fragment.tsx'

/** `from` and `until`: when it is right, in milliseconds. */
type Entry = { html: string; images: string[]; from: number; until: number }
/** What was rendered once may never be rendered again. */
const once = Symbol('once')

/** In characters, of which most take one byte. */
const maxLength = 8 * 1024 * 1024

type FragmentOptions = {
  site: Pick<Site, 'today' | 'renderedAt'>
  /** Adds the contexts that fragments read. */
  provide: (content: ReactNode) => ReactNode
  /** Is called with the time when a fragment changes. */
  onChange: (at: number) => void
}

/** Belongs to one site: its product is in every fragment. */
export function createFragmentCache() {
  const entries = new LRUCache<string, Entry | typeof once>({
    maxSize: maxLength,
    sizeCalculation: (entry, key) => key.length + (entry === once ? 0 : entry.html.length),
  })

  return ({ site: { today, renderedAt }, provide, onChange }: FragmentOptions): RenderFragment => {
    const now = Date.parse(renderedAt)

    function render(content: ReactNode): Entry | null {
      const { observer, changesAt } = createChangeObserver(renderedAt)
      const rendered = renderToString(
        <ChangeObserverContext value={observer}>{provide(content)}</ChangeObserverContext>,
      )
      if (rendered.includes(reactId)) throw new Error('A fragment must not use `useId`.')
      const images = [...rendered.matchAll(imagePreload)]
      const html = rendered.slice(images.reduce((length, [link]) => length + link.length, 0))
      const entry = { html, images: images.map(([, url = '']) => url), from: now, until: changesAt() }
      return html.includes('<link ') || images.some(([, url]) => url?.includes('&')) ? null : entry
    }

    return (text, content) => {
      const key = `${today}${text}`
      const found = entries.get(key)
      if (!found) {
        entries.set(key, once)
        return null
      }
      const isRight = found !== once && found.from <= now && now < found.until
      const entry = isRight ? found : render(content)
      if (!entry) return null
      if (entry !== found) entries.set(key, entry)
      onChange(entry.until)
      for (const url of entry.images) preload(url, { as: 'image' })
      return entry.html
    }
  }
}

/** How the ids of `useId` begin. */
const reactId = '"_R_'

/** React puts preloads of the images that load at once before everything else. A page has them in its head. */
const imagePreload = /<link rel="preload" as="image" href="([^"]*)"\/>/gy
