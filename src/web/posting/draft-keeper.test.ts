import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../../test/support/memory-storage.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import { createDrafts } from './drafts.ts'
import type { FieldPicture } from './picture-list.ts'
import { type Base, completed, startOf } from './values.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const saved: Base = {
  version: 3,
  values: completed({ title: 'Piano', event_availability: 'soldout' }),
  images: ['/pictures/a.webp'],
}
const ready = (address: string): FieldPicture => ({
  id: 1,
  name: 'Picture 1',
  local: null,
  state: { at: 'ready', address },
})

function keeperOf(base: Base | null = null, storage = memoryStorage()) {
  const drafts = createDrafts(storage, { email: 'rosa@example.org', kind: 'event', listingId: null })
  const pictures = { now: (base?.images ?? []).map(ready) }
  const draft = {
    slot: 'mine',
    key: 'a key',
    base,
    values: startOf(base),
    pictures: (base?.images ?? []).map((address) => ({ name: 'Picture 1', address })),
  }
  const keeper = createDraftKeeper({ drafts, draft, pictures: () => pictures.now })
  return { keeper, drafts, pictures, storage }
}

test('what is typed is kept a moment later, with the key of the post', () => {
  const { keeper, drafts } = keeperOf()
  keeper.note(completed({ title: 'Pi' }))
  keeper.note(completed({ title: 'Piano' }))
  expect(drafts.list()).toEqual([])
  vi.runAllTimers()
  expect(drafts.list()).toMatchObject([{ slot: 'mine', key: 'a key', values: { title: 'Piano' } }])
})

test('a form that nobody has touched leaves no draft, and one that is as before takes it back', () => {
  const { keeper, drafts } = keeperOf(saved)
  keeper.note(startOf(saved))
  keeper.flush()
  expect(drafts.list()).toEqual([])
  keeper.note({ ...startOf(saved), title: 'Piano evening' })
  keeper.flush()
  expect(drafts.list()).toHaveLength(1)
  keeper.note(startOf(saved))
  keeper.flush()
  expect(drafts.list()).toEqual([])
})

test('pictures belong to it, and one that was not uploaded is kept by its name', () => {
  const { keeper, drafts, pictures } = keeperOf()
  pictures.now = [ready('/pictures/b.webp'), { id: 2, name: 'c.jpg', local: null, state: { at: 'waiting' } }]
  keeper.note(null)
  keeper.flush()
  expect(drafts.list()[0]?.pictures).toEqual([
    { name: 'Picture 1', address: '/pictures/b.webp' },
    { name: 'c.jpg', address: null },
  ])
})

test('when another tab takes up the same draft, this one goes on in a draft of its own', () => {
  const { keeper, drafts } = keeperOf()
  keeper.note(completed({ title: 'Typed here' }))
  keeper.flush()
  const theirs = { ...drafts.list()[0], values: completed({ title: 'Typed there' }) }
  drafts.keep(theirs as never)
  // At once: this tab may be closed without another word.
  keeper.onStorage({ key: drafts.keyOf('mine'), newValue: 'something else' })
  expect(drafts.list().map(({ key, values }) => [key, values.title])).toEqual(
    expect.arrayContaining([
      ['a key', 'Typed here'],
      ['a key', 'Typed there'],
    ]),
  )
})

test('once it is sent there is no draft, and none comes back', () => {
  const { keeper, drafts } = keeperOf()
  keeper.note(completed({ title: 'Piano' }))
  keeper.flush()
  keeper.note(completed({ title: 'Piano evening' }))
  keeper.finish()
  vi.runAllTimers()
  keeper.flush()
  expect(drafts.list()).toEqual([])
})

test('a browser without room is told of once it has refused', () => {
  const { keeper } = keeperOf(null, memoryStorage({ capacity: 5 }))
  expect(keeper.isRefused()).toBe(false)
  keeper.note(completed({ title: 'Piano' }))
  keeper.flush()
  expect(keeper.isRefused()).toBe(true)
})
