/** The last searches, the latest first, stored only in this browser. */
import { maxRecentSearches } from '../../../shared/limits.ts'
import { type BrowserStorage, localStore, parseJson } from '../../ui/storage/browser-storage.ts'

const storageKey = 'recent-searches'

export function readRecentSearches(storage: BrowserStorage = localStore): string[] {
  const value = parseJson(storage.get(storageKey))
  if (!Array.isArray(value)) return []
  return value.filter((item) => typeof item === 'string').slice(0, maxRecentSearches)
}

export function storeRecentSearches(texts: readonly string[], storage: BrowserStorage = localStore) {
  storage.set(storageKey, texts.length === 0 ? null : JSON.stringify(texts))
}

/** Puts a text first, and returns all. Ignores blank texts. */
export function addRecentSearch(text: string, storage: BrowserStorage = localStore): string[] {
  const added = text.trim()
  const recent = readRecentSearches(storage)
  if (added === '') return recent
  const others = recent.filter((other) => other.toLowerCase() !== added.toLowerCase())
  const texts = [added, ...others].slice(0, maxRecentSearches)
  storeRecentSearches(texts, storage)
  return texts
}
