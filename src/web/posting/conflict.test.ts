import { expect, test } from 'vitest'
import { findDifferences, isSame, merge } from './conflict.ts'
import { toListingValues } from './values.ts'

const before = {
  values: toListingValues({
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

test('suggests their value where only they changed it, and mine where both did', () => {
  const theirs = changed({ title: 'Piano lessons', price: '40' })
  const mine = changed({ title: 'Grand piano' })
  expect(findDifferences(before, theirs, mine)).toEqual([
    { label: 'Title', theirs: 'Piano lessons', mine: 'Grand piano', suggested: 'mine' },
    { label: 'Price', theirs: '40', mine: '35', suggested: 'theirs' },
  ])
})

test('ignores what only I changed, and identical changes', () => {
  expect(
    findDifferences(before, changed({ title: 'Lessons' }), changed({ title: 'Lessons', price: '50' })),
  ).toEqual([])
})

test('compares prices by amount, and text without surrounding whitespace', () => {
  const theirs = changed({ price: '1200', title: 'Lessons' })
  expect(findDifferences(before, theirs, changed({ price: '$1,200', title: ' Lessons ' }))).toEqual([])
})

test('treats the price and its unit as one choice', () => {
  const theirs = changed({ price_unit: 'hour' })
  const mine = changed({ price: '40', price_unit: 'from' })
  expect(findDifferences(before, theirs, mine)).toEqual([
    { label: 'Price', theirs: '35 per hour', mine: 'from 40', suggested: 'mine' },
  ])
  expect(merge(mine.values, theirs.values, { Price: 'theirs' })).toMatchObject({
    price: '35',
    price_unit: 'hour',
  })
})

test('names the choice of messages only', () => {
  const theirs = changed({ messages_only: 'yes' })
  const [difference] = findDifferences(before, theirs, before)
  expect(difference).toEqual({
    label: 'Contact',
    theirs: 'Messages only',
    mine: 'Contact info',
    suggested: 'theirs',
  })
  expect(merge(before.values, theirs.values, { Contact: 'theirs' }).messages_only).toBe('yes')
})

test('compares a username with the link that it becomes', () => {
  const theirs = changed({ 'author.instagram': 'https://www.instagram.com/rosa' })
  expect(isSame(changed({ 'author.instagram': '@rosa' }), theirs)).toBe(true)
  expect(isSame(changed({ 'author.instagram': '@ada' }), theirs)).toBe(false)
})

test('treats country, state and city as one choice', () => {
  const theirs = changed({ country: 'Canada', state: 'Ontario', city: 'Toronto' })
  const mine = changed({ city: 'Dallas' })
  expect(findDifferences(before, theirs, mine)).toEqual([
    {
      label: 'Place',
      theirs: 'Toronto, Ontario, Canada',
      mine: 'Dallas, Texas, United States',
      suggested: 'mine',
    },
  ])
  expect(merge(mine.values, theirs.values, { Place: 'theirs' })).toMatchObject({
    country: 'Canada',
    state: 'Ontario',
    city: 'Toronto',
  })
  expect(merge(mine.values, theirs.values, { Place: 'mine' })).toEqual(mine.values)
})

test('ignores availability that I have not chosen yet', () => {
  const theirs = changed({ event_availability: 'soldout' })
  expect(findDifferences(before, theirs, changed({ event_availability: '' }))).toEqual([])
  expect(findDifferences(before, theirs, changed({ event_availability: 'available' }))).toMatchObject([
    { label: 'Availability', theirs: 'Sold out', mine: 'Available' },
  ])
})

test('reports a different order of pictures', () => {
  const theirs = changed({}, ['b', 'a'])
  expect(findDifferences(before, theirs, changed({}))).toEqual([
    { label: 'Images', theirs: ['b', 'a'], mine: ['a', 'b'], suggested: 'theirs' },
  ])
})

test('recognizes content that is already saved', () => {
  expect(isSame(changed({ price: '35.00' }), before)).toBe(true)
  expect(isSame(changed({ title: 'Lessons' }), before)).toBe(false)
  expect(isSame(changed({}, ['a']), before)).toBe(false)
})

test('compares venues and tickets as a whole, however they were typed', () => {
  const rows = (price: string) => JSON.stringify([{ name: 'Adults', price, soldOut: false }])
  const tickets = (price: string) => changed({ ticket_prices: 'types', ticket_types: rows(price) })
  expect(isSame(tickets('20'), tickets('21'))).toBe(false)
  expect(isSame(tickets('20'), tickets('$20.00'))).toBe(true)
  // What does not apply does not count.
  expect(isSame(before, changed({ ticket_types: rows('20'), 'tickets.price_max': '9' }))).toBe(true)
  expect(
    findDifferences(before, changed({ 'venue.name': 'Hall', attendance_mode: 'both' }), tickets('20')),
  ).toEqual([
    {
      label: 'Venue',
      theirs: 'In person and online\nHall\nSigned-in users',
      mine: 'In person',
      suggested: 'theirs',
    },
  ])
  expect(findDifferences(before, tickets('20'), tickets('25'))).toEqual([
    {
      label: 'Tickets',
      theirs: 'Several kinds of tickets\nAdults: 20',
      mine: 'Several kinds of tickets\nAdults: 25',
      suggested: 'mine',
    },
  ])
})
