/**
 * The only code that touches `localStorage` and `sessionStorage`. A browser that blocks site data throws as soon as they are read,
 * and a full one when they are written. What was not stored stays in memory, so that it lasts as long as the page.
 */
export function createBrowserStorage(open: () => Storage) {
  const unstored = new Map<string, string | null>()
  return {
    get: (key: string): string | null =>
      unstored.has(key) ? (unstored.get(key) ?? null) : tryOr(() => open().getItem(key), null),
    /** Stores a value, or removes the key if it is null. Returns whether the browser did it. */
    set(key: string, value: string | null): boolean {
      const stored = tryOr(() => {
        const storage = open()
        if (value === null) storage.removeItem(key)
        else storage.setItem(key, value)
        return true
      }, false)
      if (stored) unstored.delete(key)
      else unstored.set(key, value)
      return stored
    },
    /** Returns the keys that the browser stored. */
    keys: (): string[] => tryOr(() => keysOf(open()), []),
  }
}
export type BrowserStorage = ReturnType<typeof createBrowserStorage>

const keysOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

/** Returns null for what is not JSON: the user, or another program on this origin, may have written anything. */
export const parseJson = (text: string | null): unknown => tryOr(() => JSON.parse(text ?? 'null'), null)

function tryOr<Result>(run: () => Result, fallback: Result): Result {
  try {
    return run()
  } catch {
    return fallback
  }
}

/** Shared by all tabs, and survives closing the browser. */
export const localStore = createBrowserStorage(() => window.localStorage)
/** Belongs to one tab, and survives reloads. */
export const sessionStore = createBrowserStorage(() => window.sessionStorage)
