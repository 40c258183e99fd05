import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { send } from '../../../../test/support/data/accounts.ts'
import { createPerson, type Person } from '../../../../test/support/data/conversations.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { startCalendarServer } from '../../../../test/support/data/imported-calendars.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ImportedCalendars, ImportedEventReply } from '../../../shared/contract/imported-calendars.ts'
import { calendarFailureDays, maxImportedCalendars } from '../../../shared/limits.ts'
import { privatePaths } from '../../../shared/paths.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { refreshCalendar } from './jobs.ts'

let site: TestApp
let calendars: Awaited<ReturnType<typeof startCalendarServer>>
let now = new Date()
beforeAll(async () => {
  calendars = await startCalendarServer()
  site = await createTestApp(undefined, { realSessions: true, isAllowedCalendar: calendars.isAllowedUrl })
})
afterAll(() => calendars.close())

const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely)
const call = <Body = { message: string; id: string }>(
  { cookie }: Person,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => send<Body>(site, method, path, { cookie, ...(body !== undefined && { body }) })
const list = async (person: Person) =>
  (await call<ImportedCalendars>(person, 'GET', '/imported-calendars')).body
const own = true

async function importCalendar(person: Person): Promise<string> {
  const reply = await call(person, 'POST', '/imported-calendars', { url: calendars.url, own })
  expect(reply.status, reply.body.message).toBe(200)
  return reply.body.id
}

/** Runs the job for a calendar that is due. */
async function refresh(id: string) {
  const { kysely } = site.database
  await run(
    sql`update imported_calendar set next_refresh = now() where id = ${id} and next_refresh is not null`,
  )
  const fetch = { userAgent: 'Test', isAllowedUrl: calendars.isAllowedUrl }
  const options = { database: site.database, clock: () => now, settings: () => defaultSettings, fetch }
  await refreshCalendar(options, { id })
  const { rows } = await sql<{ failures: number; minutes: number | null }>`
    select failures, extract(epoch from next_refresh - now())::int / 60 as minutes
    from imported_calendar where id = ${id}`.execute(kysely)
  return rows[0]
}

const market = [
  'UID:market',
  'SUMMARY:Night market',
  'DESCRIPTION:Food and music.',
  'DTSTART;TZID=America/New_York:20990110T200000',
  'DTEND;TZID=America/New_York:20990110T223000',
  'LOCATION:Blue Hall\\, 12 Main St\\, Austin\\, TX 78701\\, USA',
  'URL:https://example.org/market',
  'CATEGORIES:Outings,dog walking',
]
const yoga = ['UID:yoga', 'SUMMARY:Yoga', 'DTSTART;VALUE=DATE:20990112', 'LOCATION:My place']
const changedTo = (lines: string[], ...changes: string[]) =>
  lines.map((line) => changes.find((change) => change.split(/[:;]/)[0] === line.split(/[:;]/)[0]) ?? line)

test('imports events as drafts, and follows them until they are posted and after', async () => {
  const person = await createPerson(site)
  const stranger = await createPerson(site)
  calendars.setEvents(market, yoga)
  const id = await importCalendar(person)
  const queued = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs`.execute(
    site.database.kysely,
  )
  expect(queued.rows.map(({ payload }) => payload)).toContainEqual({ id })
  expect(await list(person)).toMatchObject({
    calendars: [{ id, name: '', refreshed: null, failure: '' }],
    events: [],
  })

  const { minutes } = (await refresh(id)) ?? {}
  expect(minutes).toBeGreaterThan(24 * 60 * 0.89)
  expect(minutes).toBeLessThan(24 * 60 * 1.11)
  const {
    calendars: [calendar],
    events,
  } = await list(person)
  expect(calendar).toMatchObject({ name: 'Hall events', failure: '', stopped: false, truncated: false })
  expect(calendar?.report).toEqual({ read: 2, over: 0, unreadable: 0, skipped: [] })
  expect(calendar?.refreshed).not.toBeNull()
  expect(
    events.map(({ title, startDate, startTime, state }) => [title, startDate, startTime, state]),
  ).toEqual([
    ['Night market', '2099-01-10', '20:00', 'new'],
    ['Yoga', '2099-01-12', null, 'new'],
  ])
  const [marketId = '', yogaId = ''] = events.map((event) => event.id)

  // By the fields of listings, at the times of the town.
  const { body } = await call<ImportedEventReply>(person, 'GET', `/imported-event/${marketId}`)
  expect(body).toEqual({
    listing: null,
    changed: [],
    event: {
      title: 'Night market',
      url: 'https://example.org/market',
      canceled: false,
      partial: false,
      description: 'Food and music.\n\nhttps://example.org/market',
      startDate: '2099-01-10',
      endDate: '2099-01-10',
      startTime: '19:00',
      endTime: '21:30',
      time_zone: 'America/Chicago',
      unknown_zone: null,
      rule: null,
      exceptions: [],
      category: 'Pet Services',
      subcategory: 'Dog Walking',
      country: 'United States',
      state: 'Texas',
      city: 'Austin',
      venue_name: 'Blue Hall',
      venue_address: '12 Main St',
      venue_postal_code: '78701',
    },
  })

  // An unchanged calendar changes nothing.
  const versions = async () =>
    (
      await sql<{ xmin: string }>`select xmin::text from imported_event order by id`.execute(
        site.database.kysely,
      )
    ).rows
  const before = await versions()
  await refresh(id)
  await run(sql`update imported_calendar set etag = null, last_modified = null`)
  await refresh(id)
  expect(await versions()).toEqual(before)

  // Posted: the calendar says what the ad says, until it changes. A calendar never changes an ad.
  const listing = await createListing(site.database, { kind: 'event', authorEmail: person.email })
  const someoneElses = await createListing(site.database, { kind: 'event', authorEmail: stranger.email })
  const path = `/imported-event/${marketId}`
  expect((await call(person, 'PUT', path, { listing: someoneElses })).status).toBe(400)
  expect((await call(person, 'PUT', path, { listing })).status).toBe(200)
  expect((await list(person)).events[0]).toMatchObject({ state: 'posted', listing })
  const adOf = () => sql`select * from listing where id = ${listing}`.execute(site.database.kysely)
  const ad = await adOf()
  calendars.setEvents(
    changedTo(market, 'SUMMARY:Winter market', 'DTEND;TZID=America/New_York:20990110T233000'),
    changedTo(yoga, 'SUMMARY:Yoga for all'),
  )
  await refresh(id)
  const review = await call<ImportedEventReply>(person, 'GET', path)
  expect(review.body).toMatchObject({ listing, changed: ['title', 'endTime'] })
  expect((await list(person)).events.map(({ title, state }) => [title, state])).toEqual([
    ['Winter market', 'changed'],
    ['Yoga for all', 'new'],
  ])
  expect((await call(person, 'PUT', path, { reviewed: true })).status).toBe(200)
  expect((await list(person)).events[0]?.state).toBe('posted')
  expect(await adOf()).toEqual(ad)

  // Dismissed, removed, back, and canceled.
  expect((await call(person, 'PUT', `/imported-event/${yogaId}`, { dismissed: true })).status).toBe(200)
  const states = async () =>
    (await list(person)).events.map(({ state, canceled }) => (canceled ? 'canceled' : state))
  expect(await states()).toEqual(['posted', 'dismissed'])
  calendars.setEvents([...yoga, 'STATUS:CANCELLED'])
  await refresh(id)
  expect(await states()).toEqual(['removed', 'canceled'])
  calendars.setEvents(
    changedTo(market, 'SUMMARY:Winter market', 'DTEND;TZID=America/New_York:20990110T233000'),
    yoga,
  )
  await refresh(id)
  await call(person, 'PUT', `/imported-event/${yogaId}`, { dismissed: false })
  expect(await states()).toEqual(['posted', 'new'])

  // Someone else's are unknown.
  for (const [method, path] of [
    ['GET', `/imported-event/${yogaId}`],
    ['PUT', `/imported-event/${yogaId}`],
    ['POST', `/imported-calendar/${id}`],
    ['DELETE', `/imported-calendar/${id}`],
  ] as const)
    expect(
      (await call(stranger, method, path, method === 'PUT' ? { dismissed: true } : undefined)).status,
    ).toBe(404)
  expect(await list(stranger)).toEqual({ calendars: [], events: [] })

  // Download, then delete the account.
  const { body: data } = await call<{
    importedCalendars: object[]
    importedEvents: { event: { title: string } }[]
  }>(person, 'GET', '/account-data')
  expect(data.importedCalendars).toMatchObject([{ url: calendars.url, name: 'Hall events' }])
  expect(data.importedEvents.map(({ event }) => event.title)).toEqual(['Winter market', 'Yoga'])
  expect((await call(person, 'DELETE', '/account')).status).toBe(200)
  expect((await sql`select from imported_calendar`.execute(site.database.kysely)).rows).toEqual([])
  expect((await sql`select from imported_event`.execute(site.database.kysely)).rows).toEqual([])
})

test('asks for no review as the dates of a posted series pass', async () => {
  const person = await createPerson(site)
  calendars.setEvents([...yoga, 'RRULE:FREQ=WEEKLY'])
  const id = await importCalendar(person)
  await refresh(id)
  const { id: eventId } = (await list(person)).events[0] ?? {}
  const listing = await createListing(site.database, { kind: 'event', authorEmail: person.email })
  await call(person, 'PUT', `/imported-event/${eventId}`, { listing })
  await run(sql`update imported_calendar set etag = null, last_modified = null`)
  now = new Date('2099-01-15T12:00:00Z')
  onTestFinished(() => {
    now = new Date()
  })
  await refresh(id)
  expect((await list(person)).events).toMatchObject([{ startDate: '2099-01-19', state: 'posted' }])
})

test('tries a calendar that fails less and less often, and stops after days', async () => {
  const person = await createPerson(site)
  const id = await importCalendar(person)
  Object.assign(calendars.served, { text: '', status: 503 })
  const waits: number[] = []
  for (let hours = 0; hours < 6; hours++) waits.push((await refresh(id))?.minutes ?? 0)
  for (const [index, hours] of [1, 2, 4, 8, 16, 24].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(Math.floor(hours * 60 * 0.89))
    expect(waits[index]).toBeLessThanOrEqual(hours * 60 * 1.11)
  }
  const [failing] = (await list(person)).calendars
  expect(failing).toMatchObject({
    failure: 'The server of the calendar answered with an error (503).',
    stopped: false,
  })

  now = new Date(Date.now() + (calendarFailureDays + 0.1) * 86_400_000)
  expect((await refresh(id))?.minutes).toBeNull()
  expect((await list(person)).calendars[0]).toMatchObject({ stopped: true })
  // A stopped calendar is not read, until its owner asks for it.
  const { requests } = calendars.served
  await refresh(id)
  expect(calendars.served.requests).toBe(requests)
  now = new Date()
  calendars.served.status = 200
  calendars.setEvents(yoga)
  expect((await call(person, 'POST', `/imported-calendar/${id}`)).status).toBe(200)
  await refresh(id)
  expect((await list(person)).calendars[0]).toMatchObject({
    stopped: false,
    failure: '',
    name: 'Hall events',
  })

  // A text that is no calendar keeps the events.
  calendars.served.text = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'
  await refresh(id)
  expect(await list(person)).toMatchObject({
    calendars: [{ failure: expect.stringContaining('We couldn’t read this calendar.') }],
    events: [{ title: 'Yoga' }],
  })
})

test('rejects bad calendars with a sentence, and at most five are imported', async () => {
  const person = await createPerson(site)
  const add = (body: unknown) => call<{ message: string }>(person, 'POST', '/imported-calendars', body)
  for (const [body, sentence] of [
    [{ url: calendars.url, own: false }, 'Please confirm that this is your calendar.'],
    [{ url: calendars.url }, 'Please confirm that this is your calendar.'],
    [{ url: 'my calendar', own }, 'Please enter the public address of a calendar'],
    [{ url: 'javascript:alert(1)', own }, 'Please enter the public address of a calendar'],
    [{ url: 'http://127.0.0.1/events.ics', own }, 'We can’t read this address.'],
    [{ url: 'http://10.0.0.1/events.ics', own }, 'We can’t read this address.'],
    [{ url: `https://example.org/${'x'.repeat(1000)}`, own }, 'This is too long.'],
  ] as const) {
    const reply = await add(body)
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(sentence)])
  }
  for (let count = 0; count < maxImportedCalendars; count++)
    expect((await add({ url: `${calendars.url}?${count}`, own })).status).toBe(200)
  expect((await add({ url: `${calendars.url}?0`, own })).status).toBe(200)
  expect((await add({ url: `${calendars.url}?5`, own })).status).toBe(409)
  expect((await list(person)).calendars).toHaveLength(maxImportedCalendars)
})

test('works by forms where scripts do not run', async () => {
  const person = await createPerson(site)
  const post = (path: string, fields: Record<string, string>) =>
    site.app.http.inject({
      method: 'POST',
      url: path,
      headers: {
        cookie: person.cookie,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      payload: new URLSearchParams(fields).toString(),
    })
  const page = async () =>
    (await site.app.http.inject({ url: privatePaths.importedCalendars, headers: { cookie: person.cookie } }))
      .body
  calendars.served.status = 200
  calendars.setEvents(changedTo(market, 'SUMMARY:Market <img src=x onerror=alert(1)'))
  const added = await post(privatePaths.importedCalendars, { url: calendars.url, own: 'yes' })
  expect([added.statusCode, added.headers.location]).toEqual([303, expect.stringMatching(/done=added$/)])
  const {
    calendars: [calendar],
  } = await list(person)
  await refresh(calendar?.id ?? '')
  const [event] = (await list(person)).events
  const html = await page()
  expect(html).toContain(`/post-events?imported=${event?.id}`)
  expect(html).toContain('Market &lt;img src=x onerror=alert(1)')
  const dismissed = await post(`${privatePaths.importedEvents}/${event?.id}`, { action: 'dismiss' })
  expect(dismissed.statusCode).toBe(303)
  expect(await page()).toContain('Dismissed (1)')
  expect((await post(privatePaths.importedCalendars, { url: calendars.url })).statusCode).toBe(400)
  const removed = await post(`${privatePaths.importedCalendars}/${calendar?.id}`, { action: 'remove' })
  expect(removed.statusCode).toBe(303)
  expect(await list(person)).toEqual({ calendars: [], events: [] })
})
