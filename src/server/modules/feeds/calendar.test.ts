import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, viewerWith } from '../../../../test/support/app.ts'
import { badIds, badTexts } from '../../../../test/support/bad-values.ts'
import { readCalendar } from '../../../../test/support/documents.ts'
import { createListing, createManyListings, setStatus } from '../../../../test/support/factories.ts'
import { strangeTexts } from '../../../../test/support/strange-texts.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(undefined, { publicUrl: 'https://board.example:8443' })
})
beforeEach(() => sql`delete from listing`.execute(app.database.kysely))

const list = '/feeds/events.ics'
const one = (id: string) => `/feeds/events/${id}.ics`
const ask = (url: string, headers: Record<string, string> = {}) => app.app.http.inject({ url, headers })
async function events(url: string) {
  const { statusCode, body } = await ask(url)
  expect(statusCode).toBe(200)
  return readCalendar(body)
}
const createEvent = (given: Parameters<typeof createListing>[1] = {}) =>
  createListing(app.database, { kind: 'event', ...given })

test('an event is told by its days, its place and its page, the same alone and in a list', async () => {
  const id = await createEvent({
    title: 'Flea market; old, new',
    description: 'Bring a bag.\n\nRain or shine, we are there \\ here.',
    price: 4.5,
    startDate: '2026-12-30',
    endDate: '2026-12-31',
    posted: '2026-10-01T12:00:00Z',
  })
  const url = `https://board.example:8443/event-details/${id}`
  const told = {
    uid: `${id}@board.example`,
    summary: 'Flea market; old, new',
    description: `$4.50 per ticket\n\nBring a bag.\n\nRain or shine, we are there \\ here.\n\n${url}`,
    location: 'Austin, Texas, United States',
    // The second is the first day on which it is over.
    days: ['2026-12-30', '2027-01-01'],
    allDay: true,
    stamp: '2026-10-01T12:00:00Z',
    updated: '2026-10-01T12:00:00Z',
    sequence: 0,
    url,
    status: 'CONFIRMED',
  }
  expect(await events(one(id))).toEqual([told])
  expect(await events(list)).toEqual([told])
})

test('a change is told as one, under the same UID', async () => {
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

test('what is sold out says so and still takes place', async () => {
  const id = await createEvent({ title: 'Concert', availability: 'soldout' })
  const [event] = await events(one(id))
  expect(event).toMatchObject({ summary: 'Concert (sold out)', status: 'CONFIRMED' })
  expect(event?.description).toMatch(/^\$35 per ticket, sold out\n/)
})

test('nothing in it is of the moment at which it is asked for', async () => {
  const id = await createEvent()
  const before = await Promise.all([one(id), list].map(async (url) => (await ask(url)).body))
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect(await Promise.all([one(id), list].map(async (url) => (await ask(url)).body))).toEqual(before)
})

test('a list has what is to come first, and is narrowed as its page is', async () => {
  await createEvent({ title: 'Ended', startDate: '2026-11-01' })
  await createEvent({ title: 'Later', startDate: '2026-12-20', state: 'New York', city: null })
  await createEvent({ title: 'Sooner', startDate: '2026-12-10' })
  await createListing(app.database, { title: 'A service' })
  const titles = async (query: string) => (await events(list + query)).map(({ summary }) => summary)
  expect(await titles('')).toEqual(['Sooner', 'Later', 'Ended'])
  expect(await titles('?sort=newest')).toEqual(['Sooner', 'Later', 'Ended'])
  expect(await titles('?state=Texas&country=United+States')).toEqual(['Sooner', 'Ended'])
  expect(await titles('?searchtext=later')).toEqual(['Later'])
  const { body } = await ask(`${list}?state=Texas`)
  expect(body).toContain('X-WR-CALNAME:Events · Texas | Corkboard')
})

test('a list holds two hundred', async () => {
  await createManyListings(app.database, 210, { kind: 'event' })
  expect(await events(list)).toHaveLength(200)
})

describe('who may see it', () => {
  const access = [
    ['active', 200],
    ['reported', 200],
    ['hidden', 404],
    ['deleted', 410],
  ] as const

  test('is as with its page, at once, and nobody sees more', async () => {
    const id = await createEvent({ authorEmail: 'seller@example.com', title: 'Follow me' })
    for (const [status, answer] of access) {
      await setStatus(app.database, id, status)
      for (const viewer of [
        null,
        viewerWith({ email: 'seller@example.com' }),
        viewerWith({ email: 'a@b.org', isAdmin: true }),
      ]) {
        const headers = viewer ? { 'x-test-viewer': JSON.stringify(viewer) } : {}
        const { statusCode, body } = await ask(one(id), headers as Record<string, string>)
        expect(statusCode, status).toBe(answer)
        expect(body.includes('Follow me')).toBe(answer === 200)
        expect((await ask(list, headers as Record<string, string>)).body.includes('Follow me')).toBe(
          answer === 200,
        )
      }
    }
  })

  test('is told nothing of how to reach the author', async () => {
    const id = await createEvent({ authorEmail: 'seller@example.com', phone: '512-555-0100' })
    await sql`update listing set business_email = 'shop@example.org', instagram = 'https://instagram.com/shop'`.execute(
      app.database.kysely,
    )
    for (const url of [one(id), list]) expect((await ask(url)).body).not.toMatch(/seller@|512-555|shop/)
  })

  test('a service has no calendar', async () => {
    expect((await ask(one(await createListing(app.database)))).statusCode).toBe(404)
  })
})

test.each(strangeTexts)('whatever people write, it stays one event: %j', async (text) => {
  const id = await createEvent({ title: `${text} abc`, description: `${text} and ten characters` })
  for (const url of [one(id), list]) {
    const found = await events(url)
    expect(found).toHaveLength(1)
    expect(found[0]?.summary).toMatch(/abc$/)
    expect(found[0]?.description).toContain('and ten characters')
  }
})

test.each(badIds)('an id that is none is refused: %s', async (id) => {
  const { statusCode, headers, body } = await ask(one(id))
  expect([400, 404]).toContain(statusCode)
  // What is far too long for an address is nowhere: that is a page.
  if (id.length < 500) expect(JSON.parse(body)).toMatchObject({ message: expect.stringMatching(/\.$/) })
  else expect(headers['content-type']).toMatch(/html/)
})

test.each(badTexts)('whatever is asked of a list, it is a calendar or a refusal: %s', async (value) => {
  const { statusCode, body } = await ask(`${list}?searchtext=${value}&country=${value}`)
  expect([200, 400, 404]).toContain(statusCode)
  if (statusCode === 200) readCalendar(body)
})

test('what is searched for cannot add anything to a calendar', async () => {
  await createEvent({ title: 'Concert' })
  const text = 'concert\r\nX-EVIL:1\nEND:VCALENDAR; a, b \\'
  const { body } = await ask(`${list}?${new URLSearchParams({ searchtext: text })}`)
  readCalendar(body)
  const unfolded = body.replaceAll('\r\n ', '')
  expect(unfolded).toContain(
    'X-WR-CALNAME:Events · “concert X-EVIL:1 END:VCALENDAR\\; a\\, b \\\\” | Corkboard\r\n',
  )
})

test('an order that is none is refused with a sentence', async () => {
  const { statusCode, body } = await ask(`${list}?sort=upwards`)
  expect(statusCode).toBe(400)
  expect(JSON.parse(body)).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^sort must be .*\.$/),
  })
})

test('both are asked for in short by who has them', async () => {
  const id = await createEvent()
  for (const url of [one(id), list]) {
    const { headers } = await ask(url)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-cache',
    })
    expect((await ask(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    const head = await app.app.http.inject({ url, method: 'HEAD' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  }
})
