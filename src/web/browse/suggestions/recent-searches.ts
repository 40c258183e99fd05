/** The last searches, stored only in this browser. */
import { maxRecentSearches } from '../../../shared/limits.ts'
import { type BrowserStorage, parseJson } from '../../ui/storage/browser-storage.ts'

const storageKey = 'recent-searches'

export type RecentSearches = {
  /** Returns the texts, the latest first. The same array until they change. */
  list: () => readonly string[]
  /** Puts a text first. Blank texts are ignored. */
  add: (text: string) => void
  remove: (text: string) => void
  clear: () => void
  /** Calls `listener` after each change on this page. Returns how to stop that. */
  subscribe: (listener: () => void) => () => void
}

export function createRecentSearches(storage: BrowserStorage): RecentSearches {
  const listeners = new Set<() => void>()
  let stored: string | null = null
  let texts: readonly string[] = []

  /** Other tabs change the storage, too. */
  function list() {
    const latest = storage.get(storageKey)
    if (latest !== stored) {
      stored = latest
      texts = parse(latest)
    }
    return texts
  }

  function replace(next: readonly string[]) {
    texts = next
    stored = next.length === 0 ? null : JSON.stringify(next)
    storage.set(storageKey, stored)
    for (const listener of listeners) listener()
  }

  return {
    list,
    add(text) {
      const added = text.trim()
      if (added === '') return
      replace([added, ...list().filter((other) => !isSame(other, added))].slice(0, maxRecentSearches))
    },
    remove: (text) => replace(list().filter((other) => other !== text)),
    clear: () => replace([]),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The user, or another program on this origin, may have written anything. */
function parse(text: string | null): string[] {
  const value = parseJson(text)
  if (!Array.isArray(value)) return []
  return value.filter((item) => typeof item === 'string').slice(0, maxRecentSearches)
}
