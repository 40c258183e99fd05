import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emailsTo, send } from '../../../../test/support/data/accounts.ts'
import { createPerson, type Person } from '../../../../test/support/data/conversations.ts'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { createPicture, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createDatabase, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import type { Attendance } from '../../../shared/contract/attendance.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { createNotifications } from '../notifications/service.ts'
import { sendEventReminders } from './jobs.ts'

let site: TestApp
let author: Person
let ann: Person
let ben: Person
let event: string
beforeAll(async () => {
  const { database } = await createDatabase()
  site = await createTestApp(database, { realSessions: true })
})
beforeEach(async () => {
  await sql`delete from listing`.execute(site.database.kysely)
  author = await createPerson(site, { name: 'Ada Park' })
  ann = await createPerson(site, { name: 'Ann Lee' })
  ben = await createPerson(site, { name: 'Ben Okafor' })
  event = await createListing(site.database, {
    kind: 'event',
    title: 'Flea market',
    authorEmail: author.email,
    startDate: '2026-12-01',
    endDate: '2026-12-01',
  })
})

const read = async (person: Person | null, id = event) =>
  (await send<Attendance>(site, 'GET', `/event/${id}/attendance`, { cookie: person?.cookie ?? '' })).body
const attend = (person: Person, body: object, id = event) =>
  send<Attendance & { message: string }>(site, 'PUT', `/event/${id}/attendance`, {
    cookie: person.cookie,
    body,
  })

async function postSeries(): Promise<string> {
  const body = postOf('event', {
    title: 'Quiz night',
    startDate: '2026-12-01',
    endDate: '2026-12-01',
    images: [await createPicture(site.database, author.accountId)],
    schedule: { startTime: '19:30', endTime: '21:00', rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' },
  })
  const posted = await send<{ _id: string }>(site, 'POST', '/events', { cookie: author.cookie, body })
  return posted.body._id
}

test('everyone sees how many attend, and the names of those who show them', async () => {
  expect((await read(null)).dates).toMatchObject([
    { scheduled: '2026-12-01', interested: 0, going: 0, mine: null },
  ])
  await attend(ann, { state: 'going', showName: true })
  // A double click is one answer.
  await Promise.all([attend(ben, { state: 'interested' }), attend(ben, { state: 'interested' })])
  expect((await read(null)).dates).toMatchObject([
    { interested: 1, going: 1, names: ['Ann Lee'], mine: null },
  ])
  expect(await read(ben)).toMatchObject({ dates: [{ mine: 'interested' }], showName: false })
  await attend(ben, { state: 'going' })
  expect((await read(author)).dates).toMatchObject([
    { interested: 0, going: 2, names: ['Ann Lee'], mine: null },
  ])
  await attend(ann, { state: null })
  expect(await read(ann)).toMatchObject({ dates: [{ going: 1, names: [], mine: null }] })
})

test('of a series, people attend a date', async () => {
  const series = await postSeries()
  await attend(ann, { state: 'going', date: '2026-12-08', showName: true }, series)
  await attend(ann, { state: 'interested' }, series)
  await attend(ben, { state: 'going', date: '2026-12-08' }, series)
  expect(await read(ann, series)).toMatchObject({
    dates: [
      { scheduled: '2026-12-01', interested: 1, going: 0, mine: 'interested' },
      { scheduled: '2026-12-08', interested: 0, going: 2, names: ['Ann Lee'], mine: 'going' },
      { scheduled: '2026-12-15', interested: 0, going: 0, mine: null },
    ],
    showName: true,
  })
  const { status, body } = await attend(ann, { state: 'going', date: '2026-12-09' }, series)
  expect(status).toBe(400)
  expect(body.message).toMatch(/does not take place on this day/)
  const { body: own } = await send<{ events: object[] }>(site, 'GET', '/attendance', { cookie: ann.cookie })
  expect(own.events).toMatchObject([
    { _id: series, attendance: 'interested', startDate: '2026-12-01', startTime: '19:30', city: 'Austin' },
    { _id: series, attendance: 'going', startDate: '2026-12-08' },
  ])
})

test('an answer stays when an event gets times, and when they are removed', async () => {
  await attend(ann, { state: 'going' })
  const days = { startDate: '2026-12-01', endDate: '2026-12-01' }
  const edit = (schedule: object | null) =>
    send(site, 'PUT', `/event-update/${event}`, {
      cookie: author.cookie,
      body: updateOf('event', { ...days, schedule }),
    })
  expect((await edit({ startTime: '19:30' })).status).toBe(200)
  expect((await read(ann)).dates).toMatchObject([{ startTime: '19:30', going: 1, mine: 'going' }])
  await attend(ann, { state: 'interested' })
  expect((await read(ann)).dates).toMatchObject([{ going: 0, interested: 1, mine: 'interested' }])
  await edit(null)
  expect((await read(ann)).dates).toMatchObject([{ startTime: null, interested: 1, mine: 'interested' }])
})

test('nobody attends what is over, canceled, or hidden', async () => {
  const over = await createListing(site.database, { kind: 'event', startDate: '2026-11-01' })
  expect((await attend(ann, { state: 'going' }, over)).body.message).toBe('This event is over.')
  await attend(ann, { state: 'going' })
  await send(site, 'PUT', `/event-cancel/${event}`, { cookie: author.cookie, body: { canceled: true } })
  expect((await attend(ben, { state: 'going' })).body.message).toBe('This event is canceled.')
  expect((await attend(ann, { state: null })).body.dates).toMatchObject([{ going: 0 }])
  await setStatus(site.database, event, 'hidden')
  expect((await attend(ann, { state: 'going' })).status).toBe(404)
  expect((await send(site, 'GET', `/event/${event}/attendance`)).status).toBe(404)
})

test('the author gets a list with the names of those who show them, and nobody else does', async () => {
  const formula = await createPerson(site, { name: '=HYPERLINK("x")' })
  await attend(formula, { state: 'going', showName: true })
  await attend(ann, { state: 'going', showName: true })
  await attend(ben, { state: 'going' })
  await attend(author, { state: 'interested' })
  const download = (person: Person | null) =>
    site.app.http.inject({
      url: `/my-events/${event}/attendees.csv`,
      headers: person ? { cookie: person.cookie } : {},
    })
  const { body, headers } = await download(author)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(body).toBe(
    [
      '\ufeffDate,Answer,Name,People',
      `2026-12-01,Going,"'=HYPERLINK(""x"")",1`,
      '2026-12-01,Going,Ann Lee,1',
      '2026-12-01,Going,Names not shown,1',
      '2026-12-01,Interested,Names not shown,1',
      '',
    ].join('\r\n'),
  )
  expect((await download(null)).statusCode).toBe(401)
  expect((await download(ann)).statusCode).toBe(404)
})

test('whoever attends can ask for reminders with the answer, which changes no other emails', async () => {
  await send(site, 'PUT', '/wanted-emails', { cookie: ann.cookie, body: { wanted: ['recommendations'] } })
  expect((await attend(ann, { state: 'going' })).body.reminders).toBe(false)
  expect((await attend(ann, { state: 'going', reminders: true })).body.reminders).toBe(true)
  const { body } = await send(site, 'GET', '/wanted-emails', { cookie: ann.cookie })
  expect(body).toEqual({ wanted: ['event-reminders', 'recommendations'] })
  expect((await attend(ann, { state: 'going' })).body.reminders).toBe(true)
  expect((await attend(ann, { state: 'going', reminders: false })).body.reminders).toBe(false)
  expect(await read(ben)).toMatchObject({ reminders: false })
})

test('a form works without scripts, and leads back to the event', async () => {
  const response = await site.app.http.inject({
    method: 'POST',
    url: `/event-details/${event}/attendance`,
    headers: {
      cookie: ann.cookie,
      origin: 'http://localhost:3000',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'state=going&show_name=yes&date=2026-12-01',
  })
  expect(response.statusCode).toBe(303)
  expect(response.headers.location).toBe(`http://localhost:3000/event-details/${event}#attendance`)
  expect((await read(null)).dates).toMatchObject([{ going: 1, names: ['Ann Lee'] }])
})

const notifications = createNotifications({
  secret: siteSecret,
  settings: () => defaultSettings,
  publicUrl: 'http://localhost:3000',
})
const remind = (at: string) =>
  sendEventReminders({ database: site.database, notifications, clock: () => new Date(at) })
const remindersTo = async ({ email }: Person) =>
  (await emailsTo(site, email)).filter(({ kind }) => kind === 'event-reminder')
const wantReminders = ({ cookie }: Person) =>
  send(site, 'PUT', '/wanted-emails', { cookie, body: { wanted: ['event-reminders'] } })

test('reminds those who want it once, within a day before the beginning', async () => {
  const series = await postSeries()
  await Promise.all([ann, ben].map((person) => attend(person, { state: 'going' }, series)))
  await attend(ann, { state: 'going', date: '2026-12-08' }, series)
  await sql`update attendance set created = '2026-11-20T12:00:00Z'`.execute(site.database.kysely)
  await wantReminders(ann)
  // 7:30 PM in Austin is 1:30 UTC of the next day.
  await remind('2026-12-01T01:00:00Z')
  expect(await remindersTo(ann)).toEqual([])
  await Promise.all([remind('2026-12-01T02:00:00Z'), remind('2026-12-01T02:00:00Z')])
  await remind('2026-12-01T03:00:00Z')
  const [reminder, ...others] = await remindersTo(ann)
  expect(others).toEqual([])
  expect(reminder?.subject).toBe('Tomorrow: Quiz night | Corkboard')
  expect(reminder?.text).toContain(
    'Tuesday, December 1, 2026, 7:30 PM – 9:00 PM (Central Time)\nAustin, Texas',
  )
  expect(reminder?.text).toContain('/unsubscribe?token=')
  expect(await remindersTo(ben)).toEqual([])
  // Not for those who turn reminders on afterwards, nor once the event has begun.
  await wantReminders(ben)
  await remind('2026-12-01T04:00:00Z')
  await remind('2026-12-09T02:00:00Z')
  expect(await remindersTo(ben)).toEqual([])
  expect(await remindersTo(ann)).toHaveLength(1)
})

test('does not remind of a canceled event, or those who have just said that they attend', async () => {
  await attend(ann, { state: 'going' })
  await wantReminders(ann)
  await sql`update attendance set created = '2026-12-01T00:00:00Z'`.execute(site.database.kysely)
  await remind('2026-12-01T06:00:00Z')
  await sql`update attendance set created = '2026-11-20T00:00:00Z'`.execute(site.database.kysely)
  await send(site, 'PUT', `/event-cancel/${event}`, { cookie: author.cookie, body: { canceled: true } })
  await remind('2026-12-01T06:00:00Z')
  expect(await remindersTo(ann)).toEqual([])
  await send(site, 'PUT', `/event-cancel/${event}`, { cookie: author.cookie, body: { canceled: false } })
  // An event without times counts as beginning at nine.
  await remind('2026-11-30T14:00:00Z')
  expect(await remindersTo(ann)).toEqual([])
  await remind('2026-11-30T16:00:00Z')
  expect(await remindersTo(ann)).toHaveLength(1)
})

test('is in the data of the account, and deleted with it', async () => {
  await attend(ann, { state: 'going', showName: true })
  const { body } = await send(site, 'GET', '/account-data', { cookie: ann.cookie })
  expect(body).toMatchObject({
    attendance: [{ listing: event, attendance: 'going', showName: true }],
  })
  await sql`delete from profile where email = ${ann.email}`.execute(site.database.kysely)
  expect((await read(null)).dates).toMatchObject([{ going: 0, names: [] }])
})
