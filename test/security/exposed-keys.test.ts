/** What visitors get to see: the keys of every public response, and no private value anywhere. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createListing } from '../support/data/factories.ts'
import { createPicture } from '../support/data/posts.ts'
import { type Cast, createCast } from './actors.ts'
import { listPages } from './route-inventory.ts'
import { startProductionSite } from './site.ts'

const site = await startProductionSite()
let cast: Cast
const ids = { service: '', event: '' }

/** Private data of seller A, none of which may ever reach a visitor. */
const privateValues = [
  '555-0199-secret',
  'Secret Lane 7',
  'a secret biography',
  '203.0.113.77',
  'Secret Browser',
]

beforeAll(async () => {
  cast = await createCast(site)
  const { sellerA } = cast
  const { kysely } = site.database
  const [phone, address, bio, ip, agent] = privateValues
  await sql`update profile set phone = ${phone}, address = ${address}, bio = ${bio} where id = ${sellerA.profileId}`.execute(
    kysely,
  )
  await sql`update account_session set address = ${ip}, user_agent = ${agent} where account_id = ${sellerA.accountId}`.execute(
    kysely,
  )
  for (const kind of ['service', 'event'] as const) {
    // Two of each, for lists of similar ads.
    for (const phone of ['', '+1 512 555 0142']) {
      const images = [await createPicture(site.database, sellerA.accountId)]
      const options = { kind, authorEmail: sellerA.email, images, phone, startDate: '2030-12-01' }
      ids[kind] = await createListing(site.database, options)
    }
  }
  await sql`insert into recommendation (id, author_id, writer_id, text, reply, replied)
    values (gen_random_uuid(), ${sellerA.profileId}, ${cast.sellerB.profileId}, 'Patient.', 'Thanks!', now())`.execute(
    kysely,
  )
  for (const [_name, value] of await sensitiveRows()) privateValues.push(value)
  const [sessionToken = ''] = (sellerA.browser.cookies.get('__Secure-corkboard.session_token') ?? '').split(
    '.',
  )
  expect(sessionToken).not.toBe('')
  privateValues.push(sessionToken)
})

/** The hashes of passwords and session tokens, and the ids of accounts and sessions. */
async function sensitiveRows(): Promise<[string, string][]> {
  const { rows } = await sql<{ name: string; value: string }>`
    select 'password' as name, password as value from account_login where password is not null
    union all select 'session', token from account_session union all select 'session', id::text from account_session
    union all select 'account', id::text from account`.execute(site.database.kysely)
  return rows.map(({ name, value }) => [name, value])
}

/** Adds the path of every key in `value`, such as `services[].author.email`. Numbers as keys count as one key. */
function keysOf(value: unknown, prefix: string, keys: Set<string>) {
  if (Array.isArray(value)) {
    for (const item of value) keysOf(item, `${prefix}[]`, keys)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const name = prefix === '' ? key : `${prefix}.${key}`
      keys.add(name)
      keysOf(item, name, keys)
    }
  }
}

const publicCalls = () => {
  const { profileId } = cast.sellerA
  const names = {
    category: 'Pet%20Services',
    subcategory: 'Dog%20Walking',
    country: 'United%20States',
    state: 'Texas',
    city: 'Austin',
    seller: profileId,
  }
  return [
    ...(['service', 'event'] as const).flatMap((kind) => [
      `/api/${kind}s`,
      `/api/${kind}sbyfilter`,
      ...Object.entries(names).map(([name, value]) => `/api/${kind}sby${name}?${name}=${value}`),
      `/api/${kind}/${ids[kind]}`,
      `/api/${kind}/${ids[kind]}/similar`,
    ]),
    ...[
      `/api/seller/${profileId}`,
      `/api/recommendations?seller=${profileId}`,
      '/api/categories',
      '/api/category/pet-services',
      '/api/singlecategory?category=Pet%20Services',
    ],
    ...[
      '/api/locations',
      '/api/location/united-states',
      '/api/listing-counts',
      '/api/suggestions?q=d',
      '/api/map?kind=event',
      '/api/eventcalendar?from=2026-12-01&to=2026-12-31',
      '/api/contact-challenge',
    ],
    ...['/api/auth-providers', '/api/session', '/api/auth/get-session'],
  ]
}

const fill = (path: string) =>
  path
    .replace('/seller/:id', `/seller/${cast.sellerA.profileId}`)
    .replace('/event-details/:id', `/event-details/${ids.event}`)
    .replace('/category/:id', '/category/pet-services')
    .replace('/subcategory/:subId', '/subcategory/dog-walking')
    .replace('/location/:id', '/location/united-states')
    .replace('/state/:name', '/state/Texas')
    .replace(/:\w+/, ids.service)

/** Returns the data that a page embeds for its scripts. */
const embeddedData = (html: string): unknown =>
  JSON.parse(/<script id="[^"]+" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')

/** The path without the ids of this run. */
const generic = (path: string) =>
  [ids.service, ids.event, cast.sellerA.profileId].reduce((text, id) => text.replaceAll(id, '{id}'), path)

/** One line per key, so that a change is easy to review. */
const toLines = (found: Record<string, string[]>) =>
  Object.entries(found)
    .flatMap(([path, keys]) =>
      keys.length === 0 ? [`${path} (nothing)`] : keys.map((key) => `${path} ${key}`),
    )
    .map((line) => `${line}\n`)
    .join('')

describe('A13', () => {
  test('public calls return no keys but these', async () => {
    const found: Record<string, string[]> = {}
    for (const path of publicCalls()) {
      const { status, text } = await cast.visitor.get(path)
      expect([path, status]).toEqual([path, 200])
      const keys = new Set<string>()
      keysOf(JSON.parse(text), '', keys)
      found[generic(path)] = [...keys].sort()
    }
    await expect(toLines(found)).toMatchFileSnapshot('exposed-keys/calls.txt')
  })

  test('pages embed no keys but these', async () => {
    const found: Record<string, string[]> = {}
    for (const page of listPages()) {
      const { status, text } = await cast.visitor.get(fill(page))
      // A page that an overloaded machine cannot send would be missing from the snapshot.
      expect([page, status]).not.toEqual([page, 503])
      if (status !== 200) continue
      const keys = new Set<string>()
      keysOf(embeddedData(text), '', keys)
      // Every page has the site's own data.
      found[page] = [...keys].filter((key) => !key.startsWith('site.')).sort()
    }
    expect(Object.keys(found).length).toBeGreaterThan(24)
    await expect(toLines(found)).toMatchFileSnapshot('exposed-keys/pages.txt')
  })

  test('no public response contains a private value', async () => {
    const surfaces = [
      ...publicCalls(),
      ...listPages().map(fill),
      ...[
        '/feeds/services.atom',
        '/feeds/events.atom',
        '/feeds/events.json',
        '/embed/events',
        '/feeds/events.ics',
        `/feeds/events/${ids.event}.ics`,
        '/sitemap.xml',
      ],
      ...['/api/openapi.json', '/robots.txt', '/manifest.webmanifest'],
    ]
    for (const path of surfaces) {
      for (const browser of [cast.visitor, cast.sellerB.browser]) {
        const { text, rawHeaders } = await browser.get(path)
        for (const value of privateValues) {
          // One's own account page lists one's own sessions.
          if (browser !== cast.visitor && !privateValues.slice(0, 5).includes(value)) continue
          expect(text, path).not.toContain(value)
          expect(rawHeaders.join('\n'), path).not.toContain(value)
        }
      }
    }
  })

  test('lists never contain the email of an account, and details only the author’s', async () => {
    for (const path of publicCalls()) {
      const { text } = await cast.visitor.get(path)
      if (path === `/api/service/${ids.service}` || path === `/api/event/${ids.event}`) continue
      expect(text, path).not.toMatch(/@example\.com/)
    }
  })
})
