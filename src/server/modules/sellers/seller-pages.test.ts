/** What sellers choose for their pages, how fast they reply, and reports about them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { lastEmailTo, send } from '../../../../test/support/data/accounts.ts'
import { createPerson, type Person } from '../../../../test/support/data/conversations.ts'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import {
  createRecommendation,
  createSeller,
  getOwn,
  listPersonCases,
  postReply,
  type Seller,
} from '../../../../test/support/data/recommendations.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { CaseDecision } from '../../../shared/case-sources.ts'
import type { CallReply } from '../../../shared/contract.ts'
import { maxHandles, replyTime } from '../../../shared/limits.ts'
import type { SellerPage } from '../../../shared/listing.ts'
import { sellerSettings as sentences } from '../../../shared/messages/recommendations.ts'
import { measureReplyTimes } from './reply-times.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  admin = await createPerson(site, { isAdmin: true })
})

const run = (statement: ReturnType<typeof sql>) => statement.execute(site.database.kysely)
const getPage = (key: string) => send<SellerPage & { message: string }>(site, 'GET', `/seller/${key}`)
const choose = ({ cookie }: Person, handle: unknown, showBio: unknown = false) =>
  send<{ handle: string | null; showBio: boolean; message: string }>(site, 'PUT', '/seller-settings', {
    cookie,
    body: { handle, showBio },
  })

describe('a handle', () => {
  test('stands for the id, and earlier ones still lead to the page and to nobody else’s', async () => {
    const [rosa, ben] = [await createSeller(site), await createSeller(site, 'Ben Okafor')]
    expect((await choose(rosa, ' Rosa-Delgado ')).body).toMatchObject({ handle: 'rosa-delgado' })
    expect((await getPage('rosa-delgado')).body).toMatchObject({ id: rosa.profileId, handle: 'rosa-delgado' })
    expect((await getPage('ROSA-delgado')).body.id).toBe(rosa.profileId)
    const ad = await send<{ seller: { handle: string } }>(site, 'GET', `/service/${rosa.ad}`)
    expect(ad.body.seller.handle).toBe('rosa-delgado')
    await choose(rosa, 'rosa')
    for (const key of ['rosa-delgado', 'rosa', rosa.profileId])
      expect((await getPage(key)).body).toMatchObject({ id: rosa.profileId, handle: 'rosa' })
    for (const handle of ['rosa-delgado', 'rosa'])
      expect(await choose(ben, handle)).toMatchObject({ status: 409, body: { message: sentences.taken } })
    await choose(rosa, 'rosa-delgado')
    await choose(rosa, '')
    expect((await getPage('rosa')).body).toMatchObject({ id: rosa.profileId, handle: null })
    await send(site, 'DELETE', '/account', { cookie: rosa.cookie })
    expect((await getPage('rosa')).status).toBe(404)
    expect((await choose(ben, 'rosa')).status).toBe(200)
  })

  test.each(['admin', 'site-support', 'corkboard', 'corkboard-team', 'new', 'official'])(
    '%s is reserved',
    async (handle) => {
      expect(await choose(admin, handle)).toMatchObject({
        status: 409,
        body: { message: sentences.reserved },
      })
    },
  )

  test('has only letters, digits, and hyphens between them', async () => {
    const bad = [
      'ab',
      'a'.repeat(31),
      'a b c',
      '-abc',
      'abc-',
      'a--b',
      'rosa@example.com',
      'rosa.d',
      'róse',
      '../abc',
    ]
    for (const handle of [
      ...bad,
      'a/b/c',
      'abc%00',
      '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b',
      null,
      7,
      ['abc'],
    ])
      expect([handle, (await choose(admin, handle)).status]).toEqual([handle, 400])
    for (const key of ['a', '..a', 'rosa@example.com', "'%20or%201=1", '%00', 'x'.repeat(40)])
      expect([key, (await getPage(key)).status]).toEqual([key, 400])
    expect((await choose(admin, 'abc', 'yes')).status).toBe(400)
  })

  test('does not hoard names: earlier ones count', async () => {
    const person = await createSeller(site)
    for (let n = 1; n <= maxHandles; n += 1) expect((await choose(person, `name-${n}`)).status).toBe(200)
    expect(await choose(person, 'one-more')).toMatchObject({
      status: 409,
      body: { message: sentences.tooMany(maxHandles) },
    })
    expect((await getPage('one-more')).status).toBe(404)
    expect((await choose(person, 'name-1')).body.handle).toBe('name-1')
  })

  test('is given to one of two people who want it at the same time', async () => {
    const people = await Promise.all([createPerson(site), createPerson(site), createPerson(site)])
    const results = await Promise.all(people.map((person) => choose(person, 'popular')))
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('a page', () => {
  test('shows the bio only if its owner says so, and the town of the newest ad', async () => {
    const seller = await createSeller(site)
    await run(
      sql`update profile set bio = ' I teach piano. ', address = '1 Secret Street' where id = ${seller.profileId}`,
    )
    expect((await getPage(seller.profileId)).body).toMatchObject({ bio: null, town: 'Austin, Texas' })
    await choose(seller, '', true)
    const { body, text } = await site.get<SellerPage>(`/seller/${seller.profileId}`)
    expect(body.bio).toBe('I teach piano.')
    expect(text).not.toContain('Secret Street')
    await createListing(site.database, {
      authorEmail: seller.email,
      kind: 'event',
      state: 'Ohio',
      city: 'Columbus',
      posted: '2030-01-01T12:00:00Z',
    })
    expect((await getPage(seller.profileId)).body.town).toBe('Columbus, Ohio')
  })

  test('exists for someone with a recommendation or a handle and no ad, and for nobody else without one', async () => {
    const seller = await createSeller(site)
    await createRecommendation(site, seller)
    await setStatus(site.database, seller.ad, 'hidden')
    expect((await getPage(seller.profileId)).body).toMatchObject({
      services: 0,
      events: 0,
      recommendations: 1,
      town: null,
    })
    const other = await createSeller(site)
    await setStatus(site.database, other.ad, 'hidden')
    expect((await getPage(other.profileId)).status).toBe(404)
    await choose(other, 'without-ads')
    expect((await getPage('without-ads')).status).toBe(200)
    await run(sql`update account set suspended_at = now() where id = ${other.accountId}`)
    expect((await getPage('without-ads')).status).toBe(404)
  })
})

describe('replies within a day', () => {
  type Wait = { asked: string; answered?: string }

  /** Each wait is of another person. Written to the database, because messages of the site are always of now. */
  async function measured(
    { profileId }: Seller,
    waits: Wait[],
    isBlocked: (n: number) => boolean = () => false,
  ): Promise<boolean> {
    for (const [n, { asked, answered }] of waits.entries()) {
      const [sender, conversation] = [uuid(), uuid()]
      const message = (role: string, created: ReturnType<typeof sql>) => sql`
        insert into conversation_message (id, conversation_id, role, text, channel, fingerprint, created)
        values (${uuid()}, ${conversation}, ${role}, 'Hello', 'site', '', ${created})`
      const question = sql`now() - ${asked}::interval`
      await run(
        sql`insert into profile (id, email, name) values (${sender}, ${`${sender}@example.com`}, 'Ben')`,
      )
      await run(sql`insert into conversation (id, listing_title) values (${conversation}, 'Piano lessons')`)
      await run(sql`
        insert into conversation_participant (conversation_id, role, profile_id, last_message, blocked)
        values (${conversation}, 'sender', ${sender}, ${question}, false),
          (${conversation}, 'author', ${profileId}, ${question}, ${isBlocked(n)})`)
      await run(message('sender', question))
      if (answered !== undefined) await run(message('author', sql`${question} + ${answered}::interval`))
    }
    await measureReplyTimes(site.database)
    return (await getPage(profileId)).body.repliesWithinDay
  }
  const times = (count: number, wait: Wait) => Array.from({ length: count }, () => wait)
  const [soon, late, never]: [Wait, Wait, Wait] = [
    { asked: '3 days', answered: '2 hours' },
    { asked: '9 days', answered: '2 days' },
    { asked: '3 days' },
  ]
  const { minSenders } = replyTime

  test.each([
    ['is true with enough quick answers', times(minSenders, soon), true],
    ['is false with too few people', times(minSenders - 1, soon), false],
    ['is true if most answers are quick', [...times(4, soon), ...times(3, late)], true],
    ['is false if most answers are late', [...times(2, soon), ...times(4, late)], false],
    ['is false if most got no answer', [...times(2, soon), ...times(4, never)], false],
    [
      'ignores who asked less than a day ago',
      [...times(minSenders, soon), ...times(6, { asked: '5 hours' })],
      true,
    ],
    ['ignores what is long ago', times(minSenders, { asked: '100 days', answered: '1 hour' }), false],
  ])('%s', async (_what, waits, expected) => {
    expect(await measured(await createSeller(site), waits)).toBe(expected)
  })

  test('ignores people whom the author blocked, and ends when it is no longer true', async () => {
    const seller = await createSeller(site)
    const isBlocked = (n: number) => n >= minSenders
    expect(await measured(seller, [...times(minSenders, soon), ...times(6, never)], isBlocked)).toBe(true)
    expect(await measured(seller, times(minSenders + 2, never))).toBe(false)
  })
})

describe('a report', () => {
  const report = (path: string, person: Person | null, from = '203.0.113.9') =>
    send(site, 'PUT', path, {
      body: { reason: 'offensive', note: 'Look' },
      from,
      ...(person && { cookie: person.cookie }),
    })
  const decide = async (id: string | undefined, decision: CaseDecision, reason = '') =>
    (
      await send<CallReply<'decideCases'>>(site, 'POST', '/moderation/cases', {
        cookie: admin.cookie,
        body: { cases: [{ source: 'person', id }], decision, reason },
      })
    ).body
  const undo = (entry: number | undefined) =>
    send(site, 'POST', `/moderation/undo/${entry}`, { cookie: admin.cookie })
  const casesOf = async ({ profileId }: Seller) =>
    (await listPersonCases(site, admin)).filter(({ people }) => people.some(({ id }) => id === profileId))
  const shown = async ({ profileId }: Seller) =>
    (
      await send<{ recommendations: { reply: object | null }[] }>(
        site,
        'GET',
        `/recommendations?seller=${profileId}`,
      )
    ).body.recommendations

  test('of a seller comes from anyone, once each, and is closed by an admin', async () => {
    const seller = await createSeller(site)
    const reporter = await createPerson(site, { name: 'Ben Okafor' })
    const path = `/seller-report/${seller.profileId}`
    for (const person of [reporter, reporter, null, null])
      expect((await report(path, person)).status).toBe(200)
    expect((await report(path, seller)).status).toBe(400)
    const [first, ...others] = await casesOf(seller)
    expect([first, others]).toMatchObject([
      {
        reports: 2,
        reasons: [{ reason: 'offensive', count: 2 }],
        newest: [{ by: null }, { by: reporter.email, note: 'Look' }],
        decisions: ['approve'],
      },
      [],
    ])
    expect(await decide(first?.id, 'hide', 'Bad')).toMatchObject({ decided: [], auditEntryIds: [] })
    const { auditEntryIds } = await decide(first?.id, 'approve')
    expect(await decide(first?.id, 'approve')).toMatchObject({
      skipped: [{ message: 'Another admin has already decided this.' }],
    })
    expect(await casesOf(seller)).toEqual([])
    expect((await report(path, reporter)).status).toBe(200)
    expect((await undo(auditEntryIds[0])).status).toBe(200)
    expect(await casesOf(seller), 'not twice by the same person').toMatchObject([{ reports: 2 }])
    const { rows } = await sql<{ network: string }>`select visitor_hash as network from seller_report
      where seller_id = ${seller.profileId} and reporter_id is null`.execute(site.database.kysely)
    expect(rows[0]?.network).not.toContain('203.0.113')
  })

  test('of a recommendation comes from its two sides; hiding it is explained, logged, and can be undone', async () => {
    const seller = await createSeller(site)
    const { writer, id } = await createRecommendation(site, seller, 'Terrible things')
    const path = `/recommendation-report/${id}`
    expect((await report(path, await createPerson(site))).status).toBe(404)
    for (const person of [seller, writer]) expect((await report(path, person)).status).toBe(200)
    expect(await shown(seller)).toHaveLength(1)
    const [first] = await casesOf(seller)
    expect(first).toMatchObject({
      reports: 2,
      texts: [{ text: 'Terrible things' }],
      people: [{ email: writer.email }, { id: seller.profileId }],
    })
    const { auditEntryIds } = await decide(first?.id, 'hide', 'It is offensive.')
    expect(await shown(seller)).toEqual([])
    expect((await getPage(seller.profileId)).body.recommendations).toBe(0)
    expect(await casesOf(seller)).toEqual([])
    const email = await lastEmailTo(site, writer.email)
    expect([email.subject, email.text]).toEqual([
      'We hid your recommendation on Corkboard',
      expect.stringContaining('It is offensive.'),
    ])
    expect((await getOwn(site, writer, id)).body).toMatchObject({ hidden: true })
    const edit = await send(site, 'PUT', `/recommendation/${id}`, {
      cookie: writer.cookie,
      body: { text: 'Other' },
    })
    expect(edit.status).toBe(409)
    const log = await send<{ entries: object[] }>(site, 'GET', '/moderation/log', { cookie: admin.cookie })
    expect(log.body.entries[0]).toMatchObject({
      action: 'recommendation.hide',
      by: admin.email,
      targetId: id,
      reason: 'It is offensive.',
      undo: 'possible',
    })
    expect((await undo(auditEntryIds[0])).status).toBe(200)
    expect(await shown(seller)).toHaveLength(1)
    expect((await getPage(seller.profileId)).body.recommendations).toBe(1)
    expect(await casesOf(seller)).toMatchObject([{ reports: 2 }])
    expect((await undo(auditEntryIds[0])).status).toBe(409)
  })

  test('can hide only the reply, which then cannot be replaced', async () => {
    const seller = await createSeller(site)
    const { writer, id } = await createRecommendation(site, seller)
    await postReply(site, seller, id, 'You are terrible')
    await report(`/recommendation-report/${id}`, writer)
    const [first] = await casesOf(seller)
    const { auditEntryIds } = await decide(first?.id, 'hide-reply')
    expect(await shown(seller)).toMatchObject([{ reply: null }])
    expect((await postReply(site, seller, id, 'Again')).status).toBe(409)
    expect((await lastEmailTo(site, seller.email)).subject).toBe('We hid your reply on Corkboard')
    await undo(auditEntryIds[0])
    expect(await shown(seller)).toMatchObject([{ reply: { text: 'You are terrible' } }])
  })

  test('stays decided if the writer deletes the recommendation: undo is a conflict', async () => {
    const seller = await createSeller(site)
    const { writer, id } = await createRecommendation(site, seller)
    await report(`/recommendation-report/${id}`, seller)
    const [first] = await casesOf(seller)
    const { auditEntryIds } = await decide(first?.id, 'hide')
    await send(site, 'DELETE', `/recommendation/${id}`, { cookie: writer.cookie })
    expect((await undo(auditEntryIds[0])).status).toBe(409)
    expect(await shown(seller)).toEqual([])
  })

  test('goes with the account of its reporter', async () => {
    const seller = await createSeller(site)
    const reporter = await createPerson(site)
    await report(`/seller-report/${seller.profileId}`, reporter)
    const data = await send<{ reportsOfPeople: object[] }>(site, 'GET', '/account-data', {
      cookie: reporter.cookie,
    })
    expect(data.body.reportsOfPeople).toMatchObject([{ seller: seller.profileId, note: 'Look' }])
    await send(site, 'DELETE', '/account', { cookie: reporter.cookie })
    expect(await casesOf(seller)).toEqual([])
  })
})
