import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createUser, ownOrigin, send, signIn } from '../../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../../test/support/data/factories.ts'
import { updateOf } from '../../../../../test/support/data/posts.ts'
import { createSeries } from '../../../../../test/support/data/series.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/site/app.ts'
import type { Occurrence } from '../../../../shared/event-fields.ts'
import type { EventDetails } from '../../../../shared/listing.ts'

let site: TestApp
let cookie: string
const authorEmail = 'author@example.com'
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  await createUser(site.database, { email: authorEmail })
  cookie = await signIn(site, authorEmail)
})

type Reply = EventDetails & { message: string; fields?: Record<string, string> }
const series = (overrides: object = {}) => createSeries(site.database, { authorEmail, ...overrides })
/** The limit on edits is not what these tests are about. */
const change = async (id: string, day: string, body: object) => {
  await sql`delete from rate_limit_hit`.execute(site.database.kysely)
  return send<Reply>(site, 'PUT', `/event/${id}/occurrences/${day}`, { cookie, body })
}
const datesOf = async (id: string) =>
  (await send<Occurrence[]>(site, 'GET', `/event/${id}/occurrences`, {})).body
const inShort = async (id: string) =>
  (await datesOf(id)).map(({ scheduled, startDate, startTime, canceled, postponed }) =>
    [
      scheduled.slice(5),
      startDate === scheduled ? '' : `on ${startDate.slice(5)}`,
      startTime,
      canceled && 'canceled',
      postponed && 'postponed',
    ]
      .filter(Boolean)
      .join(' '),
  )
const evening = { startTime: '19:30', endTime: '21:00' }

test('cancels, postpones, moves, and restores one date, once each, and the next one is shown', async () => {
  const id = await series({ rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4' })
  const { body: canceled } = await change(id, '2026-12-01', { action: 'cancel', scope: 'this' })
  expect(canceled).toMatchObject({ version: 2, canceled: false, occurrence: { scheduled: '2026-12-08' } })
  const again = await change(id, '2026-12-01', { action: 'cancel', scope: 'this', version: 2 })
  expect(again.body, 'nothing new').toMatchObject({ version: 2 })
  await change(id, '2026-12-08', { action: 'postpone', scope: 'this' })
  const day = '2026-12-24'
  await change(id, '2026-12-15', { action: 'move', scope: 'this', startDate: day, startTime: '18:00' })
  expect(await inShort(id)).toEqual([
    '12-01 19:30 canceled',
    '12-08 19:30 postponed',
    '12-22 19:30',
    '12-15 on 12-24 18:00',
  ])
  expect((await send<Reply>(site, 'GET', `/event/${id}`, { cookie })).body).toMatchObject({
    startDate: '2026-12-01',
    endDate: '2026-12-24',
    version: 4,
  })
  for (const date of ['2026-12-01', '2026-12-08'])
    await change(id, date, { action: 'restore', scope: 'this' })
  await change(id, '2026-12-15', { action: 'move', scope: 'this', startDate: '2026-12-15', ...evening })
  const { rows } = await sql`select from event_occurrence where listing_id = ${id} and changed`.execute(
    site.database.kysely,
  )
  expect(rows, 'all dates follow the schedule again').toEqual([])
})

test('moves a date and all that follow to another day, with their exceptions and cancelations', async () => {
  const id = await series({
    rule: 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261231',
    exceptions: ['2026-12-03', '2026-12-24'],
  })
  await change(id, '2026-12-22', { action: 'cancel', scope: 'this' })
  const move = {
    action: 'move',
    scope: 'following',
    startDate: '2026-12-16',
    startTime: '20:00',
    endTime: '21:30',
  }
  const { body } = await change(id, '2026-12-15', move)
  expect(body.schedule).toMatchObject({
    ...{
      startDate: '2026-12-16',
      rule: 'FREQ=WEEKLY;BYDAY=WE,FR;UNTIL=20270101',
      exceptions: ['2026-12-25'],
    },
  })
  const moved = [
    ...['12-01 19:30', '12-08 19:30', '12-10 19:30', '12-16 20:00', '12-18 20:00', '12-23 20:00 canceled'],
    ...['12-30 20:00', '01-01 20:00'],
  ]
  expect(await inShort(id)).toEqual(moved)
  expect((await change(id, '2026-12-15', move)).body, 'a repeated request').toMatchObject({
    version: body.version,
  })
  // The form replaces the latest part, and an earlier client, which knows no parts, none.
  const contents = { category: 'Pet Services', subcategory: 'Dog Walking' }
  const { startDate, endDate } = body
  const update = (input: object) =>
    send<Reply>(site, 'PUT', `/event-update/${id}`, {
      cookie,
      body: updateOf('event', { ...contents, ...input }),
    })
  expect((await update({ startDate, endDate })).status).toBe(200)
  expect(await inShort(id)).toEqual(moved)
  const { schedule } = body
  expect((await update({ startDate: '2026-12-16', endDate: '2026-12-16', schedule })).status).toBe(200)
  expect(await inShort(id)).toEqual(moved)
  const early = await update({ startDate: '2026-12-09', endDate: '2026-12-09', schedule })
  expect(early.body.fields?.startDate).toContain('last until Thursday, December 10'.slice(0, 10))
})

test('moves the dates of monthly series as their rule says, and changes only the time of later parts', async () => {
  const last = await series({ startDate: '2026-12-29', rule: 'FREQ=MONTHLY;BYDAY=-1TU;COUNT=4' })
  const wednesdays = { action: 'move', scope: 'following', startDate: '2027-01-27', ...evening }
  await change(last, '2027-01-26', wednesdays)
  expect(await inShort(last)).toEqual(['12-29 19:30', '01-27 19:30', '02-24 19:30', '03-31 19:30'])
  const late = { ...evening, startTime: '20:00' }
  await change(last, '2026-12-29', { action: 'move', scope: 'following', startDate: '2026-12-29', ...late })
  expect(await inShort(last)).toEqual(['12-29 20:00', '01-27 20:00', '02-24 20:00', '03-31 20:00'])
  const failed = await change(last, '2026-12-29', { ...wednesdays, startDate: '2026-12-30' })
  expect(failed.body.message).toContain('already have other days')
})

test('cancels and restores a date and all that follow, and an endless series gets no more dates', async () => {
  const id = await series({ rule: 'FREQ=MONTHLY;BYMONTHDAY=1' })
  await change(id, '2027-03-01', { action: 'cancel', scope: 'following' })
  const dates = await inShort(id)
  expect(dates.slice(0, 5)).toEqual([
    ...['12-01 19:30', '01-01 19:30', '02-01 19:30', '03-01 19:30 canceled', '04-01 19:30 canceled'],
  ])
  const { rows } =
    await sql`select generated_until, rule from event_schedule where listing_id = ${id}`.execute(
      site.database.kysely,
    )
  expect(rows).toEqual([{ generated_until: null, rule: 'FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20271201' }])
  await change(id, '2027-04-01', { action: 'restore', scope: 'following' })
  expect((await inShort(id)).filter((date) => date.includes('canceled'))).toEqual(['03-01 19:30 canceled'])
})

test('postpones the whole event until it gets a new date or is put back on', async () => {
  const id = await series()
  const state = async (action: string) => {
    const { body } = await change(id, '2026-12-01', { action, scope: 'all' })
    return [body.canceled, body.postponed]
  }
  expect(await state('postpone')).toEqual([false, true])
  expect(await state('cancel')).toEqual([true, true])
  expect(await state('restore')).toEqual([false, false])
  const single = await createListing(site.database, { kind: 'event', authorEmail })
  const postpone = (postponed: boolean) =>
    send<Reply>(site, 'PUT', `/event-postpone/${single}`, { cookie, body: { postponed } })
  expect((await postpone(true)).body).toMatchObject({ postponed: true, version: 2 })
  const update = (day: string) =>
    send<Reply>(site, 'PUT', `/event-update/${single}`, {
      cookie,
      body: updateOf('event', { startDate: day, endDate: day }),
    })
  expect((await update('2026-12-01')).body.postponed, 'not by another edit').toBe(true)
  expect((await update('2026-12-02')).body.postponed).toBe(false)
})

test('forms change dates and postpone an event without scripts', async () => {
  const id = await series()
  const submit = async (path: string, fields: Record<string, string>) => {
    const { statusCode, headers } = await site.app.http.inject({
      ...{
        method: 'POST',
        url: `/event-details/${id}/${path}`,
        payload: new URLSearchParams(fields).toString(),
      },
      headers: { cookie, origin: ownOrigin, 'content-type': 'application/x-www-form-urlencoded' },
    })
    return [statusCode, headers.location]
  }
  const done = [303, expect.stringMatching(`/event-details/${id}$`)]
  const unused = { startDate: '2026-12-01', endDate: '2026-12-01', startTime: '', endTime: '', doorsTime: '' }
  const first = { day: '2026-12-01', version: '1', ...unused }
  expect(await submit('dates', { ...first, action: 'cancel', scope: 'this' })).toEqual(done)
  const moved = { startDate: '2026-12-09', endDate: '2026-12-09', startTime: '18:00', endTime: '' }
  const second = { day: '2026-12-08', version: '2', doorsTime: '', ...moved }
  expect(await submit('dates', { ...second, action: 'move', scope: 'this' })).toEqual(done)
  expect((await inShort(id)).slice(0, 2)).toEqual(['12-01 19:30 canceled', '12-08 on 12-09 18:00'])
  expect(await submit('postpone', { postponed: 'yes' })).toEqual(done)
  const { body } = await send<Reply>(site, 'GET', `/event/${id}`, { cookie })
  expect(body).toMatchObject({ postponed: true, version: 4 })
})

test('rejects what cannot be changed, with a sentence', async () => {
  const id = await series()
  const single = await createListing(site.database, { kind: 'event', authorEmail })
  const cancel = { action: 'cancel', scope: 'this' }
  const move = { action: 'move', scope: 'following' }
  const failures: [string, string, object, number, string][] = [
    [id, '2026-12-02', cancel, 404, 'no date on 2026-12-02'],
    [id, '2026-13-02', cancel, 400, 'does not exist'],
    [id, '2026-12-01', { action: 'close', scope: 'this' }, 400, 'action must be'],
    [id, '2026-12-01', { action: 'cancel' }, 400, 'scope must be'],
    [id, '2026-12-01', { ...cancel, version: 7 }, 409, 'changed'],
    [id, '2026-12-01', move, 400, 'choose a start date'],
    [id, '2026-12-01', { ...move, startDate: '2026-11-01' }, 400, 'over already'],
    [id, '2026-12-08', { ...move, startDate: '2026-12-01' }, 400, 'after the one before'],
    [
      id,
      '2026-12-01',
      { ...move, startDate: '2026-12-01', endDate: '2026-12-20' },
      400,
      'until after the next one',
    ],
    [id, '2026-12-01', { ...move, startDate: '2026-12-01', endTime: '20:00' }, 400, 'enter a start time'],
    [id, '2026-12-01', { action: 'move', scope: 'all', startDate: '2026-12-02' }, 400, 'edit the event'],
    [single, '2026-12-01', cancel, 400, 'takes place once'],
  ]
  for (const [event, day, body, status, sentence] of failures) {
    const reply = await change(event, day, body)
    expect([reply.status, reply.body.message], sentence).toEqual([status, expect.stringContaining(sentence)])
  }
  expect((await datesOf(single)).map(({ scheduled }) => scheduled)).toEqual(['2026-12-01'])
})
