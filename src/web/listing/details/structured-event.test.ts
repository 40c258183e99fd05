import { expect, test } from 'vitest'
import { schemaIssues, vocabularyIssues } from '../../../../test/support/checks/schema-org.ts'
import type { Occurrence } from '../../../shared/event-fields.ts'
import type { Event } from '../../../shared/listing.ts'
import type { StructuredEvent } from './structured-event.ts'
import { listingData } from './structured-listing.tsx'

const day = '2026-12-01'
const allDay: Occurrence = {
  scheduled: day,
  startDate: day,
  endDate: day,
  startTime: null,
  endTime: null,
  doorsTime: null,
  startsAt: '2026-12-01T06:00:00.000Z',
  endsAt: '2026-12-02T06:00:00.000Z',
  canceled: false,
  postponed: false,
}
const evening: Occurrence = {
  ...allDay,
  startTime: '19:30',
  endTime: '21:00',
  doorsTime: '19:00',
  startsAt: '2026-12-02T01:30:00.000Z',
  endsAt: '2026-12-02T03:00:00.000Z',
}
const noVenue = { name: '', address: '', postal_code: '', note: '', latitude: null, longitude: null }
const link = 'https://meet.example.com/secret'
const base: StructuredEvent = {
  _id: '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b',
  title: 'Tuesday quiz',
  description: 'A quiz for everyone.',
  images: ['/pictures/1.webp'],
  placeholders: [''],
  fields: {},
  price: 10,
  price_unit: null,
  status: 'active',
  posted: '2026-09-01T12:00:00.000Z',
  freshness: 'current',
  recommendations: 0,
  version: 1,
  country: 'United States',
  state: 'Texas',
  city: 'Austin',
  category: 'Event Services',
  subcategory: null,
  author: null,
  messages_only: false,
  publishAt: null,
  event_availability: 'available',
  canceled: false,
  postponed: false,
  startDate: day,
  endDate: day,
  time_zone: 'America/Chicago',
  rule: null,
  schedule: null,
  occurrence: allDay,
  attendance_mode: 'in_person',
  venue: noVenue,
  venue_name: '',
  online_url: link,
  has_online_url: true,
  online_url_shown: 'signed_in',
  price_max: null,
  pay_what_you_can: false,
  ticket_types: [],
  ticket_url: '',
  capacity: null,
  registration: null,
  seller: {
    id: '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7c',
    handle: null,
    name: 'Rosa',
    photo: null,
    since: 2026,
    verified: true,
    recommendations: 0,
    ads: 1,
  },
}

/** The values of each group of fields. Every event has one of each. */
const whens: Record<string, Partial<Event>> = {
  'all day': {},
  'with times': { occurrence: evening },
  'with a start only': { occurrence: { ...evening, endTime: null, doorsTime: null } },
}
const states: Record<string, Partial<Event>> = {
  'taking place': {},
  'sold out': { event_availability: 'soldout' },
  canceled: { canceled: true },
  postponed: { postponed: true },
}
const wheres: Record<string, Partial<Event>> = {
  'in a town': {},
  'at a venue': {
    venue: {
      ...noVenue,
      name: 'Hall',
      address: '12 Main St',
      postal_code: '78701',
      latitude: 30.26,
      longitude: -97.74,
    },
  },
  'at a point': { venue: { ...noVenue, latitude: 0, longitude: 0 } },
  online: { attendance_mode: 'online' },
  'at a venue and online': { attendance_mode: 'both', venue: { ...noVenue, name: 'Hall' } },
}
const tickets: Record<string, Partial<Event>> = {
  free: { price: 0 },
  'one price': { ticket_url: 'https://tickets.example.com/1', capacity: 40 },
  'price per hour': { price_unit: 'hour' },
  'lowest price': { price_unit: 'from' },
  range: { price_max: 25 },
  'pay what you can': { pay_what_you_can: true, price: 0 },
  kinds: {
    price_max: 20,
    ticket_types: [
      { name: 'Adults', price: 20, soldOut: true },
      { name: 'Children', price: 10, soldOut: false },
    ],
  },
}

type Thing = { '@type': string; [name: string]: unknown }
const options = { origin: 'https://board.example.org', currency: 'USD', dates: [evening, allDay] }
const dataOf = (fields: Partial<StructuredEvent>) =>
  JSON.parse(JSON.stringify(listingData({ ...base, ...fields }, options))) as Thing

test('two validators find nothing wrong with any combination of fields', async () => {
  let combinations = 0
  for (const [when, whenFields] of Object.entries(whens))
    for (const [state, stateFields] of Object.entries(states))
      for (const [where, whereFields] of Object.entries(wheres))
        for (const [ticket, ticketFields] of Object.entries(tickets)) {
          const data = dataOf({ ...whenFields, ...stateFields, ...whereFields, ...ticketFields })
          const name = [when, state, where, ticket].join(', ')
          expect(await vocabularyIssues(data), name).toEqual([])
          expect(schemaIssues(data), name).toEqual([])
          expect(JSON.stringify(data), name).not.toContain(link)
          combinations += 1
        }
  expect(combinations).toBe(3 * 4 * 5 * 7)
})

test('the validators notice what is wrong', async () => {
  const data = dataOf({})
  expect(await vocabularyIssues({ ...data, beginsAt: day })).toHaveLength(1)
  expect(await vocabularyIssues({ ...data, location: { '@type': 'Venue' } })).toHaveLength(1)
  expect(
    await vocabularyIssues({ ...data, offers: { '@type': 'AggregateOffer', highPrice: '5' } }),
  ).not.toEqual([])
  for (const wrong of [
    { eventStatus: 'https://schema.org/EventOff' },
    { startDate: 'Tuesday' },
    { offers: { '@type': 'Offer', availability: 'https://schema.org/Gone' } },
    { location: { '@type': 'Place', geo: { '@type': 'GeoCoordinates', latitude: {} } } },
    { maximumAttendeeCapacity: 'many' },
  ])
    expect(schemaIssues({ ...data, ...wrong }), JSON.stringify(wrong)).not.toEqual([])
})

test('says when, where, by whom, and for how much', () => {
  expect(dataOf({ ...whens['with times'], ...wheres['at a venue'], ...tickets.kinds })).toMatchObject({
    startDate: '2026-12-01T19:30:00-06:00',
    endDate: '2026-12-01T21:00:00-06:00',
    doorTime: '2026-12-01T19:00:00-06:00',
    organizer: { name: 'Rosa', url: 'https://board.example.org/seller/0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7c' },
    location: {
      name: 'Hall',
      address: { streetAddress: '12 Main St', postalCode: '78701', addressLocality: 'Austin' },
      geo: { latitude: 30.26 },
    },
    offers: [
      { name: 'Adults', price: '20.00', availability: 'https://schema.org/SoldOut' },
      { name: 'Children', price: '10.00', availability: 'https://schema.org/InStock' },
    ],
  })
  expect(dataOf({ ...tickets.range, attendance_mode: 'online' })).toMatchObject({
    subEvent: [{ startDate: '2026-12-01T19:30:00-06:00' }, { startDate: '2026-12-01' }],
    location: { '@type': 'VirtualLocation', url: `https://board.example.org/event-details/${base._id}` },
    offers: { '@type': 'AggregateOffer', lowPrice: '10.00', highPrice: '25.00' },
  })
  expect(dataOf({ seller: { ...base.seller, name: null } as StructuredEvent['seller'] })).not.toHaveProperty(
    'organizer',
  )
})
