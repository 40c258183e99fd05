import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { send } from '../../../../test/support/data/accounts.ts'
import {
  createAd,
  createPerson,
  listConversations,
  messageEmails,
  type Person,
  readConversation,
  replyTo,
  writeToAuthor,
} from '../../../../test/support/data/conversations.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { CaseDecision, CaseSource } from '../../../shared/case-sources.ts'
import type { CallReply } from '../../../shared/contract.ts'
import { authorsToHold } from '../../../shared/limits.ts'
import type { Case } from '../../../shared/moderation.ts'

let site: TestApp
let admin: Person
let spammer: Person
let victim: Person

beforeEach(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  admin = await createPerson(site, { isAdmin: true })
  spammer = await createPerson(site, { name: 'Mel Ory' })
  victim = await createPerson(site, { name: 'Vic Tim' })
})

const texts = ['Buy GOLD, now!!', 'buy gold now', 'Buy góld now 77', 'BUY-GOLD-NOW', 'buy gold\nnow.']

/** Sends a variant of the text to as many authors as are allowed. */
async function sendToOthers() {
  for (let n = 0; n < authorsToHold; n += 1) {
    const ad = await createListing(site.database, { authorEmail: `author-${n}@example.com` })
    const { body } = await writeToAuthor(site, ad, { text: texts[n % texts.length] }, spammer)
    expect(body.message).toBe('Message sent.')
  }
}

const listCases = async (source: CaseSource) =>
  (
    await send<{ cases: Case[]; total: number }>(site, 'GET', `/moderation/cases?source=${source}`, {
      cookie: admin.cookie,
    })
  ).body
const decide = async (source: CaseSource, id: string | undefined, decision: CaseDecision) =>
  (
    await send<CallReply<'decideCases'>>(site, 'POST', '/moderation/cases', {
      cookie: admin.cookie,
      body: { cases: [{ source, id }], decision },
    })
  ).body
const tooLate = (id: string | undefined) => ({
  decided: [],
  skipped: [{ id, message: 'Another admin has already decided this.' }],
})
const auditActions = async () =>
  (
    await sql<{ action: string }>`select action from audit_entry order by id`.execute(site.database.kysely)
  ).rows.map(({ action }) => action)

test('the same text to many authors waits for an admin, who releases it', async () => {
  await sendToOthers()
  const ad = await createAd(site, victim)
  const { body } = await writeToAuthor(site, ad, { text: 'Buy gold now!' }, spammer)
  expect(body.message).toContain('review')
  const id = body.conversation ?? ''
  expect((await readConversation(site, spammer, id)).body.messages).toMatchObject([{ held: true }])
  expect(await readConversation(site, victim, id)).toMatchObject({ status: 404 })
  expect(await listConversations(site, victim)).toMatchObject({ total: 0 })
  expect(await messageEmails(site, victim.email)).toEqual([])

  const { cases, total } = await listCases('message')
  expect([total, cases]).toMatchObject([
    1,
    [
      {
        texts: [{ text: 'Buy gold now!' }],
        people: [{ name: 'Mel Ory', canBeSuspended: true }],
        about: `Sent to ${authorsToHold} people. 1 more is waiting for you.`,
      },
    ],
  ])
  expect(await decide('message', cases[0]?.id, 'approve')).toMatchObject({ decided: [cases[0]?.id] })
  expect((await readConversation(site, spammer, id)).body.messages).toMatchObject([{ held: false }])
  expect(await messageEmails(site, victim.email)).toHaveLength(1)
  expect(await decide('message', cases[0]?.id, 'approve')).toMatchObject(tooLate(cases[0]?.id))
  expect(await auditActions()).toEqual(['held-message.release'])
})

test('an admin deletes all copies at once', async () => {
  await sendToOthers()
  for (const title of ['Piano', 'Violin']) {
    const author = await createPerson(site)
    await writeToAuthor(site, await createAd(site, author, title), { text: 'Buy gold now' }, spammer)
  }
  const { cases } = await listCases('message')
  expect(cases).toMatchObject([
    {
      about: `Sent to ${authorsToHold} people. 2 more are waiting for you.`,
      decisions: ['approve', 'remove'],
    },
  ])
  expect(await decide('message', cases[0]?.id, 'remove')).toMatchObject({ decided: [cases[0]?.id] })
  expect(await listCases('message')).toMatchObject({ total: 0 })
  expect(await listConversations(site, spammer)).toMatchObject({ total: authorsToHold })
  expect(await auditActions()).toEqual(['held-message.delete'])
})

test('other texts, other senders, and the answers of an author do not wait', async () => {
  await sendToOthers()
  const ad = await createAd(site, victim)
  const other = await createPerson(site)
  const { body } = await writeToAuthor(site, ad, { text: 'Buy gold now' }, other)
  expect(body.message).toBe('Message sent.')
  expect(await replyTo(site, victim, body.conversation ?? '', 'Buy gold now')).toMatchObject({ status: 200 })
  const different = await writeToAuthor(site, ad, { text: 'Is it still free?' }, spammer)
  expect(different.body.message).toBe('Message sent.')
  expect(await listCases('message')).toMatchObject({ total: 0 })
})

test('a report shows the latest messages to admins until it is closed', async () => {
  const ad = await createAd(site, victim)
  const { body } = await writeToAuthor(site, ad, { text: 'Send me a code.' }, spammer)
  const id = body.conversation ?? ''
  const report = (reason: string) =>
    send(site, 'PUT', `/conversation-report/${id}`, { cookie: victim.cookie, body: { reason, note: 'Look' } })
  for (const reason of ['scam', 'spam']) expect(await report(reason)).toMatchObject({ status: 200 })
  const { cases } = await listCases('conversation')
  expect(cases).toMatchObject([
    {
      id,
      title: 'Mel Ory',
      reports: 1,
      newest: [{ reason: 'scam', note: 'Look', by: victim.email }],
      people: [{ email: spammer.email }],
      texts: [{ text: 'Send me a code.', by: 'Mel Ory' }],
    },
  ])
  const { auditEntryIds } = await decide('conversation', id, 'approve')
  expect(await decide('conversation', id, 'approve')).toMatchObject(tooLate(id))
  expect(await listCases('conversation')).toMatchObject({ cases: [] })
  const undo = () => send(site, 'POST', `/moderation/undo/${auditEntryIds[0]}`, { cookie: admin.cookie })
  expect([(await undo()).status, (await undo()).status]).toEqual([200, 409])
  expect(await listCases('conversation')).toMatchObject({ cases: [{ id }] })
  expect(await auditActions()).toEqual(['conversation-report.close', 'case.reopen'])
})
