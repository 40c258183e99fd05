import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AtomFeed, readAtom } from '../../../../test/support/checks/documents.ts'
import { badTexts } from '../../../../test/support/data/bad-values.ts'
import { createListing, createManyListings, setStatus } from '../../../../test/support/data/factories.ts'
import { strangeTexts } from '../../../../test/support/data/strange-texts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ErrorReply } from '../../../shared/errors.ts'

const site = 'https://board.example'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp(undefined, { publicUrl: site })
})
beforeEach(() => sql`delete from listing`.execute(app.database.kysely))

const request = (url: string, headers: Record<string, string> = {}) => app.app.http.inject({ url, headers })
async function feed(url: string): Promise<AtomFeed> {
  const { statusCode, body } = await request(url)
  expect(statusCode).toBe(200)
  return readAtom(body)
}
const titles = async (url: string) => (await feed(url)).entry.map(({ title }) => title)
const linkOf = (part: { link: AtomFeed['link'] }, rel: string) =>
  part.link.find((link) => link['@rel'] === rel)?.['@href']

describe.each(['service', 'event'] as const)('the feed of %ss', (kind) => {
  const address = `/feeds/${kind}s.atom`

  test('has the same facts as a listing’s card and page', async () => {
    const id = await createListing(app.database, {
      kind,
      title: 'Piano <b>lessons</b> & "more"',
      description: 'First & foremost.\n\nThen <script>alert(1)</script>.',
      price: 35,
      priceUnit: 'person',
      posted: '2026-10-01T12:00:00.000Z',
      availability: 'soldout',
      startDate: '2026-12-01',
      endDate: '2026-12-03',
    })
    const [entry] = (await feed(address)).entry
    expect(entry).toMatchObject({
      id: `urn:uuid:${id}`,
      title: 'Piano <b>lessons</b> & "more"',
      published: '2026-10-01T12:00:00.000Z',
      updated: '2026-10-01T12:00:00.000Z',
      category: [{ '@term': 'Pet Services' }, { '@term': 'Dog Walking' }],
    })
    expect(entry && linkOf(entry, 'alternate')).toBe(
      `${site}/${kind === 'service' ? 'ad' : 'event'}-details/${id}`,
    )
    const days = kind === 'event' ? 'Tuesday, December 1, 2026 – Thursday, December 3, 2026 · ' : ''
    const soldOut = kind === 'event' ? ' · Sold out' : ''
    expect(entry?.content['#text']).toBe(
      `<p>$35 per person · ${days}Austin, Texas, United States${soldOut}</p><p>First &amp; foremost.</p>\n<p>Then &lt;script&gt;alert(1)&lt;/script&gt;.</p>`,
    )
  })

  test('has what everyone may see of the site’s own fields', async () => {
    const id = await createListing(app.database, { kind, description: 'First and foremost.' })
    const values = kind === 'service' ? { years: 5, distance: 15 } : { wheelchair: true }
    await sql`update listing set fields = ${JSON.stringify(values)}::jsonb where id = ${id}`.execute(
      app.database.kysely,
    )
    const [entry] = (await feed(address)).entry
    const lines =
      kind === 'service'
        ? '<p>Travels up to: 15 mi</p>\n<p>Experience: 5 years</p>'
        : '<p>Wheelchair access: Yes</p>'
    expect(entry?.content['#text']).toContain(`<p>First and foremost.</p>${lines}`)
  })

  test('says Free instead of a price of 0', async () => {
    await createListing(app.database, { kind, title: 'Costs nothing', price: 0, priceUnit: 'hour' })
    const entry = (await feed(address)).entry.find(({ title }) => title === 'Costs nothing')
    expect(entry?.content['#text']).toMatch(/^<p>Free · /)
    expect(entry?.content['#text']).not.toMatch(/\$0|per /)
  })

  test('has the date of its newest listing, and does not change with time', async () => {
    const id = await createListing(app.database, { kind, posted: '2026-10-01T12:00:00Z' })
    await createListing(app.database, { kind, posted: '2026-10-05T12:00:00Z' })
    const before = await request(address)
    expect(readAtom(before.body).updated).toBe('2026-10-05T12:00:00.000Z')
    app.setNow(new Date('2026-11-25T09:00:00Z'))
    expect((await request(address)).body).toBe(before.body)
    await sql`update listing set edited = '2026-11-02T08:00:00.5Z' where id = ${id}`.execute(
      app.database.kysely,
    )
    const after = await feed(address)
    expect(after.updated).toBe('2026-11-02T08:00:00.500Z')
    expect(after.id).toBe(readAtom(before.body).id)
  })

  test('is valid and constant when it is empty', async () => {
    const { entry, updated } = await feed(address)
    expect([entry, updated]).toEqual([[], '1970-01-01T00:00:00.000Z'])
  })

  test('has only public listings, and follows every status change at once', async () => {
    const id = await createListing(app.database, { kind, title: 'Follow me' })
    for (const [status, shown] of [
      ['hidden', false],
      ['active', true],
      ['deleted', false],
      ['reported', true],
    ] as const) {
      await setStatus(app.database, id, status)
      for (const query of [
        '',
        '?searchtext=follow',
        '?category=Pet+Services&state=Texas&country=United+States',
      ]) {
        expect(await titles(address + query), `${status} ${query}`).toEqual(shown ? ['Follow me'] : [])
      }
    }
  })

  test('has no contact information, even for the author', async () => {
    await createListing(app.database, { kind, authorEmail: 'seller@example.com', phone: '512-555-0100' })
    await sql`update listing set business_email = 'shop@example.org', facebook = 'https://facebook.com/shop'`.execute(
      app.database.kysely,
    )
    const { body } = await request(address, {
      'x-test-viewer': JSON.stringify({ email: 'seller@example.com', role: 'admin' }),
    })
    expect(body).toContain('<entry>')
    expect(body).not.toMatch(/seller@|512-555|shop@|facebook/)
  })

  test('takes the filters of its page, and links to that page', async () => {
    await createListing(app.database, { kind, title: 'In Austin', price: 20 })
    await createListing(app.database, { kind, title: 'In Dallas', city: 'Dallas', price: 10 })
    await createListing(app.database, {
      kind,
      title: 'A haircut',
      category: 'Beauty & Personal Care Services',
      subcategory: null,
      state: 'New York',
      city: null,
    })
    expect(await titles(address)).toEqual(['A haircut', 'In Dallas', 'In Austin'])
    expect(await titles(`${address}?sort=price-asc`)).toEqual(['In Dallas', 'In Austin', 'A haircut'])
    expect(await titles(`${address}?city=Dallas`)).toEqual(['In Dallas'])
    expect(await titles(`${address}?subcategory=Dog+Walking&state=texas`)).toEqual(['In Dallas', 'In Austin'])
    expect(await titles(`${address}?searchtext=haircuts`)).toEqual(['A haircut'])
    expect(await titles(`${address}?category=Nothing+like+it`)).toEqual([])

    const query = new URLSearchParams({ searchtext: 'hair "&', category: 'Beauty & Personal Care Services' })
    const found = await feed(`${address}?page=7&status=reported&${query}&city=`)
    expect(found.title).toBe(
      `${kind === 'service' ? 'Services' : 'Events'} · Beauty & Personal Care Services · “hair "&” | Corkboard`,
    )
    expect(linkOf(found, 'self')).toBe(`${site}${address}?${query}`)
    expect(linkOf(found, 'alternate')).toBe(`${site}/all-${kind}s?${query}`)
    expect(found.id).toBe(`${site}${address}?${query}`)
  })

  test('has the newest fifty listings', async () => {
    await createManyListings(app.database, 60, { kind })
    const found = await titles(address)
    expect(found).toHaveLength(50)
    expect([found[0], found[49]]).toEqual(['Listing number 1', 'Listing number 50'])
  })

  test.each(strangeTexts)('is valid for a listing with the text %j', async (text) => {
    await createListing(app.database, {
      kind,
      title: `${text} abc`,
      description: `${text} and ten characters`,
    })
    const { entry } = await feed(address)
    expect(entry).toHaveLength(1)
    expect(entry[0]?.title).toContain('abc')
    expect(entry[0]?.content['#text']).toContain('and ten characters</p>')
    expect(entry[0]?.content['#text']).not.toMatch(/<(?!\/?p>)/)
  })

  test.each(badTexts)('returns a valid feed or an error for the value %s', async (value) => {
    for (const name of ['searchtext', 'category', 'city']) {
      const { statusCode, body } = await request(`${address}?${name}=${value}`)
      expect([200, 400, 404]).toContain(statusCode)
      if (statusCode === 200) readAtom(body)
    }
  })

  test.each([
    ['sort', 'sort=upwards'],
    ['searchtext', `searchtext=${'x'.repeat(201)}`],
    ['category', 'category=%00'],
    ['state', 'state=Texas&state=Ohio'],
  ])('rejects an invalid %s with a message', async (name, query) => {
    const { statusCode, body } = await request(`${address}?${query}`)
    expect(statusCode).toBe(400)
    const { message, fields } = JSON.parse(body) as ErrorReply
    expect(Object.keys(fields ?? {})).toEqual([name])
    expect(message).toMatch(new RegExp(`^${name} .*\\.$`))
  })

  test('returns 304 for a matching ETag', async () => {
    await createListing(app.database, { kind })
    const { headers, body } = await request(address)
    expect(headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^W\/".+"$/),
    })
    const cached = await request(address, { 'if-none-match': String(headers.etag) })
    expect([cached.statusCode, cached.body]).toEqual([304, ''])
    const head = await app.app.http.inject({ url: address, method: 'HEAD' })
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', headers.etag])
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(body)))
    await createListing(app.database, { kind })
    expect((await request(address, { 'if-none-match': String(headers.etag) })).statusCode).toBe(200)
  })
})

test('counts feeds and calendars toward the rate limit of lists', async () => {
  const { app } = await createTestApp(undefined, { rateLimit: 0.15 })
  const urls = [
    ...['/feeds/services.atom', '/feeds/events.atom', '/feeds/services.json', '/feeds/events.json'],
    ...['/feeds/events.ics', '/feeds/events/1.ics'],
  ]
  for (const url of urls) expect((await app.http.inject(url)).statusCode).not.toBe(429)
  for (const url of [...urls, '/sitemap.xml']) expect((await app.http.inject(url)).statusCode, url).toBe(429)
  expect((await app.http.inject('/robots.txt')).statusCode).toBe(200)
})
