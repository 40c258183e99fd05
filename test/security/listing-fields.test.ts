/** Values of listing fields that not everyone may see: who gets them, and that nothing else shows them. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Kind } from '../../src/shared/listing.ts'
import { type FieldAudience, fieldAudiences, fieldTypes } from '../../src/shared/listing-fields/field.ts'
import { publicPaths } from '../../src/shared/paths.ts'
import { createUser, send, startSession } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import { createTestApp, type TestApp } from '../support/site/app.ts'

const kinds = ['service', 'event'] as const

let site: TestApp
let seller = ''
const people = ['author', 'admin', 'other', 'suspended'] as const
const cookies = {} as Record<(typeof people)[number], string>
const ids = {} as Record<Kind, string>

const keyOf = (type: string, audience: string) => `${type}_${audience}`.replaceAll('-', '_')
/** Appears in no definition of a field, unlike the keys and labels of choices, which the form of every visitor has. */
const mark = (audience: FieldAudience) => `mark${audience.replaceAll('-', '')}mark`
const numberOf = { everyone: 7_311_946, 'signed-in': 7_322_946, author: 7_333_946 }
const dayOf = { everyone: '2031-01-17', 'signed-in': '2032-02-18', author: '2033-03-19' }

function valueFor(type: (typeof fieldTypes)[number], audience: FieldAudience) {
  if (type === 'number' || type === 'money') return numberOf[audience]
  if (type === 'date') return dayOf[audience]
  if (type === 'url') return `https://example.com/${mark(audience)}`
  if (type === 'yes-no') return true
  if (type === 'choice') return 'a'
  return type === 'choices' ? ['a', 'b'] : mark(audience)
}

/** What a reply has only of a listing's values that its reader may not see, by the keys of the fields. */
const hiddenKeys = (audiences: readonly FieldAudience[]) =>
  fieldTypes.flatMap((type) => audiences.map((audience) => keyOf(type, audience)))
const texts = (audiences: readonly FieldAudience[]) =>
  audiences.flatMap((audience) => [mark(audience), String(numberOf[audience]), dayOf[audience]])

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  for (const name of people) {
    await createUser(site.database, { email: `${name}@example.com`, isAdmin: name === 'admin' })
    cookies[name] = await startSession(site, `${name}@example.com`)
  }
  await sql`update account set suspended_at = now(), suspension_reason = 'Spam'
    where email = 'suspended@example.com'`.execute(site.database.kysely)
  for (const type of fieldTypes)
    for (const audience of fieldAudiences) {
      const choices = type === 'choice' || type === 'choices' ? [{ label: 'A' }, { label: 'B' }] : []
      const field = { key: keyOf(type, audience), label: `Field ${type}`, type, audience, kinds, choices }
      const flags = { searchable: true, filter: true, sortable: true, shownOn: ['card', 'details', 'flyer'] }
      const { status, body } = await send(site, 'POST', '/moderation/listing-fields', {
        cookie: cookies.admin,
        body: { ...field, ...flags },
      })
      expect(status, JSON.stringify(body)).toBe(200)
    }
  const values = fieldTypes.flatMap((type) =>
    fieldAudiences.map((audience) => [keyOf(type, audience), valueFor(type, audience)] as const),
  )
  // Lists of similar ads have the second one.
  for (const kind of [...kinds, ...kinds]) {
    const shown = { kind, title: 'Glass harp', authorEmail: 'author@example.com' }
    const id = await createListing(site.database, {
      ...shown,
      ...(kind === 'event' && { startDate: '2026-12-01', endDate: '2026-12-01' }),
    })
    await sql`update listing set fields = ${JSON.stringify(Object.fromEntries(values))}::jsonb where id = ${id}`.execute(
      site.database.kysely,
    )
    ids[kind] = id
  }
  const { rows } = await sql<{ author_id: string }>`select author_id from listing`.execute(
    site.database.kysely,
  )
  seller = rows[0]?.author_id ?? ''
})

const read = async (kind: Kind, cookie?: string) =>
  (
    await send<{ fields: Record<string, unknown> }>(site, 'GET', `/${kind}/${ids[kind]}`, {
      ...(cookie && { cookie }),
    })
  ).body.fields

const audienceOf = (key: string) => key.replace(/^.*?_(everyone|signed_in|author)$/, '$1').replace('_', '-')

test.each(kinds)('the details of a %s have what their reader may see', async (kind) => {
  const audiences = async (cookie?: string) =>
    [...new Set(Object.keys(await read(kind, cookie)).map(audienceOf))].sort()
  expect(await audiences()).toEqual(['everyone'])
  expect(await audiences(cookies.suspended)).toEqual(['everyone'])
  expect(await audiences(cookies.other)).toEqual(['everyone', 'signed-in'])
  for (const name of ['author', 'admin'] as const)
    expect(await audiences(cookies[name]), name).toEqual(['author', 'everyone', 'signed-in'])
  // The values of the author of a hidden ad are those that they had.
  expect(Object.keys(await read(kind, cookies.author))).toHaveLength(3 * fieldTypes.length)
})

test('no list, search, feed, calendar, or page of others shows a hidden value', async () => {
  const { service, event } = ids
  const urls = [
    ...['/api/services?limit=50', '/api/events?limit=50', '/api/map?kind=service', '/api/listing-fields'],
    ...kinds.flatMap((kind) => [
      `/api/${kind}sbyfilter?searchtext=harp`,
      `/api/${kind}sbycategory?category=Pet+Services`,
      `/api/${kind}sbycity?city=Austin`,
      `/api/${kind}sbyseller?seller=${seller}`,
      `/api/${kind}/${ids[kind]}/similar`,
      `/feeds/${kind}s.atom`,
      `/feeds/${kind}s.json`,
      publicPaths.listing(kind, ids[kind]),
      publicPaths.listings(kind),
    ]),
    ...[`/api/listings?ids=${service},${event}`, '/feeds/events.ics', `/feeds/events/${event}.ics`],
    ...[
      '/',
      '/search?searchtext=harp',
      '/sitemap.xml',
      '/state/Texas',
      '/embed/events',
      publicPaths.seller(seller),
    ],
    '/api/suggestions?q=mark',
  ]
  // The readers who may see more come first: the others must not get a stored copy of their page.
  for (const url of urls)
    for (const reader of ['other', 'suspended', 'visitor'] as const) {
      const cookie = reader === 'visitor' ? undefined : cookies[reader]
      const { payload, statusCode } = await site.app.http.inject({ url, headers: cookie ? { cookie } : {} })
      expect(statusCode, `${reader} ${url}`).toBe(200)
      const isDetail =
        url === publicPaths.listing('service', service) || url === publicPaths.listing('event', event)
      const hidden: FieldAudience[] = isDetail && reader === 'other' ? ['author'] : ['signed-in', 'author']
      for (const text of texts(hidden)) expect(payload, `${reader} ${url}`).not.toContain(text)
      // Everyone may read the definitions of fields; a listing has only the keys of the values that its reader may see.
      if (url.startsWith('/api/') && url !== '/api/listing-fields')
        for (const key of hiddenKeys(hidden)) expect(payload, `${reader} ${url}`).not.toContain(`"${key}"`)
    }
})

test('searches do not find words that not everyone may see', async () => {
  const found = async (text: string) => {
    const { body } = await site.get<{ services: { _id: string }[]; search: { full: number } }>(
      `/servicesbyfilter?searchtext=${text}`,
    )
    return body.search.full
  }
  expect(await found(mark('everyone'))).toBe(2)
  for (const audience of ['signed-in', 'author'] as const) expect(await found(mark(audience))).toBe(0)
})

test('a value of a retired field is nowhere, not even for its author', async () => {
  const { cookie } = { cookie: cookies.admin }
  type Listed = { fields: { field: { key: string }; version: string }[] }
  const { body } = await send<Listed>(site, 'GET', '/moderation/listing-fields', { cookie })
  const key = keyOf('text', 'everyone')
  const version = body.fields.find(({ field }) => field.key === key)?.version
  const retired = { version, retired: true }
  const change = await send(site, 'PUT', `/moderation/listing-field/${key}`, { cookie, body: retired })
  expect(change.status).toBe(200)
  for (const reader of [undefined, cookies.author, cookies.admin])
    expect(await read('service', reader)).not.toHaveProperty(key)
})
