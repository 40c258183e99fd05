import { expect, test } from 'vitest'
import { differences, isSame, merged } from './conflict.ts'
import { completed } from './values.ts'

const before = {
  values: completed({
    title: 'Piano',
    price: '35',
    country: 'United States',
    state: 'Texas',
    city: 'Austin',
    event_availability: 'available',
  }),
  images: ['a', 'b'],
}
const changed = (values: object, images = before.images) => ({
  values: { ...before.values, ...values },
  images,
})

test('what only the other one changed is suggested to be taken, what both changed to be kept', () => {
  const theirs = changed({ title: 'Piano lessons', price: '40' })
  const mine = changed({ title: 'Grand piano' })
  expect(differences(before, theirs, mine)).toEqual([
    { label: 'Title', theirs: 'Piano lessons', mine: 'Grand piano', suggested: 'mine' },
    { label: 'Price', theirs: '40', mine: '35', suggested: 'theirs' },
  ])
})

test('what only I changed, and what both changed alike, is not asked about', () => {
  expect(
    differences(before, changed({ title: 'Lessons' }), changed({ title: 'Lessons', price: '50' })),
  ).toEqual([])
})

test('a price is compared by its amount, and text without the space around it', () => {
  const theirs = changed({ price: '1200', title: 'Lessons' })
  expect(differences(before, theirs, changed({ price: '$1,200', title: ' Lessons ' }))).toEqual([])
})

test('a place is chosen as one', () => {
  const theirs = changed({ country: 'Canada', state: 'Ontario', city: 'Toronto' })
  const mine = changed({ city: 'Dallas' })
  expect(differences(before, theirs, mine)).toEqual([
    {
      label: 'Place',
      theirs: 'Toronto, Ontario, Canada',
      mine: 'Dallas, Texas, United States',
      suggested: 'mine',
    },
  ])
  expect(merged(mine.values, theirs.values, { Place: 'theirs' })).toMatchObject({
    country: 'Canada',
    state: 'Ontario',
    city: 'Toronto',
  })
  expect(merged(mine.values, theirs.values, { Place: 'mine' })).toEqual(mine.values)
})

test('availability that was not chosen yet is no answer to theirs', () => {
  const theirs = changed({ event_availability: 'soldout' })
  expect(differences(before, theirs, changed({ event_availability: '' }))).toEqual([])
  expect(differences(before, theirs, changed({ event_availability: 'available' }))).toMatchObject([
    { label: 'Availability', theirs: 'Sold out', mine: 'Available' },
  ])
})

test('pictures differ by their order too', () => {
  const theirs = changed({}, ['b', 'a'])
  expect(differences(before, theirs, changed({}))).toEqual([
    { label: 'Images', theirs: ['b', 'a'], mine: ['a', 'b'], suggested: 'theirs' },
  ])
})

test('what was saved already is known again', () => {
  expect(isSame(changed({ price: '35.00' }), before)).toBe(true)
  expect(isSame(changed({ title: 'Lessons' }), before)).toBe(false)
  expect(isSame(changed({}, ['a']), before)).toBe(false)
})
