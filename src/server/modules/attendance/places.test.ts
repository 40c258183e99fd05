/** The places of an event with registration: who gets one, and when someone is told. */
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emailsTo, send } from '../../../../test/support/data/accounts.ts'
import { createPerson, type Person } from '../../../../test/support/data/conversations.ts'
import { createPicture, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createDatabase, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import type { Attendance } from '../../../shared/contract/attendance.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { createNotifications } from '../notifications/service.ts'
import { createCheckInCodes } from './check-in.ts'
import { fillAllPlaces, lockRegistration, selectFillable } from './places.ts'

let site: TestApp
let author: Person
let people: Person[]
let event: string
const days = { startDate: '2026-12-01', endDate: '2026-12-01' }
const registration = { registration: { questions: [] } }

beforeAll(async () => {
  const { database } = await createDatabase()
  site = await createTestApp(database, { realSessions: true })
  author = await createPerson(site, { name: 'Ada Park' })
  people = []
  for (const name of ['Ann', 'Ben', 'Cid', 'Dan', 'Eve']) people.push(await createPerson(site, { name }))
})
beforeEach(async () => {
  await sql`delete from listing`.execute(site.database.kysely)
  await sql`delete from outbox_email`.execute(site.database.kysely)
  await sql`delete from rate_limit_hit`.execute(site.database.kysely)
  await sql`update account set suspended_at = null`.execute(site.database.kysely)
  event = await post({ tickets: { capacity: 2 }, ...registration })
})

async function post(input: object): Promise<string> {
  const images = [await createPicture(site.database, author.accountId)]
  const body = postOf('event', { title: 'Flea market', ...days, images, ...input })
  return (await send<{ _id: string }>(site, 'POST', '/events', { cookie: author.cookie, body })).body._id
}
const edit = (input: object) =>
  send(site, 'PUT', `/event-update/${event}`, {
    cookie: author.cookie,
    body: updateOf('event', { title: 'Flea market', ...days, ...input }),
  })
const answer = ({ cookie }: Person, state: string | null, body: object = {}) =>
  send<Attendance>(site, 'PUT', `/event/${event}/attendance`, {
    cookie,
    body: { state, acceptsRegistration: true, ...body },
  })
const read = async ({ cookie }: { cookie: string }) =>
  (await send<Attendance>(site, 'GET', `/event/${event}/attendance`, { cookie })).body.dates
const answers = async (date = 0) =>
  Promise.all(people.map(async (person) => (await read(person))[date]?.mine ?? null))
const placeEmails = async ({ email }: Person) =>
  (await emailsTo(site, email)).filter(({ kind }) => kind === 'event-place')
const toldTimes = async () => Promise.all(people.map(async (person) => (await placeEmails(person)).length))

const notifications = createNotifications({
  secret: siteSecret,
  settings: () => defaultSettings,
  publicUrl: 'http://localhost:3000',
})
const runJob = () =>
  fillAllPlaces(site.database, {
    notifications,
    codes: createCheckInCodes(siteSecret),
    clock: () => new Date('2026-11-20T12:00:00Z'),
  })
async function allGo() {
  for (const person of people) await answer(person, 'going')
}

test('of two places and a waiting list of three, a place goes to the first who waits, who is told once', async () => {
  await allGo()
  expect(await answers()).toEqual(['going', 'going', 'waiting', 'waiting', 'waiting'])
  expect(await read({ cookie: '' })).toMatchObject([{ going: 2, waiting: 3, room: 0, queue: null }])
  expect(await read(people[3] as Person)).toMatchObject([{ mine: 'waiting', queue: 2 }])
  expect(await toldTimes()).toEqual([1, 1, 0, 0, 0])

  await answer(people[0] as Person, null)
  expect(await answers()).toEqual([null, 'going', 'going', 'waiting', 'waiting'])
  await runJob()
  expect(await toldTimes()).toEqual([1, 1, 1, 0, 0])
  const [email] = await placeEmails(people[2] as Person)
  expect(email?.subject).toBe('You have a place: Flea market | Corkboard')
  expect(email?.text).toContain('Tuesday, December 1, 2026')

  // Who gave up a place waits like everyone else; so does who leaves the waiting list and comes back.
  await answer(people[0] as Person, 'going')
  await answer(people[3] as Person, 'interested')
  await answer(people[3] as Person, 'going')
  expect(await read(people[3] as Person)).toMatchObject([{ queue: 3 }])
  await answer(people[1] as Person, 'interested')
  expect(await answers()).toEqual(['waiting', 'interested', 'going', 'waiting', 'going'])
})

test('under parallel registrations and cancellations, no place is given twice, and everyone is told once', async () => {
  const crowd = [...people]
  while (crowd.length < 20) crowd.push(await createPerson(site))
  const statuses = await Promise.all(crowd.map(async (person) => (await answer(person, 'going')).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await read(author)).toMatchObject([{ going: 2, waiting: 18, room: 0 }])
  const byTurn = async () =>
    (
      await sql<{ email: string; waits: boolean }>`
        select email, waiting_since is not null as waits from attendance join profile on profile.id = profile_id
        order by waiting_since nulls first, attendance.id`.execute(site.database.kysely)
    ).rows
  const before = await byTurn()
  const seated = before.filter(({ waits }) => !waits).map(({ email }) => email)
  const leaving = crowd.filter(({ email }) => seated.includes(email))
  await Promise.all([...leaving.map((person) => answer(person, null)), runJob(), runJob()])
  const after = await byTurn()
  expect(
    after
      .filter(({ waits }) => !waits)
      .map(({ email }) => email)
      .toSorted(),
  ).toEqual(
    before
      .slice(2, 4)
      .map(({ email }) => email)
      .toSorted(),
  )
  const told = await Promise.all(crowd.map(async (person) => (await placeEmails(person)).length))
  expect(told.filter((times) => times === 1)).toHaveLength(4)
  expect(told.filter((times) => times > 1)).toEqual([])
})

test('more places, or none that are counted, move people up; fewer take nobody’s away', async () => {
  await allGo()
  await edit({ tickets: { capacity: 3 } })
  await runJob()
  expect(await answers()).toEqual(['going', 'going', 'going', 'waiting', 'waiting'])
  await edit({ tickets: { capacity: 1 } })
  await runJob()
  expect(await answers()).toEqual(['going', 'going', 'going', 'waiting', 'waiting'])
  await answer(people[0] as Person, null)
  expect(await read(author)).toMatchObject([{ going: 2, waiting: 2, room: 0 }])
  // An edit that does not name it keeps the registration.
  await edit({})
  await edit({ tickets: null })
  await runJob()
  expect(await read(author)).toMatchObject([{ going: 4, waiting: 0, room: null }])
})

test('a suspended person and a deleted account leave room, and get no place', async () => {
  await allGo()
  const run = (statement: ReturnType<typeof sql>) => statement.execute(site.database.kysely)
  const suspend = ({ accountId }: Person) =>
    run(sql`update account set suspended_at = now() where id = ${accountId}`)
  await suspend(people[0] as Person)
  await suspend(people[2] as Person)
  expect(await read(author)).toMatchObject([{ going: 1, waiting: 2, room: 1 }])
  await runJob()
  expect(await read(author)).toMatchObject([{ going: 2, waiting: 1, room: 0 }])
  expect((await answers())[3]).toBe('going')
  const deleted = await createPerson(site)
  await run(sql`update event_details set capacity = 4`)
  await runJob()
  await answer(deleted, 'going')
  expect(await read(deleted)).toMatchObject([{ mine: 'going', room: 0 }])
  const waiting = await createPerson(site)
  await answer(waiting, 'going')
  await run(sql`delete from profile where email = ${deleted.email}`)
  await runJob()
  expect(await read(waiting)).toMatchObject([{ mine: 'going' }])
})

test('each date of a series has the places of the event', async () => {
  event = await post({
    tickets: { capacity: 1 },
    ...registration,
    schedule: { startTime: '19:30', endTime: '21:00', rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' },
  })
  const [ann, ben] = people as [Person, Person]
  await answer(ann, 'going', { date: '2026-12-01' })
  await answer(ben, 'going', { date: '2026-12-08' })
  await answer(ann, 'going', { date: '2026-12-08' })
  expect(await read(ann)).toMatchObject([
    { mine: 'going', room: 0, waiting: 0 },
    { mine: 'waiting', room: 0, waiting: 1, queue: 1 },
    { mine: null, room: 1, waiting: 0 },
  ])
  await answer(ben, null, { date: '2026-12-08' })
  expect(await read(ann)).toMatchObject([{ mine: 'going' }, { mine: 'going', room: 0 }, { room: 1 }])
})

test('a place stays, with its code, when the event gets times', async () => {
  await allGo()
  const [ann] = people as [Person]
  const [before] = await read(ann)
  await edit({
    tickets: { capacity: 2 },
    schedule: { startTime: '19:30', rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=2' },
  })
  // An answer for another date says nothing about this one.
  await answer(ann, 'interested', { date: '2026-12-08' })
  await answer(ann, null, { date: '2026-12-08' })
  await answer(ann, 'going', { showName: true })
  expect(await read(ann)).toMatchObject([
    { startTime: '19:30', mine: 'going', going: 2, waiting: 3, code: before?.code },
    { mine: null },
  ])
})

test('an edit that removes a date waits for those who register for it', async () => {
  event = await post({
    ...registration,
    schedule: { startTime: '19:30', rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=2' },
  })
  const { kysely } = site.database
  const [ann, ben] = people as [Person, Person]
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        kysely,
      )
    ).rows.length > 0
  const editing = await kysely.transaction().execute(async (tx) => {
    await lockRegistration(tx, event)
    const running = edit({
      ...registration,
      schedule: { startTime: '19:30', rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=1' },
    })
    await expect.poll(isWaiting).toBe(true)
    await sql`
      insert into attendance (id, profile_id, listing_id, occurrence_id, state)
      select gen_random_uuid(), profile.id, ${event}, date.id, 'going' from profile, event_occurrence date
      where profile.email = ${ann.email} and date.listing_id = ${event} and date.scheduled = '2026-12-08'`.execute(
      tx,
    )
    return { running }
  })
  expect((await editing.running).status).toBe(200)
  expect((await answer(ben, 'going', { date: '2026-12-08' })).status).toBe(400)
  expect(await read(ann)).toMatchObject([{ scheduled: '2026-12-01', mine: null }])
})

test('nobody shows the organizer their name without having read that they do', async () => {
  event = await post({ tickets: { capacity: 2 } })
  const [ann, ben] = people as [Person, Person]
  const unaware = { acceptsRegistration: undefined }
  expect((await answer(ben, 'going', unaware)).status).toBe(200)
  await edit({ tickets: { capacity: 2 }, ...registration })
  for (const person of [ann, ben]) {
    const { status, body } = await answer(person, 'going', unaware)
    expect([status, body]).toMatchObject([
      409,
      { message: expect.stringContaining('the organizer sees the name of everyone who goes') },
    ])
    expect((await answer(person, 'interested', unaware)).status).toBe(200)
  }
  await answer(ann, 'going')
  // They know.
  expect((await answer(ann, 'going', { ...unaware, showName: true })).status).toBe(200)
})

test('the job visits only events with a free place', async () => {
  const fillable = async () =>
    (await selectFillable(new Date('2026-11-20T12:00:00Z')).execute(site.database.kysely)).rows
  await allGo()
  expect(await fillable()).toEqual([])
  await sql`update event_details set capacity = 3 where listing_id = ${event}`.execute(site.database.kysely)
  expect(await fillable()).toEqual([{ id: event }])
  await runJob()
  expect(await fillable()).toEqual([])
})

test('without registration, the capacity is information', async () => {
  event = await post({ tickets: { capacity: 1 } })
  await allGo()
  expect(await read(author)).toMatchObject([{ going: 5, waiting: 0, room: null }])
  expect(await toldTimes()).toEqual([0, 0, 0, 0, 0])
})

test('the author asks, and those who register answer', async () => {
  const questions = [
    { text: 'What do you bring?', required: true },
    { text: '=1+1', required: false },
  ]
  event = await post({ registration: { questions } })
  const [ann, ben, cid] = people as [Person, Person, Person]
  const refused = await answer(ann, 'going', { answers: [{ question: 'What do you bring?', answer: ' ' }] })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ fields: { 'answer.0': 'Please answer: What do you bring?' } })
  expect((await answer(ann, 'going')).status).toBe(400)
  expect((await answer(ann, 'interested')).status).toBe(200)
  const answers = [
    { question: 'What do you bring?', answer: '=cake' },
    { question: '=1+1', answer: '' },
  ]
  const { body } = await answer(ann, 'going', { answers })
  expect(body.answers).toEqual([answers[0]])
  // Without answers, those that were given stay.
  expect((await answer(ann, 'going', { showName: true })).body.answers).toEqual([answers[0]])
  expect((await answer(cid, 'interested')).body.answers).toEqual([])
  await edit({ registration: { questions: [{ text: 'Which table?', required: false }] } })
  expect((await answer(ben, 'going', { answers })).status).toBe(409)
  await answer(ben, 'going', { answers: [{ question: 'Which table?', answer: '7' }] })

  const file = await site.app.http.inject({
    url: `/my-events/${event}/attendees.csv`,
    headers: { cookie: author.cookie },
  })
  expect(file.body).toBe(
    [
      '\ufeffDate,Answer,Name,People,Which table?,What do you bring?,Checked in',
      "2026-12-01,Going,Ann,1,,'=cake,",
      '2026-12-01,Going,Ben,1,7,,',
      '2026-12-01,Interested,Names not shown,1,,,',
      '',
    ].join('\r\n'),
  )
  const data = await send<object>(site, 'GET', '/account-data', { cookie: ann.cookie })
  expect(data.body).toMatchObject({ attendance: [{ answers: [answers[0]], registered: true }] })
  // Nobody else gets answers, and they are gone with the attendance.
  expect(JSON.stringify((await answer(cid, 'interested')).body)).not.toContain('cake')
  expect((await answer(ann, null)).body.answers).toEqual([])
})
