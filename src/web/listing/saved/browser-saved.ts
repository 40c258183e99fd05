/** The ads that a visitor saved, stored only in this browser. */
import type { Api } from '../../../shared/api-client.ts'
import type { SavedAds } from '../../../shared/contract/saved.ts'
import { maxSavedAds } from '../../../shared/limits.ts'
import { type BrowserStorage, parseJson } from '../../ui/storage/browser-storage.ts'

const storageKey = 'saved-ads'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type BrowserSaved = ReturnType<typeof createBrowserSaved>

export function createBrowserSaved(storage: BrowserStorage) {
  /** Returns the ids, the latest first. */
  const ids = (): readonly string[] => parse(storage.get(storageKey))
  const replace = (next: readonly string[]) =>
    void storage.set(storageKey, next.length === 0 ? null : JSON.stringify(next))
  return {
    ids,
    /** Returns false if there are too many already. */
    add(id: string): boolean {
      const others = ids().filter((other) => other !== id)
      if (others.length >= maxSavedAds) return false
      replace([id, ...others])
      return true
    },
    remove: (removed: readonly string[]) => replace(ids().filter((id) => !removed.includes(id))),
  }
}

/**
 * Moves what this browser has saved to the account, and returns everything that the account has saved.
 * Several tabs may do so at once. What another tab saves meanwhile stays for the next time.
 */
export async function loadAccountSaved(api: Api, browser: BrowserSaved): Promise<SavedAds> {
  const moved = browser.ids()
  if (moved.length === 0) return api.listSaved({})
  const saved = await api.saveListings({ body: { ids: [...moved] } })
  browser.remove(moved)
  return saved
}

/** The user, or another program on this origin, may have written anything. */
function parse(text: string | null): string[] {
  const value = parseJson(text)
  if (!Array.isArray(value)) return []
  const ids = value.filter((item): item is string => typeof item === 'string' && uuid.test(item))
  return [...new Set(ids)].slice(0, maxSavedAds)
}
