/** Statements of what the site decided, and appeals of them. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emailsTo, goodPassword, send, signIn } from '../../../../test/support/data/accounts.ts'
import {
  auditLog,
  createWatchListing,
  moderated,
  profileIdOf,
  type Role,
  requestAs,
  setUpModeratedSite,
  statusOf,
} from '../../../../test/support/data/moderated-site.ts'
import { updateOf } from '../../../../test/support/data/posts.ts'
import type { Statement } from '../../../shared/contract/statements.ts'
import { appeals } from '../../../shared/messages/forms.ts'
import type { Case } from '../../../shared/moderation.ts'
import { deleteExpiredListings } from '../listings/maintenance.ts'

setUpModeratedSite()

type Decided = { decided: string[]; auditEntryIds: number[]; skipped: { id: string; message: string }[] }

const decide = async (decision: string, id: string, by: Role = 'admin', reason = 'Copies.') =>
  (await requestAs<Decided>(by, 'POST', '/moderation/decide', { ids: [id], decision, reason })).body
const statementsOf = async (role: Role = 'author') =>
  (await requestAs<{ statements: Statement[] }>(role, 'GET', '/statements')).body.statements
const appeal = (id = '', role: Role = 'author') =>
  requestAs(role, 'POST', `/appeal/${id}`, { text: 'They are my own watches.' })
const openAppeals = async () =>
  (await requestAs<{ cases: Case[] }>('admin', 'GET', '/moderation/cases?source=appeal')).body.cases
const decideAppeal = async (decision: 'reverse' | 'uphold', id = '', by: Role = 'colleague') =>
  (
    await requestAs<Decided>(by, 'POST', '/moderation/cases', {
      cases: [{ source: 'appeal', id }],
      decision,
      reason: 'We looked at the photos.',
    })
  ).body
const undo = (entry = 0) => requestAs('admin', 'POST', `/moderation/undo/${entry}`)
const subjectsTo = async (role: string) =>
  (await emailsTo(moderated.site, `${role}@example.com`)).map(({ subject }) => subject)
const suspend = async (body: object = {}) =>
  requestAs('admin', 'PUT', `/moderation/suspend/${await profileIdOf('author')}`, {
    reason: 'Repeated scams.',
    ...body,
  })

/** Hides a new ad and appeals. Returns the ids of the ad and of the statement. */
async function appealHiding() {
  const ad = await createWatchListing('service')
  await decide('hide', ad)
  const [statement] = await statementsOf()
  expect(await appeal(statement?.id)).toMatchObject({ status: 200, body: { message: appeals.sent } })
  return { ad, id: statement?.id ?? '' }
}

describe('a statement', () => {
  test('of a moderator says what, why, and when, and not who', async () => {
    const ad = await createWatchListing('service')
    await decide('hide', ad)
    const statements = await statementsOf()
    expect(statements).toMatchObject([
      {
        kind: 'hide',
        listing: { id: ad, kind: 'service' },
        title: 'Cheap watches',
        rule: 'Copies.',
        automatic: false,
        ends: null,
        ended: null,
        appeal: null,
        appealUntil: expect.any(String),
      },
    ])
    expect(JSON.stringify(statements)).not.toContain('admin')
    const [email] = await emailsTo(moderated.site, 'author@example.com')
    expect(email?.text).toContain(`/profile/decisions#${statements[0]?.id}`)
    expect(email?.text).toMatch(/Reason: Copies\.[\s\S]*A moderator decided this on [\s\S]*you can appeal/)
    expect(await statementsOf('other')).toEqual([])
  })

  test('of a rule says so, and its author gets an email', async () => {
    const ad = await createWatchListing('service')
    for (const [index, role] of (['other', 'third', 'fourth'] as const).entries())
      await requestAs(role, 'PUT', `/service-report/${ad}`, { reason: 'spam' }, `192.0.2.${index + 1}`)
    expect(await statusOf(ad)).toBe('hidden')
    expect(await statementsOf()).toMatchObject([
      { kind: 'hide', rule: 'Several people reported it.', automatic: true, ended: null },
    ])
    expect(await emailsTo(moderated.site, 'author@example.com')).toMatchObject([
      { text: expect.stringMatching(/Reason: Several people[\s\S]*A rule of this site decided this/) },
    ])
  })

  test('is replaced by a later decision, and is open again once that one is undone', async () => {
    const ad = await createWatchListing('service')
    await decide('hide', ad)
    const [hidden] = await statementsOf()
    await appeal(hidden?.id)
    const { auditEntryIds } = await decide('remove', ad, 'colleague', 'Stolen.')
    expect(await statementsOf()).toMatchObject([
      { kind: 'removal', rule: 'Stolen.', listing: null, ended: null, appeal: { outcome: null } },
      { kind: 'hide', ended: expect.any(String), appeal: null },
    ])
    expect(await openAppeals()).toHaveLength(1)
    await undo(auditEntryIds[0])
    expect(await statementsOf()).toMatchObject([
      { kind: 'removal', ended: expect.any(String), appeal: null },
      { kind: 'hide', ended: null, appeal: { outcome: null } },
    ])
  })

  test('ends when the ad is approved, and with it an appeal, of which its author hears once', async () => {
    const { ad } = await appealHiding()
    const { auditEntryIds } = await decide('approve', ad)
    expect(await statementsOf()).toMatchObject([
      { ended: expect.any(String), appealUntil: null, appeal: { outcome: 'reversed' } },
    ])
    expect(await subjectsTo('author')).toEqual([
      'Your ad on Corkboard was hidden',
      'Your appeal on Corkboard was decided',
    ])
    await undo(auditEntryIds[0])
    expect(await statementsOf()).toMatchObject([{ ended: null, appeal: { outcome: null, decided: null } }])
    expect(await openAppeals()).toHaveLength(1)
  })
})

describe('an appeal', () => {
  test('is made once, by the person, while the decision applies, within six months', async () => {
    const { id } = await appealHiding()
    expect(await appeal(id)).toMatchObject({ status: 409, body: { message: appeals.twice } })
    for (const role of ['other', 'admin'] as const)
      expect(await appeal(id, role)).toMatchObject({ status: 404 })
    expect(await appeal(id, 'visitor')).toMatchObject({ status: 401 })

    const other = await createWatchListing('service')
    await decide('hide', other)
    const [statement] = await statementsOf()
    await sql`update statement set created = now() - interval '7 months' where id = ${statement?.id}`.execute(
      moderated.site.database.kysely,
    )
    expect(await appeal(statement?.id)).toMatchObject({ status: 409, body: { message: appeals.late } })
    await decide('approve', other)
    expect(await appeal(statement?.id)).toMatchObject({ status: 409, body: { message: appeals.ended } })
  })

  test('is in the queue with what was decided, and an edit does not add a second case', async () => {
    const { ad, id } = await appealHiding()
    await requestAs('author', 'PUT', `/service-update/${ad}`, updateOf('service'))
    const { body } = await requestAs<{ cases: Case[] }>('admin', 'GET', '/moderation/cases')
    expect(body.cases).toMatchObject([
      {
        source: 'appeal',
        id,
        about: expect.stringMatching(/hidden\. Reason: Copies\..*admin@example\.com decided this/),
        listing: { _id: ad },
        texts: [{ text: 'They are my own watches.' }],
        decisions: ['reverse', 'uphold'],
      },
    ])
    const { body: page } = await requestAs<{ hiding: unknown }>('author', 'GET', `/service/${ad}`)
    expect(page.hiding).toEqual({ by: 'moderator', reason: 'Copies.', inReview: true, statement: id })
  })

  test('is not decided by who decided first while another admin can', async () => {
    const { ad, id } = await appealHiding()
    expect((await decideAppeal('uphold', id, 'admin')).skipped).toMatchObject([
      { id, message: 'Another admin decides this appeal.' },
    ])
    await sql`update profile set is_admin = false where email = 'colleague@example.com'`.execute(
      moderated.site.database.kysely,
    )
    expect((await openAppeals())[0]?.about).not.toContain('another admin')
    expect(await decideAppeal('reverse', id, 'admin')).toMatchObject({ decided: [id] })
    expect(await statusOf(ad)).toBe('active')
  })

  test('that is upheld leaves the ad hidden, and both sides hear it', async () => {
    const ad = await createWatchListing('service')
    await requestAs('other', 'PUT', `/service-report/${ad}`, { reason: 'spam' })
    await decide('hide', ad)
    const [statement] = await statementsOf()
    await appeal(statement?.id)
    const { auditEntryIds } = await decideAppeal('uphold', statement?.id)
    expect([await statusOf(ad), await openAppeals()]).toEqual(['hidden', []])
    expect(await statementsOf()).toMatchObject([
      { ended: null, appealUntil: null, appeal: { outcome: 'upheld', reason: 'We looked at the photos.' } },
    ])
    const [toAuthor] = (await emailsTo(moderated.site, 'author@example.com')).slice(-1)
    expect(toAuthor?.text).toMatch(/“Cheap watches”\. It stands\.[\s\S]*We looked at the photos\./)
    expect(await emailsTo(moderated.site, 'other@example.com')).toMatchObject([
      { text: expect.stringContaining('“Cheap watches”, which you reported') },
    ])
    await undo(auditEntryIds[0])
    expect(await openAppeals()).toHaveLength(1)
    expect((await auditLog())[0]).toMatchObject({ action: 'case.reopen' })
  })

  test('that reverses a hiding approves the ad, which can be undone', async () => {
    const { ad, id } = await appealHiding()
    const { auditEntryIds } = await decideAppeal('reverse', id)
    expect(await statusOf(ad)).toBe('active')
    expect(await subjectsTo('author')).toEqual([
      'Your ad on Corkboard was hidden',
      'Your appeal on Corkboard was decided',
    ])
    await undo(auditEntryIds[0])
    expect(await statusOf(ad)).toBe('hidden')
    expect(await openAppeals()).toHaveLength(1)
  })

  test('that reverses a removal brings the ad back, which waits for it beyond the thirty days', async () => {
    const ad = await createWatchListing('event')
    await decide('remove', ad)
    const [statement] = await statementsOf()
    await appeal(statement?.id)
    const { database } = moderated.site
    await sql`update listing set deleted = now() - interval '40 days' where id = ${ad}`.execute(
      database.kysely,
    )
    await deleteExpiredListings(database)
    await decideAppeal('reverse', statement?.id)
    expect(await statusOf(ad)).toBe('active')
    expect(await statementsOf()).toMatchObject([{ appeal: { outcome: 'reversed' } }])
  })

  test('is possible while suspended, and its reversal lifts the suspension', async () => {
    const ad = await createWatchListing('service')
    await requestAs('other', 'PUT', `/seller-report/${await profileIdOf('author')}`, { reason: 'scam' })
    await suspend()
    const cookie = await signIn(moderated.site, 'author@example.com', goodPassword)
    const { body } = await send<{ statements: Statement[] }>(moderated.site, 'GET', '/statements', { cookie })
    expect(body.statements).toMatchObject([{ kind: 'suspension', rule: 'Repeated scams.', title: '' }])
    const id = body.statements[0]?.id ?? ''
    expect(
      await send(moderated.site, 'POST', `/appeal/${id}`, { cookie, body: { text: 'I did not.' } }),
    ).toMatchObject({ status: 200 })
    expect(await openAppeals()).toMatchObject([{ title: expect.any(String), listing: null }])
    await decideAppeal('reverse', id)
    expect(await statusOf(ad)).toBe('active')
    expect((await subjectsTo('author')).at(-1)).toBe('Your appeal on Corkboard was decided')
    expect(await subjectsTo('other')).toEqual(['An appeal on Corkboard was decided'])
  })

  test('of an ad whose author is suspended waits for the end of the suspension', async () => {
    const { ad, id } = await appealHiding()
    await suspend()
    expect((await decideAppeal('reverse', id)).skipped).toMatchObject([
      { message: expect.stringContaining('Lift the suspension first') },
    ])
    expect(await statusOf(ad)).toBe('hidden')
    expect(await openAppeals()).toHaveLength(1)
    expect(await subjectsTo('author')).not.toContain('Your appeal on Corkboard was decided')
  })
})
