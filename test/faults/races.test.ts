/** Changes that meet: one legal state remains, and nobody's change is lost without a word. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ServiceDetails } from '../../src/shared/listing.ts'
import { postOf, updateOf } from '../support/data/posts.ts'
import { newKey, request, signInAt } from './support/client.ts'
import { type FaultySite, startFaultySite } from './support/faulty-site.ts'

const rounds = process.env.FAULTS === 'all' ? 150 : 20

const post = async (site: FaultySite, cookie: string, title = 'Posted for a race') => {
  const { body } = await request<ServiceDetails>(site, '/api/services', {
    method: 'POST',
    cookie,
    headers: newKey(),
    body: postOf('service', { title }),
  })
  return body
}
const statusesOf = async (requests: ReturnType<typeof request>[]) =>
  (await Promise.all(requests)).map(({ status }) => status)

test('X16: of six edits of one version, one is saved and the others are told', async () => {
  const site = await startFaultySite()
  const { cookie } = await site.signIn()
  const listing = await post(site, cookie)
  const titles = Array.from({ length: 6 }, (_, n) => `Edited by tab ${n}`)
  const replies = await Promise.all(
    titles.map((title) =>
      request(site, `/api/service-update/${listing._id}`, {
        method: 'PUT',
        cookie,
        body: updateOf('service', { title, version: listing.version }),
      }),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  const saved = titles[replies.findIndex(({ status }) => status === 200)]
  const { body } = await request<ServiceDetails>(site, `/api/service/${listing._id}`)
  expect(body.title).toBe(saved)
})

test(`X17: ${rounds} races of edits, deletions, reports, and decisions end in a legal state`, async () => {
  const site = await startFaultySite()
  const author = await site.signIn()
  const reporter = await site.signIn()
  const admin = await site.signIn({ isAdmin: true })
  for (let round = 0; round < rounds; round += 1) {
    const { _id: id } = await post(site, author.cookie)
    const put = (path: string, cookie: string, body: unknown) =>
      request(site, path, { method: 'PUT', cookie, body })
    const moves = [
      () => put(`/api/service-update/${id}`, author.cookie, updateOf('service', { title: `Edit ${round}` })),
      () => request(site, `/api/service/${id}`, { method: 'DELETE', cookie: author.cookie }),
      () => request(site, `/api/service/${id}`, { method: 'DELETE', cookie: admin.cookie }),
      () => put(`/api/service-report/${id}`, reporter.cookie, {}),
      () => put(`/api/service-report-close/${id}`, admin.cookie, {}),
    ]
    const statuses = await statusesOf(shuffle(moves).map((move) => move()))
    for (const status of statuses) expect([200, 404, 409, 410]).toContain(status)
    expect((await request(site, `/api/service/${id}`)).status).toBe(410)
  }
  const { rows } = await site.withDatabase(({ kysely }) =>
    sql`
      select (select count(*)::int from listing where status <> 'deleted') as open,
        (select count(*)::int from listing_index) as indexed,
        (select count(*)::int from (select target_id from audit_entry where action like '%remove%'
          group by target_id having count(*) > 1)) as twice`.execute(kysely),
  )
  expect(rows).toEqual([{ open: 0, indexed: 0, twice: 0 }])
})

test(`X17: two admins who remove each other ${rounds} times never leave the site without one`, async () => {
  const site = await startFaultySite()
  const [first, second] = [await site.signIn({ isAdmin: true }), await site.signIn({ isAdmin: true })]
  const countAdmins = async () =>
    (
      await site.withDatabase(({ kysely }) =>
        sql<{ email: string }>`select email from profile where is_admin`.execute(kysely),
      )
    ).rows
  const remove = (by: { cookie: string }, whom: { email: string }) =>
    request(site, `/api/remove-admin/${whom.email}`, { method: 'PUT', cookie: by.cookie })
  const add = (by: { cookie: string }, whom: { email: string }) =>
    request(site, '/api/add-admin', {
      method: 'POST',
      cookie: by.cookie,
      body: { name: 'Ada Park', email: whom.email },
    })
  let removals = 0
  for (let round = 0; round < Math.ceil(rounds / 5); round += 1) {
    // New rights begin with a new session, so an admin who was removed and added again has to sign in again.
    for (const admin of [first, second]) admin.cookie = await signInAt(site, admin.email)
    const replies = await Promise.all([
      ...[remove(first, second), remove(second, first)],
      ...[add(first, second), add(second, first)],
    ])
    removals += replies.slice(0, 2).filter(({ status }) => status === 200).length
    for (const { status } of replies) expect([200, 401, 403, 404, 409]).toContain(status)
    const admins = await countAdmins()
    expect(admins.length).toBeGreaterThanOrEqual(1)
    if (admins.length === 2) continue
    const [left, gone] = admins[0]?.email === first.email ? [first, second] : [second, first]
    left.cookie = await signInAt(site, left.email)
    expect((await add(left, gone)).status).toBe(200)
  }
  // In every round, at least one of the two gets through.
  expect(removals).toBeGreaterThanOrEqual(Math.ceil(rounds / 5))
})

test('X18: ten posts with one key are one ad, and ten removals one decision', async () => {
  const site = await startFaultySite()
  const author = await site.signIn()
  const admin = await site.signIn({ isAdmin: true })
  const headers = newKey()
  const body = postOf('service', { title: 'Pressed ten times' })
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      request<ServiceDetails>(site, '/api/services', {
        method: 'POST',
        cookie: author.cookie,
        headers,
        body,
      }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
  const [id, ...others] = [...new Set(replies.map((reply) => reply.body._id))]
  expect(others).toEqual([])
  const removals = await statusesOf(
    Array.from({ length: 10 }, () =>
      request(site, `/api/service/${id}`, { method: 'DELETE', cookie: admin.cookie }),
    ),
  )
  // A removal that meets another one is told so; one that comes later finds the ad gone.
  expect(removals.filter((status) => status === 200)).toHaveLength(1)
  expect(removals.filter((status) => status === 409 || status === 410)).toHaveLength(9)
  const { rows } = await site.withDatabase(({ kysely }) =>
    sql`select (select count(*)::int from listing) as listings,
      (select count(*)::int from audit_entry where target_id = ${id}) as decisions,
      (select count(*)::int from outbox_email where recipient = ${author.email}) as emails`.execute(kysely),
  )
  expect(rows).toEqual([{ listings: 1, decisions: 1, emails: 1 }])
})

const shuffle = <Item>(items: Item[]): Item[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)
