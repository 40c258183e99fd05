import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

test('each field is told as it was and as it is, and what stayed is not told', () => {
  expect(
    changesOf(
      { title: 'Cheap watches', price: 35, city: null, images: [] },
      { title: 'Watches', price: 35, city: 'Austin', images: ['/a.webp', '/b.webp'] },
    ),
  ).toEqual([
    { field: 'title', from: 'Cheap watches', to: 'Watches' },
    { field: 'city', from: 'nothing', to: 'Austin' },
    { field: 'images', from: 'nothing', to: '/a.webp · /b.webp' },
  ])
})

test('the time at which reports were settled is not told', () => {
  expect(changesOf({ status: 'reported' }, { status: 'active', settled: '2026-11-20 12:00:00+00' })).toEqual([
    { field: 'status', from: 'reported', to: 'active' },
  ])
})

test('of a list it is told what came, what went, or that only its order changed', () => {
  expect(changesOf(['It is spam.', 'It is late.'], ['It is spam.', 'It is rude.'])).toEqual([
    { field: 'added', from: null, to: 'It is rude.' },
    { field: 'removed', from: null, to: 'It is late.' },
  ])
  expect(changesOf(['One.', 'Two.'], ['Two.', 'One.'])).toEqual([
    { field: 'order', from: 'One. · Two.', to: 'Two. · One.' },
  ])
})

test('what was there for the first time has nothing before it', () => {
  expect(changesOf(null, { waiting: true, name: 'Ann' })).toEqual([
    { field: 'waiting', from: null, to: 'yes' },
    { field: 'name', from: null, to: 'Ann' },
  ])
})

test('what is long is cut, and what is of no known shape is told all the same', () => {
  const [change] = changesOf({ description: '' }, { description: 'a'.repeat(500) })
  expect(change?.to).toBe(`${'a'.repeat(300)}…`)
  expect(changesOf({}, { more: { deep: 1 } })).toEqual([{ field: 'more', from: 'nothing', to: '{"deep":1}' }])
  expect(changesOf(undefined, 'text')).toEqual([])
  expect(changesOf(null, null)).toEqual([])
})
