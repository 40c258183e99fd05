/** The list at the door: who gets it, and what becomes of check-ins that several browsers send. */
import { sql } from 'kysely'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emailsTo, send } from '../../../../test/support/data/accounts.ts'
import { createPerson, type Person } from '../../../../test/support/data/conversations.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createDatabase, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { findByCode, shortCode, toCode } from '../../../shared/check-in-code.ts'
import type { Attendance } from '../../../shared/contract/attendance.ts'
import type { CheckInList } from '../../../shared/contract/check-in.ts'

let site: TestApp
let author: Person
let ann: Person
let ben: Person
let event: string
beforeAll(async () => {
  const { database } = await createDatabase()
  site = await createTestApp(database, { realSessions: true })
  author = await createPerson(site, { name: 'Ada Park' })
  ann = await createPerson(site, { name: 'Ann Lee' })
  ben = await createPerson(site, { name: 'Ben Okafor' })
})
beforeEach(async () => {
  await sql`delete from listing`.execute(site.database.kysely)
  await sql`delete from rate_limit_hit`.execute(site.database.kysely)
  await sql`update account set suspended_at = null`.execute(site.database.kysely)
  event = await createEvent()
})

const createEvent = () =>
  createListing(site.database, {
    kind: 'event',
    title: 'Flea market',
    authorEmail: author.email,
    startDate: '2026-12-01',
    endDate: '2026-12-01',
    eventDetails: { registration: '{"questions": []}', capacity: 2 },
  })
const answer = ({ cookie }: Person, state: string | null, id = event) =>
  send<Attendance>(site, 'PUT', `/event/${id}/attendance`, {
    cookie,
    body: { state, acceptsRegistration: true },
  })
const list = ({ cookie } = author) => send<CheckInList>(site, 'GET', `/event/${event}/check-in`, { cookie })
const checkIn = (entries: object[], { cookie } = author) =>
  send<{ people: { code: string; checkedIn: string | null }[] }>(site, 'PUT', `/event/${event}/check-in`, {
    cookie,
    body: { entries },
  })
const codeOf = async (person: Person) => (await answer(person, 'going')).body.dates[0]?.code ?? ''

test('the author lists those who have a place, with the codes that only they themselves get', async () => {
  const code = await codeOf(ann)
  expect(code).toMatch(/^[a-z2-7]{45}$/)
  await answer(ben, 'interested')
  expect((await list()).body).toMatchObject({
    title: 'Flea market',
    date: { scheduled: '2026-12-01' },
    people: [{ code, name: 'Ann Lee', answers: [], checkedIn: null }],
  })
  const replies = await Promise.all([list(ann), list({ ...ann, cookie: '' })])
  expect(replies.map(({ status }) => status)).toEqual([404, 401])
  const others = await send(site, 'GET', `/event/${event}/attendance`, { cookie: ben.cookie })
  expect(JSON.stringify(others.body)).not.toContain(code)
  // Nobody who waits has a code, or is on the list.
  await sql`update event_details set capacity = 1`.execute(site.database.kysely)
  expect((await answer(ben, 'going')).body.dates).toMatchObject([{ mine: 'waiting', code: null }])
  expect((await list()).body.people).toHaveLength(1)
  const [email] = (await emailsTo(site, ann.email)).filter(({ kind }) => kind === 'event-place')
  expect(email?.text).toContain(`Your code at the door: ${shortCode(code)}`)
  expect(email?.html).toContain(`/check-in-codes/${event}/${code}.gif`)
})

test('of several check-ins of one person, the first one counts, in whatever order they arrive', async () => {
  const [one, two] = [await codeOf(ann), await codeOf(ben)]
  const at = (minute: number) => `2026-11-20T16:0${minute}:00.000Z`
  await checkIn([{ code: one, present: true, at: at(5) }])
  const sent = [
    { code: one, present: true, at: at(2) },
    { code: two, present: true, at: at(3) },
    { code: 'a'.repeat(45), present: true, at: at(3) },
  ]
  const replies = await Promise.all([checkIn(sent), checkIn(sent), checkIn(sent)])
  for (const { body } of replies)
    expect(body.people.toSorted((a, b) => String(a.checkedIn).localeCompare(String(b.checkedIn)))).toEqual([
      { code: one, checkedIn: at(2) },
      { code: two, checkedIn: at(3) },
    ])
  // It can be taken back, but not by an older entry; and not in the future.
  await checkIn([{ code: one, present: false, at: at(1) }])
  expect((await list()).body.people).toMatchObject([{ checkedIn: at(2) }, { checkedIn: at(3) }])
  await checkIn([{ code: one, present: false, at: at(4) }])
  await checkIn([{ code: one, present: true, at: '2030-01-01T00:00:00.000Z' }])
  expect((await list()).body.people).toMatchObject([{ checkedIn: '2026-11-20T17:00:00.000Z' }, {}])
  // Who gives up their place is not there anymore.
  await answer(ann, null)
  expect((await checkIn([{ code: one, present: true }])).body.people).toEqual([])
})

test('two browsers that send the same people in another order wait for each other', async () => {
  const codes = [await codeOf(ann), await codeOf(ben)]
  const { kysely } = site.database
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        kysely,
      )
    ).rows.length > 0
  const present = (code = '') => ({ code, present: true })
  const checkInAt = (tx: typeof kysely, email: string) =>
    sql`
    update attendance set checked_in = now() from profile where profile.id = profile_id and email = ${email}`.execute(
      tx,
    )
  const { running } = await kysely.transaction().execute(async (tx) => {
    await checkInAt(tx, ann.email)
    const running = checkIn([present(codes[1]), present(codes[0])])
    await expect.poll(isWaiting).toBe(true)
    await checkInAt(tx, ben.email)
    return { running }
  })
  expect((await running).status).toBe(200)
})

test('refuses a time before there was a site', async () => {
  const at = '0000-01-01T00:00:00Z'
  expect((await checkIn([{ code: await codeOf(ann), present: true, at }])).status).toBe(400)
})

test('a code is for one event, and only its author uses it', async () => {
  const other = await createListing(site.database, {
    kind: 'event',
    startDate: '2026-12-01',
    endDate: '2026-12-01',
  })
  await sql`insert into event_details (listing_id, registration) values (${other}, '{"questions": []}')`.execute(
    site.database.kysely,
  )
  const foreign = (await answer(ann, 'going', other)).body.dates[0]?.code ?? ''
  expect(foreign).not.toBe('')
  expect((await checkIn([{ code: foreign, present: true }])).body.people).toEqual([])
  const own = await codeOf(ann)
  expect((await checkIn([{ code: own, present: true }], ann)).status).toBe(404)
  expect((await checkIn([{ code: own, present: true }], { ...ann, cookie: '' })).status).toBe(401)
  const { rows } = await sql`select from attendance where checked_in is not null`.execute(
    site.database.kysely,
  )
  expect(rows).toEqual([])
})

test('the picture of a code is what the list understands, and is made of its address alone', async () => {
  const code = await codeOf(ann)
  const picture = await site.app.http.inject({ url: `/check-in-codes/${event}/${code}.gif` })
  expect(picture.headers['content-type']).toBe('image/gif')
  const { data, info } = await sharp(picture.rawPayload)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const scanned = decodeQR({ width: info.width, height: info.height, data })
  expect(scanned).toBe(`http://localhost:3000/event-details/${event}/check-in#${code}`)
  expect(toCode(scanned)).toBe(code)
  const { people } = (await list()).body
  expect(findByCode(people, scanned)).toEqual(people)
  expect(findByCode(people, ` ${shortCode(code)} `)).toEqual(people)
  expect(findByCode(people, code.slice(-3))).toEqual([])
  for (const name of [`${code}.png`, `${code}x.gif`, 'a.gif'])
    expect((await site.app.http.inject({ url: `/check-in-codes/${event}/${name}` })).statusCode).toBe(404)
})

test('the form works without scripts, and only that page may use the camera', async () => {
  const code = await codeOf(ann)
  const page = await site.app.http.inject({
    url: `/event-details/${event}/check-in`,
    headers: { cookie: author.cookie },
  })
  expect(page.body).toContain('Ann Lee')
  expect(page.headers['permissions-policy']).toContain('camera=(self)')
  expect(page.headers['cache-control']).toBe('private, no-store')
  const visitors = await site.app.http.inject({ url: `/event-details/${event}/check-in` })
  expect(visitors.statusCode).toBe(200)
  expect(visitors.body).not.toContain('Ann Lee')
  expect(visitors.body).not.toContain('Flea market')
  const response = await site.app.http.inject({
    method: 'POST',
    url: `/event-details/${event}/check-in`,
    headers: {
      cookie: author.cookie,
      origin: 'http://localhost:3000',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: `code=${code}&present=yes`,
  })
  expect(response.headers.location).toBe(`http://localhost:3000/event-details/${event}/check-in`)
  expect((await list()).body.people).toMatchObject([{ checkedIn: '2026-11-20T17:00:00.000Z' }])
})
