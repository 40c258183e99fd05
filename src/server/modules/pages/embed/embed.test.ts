import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { badTexts } from '../../../../../test/support/data/bad-values.ts'
import { createListing, createManyListings, setStatus } from '../../../../../test/support/data/factories.ts'
import { strangeTexts } from '../../../../../test/support/data/strange-texts.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/site/app.ts'

const site = 'https://board.example'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp(undefined, { publicUrl: site })
})
beforeEach(() => sql`delete from listing`.execute(app.database.kysely))

const get = (query = '', headers: Record<string, string> = {}) =>
  app.app.http.inject({ url: `/embed/events${query}`, headers })
const titlesIn = (body: string) =>
  [...body.matchAll(/<h2><a[^>]*>([^<]*)<\/a><\/h2>/g)].map(([, title]) => title)
const titles = async (query = '') => titlesIn((await get(query)).body)

test('can be framed by any site, and may load nothing but its style and pictures', async () => {
  await createListing(app.database, { kind: 'event', images: ['/demo-pictures/barber-1.svg'] })
  for (const query of ['', '?theme=purple', '?seller=0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b']) {
    const { headers, body } = await get(query, { cookie: 'corkboard.session_token=x' })
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors *',
      'upgrade-insecure-requests',
    ])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
    expect(body).not.toMatch(/<script|<form|<link|javascript:| on\w+=/i)
    const links = body.match(/<a [^>]*>/g) ?? []
    expect(links.length).toBeGreaterThan(0)
    for (const link of links)
      expect(link).toMatch(/^<a href="https:\/\/board\.example\/[^"]*" target="_blank" rel="noopener">$/)
  }
})

test('has what a list shows of its upcoming events, with every filter, and links to the whole list', async () => {
  const market = await createListing(app.database, {
    kind: 'event',
    title: 'Night market',
    price: 0,
    startDate: '2037-12-06',
    endDate: '2037-12-06',
    availability: 'soldout',
  })
  await createListing(app.database, {
    kind: 'event',
    title: 'Dog show',
    city: 'Dallas',
    price: 12,
    startDate: '2037-12-04',
    endDate: '2037-12-05',
  })
  await createListing(app.database, {
    kind: 'event',
    title: 'Last week',
    startDate: '2026-11-12',
    endDate: '2026-11-13',
  })
  await createListing(app.database, { kind: 'service', title: 'No event' })
  expect(await titles()).toEqual(['Dog show', 'Night market'])
  expect(await titles('?limit=1')).toEqual(['Dog show'])
  expect(await titles('?city=Austin')).toEqual(['Night market'])
  expect(await titles('?near=Dallas&within=5')).toEqual(['Dog show'])
  expect(await titles('?from=2037-12-01&free=true')).toEqual(['Night market'])
  expect(await titles('?searchtext=market')).toEqual(['Night market'])
  expect(await titles('?from=2026-11-10&to=2026-11-14')).toEqual(['Last week'])
  const { rows } = await sql<{
    id: string
  }>`select author_id as id from listing where id = ${market}`.execute(app.database.kysely)
  expect(await titles(`?seller=${rows[0]?.id}`)).toContain('Night market')

  const { body } = await get('?city=Austin&category=Pet+Services&theme=dark')
  expect(body).toContain('<html lang="en" data-theme="dark">')
  expect(body).toContain('<h1>Events · Pet Services · Austin</h1>')
  expect(body).toContain(`${site}/all-events?category=Pet+Services&amp;city=Austin"`)
  expect(body).toMatch(/Sunday, December 6, 2037[\s\S]*Austin, Texas, United States · Free[\s\S]*Sold out/)
})

test('shows each change at once, although it is cached, and returns 304 for its ETag', async () => {
  const hits = async () =>
    Number(/cache="pages",result="hit"\} (\d+)/.exec((await app.app.http.inject('/metrics')).body)?.[1])
  expect((await get()).body).toContain('No upcoming events here yet.')
  const id = await createListing(app.database, { kind: 'event', title: 'Street fair' })
  const { headers, body } = await get()
  expect(titlesIn(body)).toEqual(['Street fair'])
  const before = await hits()
  const known = { 'if-none-match': String(headers.etag) }
  expect(await get('', known)).toMatchObject({ statusCode: 304, body: '' })
  expect(await hits()).toBe(before + 1)
  await sql`update listing set canceled = now() where id = ${id}`.execute(app.database.kysely)
  expect((await get('', known)).body).toContain('Canceled')
  await setStatus(app.database, id, 'hidden')
  expect(await titles()).toEqual([])
})

test('escapes texts and never shows contact details', async () => {
  for (const text of strangeTexts)
    await createListing(app.database, {
      kind: 'event',
      title: `${text} abc`,
      description: `${text} and ten characters`,
      authorEmail: 'seller@example.com',
      phone: '512-555-0100',
    })
  const { body } = await get('?limit=50')
  expect(titlesIn(body)).toHaveLength(strangeTexts.length)
  expect(body).not.toMatch(/<script|onerror=alert\(1\)>|seller@|512-555/)
  expect(body).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;')
})

test('says in a sentence what is wrong with a query', async () => {
  await createManyListings(app.database, 3, { kind: 'event' })
  for (const [query, sentence] of [
    ['?theme=purple', 'theme must be auto, light, dark.'],
    ['?limit=51', 'limit must be a whole number from 1 to 50.'],
    ['?seller=me', 'seller must be the id of a seller'],
    ['?seller=0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b&city=Austin', 'seller and city cannot be combined.'],
    ['?when=never', 'when must be one of today'],
  ]) {
    const { statusCode, body } = await get(query)
    expect([statusCode, body]).toEqual([400, expect.stringContaining(sentence ?? '')])
  }
  expect((await get('?seller=0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b')).statusCode).toBe(404)
  for (const value of badTexts)
    for (const name of ['searchtext', 'category', 'near', 'seller', 'theme', 'limit'])
      expect([200, 400, 404]).toContain((await get(`?${name}=${value}`)).statusCode)
})

test('shows the next date of a series with its time and venue, until it is over', async () => {
  const starts = '2026-12-04T01:00:00Z'
  const id = await createListing(app.database, {
    kind: 'event',
    title: 'Choir',
    startDate: '2026-12-03',
    endDate: '2026-12-24',
  })
  const { kysely } = app.database
  await sql`insert into event_schedule (listing_id, start_date, end_date, start_time, end_time, rule)
    values (${id}, '2026-12-03', '2026-12-03', '19:00', '21:00', 'FREQ=WEEKLY;COUNT=4')`.execute(kysely)
  await sql`insert into event_occurrence (listing_id, part, scheduled, start_date, end_date, start_time, end_time,
      starts_at, ends_at, current)
    values (${id}, 0, '2026-12-03', '2026-12-03', '2026-12-03', '19:00', '21:00', ${starts}::timestamptz,
      ${starts}::timestamptz + interval '2 hours', true)`.execute(kysely)
  await sql`insert into event_details (listing_id, venue_name) values (${id}, 'Blue Hall')`.execute(kysely)
  const { body } = await get()
  expect(body).toContain('Thursday, December 3, 2026, 7:00 PM – 9:00 PM · repeats')
  expect(body).toContain('Blue Hall · Austin, Texas, United States')
  app.setNow(new Date('2026-12-04T02:59:00Z'))
  expect(await titles()).toEqual(['Choir'])
  app.setNow(new Date('2026-12-04T03:01:00Z'))
  expect(await titles()).toEqual([])
  app.setNow(new Date('2026-11-20T17:00:00Z'))
})
