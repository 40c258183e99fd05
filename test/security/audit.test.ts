/** What admins did stays on record, and what people delete goes away. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditActions } from '../../src/shared/audit-actions.ts'
import type { Picture } from '../../src/shared/contract/uploads.ts'
import { authorsToHold } from '../../src/shared/limits.ts'
import { createListing } from '../support/data/factories.ts'
import { goodPictures } from '../support/data/pictures.ts'
import { postOf, updateOf } from '../support/data/posts.ts'
import { pictureForm } from '../support/data/uploads.ts'
import { type Actor, type Cast, createActor, createCast, goodPassword } from './actors.ts'
import { startProductionSite } from './site.ts'

const site = await startProductionSite()
const { kysely } = site.database

let cast: Cast
beforeAll(async () => {
  cast = await createCast(site)
})

type Entry = {
  id: number
  at: Date | string
  actor_id: string | null
  actor_address: string
  action: string
  target_type: string
  target_id: string
  before: unknown
  after: unknown
  reason: string
}
const entries = async (): Promise<Entry[]> =>
  (await sql<Entry>`select *, at at time zone 'UTC' as at_utc from audit_entry order by id`.execute(kysely))
    .rows

async function postWithPicture({ browser }: Actor): Promise<{ id: string; picture: string }> {
  const { payload, headers } = pictureForm(await goodPictures['small.jpg']())
  const upload = await browser.send('POST', '/api/images', { body: payload, headers })
  const picture = upload.json<Picture>().secure_url
  const { _id } = (await browser.post('/api/services', postOf('service', { images: [picture] }))).json<{
    _id: string
  }>()
  return { id: _id, picture }
}

const fileOf = (picture: string) => join(site.folder, 'pictures', picture.replace('/pictures/', 'ads/'))

describe('G1', () => {
  /** Does everything that is recorded, once. Returns the ids of the targets by action. */
  async function doEverything(): Promise<Record<string, string>> {
    const { sellerA, sellerB, adminM } = cast
    const admin = adminM.browser
    const expectDone = async (sending: ReturnType<typeof admin.post>) => {
      const { status, text } = await sending
      expect(status, text).toBe(200)
    }
    const decide = (decision: string, id: string) =>
      expectDone(admin.post('/api/moderation/decide', { decision, ids: [id], reason: 'Because of a rule.' }))
    const [approved, hidden, removed, edited] = [
      await postWithPicture(sellerA),
      await postWithPicture(sellerA),
      await postWithPicture(sellerA),
      await postWithPicture(sellerA),
    ].map(({ id }) => id) as [string, string, string, string]
    // First, because what follows ends the sessions of seller B.
    expect((await sellerB.browser.delete(`/api/service/${edited}`)).status).toBe(403)
    await expectDone(cast.visitor.put(`/api/service-report/${approved}`, { reason: 'spam' }))
    await decide('approve', approved)
    await decide('hide', hidden)
    await decide('remove', removed)
    await expectDone(
      admin.put(`/api/service-update/${edited}`, updateOf('service', { title: 'Edited by an admin' })),
    )
    const removal = (await entries()).find(({ action }) => action === 'listing.remove')
    await expectDone(admin.post(`/api/moderation/undo/${removal?.id}`))
    await expectDone(admin.put(`/api/moderation/suspend/${sellerB.profileId}`, { reason: 'Scams.' }))
    await expectDone(admin.put(`/api/moderation/lift/${sellerB.profileId}`))
    await expectDone(admin.post('/api/add-admin', { name: 'Ben', email: sellerB.email }))
    await expectDone(admin.put(`/api/remove-admin/${sellerB.email}`))
    for (const categories of [[], [1]])
      await expectDone(
        admin.post('/api/moderation/moderators', {
          name: 'Ben',
          email: sellerB.email,
          categories,
        }),
      )
    await expectDone(admin.delete(`/api/moderation/moderator/${sellerB.email}`))
    await decideAppeals()
    await expectDone(admin.put('/api/moderation/reasons', { reasons: ['A new reason.'] }))
    await expectDone(
      cast.visitor.post('/api/send-email', { name: 'Ann', email: 'ann@example.org', message: 'Hello.' }),
    )
    const [message] = (await sql<{ id: string }>`select id from contact_message`.execute(kysely)).rows
    await expectDone(admin.put(`/api/moderation/message/${message?.id}`, { status: 'new' }))
    await expectDone(admin.put(`/api/moderation/message/${message?.id}`, { status: 'done' }))
    await expectDone(admin.delete(`/api/moderation/message/${message?.id}`))
    const messageId = message?.id ?? ''
    await changeFields()
    await changeSite()
    await changePlaces()
    const { released, deleted, reported } = await moderateConversations()
    const recommendations = await moderateRecommendations()
    return {
      'listing.approve': approved,
      'listing.hide': hidden,
      'listing.remove': removed,
      'listing.restore': removed,
      'listing.edit': edited,
      'authz.denied': edited,
      'account.suspend': sellerB.profileId,
      'account.lift': sellerB.profileId,
      'appeal.reverse': sellerA.profileId,
      'appeal.uphold': sellerA.profileId,
      'field.add': 'level',
      'field.change': 'level',
      'field.order': 'order',
      'message.resend': messageId,
      'message.done': messageId,
      'message.remove': messageId,
      'held-message.release': released,
      'held-message.delete': deleted,
      'conversation-report.close': reported,
      'case.reopen': reported,
      'seller-report.close': sellerA.profileId,
      'recommendation.hide': recommendations[0],
      'recommendation.hide-reply': recommendations[1],
      'recommendation.restore': recommendations[0],
    }
  }

  /** Decides two appeals against decisions by a rule. */
  async function decideAppeals() {
    for (const decision of ['reverse', 'uphold']) {
      const { rows } = await sql<{ id: string }>`
        with appealed as (
          insert into statement (id, profile_id, kind, rule, automatic)
          values (gen_random_uuid(), ${cast.sellerA.profileId}, 'hold', 'signals', true) returning id)
        insert into appeal (statement_id, text) select id, 'It is mine.' from appealed returning statement_id as id`.execute(
        kysely,
      )
      const cases = [{ source: 'appeal', id: rows[0]?.id }]
      const { status, text } = await cast.adminM.browser.post('/api/moderation/cases', {
        cases,
        decision,
        reason: 'A rule.',
      })
      expect(status, text).toBe(200)
    }
  }

  async function changeFields() {
    const admin = cast.adminM.browser
    const fieldsPath = '/api/moderation/listing-fields'
    const field = { label: 'Level', type: 'text', kinds: ['service'] }
    const { version } = (await admin.post(fieldsPath, field)).json<{ version: string }>()
    const changed = await admin.put('/api/moderation/listing-field/level', { version, retired: true })
    const { fields } = (await admin.get(fieldsPath)).json<{ fields: { field: { key: string } }[] }>()
    const before = fields.map((entry) => entry.field.key)
    const ordered = await admin.put(fieldsPath, { before, keys: before.toReversed() })
    expect([changed.status, ordered.status]).toEqual([200, 200])
  }

  type Change = { auditEntryId: number }
  async function done<Reply = Change>(sending: ReturnType<typeof cast.adminM.browser.post>): Promise<Reply> {
    const { status, text, json } = await sending
    expect(status, text).toBe(200)
    return json<Reply>()
  }
  const undo = ({ auditEntryId }: Change) =>
    done(cast.adminM.browser.post(`/api/moderation/undo/${auditEntryId}`))

  /** Changes a town, and adds and removes a country, which are jobs. */
  async function changePlaces() {
    const admin = cast.adminM.browser
    const find = async (name: string) => {
      const path = `/api/moderation/places?search=${name}`
      const { places } = await done<{ places: { id: string; version: string }[] }>(admin.get(path))
      return places[0] ?? { id: '', version: '' }
    }
    const [from, to] = [await find('Texas'), await find('Montana')]
    await done(admin.post('/api/moderation/places', { name: 'Hive', parent: from.id, point: '30.5, -97.5' }))
    const change = async (method: 'post' | 'put', action: string, body: object) => {
      const { id, version } = await find('Hive')
      return done(admin[method](`/api/moderation/place/${id}${action}`, { version, ...body }))
    }
    await change('put', '', { moreNames: 'Beeville' })
    await change('post', '/move', { parent: to.id })
    await undo(await change('post', '/merge', { target: 'Billings' }))
    const untilDone = () =>
      expect
        .poll(
          async () => {
            const { loads } = await done<{ loads: { state: string }[] }>(
              admin.get('/api/moderation/country-progress'),
            )
            return loads.map(({ state }) => state)
          },
          { timeout: 60_000 },
        )
        .toEqual(['done'])
    await done(admin.post('/api/moderation/countries', { country: 'LI' }))
    await untilDone()
    await done(admin.delete('/api/moderation/country/LI'))
    await untilDone()
  }

  /** Changes categories, a setting, a text, the demo ads, and who may sign up. */
  async function changeSite() {
    const admin = cast.adminM.browser
    type Topic = { id: string; parent: string | null; name: string; version: string }
    const listTopics = async () =>
      (await done<{ topics: Topic[] }>(admin.get('/api/moderation/topics'))).topics

    await done(admin.post('/api/moderation/topics', { name: 'Beekeeping' }))
    const change = async (name: string, method: 'post' | 'put', action: string, body: object) => {
      const topic = (await listTopics()).find((each) => each.name === name)
      const path = `/api/moderation/topic/${topic?.id}${action}`
      return done(admin[method](path, { version: topic?.version, ...body }))
    }
    await change('Beekeeping', 'put', '', { icon: 'sun' })
    const before = (await listTopics()).flatMap(({ id, parent }) => (parent === null ? [id] : []))
    await done(admin.put('/api/moderation/topics', { before, ids: before.toReversed() }))
    await change('Beekeeping', 'post', '/move', { parent: before[0] })
    const [first] = (await listTopics()).filter(({ parent }) => parent === before[0])
    await undo(await change('Beekeeping', 'post', '/merge', { target: first?.id }))
    await done(admin.post('/api/moderation/topic-set', { set: 'small-town' }))

    await done(
      admin.put('/api/moderation/settings', {
        values: { tagline: 'All near you' },
        before: { tagline: 'Local services and events, from people nearby' },
      }),
    )
    const terms = { title: 'Terms', subtitle: '', body: 'Be kind.', version: 0 }
    await done(admin.put('/api/moderation/texts/terms', terms))
    await done(admin.post('/api/moderation/invitations'))
    const invitation = (await entries()).find(({ action }) => action === 'invitation.create')
    await undo({ auditEntryId: invitation?.id ?? 0 })
    await done(admin.put('/api/moderation/demo-ads', { shown: true }))
    await done(admin.put('/api/moderation/demo-ads', { shown: false }))
  }

  /** Reports a seller and two recommendations, and decides on all three. Returns the ids of the recommendations. */
  async function moderateRecommendations() {
    const { sellerA, sellerB, adminM } = cast
    const admin = adminM.browser
    const expectDone = async (sending: ReturnType<typeof admin.put>) => {
      const { status, text } = await sending
      expect(status, text).toBe(200)
    }
    await expectDone(cast.visitor.put(`/api/seller-report/${sellerA.profileId}`, { reason: 'spam' }))
    const recommend = async () => {
      const { rows } = await sql<{ id: string }>`
        insert into recommendation (id, author_id, writer_id, text, reply)
        values (gen_random_uuid(), ${sellerA.profileId}, ${sellerB.profileId}, 'On time.', 'Thanks!') returning id`.execute(
        kysely,
      )
      const id = rows[0]?.id ?? ''
      await expectDone(sellerA.browser.put(`/api/recommendation-report/${id}`, { reason: 'offensive' }))
      return id
    }
    const recommendations: [string, string] = [await recommend(), await recommend()]
    const { json } = await admin.get('/api/moderation/cases?source=person')
    // Newest last.
    const [closed, first, second] = json<{ cases: { id: string }[] }>().cases
    const decide = async (report: { id: string } | undefined, decision: string) => {
      const cases = [{ source: 'person', id: report?.id }]
      const answer = await admin.post('/api/moderation/cases', { cases, decision, reason: 'A rule.' })
      expect(answer.status, answer.text).toBe(200)
      return answer.json<{ auditEntryIds: number[] }>().auditEntryIds[0]
    }
    await decide(closed, 'approve')
    const entry = await decide(first, 'hide')
    await decide(second, 'hide-reply')
    await expectDone(admin.post(`/api/moderation/undo/${entry}`))
    return recommendations
  }

  /** Sends one text to so many authors that it is held, and reports a conversation. Returns the ids that admins decide on. */
  async function moderateConversations() {
    const admin = cast.adminM.browser
    const { browser: sender } = await createActor(site, { email: 'mass.sender@example.com' })
    async function write(n: number) {
      const ad = await createListing(site.database, { authorEmail: `written-to-${n}@example.com` })
      const { status, text, json } = await sender.post(`/api/message-author/${ad}`, { text: 'Buy gold now.' })
      expect(status, text).toBe(200)
      return json<{ conversation: string }>().conversation
    }
    const decideCase = (source: string, id: string, decision: string) =>
      admin.post('/api/moderation/cases', { cases: [{ source, id }], decision })
    async function decideHeld(decision: string) {
      const { json } = await admin.get('/api/moderation/cases?source=message')
      const id = json<{ cases: { id: string }[] }>().cases[0]?.id ?? ''
      const { status, text } = await decideCase('message', id, decision)
      expect(status, text).toBe(200)
      return id
    }
    for (let n = 0; n < authorsToHold; n += 1) await write(n)
    const reported = await write(authorsToHold)
    const released = await decideHeld('approve')
    await write(authorsToHold + 1)
    const deleted = await decideHeld('remove')
    const report = await sender.put(`/api/conversation-report/${reported}`, { reason: 'spam' })
    expect(report.status, report.text).toBe(200)
    const closed = await decideCase('conversation', reported, 'approve')
    const [entry] = closed.json<{ auditEntryIds: number[] }>().auditEntryIds
    expect((await admin.post(`/api/moderation/undo/${entry}`)).status).toBe(200)
    return { released, deleted, reported }
  }

  test('G1 each action is recorded once: who, what, to what, from what to what, from where, and when', async () => {
    const before = new Set((await entries()).map(({ id }) => id))
    const targets = await doEverything()
    const recorded = (await entries()).filter(({ id }) => !before.has(id))
    expect(recorded.map(({ action }) => action).sort()).toEqual(Object.keys(auditActions).sort())
    for (const entry of recorded) {
      const { action } = entry
      expect(entry.actor_id, action).toBe(
        action === 'authz.denied' ? cast.sellerB.profileId : cast.adminM.profileId,
      )
      expect(entry.actor_address, action).toMatch(/^127\.0\.0\.\d+$/)
      expect(Math.abs(Date.now() - new Date(entry.at).getTime()), action).toBeLessThan(60_000)
      expect(entry.target_id, action).not.toBe('')
      if (targets[action]) expect(entry.target_id, action).toBe(targets[action])
      if (/^listing\.(approve|hide|remove|restore|edit)/.test(action)) {
        expect(entry.before, action).not.toEqual(entry.after)
        expect(entry.before, action).not.toBeNull()
        expect(entry.after, action).not.toBeNull()
      }
      if (/^(listing\.(hide|remove)|account\.suspend)$/.test(action)) expect(entry.reason).not.toBe('')
    }
    const edit = recorded.find(({ action }) => action === 'listing.edit')
    expect(edit).toMatchObject({
      before: { title: 'Piano lessons for beginners' },
      after: { title: 'Edited by an admin' },
    })
    const shown = (await cast.adminM.browser.get('/api/moderation/log')).json<{
      entries: { at: string; by: string }[]
    }>()
    for (const { at } of shown.entries) expect(new Date(at).toISOString().slice(0, 19)).toBe(at.slice(0, 19))
  })

  test('G1 the server’s database role cannot change or remove what is recorded', async () => {
    for (const statement of [
      sql`update audit_entry set reason = 'forged'`,
      sql`delete from audit_entry`,
      sql`truncate audit_entry`,
    ])
      await expect(statement.execute(kysely)).rejects.toThrow()
    expect((await entries()).length).toBeGreaterThan(0)
  })

  test('G1 what an account does about its security is emailed to it', async () => {
    const { browser, email } = await createActor(site)
    const newPassword = 'three green apples on a shelf'
    const changed = await browser.post('/api/auth/change-password', {
      currentPassword: goodPassword,
      newPassword,
    })
    expect(changed.status, changed.text).toBe(200)
    expect((await site.mail.waitForEmail(email)).subject).toMatch(/password/i)
  })
})

describe('G3', () => {
  const run = (job: string) => sql`select graphile_worker.add_job(${job})`.execute(kysely)
  const statusOf = async (path: string) => (await cast.visitor.get(path)).status

  test('G3 an ad that an admin removed comes back with its pictures, and is gone for good after the window', async () => {
    const { id, picture } = await postWithPicture(cast.sellerA)
    expect((await cast.adminN.browser.delete(`/api/service/${id}`)).status).toBe(200)
    expect([await statusOf(`/api/service/${id}`), await statusOf(picture)]).toEqual([410, 404])
    const removal = (await entries()).findLast(({ target_id }) => target_id === id)
    expect((await cast.adminN.browser.post(`/api/moderation/undo/${removal?.id}`)).status).toBe(200)
    const restored = await cast.visitor.get(`/api/service/${id}`)
    expect([restored.status, restored.json().images, await statusOf(picture)]).toEqual([200, [picture], 200])

    expect((await cast.sellerA.browser.delete(`/api/service/${id}`)).status).toBe(200)
    await sql`update listing set deleted = now() - interval '31 days' where id = ${id}`.execute(kysely)
    await run('delete_expired_listings')
    const rows = async () => (await sql`select from listing where id = ${id}`.execute(kysely)).rows.length
    await expect.poll(rows).toBe(0)
    await sql`update image set unused_since = now() - interval '25 hours' where url = ${picture}`.execute(
      kysely,
    )
    await run('delete_unused_pictures')
    await expect
      .poll(
        () =>
          stat(fileOf(picture)).then(
            () => true,
            () => false,
          ),
        { timeout: 45_000 },
      )
      .toBe(false)
    expect(await statusOf(`/api/service/${id}`)).toBe(404)
    expect((await entries()).some(({ target_id }) => target_id === id)).toBe(true)
  })

  test('G3 a deleted account leaves no ad, picture, report, or session, and pseudonymous entries', async () => {
    const leaving = await createActor(site, { name: 'Lea Leaving' })
    const { id, picture } = await postWithPicture(leaving)
    const other = await postWithPicture(cast.sellerA)
    expect(
      (await leaving.browser.put(`/api/service-report/${other.id}`, { reason: 'scam', note: 'Lea says so.' }))
        .status,
    ).toBe(200)
    expect((await leaving.browser.delete(`/api/service/${other.id}`)).status).toBe(403)
    expect((await leaving.browser.delete('/api/account')).status).toBe(200)

    expect([await statusOf(`/api/service/${id}`), await statusOf(picture)]).toEqual([404, 404])
    expect((await leaving.browser.get('/api/userprofile')).status).toBe(401)
    await run('delete_unused_pictures')
    await expect
      .poll(
        () =>
          stat(fileOf(picture)).then(
            () => true,
            () => false,
          ),
        { timeout: 45_000 },
      )
      .toBe(false)
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'outbox_email'`.execute(
      kysely,
    )
    for (const { name } of tables) {
      const { rows } =
        await sql`select from ${sql.table(name)} t where t::text like ${`%${leaving.email}%`} or t::text like '%Lea %'`.execute(
          kysely,
        )
      expect(rows.length, name).toBe(0)
    }
    const denied = (await entries()).findLast(({ action }) => action === 'authz.denied')
    expect(denied?.target_id).toBe(other.id)
    const log = (await cast.adminM.browser.get('/api/moderation/log')).json<{
      entries: { by: string | null }[]
    }>()
    expect(log.entries[0]?.by).toBeNull()
  })
})
