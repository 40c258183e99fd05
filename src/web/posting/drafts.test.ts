import { expect, test } from 'vitest'
import { memoryStorage } from '../../../test/support/memory-storage.ts'
import { createDrafts, type Draft } from './drafts.ts'
import { completed } from './values.ts'

const rosa = { email: 'rosa@example.org', kind: 'service', listingId: null } as const
const draftWith = (given: Partial<Draft> = {}): Draft => ({
  slot: 'one',
  key: 'a key',
  saved: '2026-11-20T10:00:00.000Z',
  base: null,
  values: completed({ title: 'Piano lessons' }),
  pictures: [{ name: 'piano.jpg', address: '/pictures/piano.webp' }],
  ...given,
})

test('a draft is there again as it was kept', () => {
  const storage = memoryStorage()
  const base = { version: 3, values: completed({ title: 'Piano' }), images: ['/pictures/a.webp'] }
  const draft = draftWith({ base, pictures: [{ name: 'not up yet.jpg', address: null }] })
  expect(createDrafts(storage, rosa).keep(draft)).toBe(true)
  expect(createDrafts(storage, rosa).list()).toEqual([draft])
})

test('several drafts of one form are kept side by side, the latest first', () => {
  const drafts = createDrafts(memoryStorage(), rosa)
  drafts.keep(draftWith())
  drafts.keep(draftWith({ slot: 'two', saved: '2026-11-20T11:00:00.000Z' }))
  expect(drafts.list().map(({ slot }) => slot)).toEqual(['two', 'one'])
  drafts.remove('two')
  expect(drafts.list().map(({ slot }) => slot)).toEqual(['one'])
})

test.each([
  ['another account', { email: 'ada@example.org' }],
  ['an account whose email begins alike', { email: 'rosa@example.org.uk' }],
  ['the other kind', { kind: 'event' }],
  ['a listing that is being changed', { listingId: '0193e0a4' }],
] as const)('%s has drafts of its own', (_, other) => {
  const storage = memoryStorage()
  createDrafts(storage, rosa).keep(draftWith())
  expect(createDrafts(storage, { ...rosa, ...other }).list()).toEqual([])
})

test('an email is the same however it is written', () => {
  const storage = memoryStorage()
  createDrafts(storage, rosa).keep(draftWith())
  expect(createDrafts(storage, { ...rosa, email: 'Rosa@Example.org' }).list()).toHaveLength(1)
})

test.each([
  'not JSON',
  '{}',
  'null',
  '[]',
  '{"key":"k","saved":"never","base":null,"values":{},"pictures":[]}',
  '{"key":"k","saved":"2026-11-20T10:00:00.000Z","base":{"version":"3"},"values":{},"pictures":[]}',
  '{"key":"k","saved":"2026-11-20T10:00:00.000Z","base":null,"values":[],"pictures":{}}',
])('%s in the storage is no draft', (text) => {
  const storage = memoryStorage()
  const drafts = createDrafts(storage, rosa)
  storage.setItem(drafts.keyOf('one'), text)
  expect(drafts.list()).toEqual([])
})

test('what is odd in a draft is left out, and the rest is kept', () => {
  const storage = memoryStorage()
  const drafts = createDrafts(storage, rosa)
  const odd = {
    ...draftWith(),
    values: { title: 'Piano', price: 5, stranger: 'x' },
    pictures: [7, { name: 'a.jpg', address: 9 }],
  }
  storage.setItem(drafts.keyOf('one'), JSON.stringify(odd))
  expect(drafts.list()).toMatchObject([
    { values: completed({ title: 'Piano' }), pictures: [{ name: 'a.jpg', address: null }] },
  ])
})

test('a browser that keeps nothing, or has no room, says so and does no harm', () => {
  const none = createDrafts(null, rosa)
  expect(none.keep(draftWith())).toBe(false)
  expect(none.list()).toEqual([])
  expect(createDrafts(memoryStorage({ capacity: 10 }), rosa).keep(draftWith())).toBe(false)
  const blocked = createDrafts(memoryStorage({ blocked: true }), rosa)
  expect(blocked.keep(draftWith())).toBe(false)
  expect(blocked.list()).toEqual([])
  expect(() => blocked.remove('one')).not.toThrow()
})
