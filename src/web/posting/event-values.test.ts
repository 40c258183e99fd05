import { expect, test } from 'vitest'
import { type FormInput, validateListing } from './input.ts'
import { previewedEvent } from './previewed-event.ts'
import { type ListingValues, toListingValues } from './values.ts'

const event = {
  title: 'Quiz night',
  category: 'Event Services',
  description: 'A quiz for everyone.',
  country: 'United States',
  price: '10',
  startDate: '2026-12-01',
  endDate: '2026-12-01',
}
const inputOf = (values: object): FormInput => ({
  kind: 'event',
  values: toListingValues({ ...event, ...values }),
  images: ['a'],
  offered: { subcategory: false, state: false, city: false },
  fields: [],
  stored: {},
  version: null,
})
function check(values: object) {
  const validated = validateListing(inputOf(values))
  return 'errors' in validated ? validated.errors : validated.data.body
}

/** As a form has it. */
const rows = {
  ticket_prices: 'types',
  'tickets.types.0.name': 'Adults',
  'tickets.types.0.price': '$1,200',
  'tickets.types.1.name': 'Children',
  'tickets.types.1.price': '7.50',
  'tickets.types.1.soldOut': 'yes',
}

test('an event with only the old fields says that it has none of the others', () => {
  expect(check({})).toMatchObject({
    price: 10,
    attendance_mode: 'in_person',
    venue: null,
    online_url: '',
    tickets: null,
  })
})

test('sends the rows of tickets, with the lowest price', () => {
  expect(check({ ...rows, price: '' })).toMatchObject({
    price: 7.5,
    tickets: {
      price_max: null,
      types: [
        { name: 'Adults', price: 1200, soldOut: false },
        { name: 'Children', price: 7.5, soldOut: true },
      ],
    },
  })
  // A draft has the rows as one value.
  const { ticket_types } = toListingValues(rows)
  expect(check({ ticket_prices: 'types', ticket_types })).toMatchObject({ price: 7.5 })
})

test('does not send what is hidden', () => {
  const online = { 'venue.name': 'Hall', online_url: 'https://meet.example.com', attendance_mode: 'online' }
  expect(check(online)).toMatchObject({ venue: null, online_url: 'https://meet.example.com' })
  expect(check({ ...online, attendance_mode: '' })).toMatchObject({ venue: { name: 'Hall' }, online_url: '' })
  expect(check({ ...rows, ticket_prices: 'range', 'tickets.price_max': '25' })).toMatchObject({
    price: 10,
    tickets: { price_max: 25, types: [] },
  })
})

test.each<[Partial<ListingValues>, string]>([
  [{ ticket_prices: 'types' }, 'tickets.types.0.name'],
  [{ ticket_prices: 'range' }, 'tickets.price_max'],
  [{ ticket_prices: 'range', 'tickets.price_max': '5' }, 'tickets.price_max'],
  [{ 'tickets.capacity': '12.5' }, 'tickets.capacity'],
  [{ 'tickets.url': 'tickets' }, 'tickets.url'],
  [{ 'venue.latitude': '30' }, 'venue.latitude'],
  [{ 'venue.latitude': 'north', 'venue.longitude': '0' }, 'venue.latitude'],
  [{ attendance_mode: 'online', online_url: 'meet' }, 'online_url'],
])('reports %j at its field', (values, field) => {
  expect(Object.keys(check(values))).toContain(field)
})

test('previews what is not complete yet', () => {
  const values = toListingValues({
    ...rows,
    'tickets.types.0.price': 'x',
    'venue.latitude': 'x',
    'tickets.capacity': 'x',
  })
  expect(previewedEvent(values)).toMatchObject({
    attendance_mode: 'in_person',
    capacity: null,
    price_max: 7.5,
    venue: { latitude: null },
    ticket_types: [{ price: 0 }, { price: 7.5 }],
  })
  expect(previewedEvent(toListingValues({ ticket_prices: 'range' }))).toMatchObject({ price_max: null })
})
