import { expect, test } from 'vitest'
import { memoryStorage } from '../../../../test/support/browser/memory-storage.ts'
import { maxRecentSearches } from '../../../shared/limits.ts'
import { createBrowserStorage } from '../../ui/storage/browser-storage.ts'
import { createRecentSearches } from './recent-searches.ts'

const recentIn = (storage: Storage) => createRecentSearches(createBrowserStorage(() => storage))

test('stores the latest searches first, each once, without regard to case', () => {
  const storage = memoryStorage()
  for (const text of ['piano', ' dog walker ', 'Piano', '  ']) recentIn(storage).add(text)
  expect(recentIn(storage).list()).toEqual(['Piano', 'dog walker'])
})

test('forgets the oldest beyond the limit', () => {
  const recent = recentIn(memoryStorage())
  for (let index = 1; index <= maxRecentSearches + 2; index += 1) recent.add(`search ${index}`)
  expect(recent.list()).toHaveLength(maxRecentSearches)
  expect(recent.list().at(-1)).toBe('search 3')
})

test('removes one search, or all with nothing left in the storage', () => {
  const storage = memoryStorage()
  const recent = recentIn(storage)
  for (const text of ['piano', 'guitar']) recent.add(text)
  recent.remove('piano')
  expect(recent.list()).toEqual(['guitar'])
  recent.clear()
  expect([recent.list(), storage.length]).toEqual([[], 0])
})

test('calls its listeners after each change, and returns the same array in between', () => {
  const recent = recentIn(memoryStorage())
  let changes = 0
  const stop = recent.subscribe(() => {
    changes += 1
  })
  recent.add('piano')
  expect(recent.list()).toBe(recent.list())
  recent.remove('piano')
  stop()
  recent.add('guitar')
  expect(changes).toBe(2)
})

test('shows what another tab stored', () => {
  const storage = memoryStorage()
  const recent = recentIn(storage)
  recent.add('piano')
  recentIn(storage).add('guitar')
  expect(recent.list()).toEqual(['guitar', 'piano'])
})

test.each(['not json', '{"a":1}', 'null', '[1,{"a":2}]'])('ignores %s in the storage', (text) => {
  const storage = memoryStorage()
  recentIn(storage).add('piano')
  storage.setItem(storage.key(0) ?? '', text)
  expect(recentIn(storage).list()).toEqual([])
})

test('remembers until the page is closed where storage is blocked', () => {
  const recent = recentIn(memoryStorage({ blocked: true }))
  recent.add('piano')
  recent.add('guitar')
  recent.remove('piano')
  expect(recent.list()).toEqual(['guitar'])
})
