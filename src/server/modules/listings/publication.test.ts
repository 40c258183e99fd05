/** Listings that are published later: who sees them, and what happens once they are. */
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { send } from '../../../../test/support/data/accounts.ts'
import { saveSearch } from '../../../../test/support/data/alerts.ts'
import { createPerson, type Person } from '../../../../test/support/data/conversations.ts'
import { createPicture, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createDatabase, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { Kind } from '../../../shared/listing.ts'
import { publishDue } from './publication.ts'
import { listingStatus } from './status.ts'

let site: TestApp
let author: Person
let other: Person
beforeAll(async () => {
  const { database } = await createDatabase()
  site = await createTestApp(database, { realSessions: true })
  author = await createPerson(site, { name: 'Ada Park' })
  other = await createPerson(site, { name: 'Ben Okafor' })
})
beforeEach(async () => {
  await sql`delete from listing`.execute(site.database.kysely)
  await sql`delete from rate_limit_hit`.execute(site.database.kysely)
  await sql`update account set suspended_at = null`.execute(site.database.kysely)
})

type Reply = {
  _id: string
  status: string
  publishAt: string | null
  posted: string
  message: string
  fields?: object
}
async function post(publishAt: string | null, kind: Kind = 'service') {
  const images = [await createPicture(site.database, author.accountId)]
  return send<Reply>(site, 'POST', `/${kind}s`, {
    cookie: author.cookie,
    body: postOf(kind, { publishAt, images }),
  })
}
const read = (id: string, { cookie }: { cookie: string } = { cookie: '' }) =>
  send<Reply>(site, 'GET', `/service/${id}`, { cookie })
const change = (id: string, publishAt: string | null, { cookie } = author) =>
  send<Reply>(site, 'PUT', `/publication/${id}`, { cookie, body: { publishAt } })
const listed = async () => (await send<{ total: number }>(site, 'GET', '/services')).body.total
const publishAsOf = (at: string) => publishDue(site.database, new Date(at))

// 9:00 AM in Austin is 15:00 UTC.
const time = '2026-12-01T09:00'

test('only the author sees a scheduled ad, until its time in the zone of its place', async () => {
  const { body: ad, status } = await post(time)
  expect(status).toBe(201)
  expect(ad).toMatchObject({ status: 'hidden', publishAt: time })
  expect((await read(ad._id)).status).toBe(404)
  expect((await read(ad._id, other)).status).toBe(404)
  expect((await read(ad._id, author)).body).toMatchObject({ publishAt: time, hiding: null })
  const { body: own } = await send<Reply[]>(site, 'GET', '/servicesbyauser', { cookie: author.cookie })
  expect(own).toMatchObject([{ _id: ad._id, publishAt: time }])

  await publishAsOf('2026-12-01T14:59:00Z')
  expect(await listed()).toBe(0)
  await Promise.all([publishAsOf('2026-12-01T15:00:00Z'), publishAsOf('2026-12-01T15:00:00Z')])
  expect((await read(ad._id)).body).toMatchObject({
    status: 'active',
    publishAt: null,
    posted: '2026-12-01T15:00:00.000Z',
  })
  expect(await listed()).toBe(1)
  const { rows } = await sql`
    select since, state from service_renewal where listing_id = ${ad._id}`.execute(site.database.kysely)
  expect(rows).toEqual([{ since: '2026-12-01T15:00:00.000Z', state: 'current' }])
})

test('alerts hear of it when it is published, and not of the time before', async () => {
  await saveSearch(site, other, { filter: { searchtext: 'lessons' } })
  const { body: ad } = await post(time)
  const waiting = async () =>
    (await sql`select from listing_to_match where listing_id = ${ad._id}`.execute(site.database.kysely)).rows
      .length
  expect(await waiting()).toBe(0)
  await send(site, 'PUT', `/service-update/${ad._id}`, {
    cookie: author.cookie,
    body: updateOf('service', { title: 'Organ lessons' }),
  })
  expect(await waiting()).toBe(0)
  await publishAsOf('2026-12-01T15:00:00Z')
  expect(await waiting()).toBe(1)
})

test('an edit keeps the time, asks for no review, and its author changes it or publishes at once', async () => {
  const { body: ad } = await post(time)
  const edited = await send<Reply>(site, 'PUT', `/service-update/${ad._id}`, {
    cookie: author.cookie,
    body: updateOf('service', { title: 'Organ lessons' }),
  })
  expect(edited.body).toMatchObject({ status: 'hidden', publishAt: time })
  const { rows } = await sql`select from report`.execute(site.database.kysely)
  expect(rows).toEqual([])
  expect((await change(ad._id, '2026-12-02T10:30:00')).status).toBe(200)
  await publishAsOf('2026-12-01T15:00:00Z')
  expect((await read(ad._id, author)).body.publishAt).toBe('2026-12-02T10:30')
  expect((await change(ad._id, null)).body.message).toBe('Your ad is live.')
  expect((await read(ad._id)).body).toMatchObject({ status: 'active', posted: '2026-11-20T17:00:00.000Z' })
  expect((await change(ad._id, time)).status).toBe(409)
  expect((await change(ad._id, time, other)).status).toBe(403)
})

test('a service that an admin approves early is asked about as if it were posted then', async () => {
  const { body: ad } = await post(time)
  const before = Date.now()
  await site.database.kysely.transaction().execute((tx) => listingStatus.approve(tx, [ad._id]))
  const { rows } = await sql<{ since: string }>`
    select since from service_renewal where listing_id = ${ad._id}`.execute(site.database.kysely)
  expect(Date.parse(rows[0]?.since ?? '')).toBeGreaterThanOrEqual(before - 1000)
  expect(Date.parse(rows[0]?.since ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
})

test('rejects a time that has passed, that is too far away, or at which the event is over', async () => {
  const refusals = await Promise.all([
    post('2026-11-20T10:59'),
    post('2027-11-22T09:00'),
    post('2026-02-30T09:00'),
    post('tomorrow'),
    post('2026-12-03T00:00', 'event'),
  ])
  expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  expect(refusals.at(-1)?.body.fields).toEqual({
    publishAt: 'The event is over then. Please choose an earlier time.',
  })
  expect((await post('2026-12-02T23:59', 'event')).status).toBe(201)
})

test('what was deleted or hidden is not published, and what a suspended person scheduled waits', async () => {
  const { body: deleted } = await post(time)
  await send(site, 'DELETE', `/service/${deleted._id}`, { cookie: author.cookie })
  const { body: ad } = await post(time)
  await sql`update account set suspended_at = now() where id = ${author.accountId}`.execute(
    site.database.kysely,
  )
  await publishAsOf('2026-12-01T15:00:00Z')
  expect(await listed()).toBe(0)
  await sql`update account set suspended_at = null`.execute(site.database.kysely)
  await publishAsOf('2026-12-01T16:00:00Z')
  expect((await read(ad._id)).body).toMatchObject({ status: 'active', posted: '2026-12-01T16:00:00.000Z' })
})

test('nothing is published while its author is being suspended', async () => {
  const { body: ad } = await post(time)
  await site.database.kysely.transaction().execute(async (tx) => {
    await sql`update account set suspended_at = now() where id = ${author.accountId}`.execute(tx)
    await publishAsOf('2026-12-01T15:00:00Z')
  })
  const { rows } = await sql`select status from listing where id = ${ad._id}`.execute(site.database.kysely)
  expect(rows).toEqual([{ status: 'hidden' }])
})

test('the form works without scripts', async () => {
  const { body: ad } = await post(time)
  const submit = (payload: string) =>
    site.app.http.inject({
      method: 'POST',
      url: `/ad-details/${ad._id}/publication`,
      headers: {
        cookie: author.cookie,
        origin: 'http://localhost:3000',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload,
    })
  const changed = await submit('publish_at=2026-12-05T08:15')
  expect(changed.headers.location).toBe(`http://localhost:3000/ad-details/${ad._id}`)
  expect((await read(ad._id, author)).body.publishAt).toBe('2026-12-05T08:15')
  await submit('now=yes')
  expect((await read(ad._id)).body.status).toBe('active')
})
