/** Having the site email strangers: as a visitor with their address, as the author who answers. */
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailboxOf } from '../../src/server/modules/messages/answer-notices.ts'
import { deleteExpiredConversations } from '../../src/server/modules/messages/jobs.ts'
import { messagingOptions } from '../../src/server/modules/messages/service.ts'
import { createNotifications } from '../../src/server/modules/notifications/service.ts'
import type { createRateLimiter } from '../../src/server/platform/http/rate-limiter.ts'
import type { VisitorConversation } from '../../src/shared/conversation.ts'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { emailsTo, send } from '../support/data/accounts.ts'
import {
  createAd,
  createPerson,
  deleteMessages,
  listConversations,
  type Person,
  replyTo,
  visitor,
  writeToAuthor,
} from '../support/data/conversations.ts'
import { postOf } from '../support/data/posts.ts'
import { createTestApp, type TestApp } from '../support/site/app.ts'
import { siteSecret } from '../support/site/site-secret.ts'

const spam = 'Buy cheap watches at the corner shop'
const elsewhere = '192.0.2.50'
let site: TestApp
let author: Person

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})
beforeEach(async () => {
  await deleteMessages(site)
  author = await createPerson(site, { name: 'Wanda Watches' })
})

/** Writes to an ad of the author as a visitor, whom the author then answers so many times. Returns the conversation's id. */
async function attack(email: string, answers = 5, ad?: string): Promise<string> {
  const id = ad ?? (await createAd(site, author, 'Cheap watches'))
  const body = { text: `Hello ${email}`, name: 'Cheap Watches', email }
  expect(await writeToAuthor(site, id, body, { from: elsewhere })).toMatchObject({ status: 200 })
  const [latest] = (await listConversations(site, author)).conversations
  for (let n = 1; n <= answers; n += 1) await replyTo(site, author, latest?.id ?? '', `${spam} ${n}`)
  return latest?.id ?? ''
}

const tokenIn = (text: string, path: string) => RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1] ?? ''
const confirmTokenOf = async (email: string, n = 0) =>
  tokenIn((await emailsTo(site, email))[n]?.text ?? '', 'your-conversation')

const call = (path: string, body: object) =>
  send<VisitorConversation>(site, 'POST', `/visitor-conversation${path}`, { body, from: '192.0.2.60' })

const { notices } = messagingOptions({
  secret: siteSecret,
  replyDomain: null,
  notifications: createNotifications({
    secret: siteSecret,
    settings: () => defaultSettings,
    publicUrl: 'http://localhost:3000',
  }),
  rateLimiter: {} as ReturnType<typeof createRateLimiter>,
})

/** Lets time pass for the notices. */
const pass = (hours: number) =>
  sql`update answer_notice set due = due - make_interval(hours => ${hours}), sent = sent - make_interval(hours => ${hours})`.execute(
    site.database.kysely,
  )

describe('H1 a stranger whose address someone entered', () => {
  test('gets one notice without anything that anyone wrote, however often the author answers', async () => {
    await attack('stranger@example.org')
    const emails = await emailsTo(site, 'stranger@example.org')
    expect(emails.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['answer-notice', 'You have an answer on Corkboard'],
    ])
    for (const text of [emails[0]?.text, emails[0]?.html])
      expect(text).not.toMatch(/cheap|watches|wanda|hello stranger/i)
  })

  test('gets one a day from all conversations, authors, and spellings of the address', async () => {
    const other = await createPerson(site)
    for (const email of [
      'the.stranger@gmail.com',
      'The.Stranger+1@gmail.com',
      'thestranger@googlemail.com',
      'thestranger+2@gmail.com',
    ]) {
      await attack(email)
      const ad = await createAd(site, other)
      await writeToAuthor(site, ad, { text: 'Hi', name: 'Ann', email }, { from: elsewhere })
      const [latest] = (await listConversations(site, other)).conversations
      await replyTo(site, other, latest?.id ?? '', spam)
    }
    const countNotices = async () =>
      (await sql`select from outbox_email where kind = 'answer-notice'`.execute(site.database.kysely)).rows
        .length
    expect(await countNotices()).toBe(1)
    await pass(23)
    await notices.sendDue(site.database)
    expect(await countNotices()).toBe(1)
    for (let day = 2; day <= 4; day += 1) {
      await pass(24)
      await notices.sendDue(site.database)
      await notices.sendDue(site.database)
      expect(await countNotices()).toBe(day)
    }
    // After days without a run, all of the others are due at once.
    await pass(24 * 5)
    await notices.sendDue(site.database)
    expect(await countNotices()).toBe(5)
    const { rows } =
      await sql`select from outbox_email where kind = 'conversation-message' and recipient ilike '%stranger%'`.execute(
        site.database.kysely,
      )
    expect(rows).toHaveLength(0)
  })

  test('gets one although conversations, ads, and accounts are deleted in between', async () => {
    await attack('stranger@example.org')
    expect(await send(site, 'DELETE', '/account', { cookie: author.cookie })).toMatchObject({ status: 200 })
    await deleteExpiredConversations(site.database, defaultSettings.retention.conversations)
    author = await createPerson(site)
    await attack('stranger@example.org')
    expect(await emailsTo(site, 'stranger@example.org')).toHaveLength(1)
  })

  test('gets one if many authors answer at once', async () => {
    const ids = [await attack('stranger@example.org', 0), await attack('stranger@example.org', 0)]
    await Promise.all(ids.map((id) => replyTo(site, author, id, spam)))
    expect(await emailsTo(site, 'stranger@example.org')).toHaveLength(1)
  })

  test('gets none anymore after saying that it was not them', async () => {
    const id = await attack('stranger@example.org')
    const stop = tokenIn((await emailsTo(site, 'stranger@example.org'))[0]?.text ?? '', 'stop-messages')
    expect(await send(site, 'POST', '/stop-messages', { body: { token: stop } })).toMatchObject({
      status: 200,
    })
    expect(await replyTo(site, author, id, spam)).toMatchObject({ status: 409 })
    await pass(48)
    await attack('stranger@example.org')
    await notices.sendDue(site.database)
    expect((await emailsTo(site, 'stranger@example.org')).length).toBeLessThanOrEqual(1)
  })
})

describe('H1 the link of a notice', () => {
  test('confirms nothing and shows nothing when it is opened, as mail scanners do', async () => {
    const id = await attack('stranger@example.org', 1)
    const token = await confirmTokenOf('stranger@example.org')
    for (const method of ['GET', 'HEAD'] as const) {
      const page = await site.app.http.inject({ method, url: `/your-conversation?token=${token}` })
      expect(page.statusCode).toBe(200)
      expect(page.body).not.toContain(spam)
      expect(page.headers['cache-control']).toContain('no-store')
    }
    expect((await call('', { token })).body).toEqual({ conversation: null, waiting: [] })
    expect((await call('-reply', { token, text: 'Hi' })).status).toBe(409)
    await replyTo(site, author, id, `${spam} again`)
    expect(await emailsTo(site, 'stranger@example.org')).toHaveLength(1)
  })

  test('lets an honest visitor confirm, read, and answer; later answers come by email', async () => {
    const id = await attack(visitor.email, 2)
    const token = await confirmTokenOf(visitor.email)
    const { status, body } = await call('-confirmation', { token })
    expect(status).toBe(200)
    expect(body.conversation).toMatchObject({ title: 'Cheap watches', with: 'Wanda Watches', closed: null })
    expect(body.conversation?.messages.map(({ role, text }) => [role, text])).toEqual([
      ['sender', `Hello ${visitor.email}`],
      ['author', `${spam} 1`],
      ['author', `${spam} 2`],
    ])
    expect(
      (await call('-reply', { token, text: 'Tuesday, please.' })).body.conversation?.messages,
    ).toHaveLength(4)
    await replyTo(site, author, id, 'See you on Tuesday.')
    const email = (await emailsTo(site, visitor.email)).at(-1)
    expect(email?.kind).toBe('conversation-message')
    expect(email?.text).toContain('See you on Tuesday.')
  })

  test('is in no other email, which a visitor may forward, or quote in a reply', async () => {
    const id = await attack(visitor.email, 1)
    const token = await confirmTokenOf(visitor.email)
    await call('-confirmation', { token })
    await replyTo(site, author, id, 'See you on Tuesday.')
    const { text, html } = (await emailsTo(site, visitor.email))[1] ?? {}
    expect(text).toContain('See you on Tuesday.')
    for (const content of [text, html]) expect(content).not.toMatch(/your-conversation/)
  })

  test('confirms its own conversation, and leads to the others with an answer', async () => {
    await attack(visitor.email, 1)
    const other = await attack(visitor.email, 1)
    const token = await confirmTokenOf(visitor.email)
    const { waiting } = (await call('-confirmation', { token })).body
    expect(waiting).toEqual([{ title: 'Cheap watches', token: expect.any(String) }])
    await replyTo(site, author, other, spam)
    expect((await emailsTo(site, visitor.email)).map(({ kind }) => kind)).toEqual(['answer-notice'])
    const next = await call('-confirmation', { token: waiting[0]?.token })
    expect(next.body.conversation?.id).toBe(other)
    expect(next.body.waiting).toEqual([])
  })

  test('leads to no conversation of another address, whose mailbox may be someone else’s', async () => {
    await attack('ann@example.org', 1)
    await attack('ann+other@example.org', 1)
    await pass(24)
    await notices.sendDue(site.database)
    const token = await confirmTokenOf('ann+other@example.org')
    expect((await call('-confirmation', { token })).body).toMatchObject({ waiting: [] })
  })

  test('says what to do after the visitor has stopped the conversation', async () => {
    await attack(visitor.email, 1)
    const token = await confirmTokenOf(visitor.email)
    const stop = tokenIn((await emailsTo(site, visitor.email))[0]?.text ?? '', 'stop-messages')
    await call('-confirmation', { token })
    await send(site, 'POST', '/stop-messages', { body: { token: stop } })
    const { closed } = (await call('', { token })).body.conversation ?? {}
    expect(closed).toMatch(/new message from the ad/)
    expect((await call('-reply', { token, text: 'Hi' })).body).toMatchObject({ message: closed })
  })

  test('cannot be forged', async () => {
    await attack(visitor.email, 1)
    const { rows } = await sql<{ id: string }>`select id from conversation_participant`.execute(
      site.database.kysely,
    )
    const stop = tokenIn((await emailsTo(site, visitor.email))[0]?.text ?? '', 'stop-messages')
    for (const token of [...rows.map(({ id }) => id), stop, 'a'.repeat(45), '']) {
      expect((await call('', { token })).body).toBe(null)
      expect((await call('-confirmation', { token })).status).toBe(400)
      expect((await call('-reply', { token, text: 'Hi' })).status).toBe(400)
    }
  })
})

describe('H1 an author’s own network', () => {
  test('cannot write to the author’s ad as a visitor, also after signing out', async () => {
    const ad = await createAd(site, author)
    const asker = await createPerson(site)
    const { body } = await writeToAuthor(site, ad, { text: 'Hi' }, asker)
    await replyTo(site, author, body.conversation ?? '', 'Hello')
    await send(site, 'POST', '/logout', { cookie: author.cookie })
    const refused = await writeToAuthor(site, ad, { text: 'Hi', ...visitor }, { from: author.from })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Please sign in')])
    expect(await writeToAuthor(site, ad, { text: 'Hi', ...visitor }, { from: elsewhere })).toMatchObject({
      status: 200,
    })
    const neighbor = { ...asker, from: author.from }
    expect(await writeToAuthor(site, ad, { text: 'Again' }, neighbor), 'signed in').toMatchObject({
      status: 200,
    })
  })

  test('is known from posting, and includes the whole IPv6 /48', async () => {
    const { body: posted } = await send<{ _id: string }>(site, 'POST', '/services', {
      cookie: author.cookie,
      from: '2001:db8:9:1::5',
      body: postOf('service'),
    })
    for (const [from, status] of [
      ['2001:db8:9:2::7', 409],
      ['2001:db8:a::7', 200],
    ] as const)
      expect([
        from,
        (await writeToAuthor(site, posted._id, { text: 'Hi', ...visitor }, { from })).status,
      ]).toEqual([from, status])
  })
})

test.each([
  ['Ann@Example.org', 'ann@example.org'],
  ['ann+spam@example.org', 'ann@example.org'],
  ['A.n.n+x@googlemail.com', 'ann@gmail.com'],
  ['a.n.n@example.org', 'a.n.n@example.org'],
])('the mailbox of %s is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
