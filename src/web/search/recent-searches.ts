/** The last searches, stored only in this browser. Blocked, full, or corrupted storage never breaks the search. */
import { maxRecentSearches } from '../../shared/limits.ts'

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

/** `openStorage` may throw: where storage is blocked, even reading `window.localStorage` does. */
export function createRecentSearches(openStorage: () => Storage): RecentSearches {
  const listeners = new Set<() => void>()
  let stored: string | null = null
  let texts: readonly string[] = []

  /** Other tabs change the storage, too. */
  function list() {
    const latest = tryOr(() => openStorage().getItem(storageKey), stored)
    if (latest !== stored) {
      stored = latest
      texts = parse(latest)
    }
    return texts
  }

  function replace(next: readonly string[]) {
    texts = next
    stored = JSON.stringify(next)
    tryOr(() => {
      if (next.length === 0) openStorage().removeItem(storageKey)
      else openStorage().setItem(storageKey, JSON.stringify(next))
    }, undefined)
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
  const value: unknown = tryOr(() => JSON.parse(text ?? '[]'), [])
  if (!Array.isArray(value)) return []
  return value.filter((item) => typeof item === 'string').slice(0, maxRecentSearches)
}

function tryOr<Result>(run: () => Result, fallback: Result): Result {
  try {
    return run()
  } catch {
    return fallback
  }
}
