import { expect, test } from 'vitest'
import type { Event, Service } from '../../../shared/listing.ts'
import { listingData } from './structured-listing.tsx'

const service: Service = {
  _id: '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b',
  title: 'Piano lessons',
  description: 'Patient lessons for everyone.',
  images: [],
  placeholders: [],
  fields: {},
  price: 35,
  price_unit: null,
  recommendations: 0,
  posted: '2026-11-20T17:00:00.000Z',
  status: 'active',
  freshness: 'current',
  renewBy: null,
  country: 'United States',
  state: null,
  city: null,
  category: 'Music & Performing Arts',
  subcategory: null,
  author: { email: 'rosa@example.com', business_email: '', phone: '', facebook: '', instagram: '' },
  messages_only: false,
  publishAt: null,
  version: 1,
}
const days = { startDate: '2026-11-27', endDate: '2026-11-27' }
const event: Event = {
  ...service,
  ...days,
  event_availability: 'available',
  canceled: false,
  postponed: false,
  time_zone: 'America/Chicago',
  rule: null,
  schedule: null,
  occurrence: {
    ...days,
    scheduled: days.startDate,
    startTime: null,
    endTime: null,
    doorsTime: null,
    startsAt: '2026-11-27T06:00:00.000Z',
    endsAt: '2026-11-28T06:00:00.000Z',
    canceled: false,
    postponed: false,
  },
  attendance_mode: 'in_person',
  online_url: null,
  online_url_shown: 'signed_in',
  venue_name: '',
  price_max: null,
  pay_what_you_can: false,
  ticket_types: [],
  ticket_url: '',
  capacity: null,
  registration: null,
  has_online_url: false,
  venue: { name: '', address: '', postal_code: '', note: '', latitude: null, longitude: null },
}
const options = { origin: 'https://board.example.org', currency: 'USD' }

const offerOf = (price: Pick<Service, 'price' | 'price_unit'>) =>
  listingData({ ...service, ...price }, options)

test.each([
  ['hour', { '@type': 'UnitPriceSpecification', price: '35.00', unitText: 'hour', unitCode: 'HUR' }],
  ['visit', { '@type': 'UnitPriceSpecification', price: '35.00', unitText: 'visit' }],
  ['person', { '@type': 'UnitPriceSpecification', price: '35.00', unitText: 'person' }],
  ['from', { '@type': 'PriceSpecification', minPrice: 35 }],
] as const)('says in its own words that a price is %s', (price_unit, specification) => {
  expect(offerOf({ price: 35, price_unit })).toMatchObject({
    offers: {
      price: '35.00',
      priceCurrency: 'USD',
      priceSpecification: { ...specification, priceCurrency: 'USD' },
    },
  })
})

test('specifies no unit of a price that has none, or of nothing', () => {
  for (const price of [
    { price: 35, price_unit: null },
    { price: 0, price_unit: 'hour' as const },
  ])
    expect(offerOf(price)).not.toHaveProperty('offers.priceSpecification')
})

test('keeps the number of a free price, and says that the event is free', () => {
  expect(listingData({ ...event, price: 0 }, options)).toMatchObject({
    isAccessibleForFree: true,
    offers: { price: '0.00' },
  })
  expect(listingData(event, options)).toMatchObject({ isAccessibleForFree: false })
  expect(offerOf({ price: 0, price_unit: null })).toMatchObject({ offers: { price: '0.00' } })
})

test('has what everyone may see of the site’s own fields as properties of the offer', () => {
  const shown = { key: 'years', label: 'Experience', text: '5 years', href: null }
  const fields = [
    { ...shown, audience: 'everyone' as const },
    { ...shown, key: 'parking', audience: 'signed-in' as const },
  ]
  const additionalProperty = [
    { '@type': 'PropertyValue', propertyID: 'years', name: 'Experience', value: '5 years' },
  ]
  expect(listingData(service, { ...options, fields })).toMatchObject({ offers: { additionalProperty } })
  expect(listingData(event, { ...options, fields })).toMatchObject({ offers: { additionalProperty } })
  const ticket_types = [{ name: 'Adults', price: 20, soldOut: false }]
  expect(listingData({ ...event, ticket_types }, { ...options, fields })).toMatchObject({
    offers: [{ name: 'Adults', additionalProperty }],
  })
  expect(listingData(service, options)).not.toHaveProperty('offers.additionalProperty')
})
