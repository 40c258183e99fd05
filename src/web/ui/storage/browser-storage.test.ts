import { expect, test } from 'vitest'
import { memoryStorage } from '../../../../test/support/browser/memory-storage.ts'
import { createBrowserStorage } from './browser-storage.ts'

test('stores, lists, and removes', () => {
  const items = memoryStorage()
  const storage = createBrowserStorage(() => items)
  expect(storage.set('a', '1')).toBe(true)
  expect([storage.get('a'), items.getItem('a'), storage.keys()]).toEqual(['1', '1', ['a']])
  storage.set('a', null)
  expect([storage.get('a'), items.length]).toEqual([null, 0])
})

test.each([
  ['blocked', memoryStorage({ blocked: true })],
  ['full', memoryStorage({ capacity: 0 })],
])('keeps what a %s storage does not take for as long as the page', (_, items) => {
  const storage = createBrowserStorage(() => items)
  expect(storage.set('a', '1')).toBe(false)
  expect([storage.get('a'), storage.keys()]).toEqual(['1', []])
  storage.set('a', null)
  expect(storage.get('a')).toBeNull()
  expect(createBrowserStorage(() => items).get('a')).toBeNull()
})
