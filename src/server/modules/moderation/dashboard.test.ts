/** The lists of the dashboard, except for what `decisions.test.ts` and `reports.test.ts` cover. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createListing, type ListingOverrides } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { AdminListing, AuditEntry, Overview, User } from '../../../shared/moderation.ts'

let site: TestApp
let cookie: string
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  await createUser(site.database, { email: 'admin@example.com', isAdmin: true })
  cookie = await startSession(site, 'admin@example.com')
})

const request = async <Body>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  (await send<Body>(site, method, path, { cookie, body })).body
const decide = (decision: string, id: string, reason = '') =>
  request<{ auditEntryIds: [number] }>('POST', '/moderation/decide', { decision, ids: [id], reason })
const find = async (id: string) =>
  (await request<{ listings: [AdminListing] }>('GET', `/moderation/listings?kind=service&search=${id}`))
    .listings[0]
const entriesOf = async (search: string) =>
  (await request<{ entries: AuditEntry[] }>('GET', `/moderation/log?search=${encodeURIComponent(search)}`))
    .entries

test('a removed listing shows who removed it, why, and which audit entry can undo it', async () => {
  const id = await createListing(site.database)
  const { auditEntryIds } = await decide('remove', id, 'Spam')
  expect((await find(id)).removal).toEqual({
    at: expect.any(String),
    byAdmin: true,
    by: 'admin@example.com',
    reason: 'Spam',
    entry: auditEntryIds[0],
  })
})

test('neither list offers to undo a removal after thirty days', async () => {
  const id = await createListing(site.database)
  await decide('remove', id)
  expect(await entriesOf(id)).toMatchObject([{ undo: 'possible', kind: 'service' }])
  await sql`alter table audit_entry disable trigger audit_entry_append_only`.execute(site.database.kysely)
  await sql`update audit_entry set at = at - interval '31 days' where target_id = ${id}`.execute(
    site.database.kysely,
  )
  await sql`update listing set deleted = deleted - interval '31 days' where id = ${id}`.execute(
    site.database.kysely,
  )
  expect((await find(id)).removal).toMatchObject({ byAdmin: true, entry: null })
  expect(await entriesOf(id)).toMatchObject([{ undo: 'no' }])
})

test('the audit log can be searched by an action, and by the email of the actor and of the target', async () => {
  const person = await createUser(site.database, { email: 'seller@example.com' })
  const { rows } = await sql<{ id: string }>`
    select id from profile where account_id = ${person.accountId}`.execute(site.database.kysely)
  await request('PUT', `/moderation/suspend/${rows[0]?.id}`, { reason: 'Repeated scams.' })
  await request('POST', '/add-admin', { name: 'New', email: 'new@example.org' })
  expect(await entriesOf('seller@EXAMPLE.com')).toMatchObject([
    { action: 'account.suspend', target: 'seller@example.com', kind: null },
  ])
  expect(await entriesOf('new@example.org')).toMatchObject([{ action: 'admin.add' }])
  expect((await entriesOf('admin@example.com')).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.suspend', 'admin.add']),
  )
  expect(await entriesOf('account.')).toHaveLength(1)
  expect(await entriesOf('Suspended an account')).toHaveLength(1)
  expect(await entriesOf('added an admin')).toMatchObject([{ action: 'admin.add' }])
  expect(await entriesOf('nobody@example.com')).toEqual([])
})

test('users show whether they have an account that can be suspended', async () => {
  await createListing(site.database, { authorEmail: 'demo@example.com' })
  await createUser(site.database, { email: 'demo-not@example.com' })
  const people = await request<User[]>('GET', '/profiles?search=demo')
  expect(Object.fromEntries(people.map(({ email, hasAccount }) => [email, hasAccount]))).toEqual({
    'demo@example.com': false,
    'demo-not@example.com': true,
  })
})

test('admins can be sorted by email, by name, or pending first', async () => {
  for (const [email, name] of [
    ['zoe@admins.example', 'Ada'],
    ['amy@admins.example', 'Zoe'],
  ])
    await createUser(site.database, { email: email ?? '', name: name ?? '', isAdmin: true })
  await request('POST', '/add-admin', { name: 'Mia', email: 'mia@admins.example' })
  const inOrder = async (sort: string) => {
    const rows = await request<{ email: string }[]>('GET', `/admins?search=admins.example&sort=${sort}`)
    return rows.map(({ email }) => email.replace(/@.*/, ''))
  }
  expect(await inOrder('email')).toEqual(['amy', 'mia', 'zoe'])
  expect(await inOrder('name')).toEqual(['zoe', 'mia', 'amy'])
  expect(await inOrder('pending')).toEqual(['mia', 'amy', 'zoe'])
})

test('the overview contains its time', async () => {
  const { at } = await request<Overview>('GET', '/moderation/overview')
  expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000)
})

test('events show when they take place, how they repeat, and whether they do', async () => {
  const evening = { startDate: '2026-12-01', schedule: { startTime: '19:30', endTime: '21:00' } }
  const create = (title: string, overrides: ListingOverrides) =>
    createListing(site.database, { kind: 'event', title, ...evening, ...overrides })
  await create('Once', { state: 'New York', city: 'New York City', endDate: '2026-12-02', schedule: {} })
  await create('Course', { schedule: { ...evening.schedule, rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=6' } })
  const off = await create('Endless', { schedule: { ...evening.schedule, rule: 'FREQ=DAILY' } })
  await sql`update listing set canceled = now() where id = ${off}`.execute(site.database.kysely)
  const late = await create('Late', { state: 'New York', city: 'New York City' })
  await sql`update event_occurrence set postponed = now() where listing_id = ${late}`.execute(
    site.database.kysely,
  )
  const { listings } = await request<{ listings: AdminListing[] }>('GET', '/moderation/listings?kind=event')
  const shown = listings.map(({ title, time_zone, rule, dates, canceled, occurrence }) => [
    ...[title, time_zone, rule, dates, canceled, occurrence?.startTime, occurrence?.postponed],
  ])
  expect(shown.toSorted()).toEqual([
    ['Course', 'America/Chicago', 'FREQ=WEEKLY;INTERVAL=2;COUNT=6', 6, false, '19:30', false],
    ['Endless', 'America/Chicago', 'FREQ=DAILY', null, true, '19:30', false],
    ['Late', 'America/New_York', null, null, false, '19:30', true],
    ['Once', 'America/New_York', null, null, false, null, false],
  ])

  const { body } = await site.app.http.inject({ url: '/admin?tab=events', headers: { cookie } })
  const rowOf = (title: string) =>
    body
      .split('<li ')
      .find((row) => row.includes(`title="${title}"`))
      ?.replace(/<!--.*?-->/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
  // The site is in New York.
  expect(rowOf('Course')).toContain(
    'Tuesday, December 1, 2026, 7:30 PM – 9:00 PM (Central Time) Repeats every 2 weeks, 6 dates',
  )
  expect(rowOf('Endless')).toMatch(/9:00 PM \(Central Time\) Repeats daily Canceled /)
  expect(rowOf('Late')).toContain('Tuesday, December 1, 2026, 7:30 PM – 9:00 PM Postponed ')
  expect(rowOf('Once')).toMatch(/Tuesday, December 1, 2026 – Wednesday, December 2, 2026 Pet Services/)
})
