import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { slowUnless } from '../../../../test/support/checks/slow.ts'
import { createUser, send, startSession, type TestUser } from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { callsOf, createPicture, type Post, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { Kind, Service } from '../../../shared/listing.ts'
import { editConflict } from '../../../shared/messages/forms.ts'

const kinds = ['service', 'event'] as const
let site: TestApp
let author: TestUser
let cookie: string
/** The site of all tests but those of rate limits. */
let shared: TestApp
beforeAll(async () => {
  shared = await createTestApp(undefined, { realSessions: true })
})
beforeEach(async () => {
  site = shared
  author = await createUser(site.database)
  cookie = await startSession(site, author.email)
})

async function bodyOf(kind: Kind, overrides: Post = {}) {
  return postOf(kind, { images: [await createPicture(site.database, author.accountId)], ...overrides })
}
const post = (kind: Kind, body: Post, key?: string) =>
  send<Service>(site, 'POST', callsOf(kind).post, {
    cookie,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const own = async (kind: Kind) => (await send<Service[]>(site, 'GET', callsOf(kind).own, { cookie })).body

for (const kind of kinds)
  describe(`a ${kind} that is posted twice`, slowUnless(kind === 'event'), () => {
    test('with the same key creates one listing, and returns it twice', async () => {
      const body = await bodyOf(kind)
      const first = await post(kind, body, 'form-1')
      const again = await post(kind, body, 'form-1')
      expect(first.status).toBe(201)
      expect([again.status, again.body]).toEqual([201, first.body])
      expect(await own(kind)).toHaveLength(1)
    })

    test('ten times concurrently with the same key creates one listing', async () => {
      const body = await bodyOf(kind)
      const responses = await Promise.all(Array.from({ length: 10 }, () => post(kind, body, 'form-1')))
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201))
      expect(new Set(responses.map(({ body }) => body._id)).size).toBe(1)
      expect(await own(kind)).toHaveLength(1)
    })

    test('without a key, or with different keys, creates two listings', async () => {
      const body = await bodyOf(kind)
      for (const key of [undefined, undefined, 'form-1', 'form-2'])
        expect(await post(kind, body, key)).toMatchObject({ status: 201 })
      expect(await own(kind)).toHaveLength(4)
    })

    test('with the same key and different content returns 409', async () => {
      const body = await bodyOf(kind)
      await post(kind, body, 'form-1')
      const other = await post(kind, { ...body, title: 'Something else' }, 'form-1')
      expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect(await own(kind)).toHaveLength(1)
    })

    test('returns 410 after the listing was deleted', async () => {
      const body = await bodyOf(kind)
      const first = await post(kind, body, 'form-1')
      await send(site, 'DELETE', callsOf(kind).one(first.body._id), { cookie })
      expect(await post(kind, body, 'form-1')).toMatchObject({ status: 410 })
    })

    test('a rejected post does not use up its key', async () => {
      const body = await bodyOf(kind)
      const rejected = await post(kind, { ...body, images: ['/pictures/of-nobody.webp'] }, 'form-1')
      expect(rejected).toMatchObject({ status: 400, body: { fields: { images: expect.any(String) } } })
      expect(await post(kind, body, 'form-1')).toMatchObject({ status: 201 })
    })
  })

test('two accounts can use the same key', async () => {
  const other = await createUser(site.database)
  const body = postOf('service')
  const theirs = await send(site, 'POST', '/services', {
    cookie: await startSession(site, other.email),
    body,
    headers: { 'idempotency-key': 'form-1' },
  })
  expect(theirs.status).toBe(201)
  expect(await post('service', body, 'form-1')).toMatchObject({ status: 201 })
  expect(await own('service')).toHaveLength(1)
})

test.each(['', ' ', 'with space', 'x'.repeat(201), 'ünlaut'])('rejects the key %j', async (key) => {
  const response = await send(site, 'POST', '/services', {
    cookie,
    body: postOf('service'),
    headers: { 'idempotency-key': key },
  })
  expect(response).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Idempotency-Key') },
  })
  expect(await own('service')).toEqual([])
})

for (const kind of kinds)
  describe(`concurrent changes of a ${kind}`, slowUnless(kind === 'service'), () => {
    const { update, one } = callsOf(kind)
    const change = (id: string, input: Post, headers?: Record<string, string>) =>
      send<Service>(site, 'PUT', update(id), {
        cookie,
        body: updateOf(kind, input),
        ...(headers && { headers }),
      })
    const create = () => createListing(site.database, { kind, authorEmail: author.email })

    test('keep the first save, and the second one returns 409', async () => {
      const id = await create()
      expect(await change(id, { title: 'The first save', version: 1 })).toMatchObject({
        status: 200,
        body: { version: 2 },
      })
      expect(await change(id, { title: 'The second save', version: 1 })).toMatchObject({
        status: 409,
        body: { code: 'conflict', message: editConflict },
      })
      const { body } = await send<Service>(site, 'GET', one(id))
      expect(body).toMatchObject({ title: 'The first save', version: 2 })
      expect(await change(id, { title: 'The second save', version: 2 })).toMatchObject({
        status: 200,
        body: { version: 3 },
      })
    })

    test('save one of ten', async () => {
      const id = await create()
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => change(id, { title: `Save number ${index}`, version: 1 })),
      )
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
      const saved = responses.find(({ status }) => status === 200)
      expect((await send<Service>(site, 'GET', one(id))).body).toEqual(saved?.body)
    })

    test.each(['"1"', '1', 'W/"1"'])('accept the version as If-Match: %s', async (header) => {
      const id = await create()
      await change(id, { title: 'The first save' })
      expect(await change(id, { title: 'The second save' }, { 'if-match': header })).toMatchObject({
        status: 409,
      })
      expect(
        await change(id, { title: 'The second save' }, { 'if-match': header.replace('1', '2') }),
      ).toMatchObject({ status: 200 })
    })

    test('keep the last save without a version', async () => {
      const id = await create()
      await change(id, { title: 'The first save' })
      expect(await change(id, { title: 'The second save' })).toMatchObject({
        status: 200,
        body: { title: 'The second save', version: 3 },
      })
      expect(await change(id, { title: 'The third save' }, { 'if-match': '*' })).toMatchObject({
        status: 200,
      })
      expect(await change(id, {}, { 'if-match': 'yesterday' })).toMatchObject({ status: 400 })
    })

    test('delete or change the listing, but never half of each, in any order', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray(['change', 'delete', 'change', 'delete'], { minLength: 2 }),
          async (calls) => {
            const id = await create()
            const responses = await Promise.all(
              calls.map((call) =>
                call === 'change'
                  ? change(id, { title: 'Changed' })
                  : send(site, 'DELETE', one(id), { cookie }),
              ),
            )
            for (const { status } of responses) expect([200, 404, 410]).toContain(status)
            const deleted = responses.filter(
              ({ status }, at) => calls[at] === 'delete' && status === 200,
            ).length
            expect(deleted).toBe(calls.includes('delete') ? 1 : 0)
            const { rows } = await sql<{ status: string; deleted: string | null; browsed: boolean }>`
          select status, deleted, exists (select from listing_index where listing_id = listing.id) as browsed
          from listing where id = ${id}`.execute(site.database.kysely)
            expect(rows[0]?.status).toBe(deleted ? 'deleted' : 'active')
            expect(rows[0]?.browsed).toBe(!deleted)
          },
        ),
        { numRuns: 25 },
      )
    })
  })

describe('rate limits', () => {
  beforeEach(async () => {
    site = await createTestApp(undefined, { realSessions: true, rateLimit: 1 })
    author = await createUser(site.database)
    cookie = await startSession(site, author.email)
  })
  const ageBy = (days: number) =>
    sql`update account set created = now() - make_interval(days => ${days}) where id = ${author.accountId}`.execute(
      site.database.kysely,
    )

  test('allow five listings on the account’s first day, then twenty a day', async () => {
    for (let n = 0; n < 5; n += 1)
      expect(await post('service', postOf('service'))).toMatchObject({ status: 201 })
    const sixth = await post('service', postOf('service'))
    expect(sixth).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', message: expect.stringContaining('24 hours') },
    })
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(80_000)
    await ageBy(2)
    for (let n = 0; n < 20; n += 1)
      expect(await post('service', postOf('service'))).toMatchObject({ status: 201 })
    expect(await post('service', postOf('service'))).toMatchObject({ status: 429 })
  })

  test('do not count rejected or repeated posts', async () => {
    const body = postOf('service')
    for (let n = 0; n < 10; n += 1) {
      expect(await post('service', { ...body, price: -1 })).toMatchObject({ status: 400 })
      expect(await post('service', { ...body, images: ['/pictures/none.webp'] })).toMatchObject({
        status: 400,
      })
      expect(await post('service', body, 'form-1')).toMatchObject({ status: 201 })
    }
    expect(await own('service')).toHaveLength(1)
  })

  test('allow thirty listings an hour from one address, for all accounts together', async () => {
    await ageBy(2)
    for (let n = 0; n < 20; n += 1) await post('service', postOf('service'))
    const other = await createUser(site.database)
    await sql`update account set created = now() - interval '2 days'`.execute(site.database.kysely)
    const otherCookie = await startSession(site, other.email)
    const send30 = (from: string) =>
      send(site, 'POST', '/services', { cookie: otherCookie, body: postOf('service'), from })
    for (let n = 0; n < 10; n += 1) expect(await send30('127.0.0.1')).toMatchObject({ status: 201 })
    expect(await send30('127.0.0.1')).toMatchObject({ status: 429 })
    expect(await send30('192.0.2.7')).toMatchObject({ status: 201 })
  })

  test('allow thirty changes a day', async () => {
    const id = await createListing(site.database, { authorEmail: author.email })
    const change = () => send(site, 'PUT', `/service-update/${id}`, { cookie, body: updateOf('service') })
    for (let n = 0; n < 30; n += 1) expect(await change()).toMatchObject({ status: 200 })
    expect(await change()).toMatchObject({ status: 429 })
  })
})
