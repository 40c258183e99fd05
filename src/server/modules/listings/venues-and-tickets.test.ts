import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createUser, send, signIn, type TestUser } from '../../../../test/support/data/accounts.ts'
import { createListing, type ListingOverrides } from '../../../../test/support/data/factories.ts'
import { createPicture, type Post, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { VenueSuggestion } from '../../../shared/contract/posting.ts'
import type { EventDetails } from '../../../shared/listing.ts'

let site: TestApp
let author: TestUser
let cookie: string
let adminCookie: string
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  author = await createUser(site.database, { email: 'author@example.com' })
  cookie = await signIn(site, author.email)
  const admin = await createUser(site.database, { email: 'admin@example.com', isAdmin: true })
  adminCookie = await signIn(site, admin.email)
})

type Reply = EventDetails & { message: string; fields?: Record<string, string> }

const post = async (event: Post) => {
  const images = [await createPicture(site.database, author.accountId)]
  return send<Reply>(site, 'POST', '/events', { cookie, body: postOf('event', { images, ...event }) })
}
const update = (id: string, event: Post, as = cookie) =>
  send<Reply>(site, 'PUT', `/event-update/${id}`, { cookie: as, body: updateOf('event', event) })
const kinds = (...types: [name: string, price: number, soldOut?: boolean][]) => ({
  types: types.map(([name, price, soldOut = false]) => ({ name, price, soldOut })),
})

test('an update without any of it changes nothing of it', async () => {
  const { body } = await post({ venue: null, attendance_mode: 'in_person', online_url: '', tickets: null })
  const { body: withVenue } = await update(body._id, { venue: { name: 'Library' } })
  expect(withVenue).toMatchObject({ venue: { name: 'Library' }, venue_name: 'Library' })
  expect((await update(body._id, {})).body.venue.name).toBe('Library')
  expect((await update(body._id, { venue: null })).body.venue.name).toBe('')
})

test('kinds of tickets decide the price, the highest price, and whether the event is sold out', async () => {
  const { body } = await post({ price: 99, tickets: kinds(['Adults', 20], ['Children', 7.5]) })
  expect(body).toMatchObject({ price: 7.5, price_max: 20, event_availability: 'available' })
  const { body: left } = await update(body._id, { tickets: kinds(['Adults', 20, true], ['Children', 7.5]) })
  expect(left.event_availability).toBe('available')
  const soldOut = kinds(['Adults', 20, true], ['Children', 20, true])
  const { body: gone } = await update(body._id, { tickets: soldOut })
  expect(gone).toMatchObject({ price: 20, price_max: null, event_availability: 'soldout' })
  // An earlier client sends what it got, and can change everything but the price.
  expect((await update(body._id, { price: 20, title: 'Quiz night' })).body).toMatchObject({
    title: 'Quiz night',
    event_availability: 'soldout',
    ticket_types: soldOut.types,
  })
  const refused = await update(body._id, { price: 5 })
  expect([refused.status, refused.body.fields?.price]).toEqual([
    400,
    expect.stringMatching(/kinds of tickets/),
  ])
})

test.each<[Post, string, RegExp]>([
  [{ price: 20, tickets: { price_max: 10 } }, 'tickets.price_max', /below the lowest/],
  [{ tickets: { pay_what_you_can: true, price_max: 50 } }, 'tickets.pay_what_you_can', /leave out/],
  [{ tickets: { pay_what_you_can: true, ...kinds(['A', 1]) } }, 'tickets.pay_what_you_can', /leave out/],
  [{ tickets: kinds(['A', -1]) }, 'tickets.types.0.price', /./],
  [{ tickets: { url: 'javascript:alert(1)' } }, 'tickets.url', /full URL/],
  [{ venue: { latitude: 91, longitude: 0 } }, 'venue.latitude', /numbers/],
  [{ online_url: 'data:text/html,x' }, 'online_url', /full URL/],
])('rejects %j', async (event, field, message) => {
  const { status, body } = await post(event)
  expect(status).toBe(400)
  expect(body.fields?.[field]).toMatch(message)
})

test('a range stays above the price', async () => {
  const { body } = await post({ price: 10, tickets: { price_max: 25 } })
  expect(body).toMatchObject({ price: 10, price_max: 25 })
  expect((await update(body._id, { price: 15 })).status).toBe(200)
  expect((await update(body._id, { price: 30 })).body.fields?.price).toMatch(/highest price/)
})

test('the audit log has what an admin changed of the venue and the tickets', async () => {
  const { body } = await post({ venue: { name: 'Library' } })
  await update(body._id, { venue: { name: 'Town hall' }, tickets: kinds(['Adults', 42.5]) }, adminCookie)
  const { rows } = await sql<{ before: object; after: object }>`
    select before::json as before, after::json as after from audit_entry where action = 'listing.edit' and target_id = ${body._id}`.execute(
    site.database.kysely,
  )
  expect(rows).toMatchObject([
    {
      before: { venue: { name: 'Library' }, tickets: { types: [] } },
      after: { venue: { name: 'Town hall' }, tickets: { types: [{ name: 'Adults', price: 42.5 }] } },
    },
  ])
  expect(Object.keys(rows[0]?.after ?? {})).not.toContain('online_url')
})

test('suggests one’s own venues, and those of public events in the town, but nothing else', async () => {
  const withVenue = (name: string, overrides: ListingOverrides = {}) =>
    createListing(site.database, {
      kind: 'event',
      authorEmail: 'other@example.com',
      ...overrides,
      eventDetails: { venue_name: name, venue_address: '12 Main Street', venue_note: 'Ring at Rosa’s' },
    })
  await withVenue('Zilker Hall')
  await withVenue('zilker hall')
  await withVenue('Zilker Garden', { status: 'reported' })
  await withVenue('Zilker hidden', { status: 'hidden' })
  await withVenue('Zilker deleted', { status: 'deleted' })
  await withVenue('Zilker of Dallas', { city: 'Dallas' })
  await withVenue('My Zilker', { authorEmail: author.email, status: 'hidden', city: 'Dallas' })
  const suggest = async (query: string, as = cookie) =>
    send<VenueSuggestion[]>(site, 'GET', `/venues?${query}`, { cookie: as })
  const namesOf = async (query: string, as = cookie) =>
    (await suggest(query, as)).body.map(({ name }) => name.toLowerCase()).sort()

  const austin = 'country=United+States&state=Texas&city=Austin'
  expect(await namesOf(`q=ZILKER&${austin}`)).toEqual(['my zilker', 'zilker garden', 'zilker hall'])
  expect(await namesOf('q=zilker')).toEqual(['my zilker'])
  expect(await namesOf(`q=zilker&${austin}`, adminCookie)).toEqual(['zilker garden', 'zilker hall'])
  expect(await namesOf(`q=%25&${austin}`)).toEqual([])
  expect(await namesOf(austin, adminCookie), 'nothing typed').toEqual([])
  const [venue] = (await suggest(`q=zilker+garden&${austin}`)).body
  expect(venue).toEqual({
    name: 'Zilker Garden',
    address: '12 Main Street',
    postal_code: '',
    latitude: null,
    longitude: null,
    town: 'Austin, Texas',
  })
  for (let n = 0; n < 10; n += 1) await withVenue(`Many ${n}`)
  expect(await namesOf(`q=many&${austin}`)).toHaveLength(8)
  expect((await send(site, 'GET', '/venues?q=zilker')).status).toBe(401)
})

test('finds events by the name of their venue', async () => {
  await post({ title: 'An evening of songs', venue: { name: 'Quetzalcoatl Ballroom' } })
  const { body } = await send<{ events: { title: string }[] }>(
    site,
    'GET',
    '/eventsbyfilter?searchtext=quetzalcoatl',
  )
  expect(body.events.map(({ title }) => title)).toEqual(['An evening of songs'])
})
