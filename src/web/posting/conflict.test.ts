import { expect, test } from 'vitest'
import { type ListingField, plainField } from '../../shared/listing-fields/field.ts'
import { findDifferences, isSame, type ListingContent, merge, type Sides } from './conflict.ts'
import { toListingValues } from './values.ts'

const fields: ListingField[] = [
  { ...plainField, key: 'years', label: 'Experience', type: 'number', unit: 'years', kinds: ['service'] },
  {
    ...plainField,
    key: 'travel',
    // A label that another part has.
    label: 'Place',
    type: 'choices',
    kinds: ['service'],
    choices: [
      { key: 'home', label: 'Comes to you', retired: false },
      { key: 'online', label: 'Online', retired: false },
    ],
  },
]
const differencesOf = (theirs: ListingContent, mine: ListingContent) =>
  findDifferences({ base: before, theirs, mine }, fields)
const isSaved = (one: ListingContent, other: ListingContent) => isSame(one, other, fields)
const mergeSides = (mine: ListingContent, theirs: ListingContent, sides: Sides) =>
  merge({ mine: mine.values, theirs: theirs.values }, sides, fields)

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
  expect(differencesOf(theirs, mine)).toEqual([
    { key: 'title', label: 'Title', theirs: 'Piano lessons', mine: 'Grand piano', suggested: 'mine' },
    { key: 'price', label: 'Price', theirs: '40', mine: '35', suggested: 'theirs' },
  ])
})

test('ignores what only I changed, and identical changes', () => {
  expect(differencesOf(changed({ title: 'Lessons' }), changed({ title: 'Lessons', price: '50' }))).toEqual([])
})

test('compares prices by amount, and text without surrounding whitespace', () => {
  const theirs = changed({ price: '1200', title: 'Lessons' })
  expect(differencesOf(theirs, changed({ price: '$1,200', title: ' Lessons ' }))).toEqual([])
})

test('treats the price and its unit as one choice', () => {
  const theirs = changed({ price_unit: 'hour' })
  const mine = changed({ price: '40', price_unit: 'from' })
  expect(differencesOf(theirs, mine)).toEqual([
    { key: 'price', label: 'Price', theirs: '35 per hour', mine: 'from 40', suggested: 'mine' },
  ])
  expect(mergeSides(mine, theirs, { price: 'theirs' })).toMatchObject({
    price: '35',
    price_unit: 'hour',
  })
})

test('names the choice of messages only', () => {
  const theirs = changed({ messages_only: 'yes' })
  const [difference] = differencesOf(theirs, before)
  expect(difference).toEqual({
    key: 'messages_only',
    label: 'Contact',
    theirs: 'Contact info hidden',
    mine: 'Contact info shown',
    suggested: 'theirs',
  })
  expect(mergeSides(before, theirs, { messages_only: 'theirs' }).messages_only).toBe('yes')
})

test('compares a username with the link that it becomes', () => {
  const theirs = changed({ 'author.instagram': 'https://www.instagram.com/rosa' })
  expect(isSaved(changed({ 'author.instagram': '@rosa' }), theirs)).toBe(true)
  expect(isSaved(changed({ 'author.instagram': '@ada' }), theirs)).toBe(false)
})

test('treats country, state and city as one choice', () => {
  const theirs = changed({ country: 'Canada', state: 'Ontario', city: 'Toronto' })
  const mine = changed({ city: 'Dallas' })
  expect(differencesOf(theirs, mine)).toEqual([
    {
      key: 'country',
      label: 'Place',
      theirs: 'Toronto, Ontario, Canada',
      mine: 'Dallas, Texas, United States',
      suggested: 'mine',
    },
  ])
  expect(mergeSides(mine, theirs, { country: 'theirs' })).toMatchObject({
    country: 'Canada',
    state: 'Ontario',
    city: 'Toronto',
  })
  expect(mergeSides(mine, theirs, { country: 'mine' })).toEqual(mine.values)
})

test('ignores availability that I have not chosen yet', () => {
  const theirs = changed({ event_availability: 'soldout' })
  expect(differencesOf(theirs, changed({ event_availability: '' }))).toEqual([])
  expect(differencesOf(theirs, changed({ event_availability: 'available' }))).toMatchObject([
    { label: 'Availability', theirs: 'Sold out', mine: 'Available' },
  ])
})

test('reports a different order of pictures', () => {
  const theirs = changed({}, ['b', 'a'])
  expect(differencesOf(theirs, changed({}))).toEqual([
    { key: 'images', label: 'Images', theirs: ['b', 'a'], mine: ['a', 'b'], suggested: 'theirs' },
  ])
})

test('recognizes content that is already saved', () => {
  expect(isSaved(changed({ price: '35.00' }), before)).toBe(true)
  expect(isSaved(changed({ title: 'Lessons' }), before)).toBe(false)
  expect(isSaved(changed({}, ['a']), before)).toBe(false)
})

test('compares venues and tickets as a whole, however they were typed', () => {
  const rows = (price: string) => JSON.stringify([{ name: 'Adults', price, soldOut: false }])
  const tickets = (price: string) => changed({ ticket_prices: 'types', ticket_types: rows(price) })
  expect(isSaved(tickets('20'), tickets('21'))).toBe(false)
  expect(isSaved(tickets('20'), tickets('$20.00'))).toBe(true)
  // What does not apply does not count.
  expect(isSaved(before, changed({ ticket_types: rows('20'), 'tickets.price_max': '9' }))).toBe(true)
  expect(differencesOf(changed({ 'venue.name': 'Hall', attendance_mode: 'both' }), tickets('20'))).toEqual([
    {
      key: 'attendance_mode',
      label: 'Venue',
      theirs: 'In person and online\nHall\nSigned-in users',
      mine: 'In person',
      suggested: 'theirs',
    },
  ])
  expect(differencesOf(tickets('20'), tickets('25'))).toEqual([
    {
      key: 'ticket_prices',
      label: 'Tickets',
      theirs: 'Several kinds of tickets\nAdults: 20',
      mine: 'Several kinds of tickets\nAdults: 25',
      suggested: 'mine',
    },
  ])
})

test('compares each of the site’s own fields by its value', () => {
  const theirs = changed({ 'fields.years': '8', 'fields.travel': 'home,online' })
  expect(differencesOf(theirs, changed({ 'fields.years': '5' }))).toEqual([
    { key: 'fields.years', label: 'Experience', theirs: '8 years', mine: '5 years', suggested: 'mine' },
    {
      key: 'fields.travel',
      label: 'Place',
      theirs: 'Comes to you, Online',
      mine: '',
      suggested: 'theirs',
    },
  ])
  expect(isSaved(theirs, changed({ 'fields.years': '8.0', 'fields.travel': 'online,home' }))).toBe(true)
  const mine = changed({ 'fields.years': '5', 'fields.travel': 'home' })
  expect(mergeSides(mine, theirs, { 'fields.travel': 'theirs' })).toMatchObject({
    'fields.years': '5',
    'fields.travel': 'home,online',
  })
  expect(mergeSides(mine, changed({}), { 'fields.travel': 'theirs' })).not.toHaveProperty(['fields.travel'])
})
