import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCalendar } from '../../../../test/support/checks/documents.ts'
import { badIds, badTexts } from '../../../../test/support/data/bad-values.ts'
import { createListing, createManyListings, setStatus } from '../../../../test/support/data/factories.ts'
import { strangeTexts } from '../../../../test/support/data/strange-texts.ts'
import { createTestApp, type TestApp, viewerWith } from '../../../../test/support/site/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(undefined, { publicUrl: 'https://board.example:8443' })
})
beforeEach(() => sql`delete from listing`.execute(app.database.kysely))

const list = '/feeds/events.ics'
const one = (id: string) => `/feeds/events/${id}.ics`
const request = (url: string, headers: Record<string, string> = {}) => app.app.http.inject({ url, headers })
async function events(url: string) {
  const { statusCode, body } = await request(url)
  expect(statusCode).toBe(200)
  return readCalendar(body)
}
const createEvent = (overrides: Parameters<typeof createListing>[1] = {}) =>
  createListing(app.database, { kind: 'event', ...overrides })

test('has the dates, place, and URL of an event, alone and in a list', async () => {
  const id = await createEvent({
    title: 'Flea market; old, new',
    description: 'Bring a bag.\n\nRain or shine, we are there \\ here.',
    price: 4.5,
    startDate: '2026-12-30',
    endDate: '2026-12-31',
    posted: '2026-10-01T12:00:00Z',
  })
  const url = `https://board.example:8443/event-details/${id}`
  const expected = {
    uid: `${id}@board.example`,
    summary: 'Flea market; old, new',
    description: `$4.50 per ticket\n\nBring a bag.\n\nRain or shine, we are there \\ here.\n\n${url}`,
    location: 'Austin, Texas, United States',
    // The end is exclusive.
    days: ['2026-12-30', '2027-01-01'],
    allDay: true,
    stamp: '2026-10-01T12:00:00Z',
    updated: '2026-10-01T12:00:00Z',
    sequence: 0,
    url,
    status: 'CONFIRMED',
  }
  expect(await events(one(id))).toEqual([expected])
  expect(await events(list)).toEqual([expected])
})

test('has what everyone may see of the site’s own fields', async () => {
  const id = await createEvent({ description: 'Bring a bag.' })
  const values = JSON.stringify({ ages: ['adults', 'seniors'], wheelchair: true })
  await sql`update listing set fields = ${values}::jsonb where id = ${id}`.execute(app.database.kysely)
  const lines = 'Bring a bag.\n\nAge group: Adults, Seniors\nWheelchair access: Yes\n\nhttps:'
  for (const url of [one(id), list]) expect((await events(url))[0]?.description).toContain(lines)
})

test('updates a changed event under the same UID', async () => {
  const id = await createEvent({ startDate: '2026-12-01' })
  const [before] = await events(one(id))
  await sql`update listing set title = 'Moved', start_date = '2026-12-02', end_date = '2026-12-02',
    edited = '2026-11-05T10:00:00Z', version = version + 1 where id = ${id}`.execute(app.database.kysely)
  for (const url of [one(id), list]) {
    expect(await events(url)).toMatchObject([
      {
        uid: before?.uid,
        summary: 'Moved',
        days: ['2026-12-02', '2026-12-03'],
        updated: '2026-11-05T10:00:00Z',
        stamp: '2026-11-05T10:00:00Z',
        sequence: 1,
      },
    ])
  }
})

test.each([
  [0, null, 'Free'],
  [12, 'person', '$12 per person'],
  [12, 'from', 'from $12 per ticket'],
] as const)('describes the price %d with the unit %s as %s', async (price, priceUnit, words) => {
  const [event] = await events(one(await createEvent({ price, priceUnit })))
  expect(event?.description.split('\n')[0]).toBe(words)
})

test('marks a sold-out event and keeps it confirmed', async () => {
  const id = await createEvent({ title: 'Concert', availability: 'soldout' })
  const [event] = await events(one(id))
  expect(event).toMatchObject({ summary: 'Concert (sold out)', status: 'CONFIRMED' })
  expect(event?.description).toMatch(/^\$35 per ticket, sold out\n/)
})

test('keeps a canceled event, with a higher sequence', async () => {
  const id = await createEvent({ title: 'Concert', availability: 'soldout' })
  const [before] = await events(list)
  await sql`update listing set canceled = '2026-11-05T10:00:00Z', edited = '2026-11-05T10:00:00Z', version = version + 1
    where id = ${id}`.execute(app.database.kysely)
  for (const url of [one(id), list])
    expect(await events(url)).toMatchObject([
      {
        uid: before?.uid,
        days: before?.days,
        summary: 'Concert (canceled)',
        status: 'CANCELLED',
        sequence: 1,
        updated: '2026-11-05T10:00:00Z',
      },
    ])
})

test('does not depend on the time of the request', async () => {
  const id = await createEvent()
  const before = await Promise.all([one(id), list].map(async (url) => (await request(url)).body))
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect(await Promise.all([one(id), list].map(async (url) => (await request(url)).body))).toEqual(before)
})

test('lists upcoming events first, and takes the filters of its page', async () => {
  await createEvent({ title: 'Ended', startDate: '2026-11-01' })
  await createEvent({ title: 'Later', startDate: '2096-12-20', state: 'New York', city: null })
  await createEvent({ title: 'Sooner', startDate: '2096-12-10' })
  await createListing(app.database, { title: 'A service' })
  const titles = async (query: string) => (await events(list + query)).map(({ summary }) => summary)
  expect(await titles('')).toEqual(['Sooner', 'Later', 'Ended'])
  expect(await titles('?sort=newest')).toEqual(['Sooner', 'Later', 'Ended'])
  expect(await titles('?state=Texas&country=United+States')).toEqual(['Sooner', 'Ended'])
  expect(await titles('?searchtext=later')).toEqual(['Later'])
  const { body } = await request(`${list}?state=Texas`)
  expect(body).toContain('X-WR-CALNAME:Events · Texas | Corkboard')
})

test('lists up to two hundred events', async () => {
  await createManyListings(app.database, 210, { kind: 'event' })
  expect(await events(list)).toHaveLength(200)
})

describe('the access to a calendar', () => {
  const access = [
    ['active', 200],
    ['reported', 200],
    ['hidden', 404],
    ['deleted', 410],
  ] as const

  test('is that of its page for a visitor, at once, for every viewer', async () => {
    const id = await createEvent({ authorEmail: 'seller@example.com', title: 'Follow me' })
    for (const [status, expected] of access) {
      await setStatus(app.database, id, status)
      for (const viewer of [
        null,
        viewerWith({ email: 'seller@example.com' }),
        viewerWith({ email: 'a@b.org', role: 'admin' }),
      ]) {
        const headers = viewer ? { 'x-test-viewer': JSON.stringify(viewer) } : {}
        const { statusCode, body } = await request(one(id), headers as Record<string, string>)
        expect(statusCode, status).toBe(expected)
        expect(body.includes('Follow me')).toBe(expected === 200)
        expect((await request(list, headers as Record<string, string>)).body.includes('Follow me')).toBe(
          expected === 200,
        )
      }
    }
  })

  test('never includes contact information', async () => {
    const id = await createEvent({ authorEmail: 'seller@example.com', phone: '512-555-0100' })
    await sql`update listing set business_email = 'shop@example.org', instagram = 'https://instagram.com/shop'`.execute(
      app.database.kysely,
    )
    for (const url of [one(id), list]) expect((await request(url)).body).not.toMatch(/seller@|512-555|shop/)
  })

  test('does not exist for a service', async () => {
    expect((await request(one(await createListing(app.database)))).statusCode).toBe(404)
  })
})

test.each(strangeTexts)('stays one event with the text %j', async (text) => {
  const id = await createEvent({ title: `${text} abc`, description: `${text} and ten characters` })
  for (const url of [one(id), list]) {
    const result = await events(url)
    expect(result).toHaveLength(1)
    expect(result[0]?.summary).toMatch(/abc$/)
    expect(result[0]?.description).toContain('and ten characters')
  }
})

test.each(badIds)('rejects the invalid id %s', async (id) => {
  const { statusCode, headers, body } = await request(one(id))
  expect([400, 404]).toContain(statusCode)
  // A path that is too long matches no route and gets the HTML error page.
  if (id.length < 500) expect(JSON.parse(body)).toMatchObject({ message: expect.stringMatching(/\.$/) })
  else expect(headers['content-type']).toMatch(/html/)
})

test.each(badTexts)('returns a calendar or an error for the value %s', async (value) => {
  const { statusCode, body } = await request(`${list}?searchtext=${value}&country=${value}`)
  expect([200, 400, 404]).toContain(statusCode)
  if (statusCode === 200) readCalendar(body)
})

test('does not let the search text inject lines', async () => {
  await createEvent({ title: 'Concert' })
  const text = 'concert\r\nX-EVIL:1\nEND:VCALENDAR; a, b \\'
  const { body } = await request(`${list}?${new URLSearchParams({ searchtext: text })}`)
  readCalendar(body)
  const unfolded = body.replaceAll('\r\n ', '')
  expect(unfolded).toContain(
    'X-WR-CALNAME:Events · “concert X-EVIL:1 END:VCALENDAR\\; a\\, b \\\\” | Corkboard\r\n',
  )
})

test('rejects an invalid sort with a message', async () => {
  const { statusCode, body } = await request(`${list}?sort=upwards`)
  expect(statusCode).toBe(400)
  expect(JSON.parse(body)).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^sort must be .*\.$/),
  })
})

test('returns 304 for a matching ETag', async () => {
  const id = await createEvent()
  for (const url of [one(id), list]) {
    const { headers } = await request(url)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-cache',
    })
    expect((await request(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    const head = await app.app.http.inject({ url, method: 'HEAD' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  }
})
