import { expect, test } from 'vitest'
import { diffFields } from './log.tsx'

test('shows the old and new value of each field that changed', () => {
  expect(
    diffFields(
      { title: 'Cheap watches', price: 35, city: null, images: [] },
      { title: 'Watches', price: 35, city: 'Austin', images: ['/a.webp', '/b.webp'] },
    ),
  ).toEqual([
    { field: 'title', from: 'Cheap watches', to: 'Watches' },
    { field: 'city', from: 'none', to: 'Austin' },
    { field: 'images', from: 'none', to: '/a.webp · /b.webp' },
  ])
})

test.each(['resolved', 'settled'])('hides the time at which reports were resolved (%s)', (field) => {
  const after = { status: 'active', [field]: '2026-11-20 12:00:00+00' }
  expect(diffFields({ status: 'reported' }, after)).toEqual([
    { field: 'status', from: 'reported', to: 'active' },
  ])
})

test('shows what was added to a list, what was removed, or that only its order changed', () => {
  expect(diffFields(['It is spam.', 'It is late.'], ['It is spam.', 'It is rude.'])).toEqual([
    { field: 'added', from: null, to: 'It is rude.' },
    { field: 'removed', from: null, to: 'It is late.' },
  ])
  expect(diffFields(['One.', 'Two.'], ['Two.', 'One.'])).toEqual([
    { field: 'order', from: 'One. · Two.', to: 'Two. · One.' },
  ])
})

test('shows no old value for something new', () => {
  expect(diffFields(null, { waiting: true, name: 'Ann' })).toEqual([
    { field: 'waiting', from: null, to: 'yes' },
    { field: 'name', from: null, to: 'Ann' },
  ])
})

test('truncates long values and shows unknown shapes as JSON', () => {
  const [change] = diffFields({ description: '' }, { description: 'a'.repeat(500) })
  expect(change?.to).toBe(`${'a'.repeat(300)}…`)
  expect(diffFields({}, { more: { deep: 1 } })).toEqual([{ field: 'more', from: 'none', to: '{"deep":1}' }])
  expect(diffFields(undefined, 'text')).toEqual([])
  expect(diffFields(null, null)).toEqual([])
})
