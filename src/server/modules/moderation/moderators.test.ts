/** What moderators see and decide: that of their scope, and never what is about themselves. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createUser,
  emailsTo,
  ownOrigin,
  send,
  signInByLink,
  startSession,
  type TestUser,
} from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import { nowModerator } from '../../../shared/messages/forms.ts'
import type { AdminListing, AuditEntry, Case, TeamMember, Waiting } from '../../../shared/moderation.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { createNotifications } from '../notifications/service.ts'
import { sendQueueEmail } from './jobs.ts'

type Person = TestUser & { cookie: string; profileId: string }
type Decided = { decided: string[]; auditEntryIds: number[]; skipped: { id: string; message: string }[] }

let site: TestApp
let people: Record<'author' | 'other' | 'admin' | 'everywhere' | 'pets' | 'music' | 'texas', Person>

const query = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
  (await statement.execute(site.database.kysely)).rows
const idOf = async (table: string, name: string) =>
  (await query(sql<{ id: number }>`select id from ${sql.table(table)} where name = ${name}`))[0]?.id ?? 0

async function createPerson(options: Parameters<typeof createUser>[1]): Promise<Person> {
  const person = await createUser(site.database, { daysOld: 30, ...options })
  const [row] = await query(
    sql<{ id: string }>`select id from profile where account_id = ${person.accountId}`,
  )
  return { ...person, cookie: await startSession(site, person.email), profileId: row?.id ?? '' }
}

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  const create = (name: string, options: object = {}) =>
    createPerson({ email: `${name}@example.com`, name: `The ${name}`, ...options })
  people = {
    author: await create('author'),
    other: await create('other'),
    admin: await create('admin', { isAdmin: true }),
    everywhere: await create('everywhere', { moderates: {} }),
    pets: await create('pets', { moderates: { categoryIds: [await idOf('category', 'Pet Services')] } }),
    music: await create('music', { moderates: { categoryIds: [await idOf('category', 'Event Services')] } }),
    texas: await create('texas', { moderates: { placeIds: [await idOf('state', 'Texas')] } }),
  }
})

beforeEach(async () => {
  for (const table of ['report', 'listing', 'conversation', 'outbox_email', 'email_preference'])
    await query(sql`delete from ${sql.table(table)}`)
})

type Who = keyof typeof people
const as = <Body = Record<string, unknown>>(
  who: Who,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => send<Body>(site, method, path, { cookie: people[who].cookie, body })

/** An ad about pets in Austin, Texas. */
const petAd = (by: Who = 'author', title = 'Dog walks') =>
  createListing(site.database, { kind: 'service', authorEmail: people[by].email, title })
const statusOf = async (id: string) =>
  (await query(sql<{ status: string }>`select status from listing where id = ${id}`))[0]?.status
const report = (id: string, by: Who = 'other') =>
  as(by, 'PUT', `/service-report/${id}`, { reason: 'scam', note: 'Wants a deposit' })
const casesOf = async (who: Who) =>
  (await as<{ cases: Case[]; total: number }>(who, 'GET', '/moderation/cases')).body
const waitingOf = async (who: Who) => (await as<Waiting>(who, 'GET', '/moderation/waiting')).body
const decide = (who: Who, ids: string[], decision = 'hide') =>
  as<Decided>(who, 'POST', '/moderation/decide', { decision, ids, reason: 'Spam' })
const decideCases = (who: Who, cases: { source: string; id: string }[], decision = 'hide') =>
  as<Decided>(who, 'POST', '/moderation/cases', { decision, cases, reason: 'Spam' })
const logOf = async (who: Who) =>
  (await as<{ entries: AuditEntry[] }>(who, 'GET', '/moderation/log')).body.entries
const moveToMusic = async (id: string) =>
  query(
    sql`update listing set category_id = ${await idOf('category', 'Event Services')}, subcategory_id = null where id = ${id}`,
  )

describe('the scope', () => {
  test('limits the queue, its counts, and what is waiting', async () => {
    const id = await petAd()
    await report(id)
    for (const who of ['admin', 'everywhere', 'pets', 'texas'] as const) {
      expect((await casesOf(who)).cases.map((each) => each.id)).toEqual([id])
      expect((await waitingOf(who)).cases.service).toMatchObject({ count: 1 })
    }
    expect(await casesOf('music')).toMatchObject({ cases: [], total: 0 })
    expect((await waitingOf('music')).cases.service).toMatchObject({ count: 0 })
    const search = `/moderation/cases?search=${people.author.email}`
    expect((await as<{ total: number }>('music', 'GET', search)).body.total).toBe(0)
  })

  test('limits every decision, also in a list with ads of others', async () => {
    const [own, foreign] = [await petAd(), await petAd()]
    await moveToMusic(foreign)
    const { body } = await decide('pets', [own, foreign, own])
    expect(body).toMatchObject({
      decided: [own],
      skipped: [{ id: foreign, message: 'This ad no longer exists.' }],
    })
    expect([await statusOf(own), await statusOf(foreign)]).toEqual(['hidden', 'active'])

    await report(foreign)
    const cases = [{ source: 'service', id: foreign }]
    expect((await decideCases('pets', cases)).body).toMatchObject({ decided: [], skipped: [{ id: foreign }] })
    expect((await as('pets', 'PUT', `/service-report-close/${foreign}`, { status: 'active' })).status).toBe(
      404,
    )
    expect((await as('pets', 'PUT', `/moderation/case-view/${foreign}`)).status).toBe(404)
    expect(await statusOf(foreign)).toBe('reported')
    expect((await decideCases('music', cases)).body.decided).toEqual([foreign])
  })

  test('follows an ad that its author moves, also for undo', async () => {
    const id = await petAd()
    const { auditEntryIds } = (await decide('pets', [id])).body
    const undo = (who: Who) => as(who, 'POST', `/moderation/undo/${auditEntryIds[0]}`)
    await moveToMusic(id)
    expect((await decide('pets', [id], 'approve')).body.decided).toEqual([])
    expect((await undo('pets')).status).toBe(404)
    expect(await logOf('pets')).toEqual([])
    expect(await statusOf(id)).toBe('hidden')
    expect((await undo('music')).status).toBe(200)
    expect(await statusOf(id)).toBe('active')
  })

  test('limits which hidden and live ads the lists and pages show', async () => {
    const [own, foreign] = [await petAd(), await petAd('author', 'Brass band')]
    await moveToMusic(foreign)
    await decide('admin', [own, foreign])
    const listed = async (who: Who, options: string) =>
      (
        await as<{ listings: AdminListing[] }>(who, 'GET', `/moderation/listings?kind=service&${options}`)
      ).body.listings.map(({ _id }) => _id)
    for (const options of ['status=hidden', `status=hidden&search=${people.author.email}`])
      expect(await listed('pets', options)).toEqual([own])
    expect(await listed('pets', `status=hidden&search=${foreign}`)).toEqual([])
    expect(await listed('pets', `status=hidden&search=${own}`)).toEqual([own])
    expect((await as('pets', 'GET', `/service/${own}`)).status).toBe(200)
    expect((await as('pets', 'GET', `/service/${foreign}`)).status).toBe(404)
    expect((await as('other', 'GET', `/service/${own}`)).status).toBe(404)

    await decide('admin', [own, foreign], 'approve')
    expect(await listed('music', 'status=live')).toEqual([foreign])
    expect(await listed('music', 'status=live&search=band')).toEqual([foreign])
    expect(await listed('music', 'status=live&search=dog')).toEqual([])
  })

  test('includes reports of conversations and held messages about its ads only', async () => {
    const ad = await petAd()
    await as('other', 'POST', `/message-author/${ad}`, { text: 'Send me a gift card' })
    const [conversation] = await query(sql<{ id: string }>`select id from conversation`)
    const id = conversation?.id ?? ''
    await as('author', 'PUT', `/conversation-report/${id}`, { reason: 'scam' })
    await query(sql`update conversation_message set held = true where conversation_id = ${id}`)
    const sources = async (who: Who) => (await casesOf(who)).cases.map(({ source }) => source).toSorted()
    expect(await sources('pets')).toEqual(['conversation', 'message'])
    expect(await sources('everywhere')).toEqual(['conversation', 'message'])
    expect(await sources('music')).toEqual([])
    const cases = (await casesOf('pets')).cases.map(({ source, id }) => ({ source, id }))
    expect((await decideCases('music', cases, 'approve')).body.decided).toEqual([])
    expect((await decideCases('pets', cases, 'approve')).body.decided).toHaveLength(2)
    const entry = (await logOf('pets')).find(({ action }) => action === 'conversation-report.close')
    expect((await as('music', 'POST', `/moderation/undo/${entry?.id}`)).status).toBe(404)
    expect((await as('pets', 'POST', `/moderation/undo/${entry?.id}`)).status).toBe(200)
  })

  test('includes people only if it is the whole site', async () => {
    await petAd()
    await as('other', 'PUT', `/seller-report/${people.author.profileId}`, { reason: 'scam' })
    expect((await casesOf('everywhere')).cases.map(({ source }) => source)).toEqual(['person'])
    expect((await casesOf('pets')).cases).toEqual([])
    const cases = (await casesOf('admin')).cases.map(({ source, id }) => ({ source, id }))
    expect((await decideCases('pets', cases, 'approve')).body.decided).toEqual([])
    const suspend = (who: Who, whom: Who) =>
      as(who, 'PUT', `/moderation/suspend/${people[whom].profileId}`, { reason: 'Repeated scams.' })
    expect((await suspend('pets', 'other')).status).toBe(403)
    for (const whom of ['admin', 'pets', 'everywhere'] as const)
      expect((await suspend('everywhere', whom)).status).toBe(409)
    expect((await decideCases('everywhere', cases, 'approve')).body.decided).toHaveLength(1)
  })

  test('hides the settings, the backup, and messages to the site', async () => {
    const { body } = await as('everywhere', 'GET', '/moderation/overview')
    expect(body).toMatchObject({ backup: null, settingProblems: [], waiting: { messages: null } })
    expect((await as('pets', 'GET', '/moderation/overview')).body).toMatchObject({ days: [], backup: null })
    const users = await as<{ phone: string; address: string }[]>('everywhere', 'GET', '/profiles')
    await query(sql`update profile set phone = '+1 512 555 0142', address = 'Main Street 1'`)
    expect(users.body.length).toBeGreaterThan(0)
    expect(JSON.stringify((await as('everywhere', 'GET', '/profiles')).body)).not.toMatch(/555|Main Street/)
  })
})

describe('moderators', () => {
  test('do not decide about themselves, and do not read who reported them', async () => {
    const id = await petAd('everywhere')
    await report(id)
    expect((await casesOf('everywhere')).cases).toEqual([])
    expect((await decide('everywhere', [id], 'approve')).body.decided).toEqual([])
    const { auditEntryIds } = (await decide('admin', [id], 'remove')).body
    expect((await as('everywhere', 'POST', `/moderation/undo/${auditEntryIds[0]}`)).status).toBe(404)
    expect(await statusOf(id)).toBe('deleted')
    await as('other', 'PUT', `/seller-report/${people.everywhere.profileId}`, { reason: 'scam' })
    expect((await casesOf('everywhere')).cases).toEqual([])
  })

  test('cannot undo what admins changed, nor give themselves rights', async () => {
    const topic = await as<{ auditEntryId: number }>('admin', 'POST', '/moderation/topics', {
      name: `Bees ${uuid()}`,
    })
    await as('admin', 'PUT', '/moderation/reasons', { reasons: ['Because of the rules'] })
    for (const who of ['everywhere', 'pets'] as const) {
      expect((await as(who, 'POST', `/moderation/undo/${topic.body.auditEntryId}`)).status).toBe(404)
      expect((await logOf(who)).map(({ action }) => action)).not.toContain('category.add')
      const { email, name } = people[who]
      for (const [method, path, body] of [
        ['POST', '/add-admin', { name, email }],
        ['POST', '/moderation/moderators', { name, email }],
        ['PUT', `/remove-admin/${people.admin.email}`, undefined],
        ['DELETE', `/moderation/moderator/${people.music.email}`, undefined],
      ] as const)
        expect((await as(who, method, path, body)).status).toBe(403)
      expect(
        (await as(who, 'PUT', '/profile-update', { name, role: 'admin', isAdmin: true, is_admin: true }))
          .status,
      ).toBe(200)
      expect((await as(who, 'GET', '/session')).body).toMatchObject({ isAdmin: false })
    }
  })

  test('get the daily email about their scope', async () => {
    await report(await petAd())
    const settings = () => ({ ...defaultSettings, timeZone: 'UTC' })
    const notifications = createNotifications({ secret: siteSecret, settings, publicUrl: ownOrigin })
    const clock = () => new Date('2026-12-01T09:00:00Z')
    await sendQueueEmail({ database: site.database, notifications, clock, settings })
    const emails = async (who: Who) => (await emailsTo(site, people[who].email)).map(({ kind }) => kind)
    for (const who of ['admin', 'everywhere', 'pets', 'texas'] as const)
      expect(await emails(who)).toEqual(['queue-waiting'])
    for (const who of ['music', 'author'] as const) expect(await emails(who)).toEqual([])
  })
})

describe('the team', () => {
  const team = async () => (await as<TeamMember[]>('admin', 'GET', '/admins?limit=100')).body
  const memberOf = async (email: string) => (await team()).find((member) => member.email === email)
  const add = (body: object) =>
    as<{ message: string; fields?: object }>('admin', 'POST', '/moderation/moderators', body)

  test('gets moderators, whose rights begin with a new session and end with the next request', async () => {
    const { email, cookie } = await createPerson({})
    const categories = [await idOf('category', 'Pet Services')]
    const places = 'Texas, United States\nAustin, Texas'
    expect((await add({ name: 'Mo', email, categories, places })).body.message).toBe(nowModerator(email))
    expect((await send(site, 'GET', '/moderation/cases', { cookie })).status).toBe(401)
    expect(await memberOf(email)).toMatchObject({
      role: 'scoped-moderator',
      isAdmin: false,
      pending: false,
      categories: [{ name: 'Pet Services' }],
      places: ['Texas, United States', 'Austin, Texas, United States'],
    })
    expect((await emailsTo(site, email))[0]).toMatchObject({
      kind: 'admin-invitation',
      text: expect.stringContaining('Moderator of some categories or places'),
    })
    const session = await startSession(site, email)
    const cases = () => send(site, 'GET', '/moderation/cases', { cookie: session })
    expect((await cases()).status).toBe(200)
    expect((await send(site, 'GET', '/profiles', { cookie: session })).status).toBe(403)
    expect((await add({ name: 'Mo', email })).body.message).toContain('responsible for')
    expect((await send(site, 'GET', '/profiles', { cookie: session })).status).toBe(200)
    expect((await as('admin', 'DELETE', `/moderation/moderator/${email}`)).status).toBe(200)
    expect((await cases()).status).toBe(403)
    expect((await as('admin', 'DELETE', `/moderation/moderator/${email}`)).status).toBe(404)
  })

  test('refuses a scope that names nothing: it would be the whole site', async () => {
    const { email } = await createPerson({})
    expect((await add({ name: 'Mo', email, categories: [999_999] })).body.fields).toHaveProperty('categories')
    for (const places of ['Atlantis', 'Austin, Montana'])
      expect((await add({ name: 'Mo', email, places })).body.fields).toHaveProperty('places')
    expect(await memberOf(email)).toBeUndefined()
    expect((await add({ name: 'Admin', email: people.admin.email })).status).toBe(409)
  })

  test('gets an invited moderator once they prove the address, and not as an admin', async () => {
    const email = `${uuid().slice(-12)}@example.org`
    const categories = [await idOf('category', 'Event Services')]
    await add({ name: 'New', email, categories })
    expect(await memberOf(email)).toMatchObject({ pending: true, role: 'scoped-moderator' })
    expect(await query(sql`select from admin_grant where email = ${email}`)).toEqual([])
    await createUser(site.database, { email })
    const unproven = await startSession(site, email)
    expect((await send(site, 'GET', '/moderation/cases', { cookie: unproven })).status).toBe(403)
    const cookie = await signInByLink(site, email)
    expect((await send(site, 'GET', '/session', { cookie })).body).toMatchObject({
      isAdmin: false,
      role: 'scoped-moderator',
    })
    expect(await memberOf(email)).toMatchObject({ pending: false, categories: [{ name: 'Event Services' }] })
    expect((await emailsTo(site, email)).map(({ kind }) => kind)).toContain('admin-rights-active')
    await as('admin', 'POST', '/add-admin', { name: 'New', email })
    expect(await memberOf(email)).toMatchObject({ role: 'admin' })
    await as('admin', 'PUT', `/remove-admin/${email}`)
    expect(await memberOf(email)).toBeUndefined()
  })
})
