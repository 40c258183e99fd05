import { expect, test } from 'vitest'
import { checkListing, type Filled } from './input.ts'
import { completed } from './values.ts'

const good = completed({
  title: 'Piano lessons',
  category: 'Music & Performing Arts',
  subcategory: 'Piano Lessons',
  price: '$1,200',
  description: 'Patient lessons for everybody.',
  country: 'United States',
})
const days = { startDate: '2026-12-01', endDate: '2026-12-02' }
const filled = (values: object = {}, more: Partial<Filled> = {}): Filled => ({
  kind: 'service',
  values: { ...good, ...values },
  images: [],
  offered: { subcategory: true, state: true, city: true },
  version: null,
  ...more,
})
const errorsOf = (given: Filled) => {
  const checked = checkListing(given)
  return 'errors' in checked ? Object.keys(checked.errors).sort() : []
}

test('a service is sent as the call takes it', () => {
  expect(
    checkListing(filled({ title: '  Piano  lessons ', 'author.facebook': 'facebook.com/rosa' })),
  ).toEqual({
    sent: {
      call: 'postService',
      body: {
        title: 'Piano lessons',
        category: 'Music & Performing Arts',
        subcategory: 'Piano Lessons',
        price: 1200,
        description: 'Patient lessons for everybody.',
        country: 'United States',
        state: null,
        city: null,
        author: { business_email: '', phone: '', facebook: 'https://facebook.com/rosa', instagram: '' },
        images: [],
      },
    },
  })
})

test('of an empty service everything that is needed is told at once', () => {
  expect(errorsOf({ ...filled(), values: completed({}) })).toEqual([
    'category',
    'country',
    'description',
    'price',
    'subcategory',
    'title',
  ])
})

test('a new event needs its days and a picture; state and city it does not', () => {
  expect(errorsOf(filled({}, { kind: 'event' }))).toEqual(['endDate', 'images', 'startDate'])
  expect(errorsOf(filled(days, { kind: 'event', images: ['a'] }))).toEqual([])
})

test('an event cannot end before it starts', () => {
  const backwards = { startDate: '2026-12-02', endDate: '2026-12-01' }
  expect(errorsOf(filled(backwards, { kind: 'event', images: ['a'] }))).toEqual(['endDate'])
})

test('a change needs state and city too, and of an event whether there are tickets', () => {
  expect(errorsOf(filled({}, { version: 3 }))).toEqual(['city', 'state'])
  expect(errorsOf(filled(days, { kind: 'event', version: 3 }))).toEqual([
    'city',
    'event_availability',
    'state',
  ])
  const place = { state: 'Texas', city: 'Austin' }
  expect(checkListing(filled(place, { version: 3 }))).toMatchObject({
    sent: { call: 'updateService', body: { version: 3 } },
  })
})

test('what the catalog does not offer is not asked for', () => {
  const offered = { subcategory: false, state: true, city: false }
  expect(errorsOf(filled({ subcategory: '', state: 'Texas' }, { version: 3, offered }))).toEqual([])
})

test('the ways to reach the author are looked at where they stand', () => {
  const wrong = {
    'author.business_email': 'nobody',
    'author.facebook': 'rosa',
    'author.instagram': 'javascript:alert(1)',
  }
  expect(checkListing(filled(wrong))).toEqual({
    errors: {
      'author.business_email': 'Invalid email address',
      'author.facebook': 'Invalid URL',
      'author.instagram': 'Invalid URL',
    },
  })
})
