import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createUser, send, signIn, type TestUser } from '../../../../test/support/data/accounts.ts'
import { createPicture, type Post, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { EventDetails, ListedEvent } from '../../../shared/listing.ts'

let site: TestApp
let author: TestUser
let cookie: string
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  author = await createUser(site.database, { email: 'author@example.com' })
  cookie = await signIn(site, author.email)
})

type Failure = { message: string; fields?: Record<string, string> }

const post = async (event: Post) =>
  send<EventDetails & Failure>(site, 'POST', '/events', {
    cookie,
    body: postOf('event', { images: [await createPicture(site.database, author.accountId)], ...event }),
  })
const update = (id: string, event: Post) =>
  send<EventDetails & Failure>(site, 'PUT', `/event-update/${id}`, { cookie, body: updateOf('event', event) })
const days = { startDate: '2026-12-01', endDate: '2026-12-01' }
const evening = { startTime: '19:30', endTime: '21:00', doorsTime: '19:00' }
const tuesdays = { ...evening, rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4', exceptions: ['2026-12-08'] }

test('an event with only two dates lasts whole days in the time zone of its place', async () => {
  const { body } = await post({ ...days, endDate: '2026-12-02' })
  expect(body).toMatchObject({
    time_zone: 'America/Chicago',
    schedule: null,
    rule: null,
    occurrence: { startTime: null, startsAt: '2026-12-01T06:00:00.000Z', endsAt: '2026-12-03T06:00:00.000Z' },
    attendance_mode: 'in_person',
    venue: { name: '', latitude: null },
    ticket_types: [],
  })
})

test('a series has dates, and lists show the next one', async () => {
  const { status, body } = await post({ ...days, title: 'Tuesday quiz', schedule: tuesdays })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    startDate: '2026-12-01',
    endDate: '2026-12-22',
    rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4',
    schedule: { ...days, ...tuesdays },
    occurrence: { scheduled: '2026-12-01', ...evening, startsAt: '2026-12-02T01:30:00.000Z' },
  })
  const list = await send<{ events: ListedEvent[] }>(site, 'GET', '/events', { cookie })
  expect(list.body.events.find(({ _id }) => _id === body._id)).toMatchObject({
    rule: body.rule,
    occurrence: body.occurrence,
  })
})

test('a time that clocks skip is later by as much, for as long', async () => {
  const schedule = { startTime: '02:30', endTime: '03:30' }
  const { status, body } = await post({ startDate: '2027-03-14', endDate: '2027-03-14', schedule })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    schedule,
    occurrence: {
      startTime: '03:30',
      endTime: '04:30',
      startsAt: '2027-03-14T08:30:00.000Z',
      endsAt: '2027-03-14T09:30:00.000Z',
    },
  })
})

test('an update without a schedule keeps it, with null removes it, and venue and tickets likewise', async () => {
  const { body: posted } = await post({
    ...days,
    schedule: evening,
    venue: { name: 'Library', address: '12 Main Street', postal_code: '78701', note: 'Side entrance' },
    attendance_mode: 'both',
    tickets: { types: [{ name: 'Adults', price: 42.5 }], url: 'https://tickets.example.com/1', capacity: 40 },
  })
  const { body: kept } = await update(posted._id, { startDate: '2026-12-03', endDate: '2026-12-03' })
  expect(kept).toMatchObject({
    occurrence: { startDate: '2026-12-03', ...evening, startsAt: '2026-12-04T01:30:00.000Z' },
    venue: { name: 'Library', note: 'Side entrance' },
    attendance_mode: 'both',
    ticket_types: [{ name: 'Adults', price: 42.5, soldOut: false }],
    capacity: 40,
  })
  const { body: cleared } = await update(posted._id, { ...days, schedule: null, venue: null, tickets: null })
  expect(cleared).toMatchObject({
    schedule: null,
    occurrence: { startTime: null },
    venue: { name: '' },
    attendance_mode: 'both',
    ticket_types: [],
  })
})

test('a client that knows no series can edit one, but not move it', async () => {
  const { body: posted } = await post({ ...days, schedule: tuesdays })
  const { startDate, endDate } = posted
  const { body: edited } = await update(posted._id, { startDate, endDate, title: 'Quiz night' })
  expect(edited).toMatchObject({ title: 'Quiz night', startDate, endDate, schedule: tuesdays })
  const { status, body: moved } = await update(posted._id, { startDate, endDate: '2026-12-29' })
  expect(status).toBe(400)
  expect(moved.message).toMatch(/This event repeats/)
})

test('editing other content of an endless series keeps its last day, even years later', async () => {
  const endless = { ...evening, rule: 'FREQ=DAILY', exceptions: [] }
  const { body: posted } = await post({ ...days, schedule: endless })
  expect(posted.endDate).toBe('2027-12-01')
  site.setNow(new Date('2027-03-01T18:00:00Z'))
  const { body: edited } = await update(posted._id, { ...days, title: 'Choir practice', schedule: endless })
  expect(edited).toMatchObject({ title: 'Choir practice', endDate: '2027-12-01' })
  const { body: moved } = await update(posted._id, { ...days, schedule: { ...endless, startTime: '19:45' } })
  expect(moved).toMatchObject({ endDate: '2028-03-01', occurrence: { startTime: '19:45' } })
  site.setNow(new Date('2026-11-20T17:00:00Z'))
})

test('a move to another time zone keeps local times, also of dates that were changed', async () => {
  const { body: posted } = await post({ ...days, schedule: tuesdays })
  await sql`update event_occurrence set changed = true, start_time = '10:00', end_time = '11:00',
      starts_at = '2026-12-22T16:00:00Z', ends_at = '2026-12-22T17:00:00Z'
    where listing_id = ${posted._id} and scheduled = '2026-12-22'`.execute(site.database.kysely)
  const { startDate, endDate } = posted
  await update(posted._id, { startDate, endDate, state: 'Hawaii', city: 'Honolulu' })
  const { rows } = await sql<{ starts: string }>`
    select to_char(starts_at at time zone 'UTC', 'MM-DD HH24:MI') as starts from event_occurrence
    where listing_id = ${posted._id} order by starts_at`.execute(site.database.kysely)
  expect(rows.map(({ starts }) => starts)).toEqual(['12-02 05:30', '12-16 05:30', '12-22 20:00'])
})

test.each<[Post, string, RegExp]>([
  [{ schedule: { startTime: '7:30pm' } }, 'schedule.startTime', /such as 19:30/],
  [{ schedule: { endTime: '21:00' } }, 'schedule.startTime', /start time/],
  [{ schedule: { startTime: '19:00', doorsTime: '19:30' } }, 'schedule.doorsTime', /Doors/],
  [{ schedule: { startTime: '19:00', endTime: '18:00' } }, 'schedule.endTime', /later end time/],
  [{ schedule: { rule: 'FREQ=SECONDLY' } }, 'schedule.rule', /not supported/],
  [{ schedule: { rule: 'FREQ=WEEKLY;BYDAY=WE' } }, 'schedule.rule', /first day, 2026-12-01/],
  [{ schedule: { rule: 'FREQ=DAILY;COUNT=401' } }, 'schedule.rule', /more than 400/],
  [{ schedule: { rule: 'FREQ=DAILY;UNTIL=20290101' } }, 'schedule.rule', /more than 400/],
  [{ schedule: { rule: 'FREQ=DAILY;COUNT=1', exceptions: ['2026-12-01'] } }, 'schedule.rule', /no dates/],
  [
    { schedule: { rule: 'FREQ=DAILY;COUNT=2', exceptions: ['2026-02-30'] } },
    'schedule.exceptions.0',
    /does not exist/,
  ],
  [{ venue: { latitude: 30 } }, 'venue.latitude', /both/],
  [{ venue: { name: 'x'.repeat(121) } }, 'venue.name', /too long/],
  [{ online_url: 'javascript:alert(1)' }, 'online_url', /full URL/],
  [{ tickets: { types: [{ name: '', price: 1 }] } }, 'tickets.types.0.name', /name each kind/],
  [{ tickets: { capacity: 0 } }, 'tickets.capacity', /whole number/],
])('rejects %j', async (event, field, message) => {
  const { status, body } = await post({ ...days, ...event })
  expect(status).toBe(400)
  expect(body.fields?.[field]).toMatch(message)
})

test('says once what is wrong with several fields, and names them', async () => {
  const { status, body } = await post({ startDate: '2026-02-30', endDate: '2026-02-30', title: 'ab' })
  expect(status).toBe(400)
  expect(body.message.match(/This date does not exist\./g)).toHaveLength(1)
  expect(body.message).toContain('startDate, endDate: This date does not exist.')
  expect(body.fields).toMatchObject({
    startDate: 'This date does not exist.',
    endDate: 'This date does not exist.',
  })
  expect(body.message).toContain(body.fields?.title)
})
