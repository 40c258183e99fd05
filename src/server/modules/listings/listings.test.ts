import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { itemsOf, listCalls, listUrl } from '../../../../test/support/checks/list-calls.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { contract, type Endpoint } from '../../../shared/contract.ts'
import { plainField } from '../../../shared/listing-fields/field.ts'

/** The wire names of the specification, section 3, and the few that the design adds. */
const listedKeys = [
  '_id',
  'category',
  'city',
  'country',
  'description',
  'fields',
  'freshness',
  'images',
  'placeholders',
  'posted',
  'price',
  'price_unit',
  'recommendations',
  'state',
  'status',
  'subcategory',
  'title',
]
const eventKeys = [
  ...listedKeys,
  ...['attendance_mode', 'canceled', 'endDate', 'event_availability', 'occurrence', 'pay_what_you_can'],
  ...['postponed', 'price_max', 'rule', 'startDate', 'time_zone', 'venue_name'],
].sort()
const eventDetailKeys = [
  ...[
    'capacity',
    'has_online_url',
    'online_url',
    'online_url_shown',
    'schedule',
    'registration',
    'ticket_types',
    'ticket_url',
    'venue',
  ],
]
const detailKeys = [
  'contact_available',
  'contact_viewers',
  'messages_only',
  'author',
  'version',
  'publishAt',
  'seller',
  'hiding',
]
const sellerKeys = ['handle', 'id', 'name', 'photo', 'recommendations', 'since', 'verified']
const sellerPageKeys = [
  ...sellerKeys,
  'bio',
  'events',
  'isOwn',
  'repliesWithinDay',
  'services',
  'town',
].sort()
const authorKeys = ['business_email', 'email', 'facebook', 'instagram', 'phone']

const plantedEmail = 'planted-author@example.com'
const plantedPhone = '+1 512 555 0199'

let site: TestApp
const ids = { service: '', event: '', category: '', location: '', seller: '' }
beforeAll(async () => {
  site = await createTestApp()
  const contact = { authorEmail: plantedEmail, phone: plantedPhone }
  ids.service = await createListing(site.database, { ...contact, images: ['/a.webp', '/b.webp'] })
  ids.event = await createListing(site.database, { ...contact, kind: 'event', endDate: '2026-12-03' })
  const { rows: catalog } = await sql<{ category: number; country: number }>`
    select (select min(id) from category) as category, (select min(id) from country) as country`.execute(
    site.database.kysely,
  )
  const seller = await site.database.kysely
    .selectFrom('profile')
    .select('id')
    .where('email', '=', plantedEmail)
    .executeTakeFirstOrThrow()
  ids.seller = seller.id
  ids.category = String(catalog[0]?.category)
  ids.location = String(catalog[0]?.country)
})

type Shape =
  | 'fields'
  | 'homePage'
  | 'topicCount'
  | 'servicePage'
  | 'eventPage'
  | 'filteredServicePage'
  | 'filteredEventPage'
  | 'services'
  | 'events'
  | 'service'
  | 'event'
  | 'seller'
  | 'recommendationPage'
  | 'none'
  | 'category'
  | 'location'
  | 'suggestions'
  | 'position'
  | 'namedPlace'
  | 'timeZone'
  | 'occurrences'
  | 'attendance'
  | 'town'
  | 'calendar'
  | 'ads'
/** Each read call of the contract with an address and the shape of its response. */
const rows: Record<string, { address: () => string; shape: Shape; many?: true }> = {
  '/services': { address: () => '/services?page=1&limit=12', shape: 'servicePage' },
  '/servicesbyfilter': {
    address: () => '/servicesbyfilter?category=Pet+Services',
    shape: 'filteredServicePage',
  },
  '/service/{id}': { address: () => `/service/${ids.service}`, shape: 'service' },
  '/events': { address: () => '/events', shape: 'eventPage' },
  '/eventsbyfilter': { address: () => '/eventsbyfilter?state=Texas', shape: 'filteredEventPage' },
  '/event/{id}': { address: () => `/event/${ids.event}`, shape: 'event' },
  '/categories': { address: () => '/categories', shape: 'category', many: true },
  '/category/{id}': { address: () => `/category/${ids.category}`, shape: 'category' },
  '/singlecategory': { address: () => '/singlecategory?category=Pet+Services', shape: 'category' },
  '/locations': { address: () => '/locations', shape: 'location', many: true },
  '/location/{id}': { address: () => `/location/${ids.location}`, shape: 'location' },
  '/places': { address: () => '/places?state=Texas', shape: 'location', many: true },
  '/servicesbycategory': { address: () => '/servicesbycategory?category=Pet+Services', shape: 'servicePage' },
  '/servicesbysubcategory': {
    address: () => '/servicesbysubcategory?subcategory=Dog+Walking',
    shape: 'servicePage',
  },
  '/eventsbycategory': { address: () => '/eventsbycategory?category=Pet+Services', shape: 'eventPage' },
  '/eventsbysubcategory': {
    address: () => '/eventsbysubcategory?subcategory=Dog+Walking',
    shape: 'eventPage',
  },
  '/servicesbycountry': { address: () => '/servicesbycountry?country=United+States', shape: 'servicePage' },
  '/servicesbystate': { address: () => '/servicesbystate?state=Texas', shape: 'servicePage' },
  '/eventsbycountry': { address: () => '/eventsbycountry?country=United+States', shape: 'eventPage' },
  '/eventsbystate': { address: () => '/eventsbystate?state=Texas', shape: 'eventPage' },
  '/servicesbycity': { address: () => '/servicesbycity?city=Austin', shape: 'services' },
  '/service/{id}/similar': { address: () => `/service/${ids.service}/similar`, shape: 'none' },
  '/event/{id}/similar': { address: () => `/event/${ids.event}/similar`, shape: 'none' },
  '/seller/{id}': { address: () => `/seller/${ids.seller}`, shape: 'seller' },
  '/recommendations': {
    address: () => `/recommendations?seller=${ids.seller}`,
    shape: 'recommendationPage',
  },
  '/servicesbyseller': { address: () => `/servicesbyseller?seller=${ids.seller}`, shape: 'servicePage' },
  '/eventsbyseller': { address: () => `/eventsbyseller?seller=${ids.seller}`, shape: 'eventPage' },
  '/eventsbycity': { address: () => '/eventsbycity?city=Austin', shape: 'events' },
  '/suggestions': { address: () => '/suggestions?q=dog', shape: 'suggestions' },
  '/event/{id}/attendance': {
    address: () => `/event/${ids.event}/attendance`,
    shape: 'attendance',
  },
  '/event/{id}/occurrences': {
    address: () => `/event/${ids.event}/occurrences`,
    shape: 'occurrences',
  },
  '/time-zone': {
    address: () => '/time-zone?country=Canada&state=Newfoundland%20and%20Labrador',
    shape: 'timeZone',
  },
  '/town-position': { address: () => '/town-position?near=Austin,%20Texas', shape: 'position' },
  '/places/named': { address: () => '/places/named?name=austin', shape: 'namedPlace', many: true },
  '/home-page': { address: () => '/home-page', shape: 'homePage' },
  '/listing-fields': { address: () => '/listing-fields', shape: 'fields' },
  '/map': { address: () => '/map?kind=service', shape: 'town', many: true },
  '/eventcalendar': {
    address: () => '/eventcalendar?from=2026-12-01&to=2026-12-31',
    shape: 'calendar',
  },
  '/listings': { address: () => `/listings?ids=${ids.service},${ids.event}`, shape: 'ads' },
  '/listing-counts': { address: () => '/listing-counts?city=Austin', shape: 'topicCount', many: true },
}

const calendarEventKeys = [
  ...[
    '_id',
    'canceled',
    'city',
    'country',
    'daily',
    'endDate',
    'endTime',
    'postponed',
    'startDate',
    'startTime',
  ],
  ...['state', 'title'],
]

const keysOf = (value: unknown) => Object.keys(value as object).sort()

/** Checks the keys of a response. Types cannot: they say nothing about additional keys. */
const expectShape: Record<Shape, (body: never) => void> = {
  servicePage: (body: { services: object[] }) => {
    expect(keysOf(body)).toEqual(['services', 'total', 'totalPages'])
    expectShape.services(body.services as never)
  },
  eventPage: (body: { events: object[] }) => {
    expect(keysOf(body)).toEqual(['events', 'total', 'totalPages'])
    expectShape.events(body.events as never)
  },
  filteredServicePage: (body: { services: object[] }) => {
    expect(keysOf(body)).toEqual(['facets', 'services', 'total', 'totalPages'])
    expectShape.services(body.services as never)
  },
  filteredEventPage: (body: { events: object[] }) => {
    expect(keysOf(body)).toEqual(['events', 'facets', 'total', 'totalPages'])
    expectShape.events(body.events as never)
  },
  services: (body: object[]) => expect(body.map(keysOf)).toEqual([listedKeys]),
  events: (body: object[]) => expect(body.map(keysOf)).toEqual([eventKeys]),
  service: (body: { author: object; seller: object }) => {
    expect(keysOf(body)).toEqual([...listedKeys, ...detailKeys, 'renewBy'].sort())
    expect(keysOf(body.author)).toEqual(authorKeys)
    expect(keysOf(body.seller)).toEqual([...sellerKeys, 'ads'].sort())
  },
  event: (body: { author: object; seller: object }) => {
    expect(keysOf(body)).toEqual([...eventKeys, ...eventDetailKeys, ...detailKeys].sort())
    expect(keysOf(body.author)).toEqual(authorKeys)
    expect(keysOf(body.seller)).toEqual([...sellerKeys, 'ads'].sort())
  },
  // The only listing of its kind has no similar ones; `similar.test.ts` has others.
  none: (body: object[]) => expect(body).toEqual([]),
  seller: (body: object) => expect(keysOf(body)).toEqual(sellerPageKeys),
  // `modules/sellers` tests the recommendations themselves.
  recommendationPage: (body: object) =>
    expect(body).toEqual({ recommendations: [], total: 0, totalPages: 0 }),
  category: (body: { subcategories: object[] }) => {
    expect(keysOf(body)).toEqual(['_id', 'name', 'slug', 'subcategories'])
    for (const subcategory of body.subcategories) expect(keysOf(subcategory)).toEqual(['id', 'name', 'slug'])
  },
  ads: (body: { services: object[]; events: object[] }) => {
    expect(keysOf(body)).toEqual(['events', 'services'])
    expect(body.services.map(keysOf)).toEqual([listedKeys])
    expect(body.events.map(keysOf)).toEqual([eventKeys])
  },
  homePage: (body: object) => expect(keysOf(body)).toEqual(['banners', 'categories', 'regions', 'sections']),
  fields: (body: { fields: object[] }) => {
    expect(keysOf(body)).toEqual(['fields'])
    for (const field of body.fields)
      expect(keysOf(field)).toEqual(['key', 'label', 'type', 'kinds', ...Object.keys(plainField)].sort())
  },
  topicCount: (body: object) => expect(keysOf(body)).toEqual(['events', 'id', 'services']),
  calendar: ({ days }: { days: { events: object[] }[] }) => {
    for (const day of days) expect(keysOf(day)).toEqual(['day', 'events', 'total'])
    expect(keysOf(days.flatMap(({ events }) => events)[0])).toEqual(calendarEventKeys)
  },
  town: (body: object) =>
    expect(keysOf(body)).toEqual(['count', 'country', 'latitude', 'longitude', 'name', 'state']),
  suggestions: (body: { topics: object[]; ads: object[] }) => {
    expect(keysOf(body)).toEqual(['ads', 'places', 'topics', 'words'])
    for (const topic of body.topics) expect(keysOf(topic)).toEqual(['category', 'name', 'slug'])
    for (const ad of body.ads) expect(keysOf(ad)).toEqual(['id', 'kind', 'place', 'title'])
  },
  position: (body: object) => expect(keysOf(body)).toEqual(['latitude', 'longitude']),
  namedPlace: (body: object) => expect(keysOf(body)).toEqual(['city', 'country', 'state']),
  timeZone: (body: object) => expect(body).toEqual({ time_zone: expect.stringMatching(/^America\//) }),
  attendance(body: { dates: object[] }) {
    expect(keysOf(body)).toEqual(['answers', 'dates', 'reminders', 'showName'])
    expect(body.dates.map(keysOf)).toEqual([
      [
        ...[
          'canceled',
          'code',
          'endDate',
          'endTime',
          'endsAt',
          'going',
          'interested',
          'mine',
          'names',
          'queue',
        ],
        ...['room', 'scheduled', 'startDate', 'startTime', 'waiting'],
      ],
    ])
  },
  occurrences: (body: object[]) => {
    const times = ['doorsTime', 'endDate', 'endTime', 'endsAt', 'startDate', 'startTime', 'startsAt']
    expect(body.map(keysOf)).toEqual([
      ['canceled', ...times.slice(0, 4), 'postponed', 'scheduled', ...times.slice(4)],
    ])
  },
  location: (body: { state: { cities: object[] }[] }) => {
    expect(keysOf(body)).toEqual(['_id', 'name', 'slug', 'state'])
    for (const state of body.state) {
      expect(keysOf(state)).toEqual(['_id', 'cities', 'id', 'name', 'slug'])
      for (const city of state.cities) expect(keysOf(city)).toEqual(['name'])
    }
  },
}

/** Calls about the requester, of pages that only admins add, and of figures, which are tested in their own modules. */
const otherCalls = [
  '/session',
  '/auth-providers',
  '/contact-challenge',
  '/message-form/{id}',
  '/text-pages/{address}',
  '/transparency',
]

test('the table has a row for every public read call', () => {
  const reads = Object.values<Endpoint>(contract).filter(
    ({ method, path, access }) => method === 'GET' && !access && !otherCalls.includes(path),
  )
  expect(Object.keys(rows).sort()).toEqual(reads.map(({ path }) => path).sort())
})

describe.each(Object.entries(rows))('GET %s', (_path, { address, shape, many }) => {
  test(`returns exactly the fields of a ${shape}`, async () => {
    const { status, body } = await site.get(address())
    expect(status).toBe(200)
    for (const one of many ? (body as never[]) : [body as never]) expectShape[shape](one)
  })
})

test.each(listCalls)('$path never contains the author’s contact details', async (call) => {
  const { body, text } = await site.get(listUrl(call))
  expect(itemsOf(body)).toHaveLength(1)
  expect(text).not.toContain(plantedEmail)
  expect(text).not.toContain(plantedPhone)
  expect(text).not.toMatch(/email|phone|author/i)
})

test('details contain everything posted, with the author’s contact details', async () => {
  const { body } = await site.get(`/service/${ids.service}`)
  expect(body).toEqual({
    _id: ids.service,
    title: expect.stringMatching(/^Listing number/),
    description: 'What is offered, said in a sentence or two.',
    fields: {},
    images: ['/a.webp', '/b.webp'],
    placeholders: ['', ''],
    price: 35,
    price_unit: null,
    posted: expect.stringMatching(/^2026-10-01T\d\d:\d\d:\d\d\.\d{3}Z$/),
    status: 'active',
    freshness: 'current',
    renewBy: null,
    publishAt: null,
    country: 'United States',
    state: 'Texas',
    city: 'Austin',
    category: 'Pet Services',
    subcategory: 'Dog Walking',
    recommendations: 0,
    author: { email: plantedEmail, business_email: '', phone: plantedPhone, facebook: '', instagram: '' },
    messages_only: false,
    version: 1,
    contact_available: true,
    contact_viewers: null,
    seller: {
      ...{
        id: ids.seller,
        handle: null,
        name: 'Author',
        photo: null,
        since: new Date().getUTCFullYear(),
        verified: false,
      },
      recommendations: 0,
      ads: 1,
    },
    hiding: null,
  })
})

test('the dates of an event are calendar days, in lists and in details', async () => {
  const days = { startDate: '2026-12-01', endDate: '2026-12-03', event_availability: 'available' }
  expect((await site.get(`/event/${ids.event}`)).body).toMatchObject(days)
  expect((await site.get('/events')).body).toMatchObject({ events: [days] })
})

test('a listing without a subcategory, state, or city has null for them', async () => {
  const id = await createListing(site.database, { subcategory: null, state: null, city: null, kind: 'event' })
  expect((await site.get(`/event/${id}`)).body).toMatchObject({ subcategory: null, state: null, city: null })
})
