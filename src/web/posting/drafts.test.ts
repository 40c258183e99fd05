import { expect, test } from 'vitest'
import { memoryStorage } from '../../../test/support/browser/memory-storage.ts'
import { createBrowserStorage } from '../ui/storage/browser-storage.ts'
import { createListingDrafts, type Draft, type DraftOwner } from './drafts.ts'
import { toListingValues } from './values.ts'

const createDrafts = (storage: Storage, owner: DraftOwner) =>
  createListingDrafts(
    createBrowserStorage(() => storage),
    owner,
  )

const rosa = { email: 'rosa@example.org', kind: 'service', listingId: null } as const
const draftWith = (overrides: Partial<Draft> = {}): Draft => ({
  slot: 'one',
  key: 'a key',
  saved: '2026-11-20T10:00:00.000Z',
  base: null,
  values: toListingValues({ title: 'Piano lessons' }),
  pictures: [{ name: 'piano.jpg', address: '/pictures/piano.webp' }],
  ...overrides,
})

test('returns a draft as it was saved', () => {
  const storage = memoryStorage()
  const base = { version: 3, values: toListingValues({ title: 'Piano' }), images: ['/pictures/a.webp'] }
  const draft = draftWith({ base, pictures: [{ name: 'not uploaded.jpg', address: null }] })
  expect(createDrafts(storage, rosa).save(draft)).toBe(true)
  expect(createDrafts(storage, rosa).list()).toEqual([draft])
})

test('keeps several drafts of one form, the latest first', () => {
  const drafts = createDrafts(memoryStorage(), rosa)
  drafts.save(draftWith())
  drafts.save(draftWith({ slot: 'two', saved: '2026-11-20T11:00:00.000Z' }))
  expect(drafts.list().map(({ slot }) => slot)).toEqual(['two', 'one'])
  drafts.remove('two')
  expect(drafts.list().map(({ slot }) => slot)).toEqual(['one'])
})

test.each([
  ['another account', { email: 'ada@example.org' }],
  ['an account whose email has the same prefix', { email: 'rosa@example.org.uk' }],
  ['the other kind', { kind: 'event' }],
  ['an existing listing', { listingId: '0193e0a4' }],
] as const)('does not share drafts with %s', (_, other) => {
  const storage = memoryStorage()
  createDrafts(storage, rosa).save(draftWith())
  expect(createDrafts(storage, { ...rosa, ...other }).list()).toEqual([])
})

test('ignores case in the email', () => {
  const storage = memoryStorage()
  createDrafts(storage, rosa).save(draftWith())
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
])('ignores %s in storage', (text) => {
  const storage = memoryStorage()
  const drafts = createDrafts(storage, rosa)
  storage.setItem(drafts.keyOf('one'), text)
  expect(drafts.list()).toEqual([])
})

test('drops invalid parts of a draft and keeps the rest', () => {
  const storage = memoryStorage()
  const drafts = createDrafts(storage, rosa)
  const malformed = {
    ...draftWith(),
    values: { title: 'Piano', price: 5, stranger: 'x', 'fields.years': '5', 'fields.Years': '6' },
    pictures: [7, { name: 'a.jpg', address: 9 }],
  }
  storage.setItem(drafts.keyOf('one'), JSON.stringify(malformed))
  expect(drafts.list()).toMatchObject([
    {
      values: toListingValues({ title: 'Piano', 'fields.years': '5' }),
      pictures: [{ name: 'a.jpg', address: null }],
    },
  ])
})

test('reports full and blocked storage without throwing', () => {
  expect(createDrafts(memoryStorage({ capacity: 10 }), rosa).save(draftWith())).toBe(false)
  const blocked = createDrafts(memoryStorage({ blocked: true }), rosa)
  expect(blocked.save(draftWith())).toBe(false)
  expect(blocked.list()).toEqual([])
  expect(() => blocked.remove('one')).not.toThrow()
})
