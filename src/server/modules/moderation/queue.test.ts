/** The queue over all its sources: paging while admins decide, two admins at once, many cases, and the daily email. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import {
  createUser,
  emailsTo,
  ownOrigin,
  send,
  startSession,
} from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import { type CaseDecision, type CaseSource, caseActionOf } from '../../../shared/case-sources.ts'
import type { CallReply } from '../../../shared/contract.ts'
import { addDays } from '../../../shared/days.ts'
import { caseOrders, type Waiting } from '../../../shared/moderation.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { createNotifications } from '../notifications/service.ts'
import { sendQueueEmail } from './jobs.ts'

let site: TestApp
let cookies: string[] = []
const admins = ['ada@example.com', 'noor@example.com'] as const
const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely)

beforeEach(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  for (const email of admins) await createUser(site.database, { email, isAdmin: true })
  cookies = await Promise.all(admins.map((email) => startSession(site, email)))
})

const list = async (query = '') =>
  (await send<CallReply<'listCases'>>(site, 'GET', `/moderation/cases?${query}`, { cookie: cookies[0] })).body
const decide = async (cases: { source: CaseSource; id: string }[], decision: CaseDecision, admin = 0) => {
  const body = { cases: cases.map(({ source, id }) => ({ source, id })), decision }
  return (
    await send<CallReply<'decideCases'>>(site, 'POST', '/moderation/cases', { cookie: cookies[admin], body })
  ).body
}

/** Adds a case from each source, `hours` ago. Returns their ids. */
async function addCases(hours: number): Promise<string[]> {
  const created = sql`now() - make_interval(hours => ${hours})`
  const { id: sender } = await profileOf(await createUser(site.database))
  const { id: seller } = await profileOf(await createUser(site.database))
  const ads = [
    await createListing(site.database, { kind: 'service', status: 'reported' }),
    await createListing(site.database, { kind: 'event', status: 'reported' }),
  ]
  for (const ad of ads)
    await run(sql`insert into report (id, listing_id, visitor_hash, reason, created)
      values (${uuid()}, ${ad}, ${uuid()}, 'spam', ${created})`)
  const [held, reported] = [await talk(sender, seller, created), await talk(sender, seller, created)]
  await run(sql`update conversation_message set held = true where conversation_id = ${held.conversation}`)
  await run(sql`insert into conversation_report (conversation_id, role, reason, note, created)
    values (${reported.conversation}, 'author', 'scam', '', ${created})`)
  const person = uuid()
  await run(sql`insert into seller_report (id, seller_id, visitor_hash, reason, created)
    values (${person}, ${seller}, ${uuid()}, 'scam', ${created})`)
  return [...ads, held.message, reported.conversation, person]
}

async function profileOf({ email }: { email: string }): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`select id from profile where email = ${email}`.execute(
    site.database.kysely,
  )
  return rows[0] ?? { id: '' }
}

async function talk(sender: string, author: string, created: ReturnType<typeof sql>) {
  const [conversation, message] = [uuid(), uuid()]
  await run(sql`insert into conversation (id, listing_title) values (${conversation}, 'Piano')`)
  for (const [role, profile] of [
    ['sender', sender],
    ['author', author],
  ])
    await run(sql`insert into conversation_participant (conversation_id, role, profile_id)
      values (${conversation}, ${role}, ${profile})`)
  await run(sql`insert into conversation_message (id, conversation_id, role, text, channel, fingerprint, created)
    values (${message}, ${conversation}, 'sender', 'Buy gold', 'site', ${Buffer.from(message)}, ${created})`)
  return { conversation, message }
}

test.each(caseOrders)('pages of all sources, %s first, lose none while admins decide', async (sort) => {
  const ids = [...(await addCases(3)), ...(await addCases(2)), ...(await addCases(1))]
  const seen: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: CallReply<'listCases'> = await list(`limit=4&sort=${sort}&after=${after}`)
    seen.push(...page.cases.map(({ id }) => id))
    after = page.next
    // The first of the page is decided, and by the numbers of pages the next one would now skip a case.
    expect((await decide(page.cases.slice(0, 1), 'approve')).decided).toHaveLength(1)
  }
  expect(seen.toSorted()).toEqual(ids.toSorted())
  expect(await list()).toMatchObject({ total: ids.length - 4, next: null })
})

test('a filter and a search by email or words find cases; a broken position is the first page', async () => {
  const ids = await addCases(1)
  for (const [index, source] of ['service', 'event', 'message', 'conversation', 'person'].entries()) {
    const { cases, total } = await list(`source=${source}`)
    expect([total, cases]).toMatchObject([1, [{ source, id: ids[index] }]])
    const [person] = cases[0]?.people ?? []
    const found = await list(`source=${source}&search=${person?.email.toUpperCase()}`)
    expect(found.cases).toMatchObject([{ id: ids[index] }])
  }
  expect((await list('search=buy+GOLD')).cases).toMatchObject([{ source: 'message' }])
  for (const after of ['x', '1_x', '99999999999999999999_x', '%27', `1_${'-'.repeat(36)}`])
    expect((await list(`after=${after}`)).total).toBe(5)
})

test('of two admins who decide the same cases at once, each case is decided by one', async () => {
  await addCases(1)
  const { cases } = await list()
  const replies = await Promise.all([decide(cases, 'approve', 0), decide(cases.toReversed(), 'approve', 1)])
  expect(replies.flatMap(({ decided }) => decided).toSorted()).toEqual(cases.map(({ id }) => id).toSorted())
  expect(replies.flatMap(({ skipped }) => skipped)).toHaveLength(cases.length)
  const { rows } = await run(sql`select from audit_entry`)
  expect(rows).toHaveLength(cases.length)
  expect((await list()).cases).toEqual([])
})

test('a decision that a kind of case does not have changes nothing', async () => {
  await addCases(1)
  const { cases } = await list()
  for (const decision of ['hide', 'remove', 'hide-reply'] as const) {
    const others = cases.filter(({ source }) => !caseActionOf(source, decision))
    const { decided, skipped } = await decide(others, decision)
    expect([decided, skipped.map(({ id }) => id).toSorted()]).toEqual([
      [],
      others.map(({ id }) => id).toSorted(),
    ])
  }
  expect((await list()).cases).toEqual(cases)
})

test('10,000 open cases are shown within a second', { tags: ['timed'] }, async () => {
  await run(sql`insert into profile (id, email, name)
    select gen_random_uuid(), n || '@example.org', 'Person ' || n from generate_series(1, 10000) n`)
  await run(sql`insert into seller_report (id, seller_id, visitor_hash, reason)
    select gen_random_uuid(), id, id::text, 'scam' from profile where email like '%@example.org'`)
  await run(sql`analyze`)
  const start = performance.now()
  const { next, total } = await list()
  await list(`after=${next}`)
  const { body } = await send<Waiting>(site, 'GET', '/moderation/waiting', { cookie: cookies[0] })
  expect([total, body.cases.person.count]).toEqual([100, 100])
  expect(performance.now() - start).toBeLessThan(1_000)
})

const day = '2026-11-30'
const sendOn = (instant: string, queueEmail = true) => {
  const settings = () => ({ ...defaultSettings, queueEmail, timeZone: 'America/New_York' })
  const notifications = createNotifications({ secret: siteSecret, settings, publicUrl: ownOrigin })
  return sendQueueEmail({ database: site.database, notifications, clock: () => new Date(instant), settings })
}
const counts = () => Promise.all(admins.map(async (email) => (await emailsTo(site, email)).length))

test('each admin gets one email on a morning when something waits, also from two servers', async () => {
  await sendOn(`${day}T13:10:00Z`)
  expect(await counts(), 'nothing waits').toEqual([0, 0])
  await addCases(49)
  await sendOn(`${day}T15:10:00Z`)
  expect(await counts(), 'it was looked at in the morning').toEqual([0, 0])
  const next = addDays(day, 1)
  await sendOn(`${next}T12:59:00Z`)
  expect(await counts(), 'before eight').toEqual([0, 0])
  await Promise.all([sendOn(`${next}T13:07:00Z`), sendOn(`${next}T13:07:00Z`)])
  await sendOn(`${next}T18:07:00Z`)
  expect(await counts()).toEqual([1, 1])
  const [email] = await emailsTo(site, admins[0])
  expect(email?.subject).toBe('Waiting on Corkboard: 5 cases')
  expect(email?.text).toContain('1 reported service\n1 reported event\n1 held message')
  expect(email?.text).toMatch(/\/admin\?tab=queue[\s\S]*\/unsubscribe\?token=queue/)
})

test('the email is off for a site, for an admin who does not want it, and for everyone else', async () => {
  await addCases(1)
  await sendOn(`${day}T14:00:00Z`, false)
  expect(await counts()).toEqual([0, 0])
  const person = await createUser(site.database)
  const cookie = await startSession(site, person.email)
  const wanted = async (as: string | undefined) =>
    (await send<{ wanted: string[] }>(site, 'GET', '/wanted-emails', { cookie: as })).body.wanted
  expect([await wanted(cookie), await wanted(cookies[0])]).toEqual([
    expect.not.arrayContaining(['queue']),
    expect.arrayContaining(['queue']),
  ])
  await send(site, 'PUT', '/wanted-emails', { cookie: cookies[0], body: { wanted: [] } })
  await send(site, 'PUT', '/wanted-emails', { cookie, body: { wanted: [] } })
  await sendOn(`${day}T14:00:00Z`)
  expect([await counts(), await emailsTo(site, person.email)]).toEqual([[0, 1], []])
  // Turned on again on the same day: the next one comes the day after. Someone who becomes an admin begins with it.
  await send(site, 'PUT', '/wanted-emails', { cookie: cookies[1], body: { wanted: [] } })
  await send(site, 'PUT', '/wanted-emails', { cookie: cookies[1], body: { wanted: ['queue'] } })
  await run(sql`update profile set is_admin = true where email = ${person.email}`)
  await sendOn(`${day}T15:00:00Z`)
  expect([await counts(), await emailsTo(site, person.email)]).toMatchObject([[0, 1], [{}]])
})
