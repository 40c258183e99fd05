import { expect, test } from 'vitest'
import { diffFields } from './log-changes.ts'

test('shows the old and new value of each field that changed', () => {
  expect(
    diffFields(
      { title: 'Cheap watches', price: 35, city: null, images: [] },
      { title: 'Watches', price: 35, city: 'Austin', images: ['/a.webp', '/b.webp'] },
    ),
  ).toEqual([
    { field: 'Title', from: 'Cheap watches', to: 'Watches' },
    { field: 'City', from: 'none', to: 'Austin' },
    { field: 'Photos', from: 'none', to: '/a.webp · /b.webp' },
  ])
})

test('hides the time at which reports were resolved', () => {
  const after = { status: 'active', resolved: '2026-11-20 12:00:00+00' }
  expect(diffFields({ status: 'reported' }, after)).toEqual([
    { field: 'Status', from: 'Reported', to: 'Live' },
  ])
})

test('shows codes and dates as people read them, but only in their own fields', () => {
  expect(
    diffFields(
      { event_availability: 'available', endDate: '2026-11-20', status: 'sent', title: 'active' },
      { event_availability: 'soldout', endDate: '2026-11-22', status: 'done', title: 'hidden' },
    ),
  ).toEqual([
    { field: 'Event availability', from: 'Available', to: 'Sold out' },
    { field: 'End date', from: 'November 20, 2026', to: 'November 22, 2026' },
    { field: 'Status', from: 'Sent', to: 'Done' },
    { field: 'Title', from: 'active', to: 'hidden' },
  ])
})

test('shows what was added to a list, what was removed, or that only its order changed', () => {
  expect(diffFields(['It is spam.', 'It is late.'], ['It is spam.', 'It is rude.'])).toEqual([
    { field: 'Added', from: null, to: 'It is rude.' },
    { field: 'Removed', from: null, to: 'It is late.' },
  ])
  expect(diffFields(['One.', 'Two.'], ['Two.', 'One.'])).toEqual([
    { field: 'Order', from: 'One. · Two.', to: 'Two. · One.' },
  ])
})

test('shows no old value for something new', () => {
  expect(diffFields(null, { waiting: true, name: 'Ann' })).toEqual([
    { field: 'Waiting', from: null, to: 'yes' },
    { field: 'Name', from: null, to: 'Ann' },
  ])
})

test('truncates long values and shows unknown shapes as JSON', () => {
  const [change] = diffFields({ description: '' }, { description: 'a'.repeat(500) })
  expect(change?.to).toBe(`${'a'.repeat(300)}…`)
  expect(diffFields({}, { more: { deep: 1 } })).toEqual([{ field: 'More', from: 'none', to: '{"deep":1}' }])
  expect(diffFields(undefined, 'text')).toEqual([])
  expect(diffFields(null, null)).toEqual([])
})

test('shows changes of a venue and of tickets field by field', () => {
  const before = {
    venue: { name: 'Library', address: '12 Main St' },
    tickets: { price_max: null, types: [] },
  }
  const after = {
    venue: { name: 'Town hall', address: '12 Main St' },
    tickets: { price_max: 20, types: [{ name: 'Adults', price: 20, soldOut: true }] },
  }
  expect(diffFields(before, after)).toEqual([
    { field: 'Venue: name', from: 'Library', to: 'Town hall' },
    { field: 'Tickets: highest price', from: 'none', to: '20' },
    { field: 'Tickets: kinds of tickets', from: 'none', to: 'Adults: 20 (sold out)' },
  ])
  expect(diffFields({ attendance_mode: 'in_person' }, { attendance_mode: 'both' })).toEqual([
    { field: 'Attendance mode', from: 'In person', to: 'In person and online' },
  ])
})

test('shows changes of a field of ads in the words of its form', () => {
  const before = {
    label: 'Level',
    type: 'choice',
    kinds: ['service'],
    audience: 'everyone',
    max: null,
    choices: [{ key: 'a', label: 'Beginner', retired: false }],
  }
  const after = {
    label: 'Skill level',
    type: 'choices',
    kinds: ['service', 'event'],
    audience: 'signed-in',
    max: 2,
    choices: [{ key: 'a', label: 'New', retired: true }],
  }
  expect(diffFields(before, after)).toEqual([
    { field: 'Name', from: 'Level', to: 'Skill level' },
    { field: 'Type', from: 'One choice', to: 'Several choices' },
    { field: 'Which ads have it', from: 'Services', to: 'Services, Events' },
    { field: 'Who sees it', from: 'Everyone', to: 'Signed-in users' },
    { field: 'Highest', from: 'none', to: '2' },
    { field: 'Choices', from: 'Beginner', to: 'New (retired)' },
  ])
  expect(diffFields({ required: false, sortable: false }, { required: true, sortable: true })).toEqual([
    { field: 'Required', from: 'no', to: 'yes' },
    { field: 'Sort', from: 'no', to: 'yes' },
  ])
  // An ad can have a field with the key of a property.
  expect(diffFields({ fields: { type: 'oak' } }, { fields: { type: 'pine' } })).toEqual([
    { field: 'Fields: type', from: 'oak', to: 'pine' },
  ])
})
