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
import type { ConversationReport, HeldMessage } from '../../../shared/conversation.ts'
import { authorsToHold } from '../../../shared/limits.ts'

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

const listHeld = async () =>
  (
    await send<{ messages: HeldMessage[]; total: number }>(site, 'GET', '/moderation/held-messages', {
      cookie: admin.cookie,
    })
  ).body
const decide = (id: string, decision: string) =>
  send(site, 'PUT', `/moderation/held-message/${id}`, { cookie: admin.cookie, body: { decision } })
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

  const { messages, total } = await listHeld()
  expect([total, messages]).toMatchObject([
    1,
    [{ text: 'Buy gold now!', from: { name: 'Mel Ory' }, authors: authorsToHold + 1, held: 1 }],
  ])
  expect(await decide(messages[0]?.id ?? '', 'release')).toMatchObject({ status: 200 })
  expect((await readConversation(site, victim, id)).body.messages).toMatchObject([{ held: false }])
  expect(await messageEmails(site, victim.email)).toHaveLength(1)
  expect(await decide(messages[0]?.id ?? '', 'release')).toMatchObject({ status: 404 })
  expect(await auditActions()).toEqual(['held-message.release'])
})

test('an admin deletes all copies at once', async () => {
  await sendToOthers()
  for (const title of ['Piano', 'Violin']) {
    const author = await createPerson(site)
    await writeToAuthor(site, await createAd(site, author, title), { text: 'Buy gold now' }, spammer)
  }
  const { messages } = await listHeld()
  expect(messages).toMatchObject([{ held: 2, authors: authorsToHold + 2 }])
  expect(await decide(messages[0]?.id ?? '', 'delete')).toMatchObject({
    body: { message: '2 messages deleted.' },
  })
  expect(await listHeld()).toMatchObject({ total: 0 })
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
  expect(await listHeld()).toMatchObject({ total: 0 })
})

test('a report shows the latest messages to admins until it is closed', async () => {
  const ad = await createAd(site, victim)
  const { body } = await writeToAuthor(site, ad, { text: 'Send me a code.' }, spammer)
  const id = body.conversation ?? ''
  const report = (reason: string) =>
    send(site, 'PUT', `/conversation-report/${id}`, { cookie: victim.cookie, body: { reason, note: 'Look' } })
  for (const reason of ['scam', 'spam']) expect(await report(reason)).toMatchObject({ status: 200 })
  const list = async () =>
    (
      await send<{ reports: ConversationReport[] }>(site, 'GET', '/moderation/conversation-reports', {
        cookie: admin.cookie,
      })
    ).body.reports
  expect(await list()).toMatchObject([
    {
      id,
      reason: 'scam',
      note: 'Look',
      reporter: { email: victim.email },
      reported: { name: 'Mel Ory', email: spammer.email },
      messages: [{ text: 'Send me a code.', byReported: true }],
    },
  ])
  const close = () =>
    send(site, 'PUT', `/moderation/conversation-report-close/${id}`, { cookie: admin.cookie })
  expect([(await close()).status, (await close()).status]).toEqual([200, 404])
  expect(await list()).toEqual([])
  expect(await auditActions()).toEqual(['conversation-report.close'])
})
