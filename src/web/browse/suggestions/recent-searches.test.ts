import { expect, test } from 'vitest'
import { memoryStorage } from '../../../../test/support/browser/memory-storage.ts'
import { maxRecentSearches } from '../../../shared/limits.ts'
import { createBrowserStorage } from '../../ui/storage/browser-storage.ts'
import { addRecentSearch, readRecentSearches, storeRecentSearches } from './recent-searches.ts'

const storageOf = (storage: Storage) => createBrowserStorage(() => storage)

test('stores the latest searches first, each once, without regard to case', () => {
  const storage = memoryStorage()
  for (const text of ['piano', ' dog walker ', 'Piano', '  ']) addRecentSearch(text, storageOf(storage))
  expect(readRecentSearches(storageOf(storage))).toEqual(['Piano', 'dog walker'])
})

test('forgets the oldest beyond the limit', () => {
  const storage = storageOf(memoryStorage())
  for (let index = 1; index <= maxRecentSearches + 2; index += 1) addRecentSearch(`search ${index}`, storage)
  expect(readRecentSearches(storage)).toHaveLength(maxRecentSearches)
  expect(readRecentSearches(storage).at(-1)).toBe('search 3')
})

test('leaves nothing in the storage when all are removed', () => {
  const storage = memoryStorage()
  addRecentSearch('piano', storageOf(storage))
  storeRecentSearches([], storageOf(storage))
  expect([readRecentSearches(storageOf(storage)), storage.length]).toEqual([[], 0])
})

test.each(['not json', '{"a":1}', 'null', '[1,{"a":2}]'])('ignores %s in the storage', (text) => {
  const storage = memoryStorage()
  addRecentSearch('piano', storageOf(storage))
  storage.setItem(storage.key(0) ?? '', text)
  expect(readRecentSearches(storageOf(storage))).toEqual([])
})

test('remembers until the page is closed where storage is blocked', () => {
  const storage = storageOf(memoryStorage({ blocked: true }))
  addRecentSearch('piano', storage)
  expect(addRecentSearch('guitar', storage)).toEqual(['guitar', 'piano'])
  expect(readRecentSearches(storage)).toEqual(['guitar', 'piano'])
})
