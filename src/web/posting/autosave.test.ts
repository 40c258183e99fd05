import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../../test/support/browser/memory-storage.ts'
import { createBrowserStorage } from '../ui/storage/browser-storage.ts'
import { createAutosave } from './autosave.ts'
import { createListingDrafts } from './drafts.ts'
import type { FieldPicture } from './picture-queue.ts'
import { type Base, initialValues, type ListingValues, toListingValues } from './values.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const saved: Base = {
  version: 3,
  values: toListingValues({ title: 'Piano', event_availability: 'soldout' }),
  images: ['/pictures/a.webp'],
}
const ready = (address: string): FieldPicture => ({
  id: 1,
  name: 'Picture 1',
  previewUrl: null,
  state: { status: 'ready', address },
})

function setUp(base: Base | null = null, storage = memoryStorage(), preset: Partial<ListingValues> = {}) {
  const drafts = createListingDrafts(
    createBrowserStorage(() => storage),
    { email: 'rosa@example.org', kind: 'event', listingId: null },
  )
  const pictures = { current: (base?.images ?? []).map(ready) }
  const draft = {
    slot: 'mine',
    key: 'a key',
    base,
    values: initialValues(base, preset),
    pictures: (base?.images ?? []).map((address) => ({ name: 'Picture 1', address })),
  }
  const autosave = createAutosave({
    drafts,
    draft,
    untouched: initialValues(base, preset),
    pictures: () => pictures.current,
  })
  return { autosave, drafts, pictures, storage }
}

test('saves after a pause in typing, with the idempotency key', () => {
  const { autosave, drafts } = setUp()
  autosave.update(toListingValues({ title: 'Pi' }))
  autosave.update(toListingValues({ title: 'Piano' }))
  expect(drafts.list()).toEqual([])
  vi.runAllTimers()
  expect(drafts.list()).toMatchObject([{ slot: 'mine', key: 'a key', values: { title: 'Piano' } }])
})

test('saves no draft of an untouched form, and removes it when changes are reverted', () => {
  const { autosave, drafts } = setUp(saved)
  autosave.update(initialValues(saved))
  autosave.flush()
  expect(drafts.list()).toEqual([])
  autosave.update({ ...initialValues(saved), title: 'Piano evening' })
  autosave.flush()
  expect(drafts.list()).toHaveLength(1)
  autosave.update(initialValues(saved))
  autosave.flush()
  expect(drafts.list()).toEqual([])
})

test('saves pictures, and those not uploaded yet by name', () => {
  const { autosave, drafts, pictures } = setUp()
  pictures.current = [
    ready('/pictures/b.webp'),
    { id: 2, name: 'c.jpg', previewUrl: null, state: { status: 'waiting' } },
  ]
  autosave.update(null)
  autosave.flush()
  expect(drafts.list()[0]?.pictures).toEqual([
    { name: 'Picture 1', address: '/pictures/b.webp' },
    { name: 'c.jpg', address: null },
  ])
})

test('moves to a new slot when another tab resumes the same draft', () => {
  const { autosave, drafts } = setUp()
  autosave.update(toListingValues({ title: 'Typed here' }))
  autosave.flush()
  const theirs = { ...drafts.list()[0], values: toListingValues({ title: 'Typed there' }) }
  drafts.save(theirs as never)
  autosave.onStorage({ key: drafts.keyOf('mine'), newValue: 'something else' })
  expect(drafts.list().map(({ key, values }) => [key, values.title])).toEqual(
    expect.arrayContaining([
      ['a key', 'Typed here'],
      ['a key', 'Typed there'],
    ]),
  )
})

describe('input that a restored draft would replace', () => {
  const draft = {
    slot: 'earlier',
    key: 'another key',
    saved: '2026-11-20T10:00:00.000Z',
    base: null,
    values: toListingValues({ title: 'Piano', 'author.phone': '1' }),
    pictures: [],
  }

  test.each([
    ['an untouched form', {}, false],
    ['a form with the same text', { 'author.phone': '1' }, false],
    ['a form with another text', { 'author.phone': '2' }, true],
    ['a form with a text where the draft has none', { price: '5' }, true],
  ])('%s', (_, values, expected) => {
    const { autosave } = setUp()
    autosave.update(toListingValues(values))
    expect(autosave.hasInputBeyond(draft)).toBe(expected)
  })

  test('a form with a picture', () => {
    const { autosave, pictures } = setUp()
    pictures.current = [ready('/pictures/b.webp')]
    expect(autosave.hasInputBeyond(draft)).toBe(true)
  })
})

test('removes the draft after the form was submitted, for good, and returns it', () => {
  const { autosave, drafts } = setUp()
  autosave.update(toListingValues({ title: 'Piano' }))
  autosave.flush()
  autosave.update(toListingValues({ title: 'Piano evening' }))
  expect(autosave.finish()).toMatchObject({ slot: 'mine', values: { title: 'Piano evening' } })
  vi.runAllTimers()
  autosave.flush()
  expect(drafts.list()).toEqual([])
})

test('reports full storage after a failed save', () => {
  const { autosave } = setUp(null, memoryStorage({ capacity: 5 }))
  expect(autosave.hasFailed()).toBe(false)
  autosave.update(toListingValues({ title: 'Piano' }))
  autosave.flush()
  expect(autosave.hasFailed()).toBe(true)
})

test('keeps the site’s own fields, also one that was emptied', () => {
  const preset = { 'fields.years': '1' } as const
  const entered = toListingValues({ title: 'Piano', 'fields.travel': 'home,online' })
  const { autosave, drafts } = setUp(null, memoryStorage(), preset)
  autosave.update(entered)
  autosave.flush()
  const [draft] = drafts.list()
  expect(draft?.values).toEqual(entered)
  expect(draft?.values).not.toHaveProperty(['fields.years'])
  // Browsers fill in the same texts when the page is reloaded.
  const reloaded = setUp(null, memoryStorage(), preset)
  reloaded.autosave.update(entered)
  expect(draft && reloaded.autosave.hasInputBeyond(draft)).toBe(false)
  reloaded.autosave.update(toListingValues({ ...entered, 'fields.years': '7' }))
  expect(draft && reloaded.autosave.hasInputBeyond(draft)).toBe(true)
})
