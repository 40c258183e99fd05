import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emailsTo, lastEmailTo, send } from '../../../../test/support/data/accounts.ts'
import {
  change,
  confirmVisitor,
  createAd,
  createPerson,
  deleteMessages,
  listConversations,
  messageEmails,
  type Person,
  readConversation,
  replyTo,
  visitor,
  writeToAuthor,
} from '../../../../test/support/data/conversations.ts'
import { setStatus } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { maxUnansweredMessages } from '../../../shared/limits.ts'
import { defaultRetention } from '../../../shared/settings/default-values.ts'
import { deleteExpiredConversations } from './jobs.ts'

let site: TestApp
let author: Person
let asker: Person
let ad: string

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})
beforeEach(async () => {
  await deleteMessages(site)
  author = await createPerson(site, { name: 'Rosa Delgado' })
  asker = await createPerson(site, { name: 'Ben Okafor' })
  ad = await createAd(site, author)
})

/** Starts a conversation about the ad and returns its id. */
async function ask(text = 'Is Tuesday possible?', person = asker): Promise<string> {
  const { status, body } = await writeToAuthor(site, ad, { text }, person)
  expect([status, body]).toMatchObject([200, { message: 'Message sent.' }])
  return body.conversation ?? ''
}

const unreadOf = async ({ cookie }: Person) =>
  (await send<{ unread: number }>(site, 'GET', '/session', { cookie })).body.unread

const rowsIn = async (table: string) =>
  (await sql`select from ${sql.table(table)}`.execute(site.database.kysely)).rows.length

describe('a message of someone signed in', () => {
  test('reaches the author on the site and by email, and the reply comes back', async () => {
    const id = await ask('Is Tuesday possible?\n\nAt five?')
    expect(await unreadOf(author)).toBe(1)
    expect(await unreadOf(asker)).toBe(0)
    expect(await listConversations(site, author)).toMatchObject({
      total: 1,
      conversations: [
        {
          id,
          title: 'Piano lessons',
          with: 'Ben Okafor',
          role: 'author',
          unread: 1,
          excerpt: expect.any(String),
        },
      ],
    })
    const email = await lastEmailTo(site, author.email)
    expect(email.subject).toBe('Ben Okafor wrote about your ad “Piano lessons” on Corkboard')
    expect(email.text).toContain('Is Tuesday possible?\n\nAt five?')
    expect(email.text).toContain(`http://localhost:3000/messages/${id}`)

    await send(site, 'PUT', `/conversation-read/${id}`, { cookie: author.cookie })
    expect(await unreadOf(author)).toBe(0)
    expect(await replyTo(site, author, id, 'Yes, see you then.')).toMatchObject({ status: 200 })
    const { body } = await readConversation(site, asker, id)
    expect(body).toMatchObject({
      role: 'sender',
      with: 'Rosa Delgado',
      unread: 1,
      closed: null,
      hasEarlier: false,
    })
    expect(body.messages.map(({ role, text }) => [role, text])).toEqual([
      ['sender', 'Is Tuesday possible?\n\nAt five?'],
      ['author', 'Yes, see you then.'],
    ])
    expect(await emailsTo(site, asker.email)).toHaveLength(1)
  })

  test('continues the conversation about the same ad, also when two arrive at once', async () => {
    const replies = await Promise.all(
      ['One', 'Two', 'Three'].map((text) => writeToAuthor(site, ad, { text }, asker)),
    )
    expect(new Set(replies.map(({ body }) => body.conversation)).size).toBe(1)
    expect(await listConversations(site, author)).toMatchObject({ total: 1 })
  })

  test('that is sent twice arrives once', async () => {
    const id = await ask('Hello')
    expect(await replyTo(site, asker, id, 'Hello')).toMatchObject({ status: 200 })
    expect((await readConversation(site, author, id)).body.messages).toHaveLength(1)
    expect(await messageEmails(site, author.email)).toHaveLength(1)
  })

  test.each([
    ['nothing', {}],
    ['blanks', { text: '  \n ' }],
    ['too much', { text: 'x'.repeat(5001) }],
    ['NUL', { text: 'a\0' }],
    ['a number', { text: 5 }],
  ])('is rejected with %s in it', async (_what, body) => {
    const { status, body: error } = await writeToAuthor(site, ad, body, asker)
    expect([status, Object.keys((error as unknown as { fields: object }).fields)]).toEqual([400, ['text']])
    expect(await rowsIn('conversation')).toBe(0)
  })

  test('to oneself, or about an ad that is hidden or deleted, is rejected', async () => {
    expect(await writeToAuthor(site, ad, { text: 'Me' }, author)).toMatchObject({ status: 400 })
    await setStatus(site.database, ad, 'hidden')
    expect(await writeToAuthor(site, ad, { text: 'Hi' }, asker)).toMatchObject({ status: 404 })
    await setStatus(site.database, ad, 'deleted')
    expect(await writeToAuthor(site, ad, { text: 'Hi' }, asker)).toMatchObject({ status: 410 })
    expect(await rowsIn('conversation')).toBe(0)
  })
})

describe('a message of a visitor', () => {
  test('needs a name and an email, and shows them to the author without a relay', async () => {
    const missing = await writeToAuthor(site, ad, { text: 'Hi' })
    expect([missing.status, Object.keys((missing.body as unknown as { fields: object }).fields)]).toEqual([
      400,
      ['name', 'email'],
    ])
    expect(await writeToAuthor(site, ad, { text: 'Hi', ...visitor })).toMatchObject({
      status: 200,
      body: { conversation: null },
    })
    expect(await messageEmails(site, author.email)).toMatchObject([{ reply_to: visitor.email }])
    expect((await lastEmailTo(site, author.email)).text).toContain(
      'goes to vera@example.org and shows your email',
    )
  })

  test('never joins an earlier conversation of that address, which is not proven', async () => {
    for (const text of ['One', 'Two']) await writeToAuthor(site, ad, { text, ...visitor })
    expect(await listConversations(site, author)).toMatchObject({ total: 2 })
  })

  test('gets a limited number of messages until the visitor replies', async () => {
    await writeToAuthor(site, ad, { text: 'Hi', ...visitor })
    const { conversations } = await listConversations(site, author)
    const id = conversations[0]?.id ?? ''
    for (let n = 1; n <= maxUnansweredMessages; n += 1)
      expect(await replyTo(site, author, id, `Message ${n}`)).toMatchObject({ status: 200 })
    expect(await replyTo(site, author, id, 'One more')).toMatchObject({ status: 409 })
  })

  test('can be stopped by the link in the email', async () => {
    await writeToAuthor(site, ad, { text: 'Hi', ...visitor })
    await confirmVisitor(site, visitor.email)
    const id = (await listConversations(site, author)).conversations[0]?.id ?? ''
    await replyTo(site, author, id, 'Hello Vera')
    const { text } = await lastEmailTo(site, visitor.email)
    const token = /stop-messages\?token=(\w+)/.exec(text)?.[1] ?? ''
    const stop = (body: object) => send(site, 'POST', '/stop-messages', { body })
    expect(await stop({ token: `${token.slice(0, -1)}${token.endsWith('a') ? 'c' : 'a'}` })).toMatchObject({
      status: 400,
    })
    expect(await stop({ token })).toMatchObject({ status: 200 })
    expect(await messageEmails(site, visitor.email), 'an email not sent yet is canceled').toEqual([])
    expect(await replyTo(site, author, id, 'Are you there?')).toMatchObject({ status: 409 })
  })

  test('from a bot that fills in the honeypot is dropped', async () => {
    const body = { text: 'Buy!', ...visitor, website: 'https://spam.example' }
    expect(await writeToAuthor(site, ad, body)).toMatchObject({
      status: 200,
      body: { message: 'Message sent.' },
    })
    expect(await rowsIn('conversation')).toBe(0)
  })
})

describe('nobody but the two', () => {
  test('can read, answer, change, or report a conversation; a missing one looks the same', async () => {
    const id = await ask()
    const stranger = await createPerson(site)
    const admin = await createPerson(site, { isAdmin: true })
    const missing = '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b'
    for (const { cookie } of [stranger, admin]) {
      const responses = async (id: string) =>
        Promise.all([
          send(site, 'GET', `/conversation/${id}`, { cookie }),
          send(site, 'POST', `/conversation/${id}`, { cookie, body: { text: 'Hi' } }),
          send(site, 'PUT', `/conversation/${id}`, { cookie, body: { blocked: true } }),
          send(site, 'PUT', `/conversation-read/${id}`, { cookie }),
          send(site, 'PUT', `/conversation-report/${id}`, { cookie, body: { reason: 'spam' } }),
        ])
      const [foreign, unknown] = [await responses(id), await responses(missing)]
      expect(foreign.map(({ status, body }) => [status, body])).toEqual(
        unknown.map(({ status, body }) => [status, body]),
      )
      expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    }
    expect(await rowsIn('conversation_message')).toBe(1)
    expect(await rowsIn('conversation_report')).toBe(0)
    expect(await unreadOf(author)).toBe(1)
    expect((await readConversation(site, author, id)).body).toMatchObject({ blocked: false })
  })

  test('learns an address that the other one has not shown', async () => {
    const id = await ask()
    for (const [person, other] of [[author, asker] as const, [asker, author] as const]) {
      const { body } = await readConversation(site, person, id)
      expect(JSON.stringify(body)).not.toContain(other.email)
      expect(JSON.stringify(await listConversations(site, person))).not.toContain(other.email)
    }
  })
})

describe('blocking', () => {
  test('ends the conversation for both, cancels emails, and holds for other ads of the author', async () => {
    const id = await ask()
    expect(await change(site, author, id, { blocked: true })).toMatchObject({ status: 200 })
    expect(await messageEmails(site, author.email)).toEqual([])
    expect(await replyTo(site, asker, id, 'Hello?')).toMatchObject({ status: 409 })
    expect(await replyTo(site, author, id, 'Hello?')).toMatchObject({ status: 409 })
    const otherAd = await createAd(site, author, 'Violin lessons')
    expect(await writeToAuthor(site, otherAd, { text: 'Hi' }, asker)).toMatchObject({ status: 409 })
    await change(site, author, id, { blocked: false })
    expect(await replyTo(site, asker, id, 'Thanks')).toMatchObject({ status: 200 })
  })

  test('holds for a visitor’s address, however it is written', async () => {
    await writeToAuthor(site, ad, { text: 'Hi', ...visitor })
    const id = (await listConversations(site, author)).conversations[0]?.id ?? ''
    await change(site, author, id, { blocked: true })
    const again = { text: 'Hi again', ...visitor, email: 'VERA@example.org' }
    expect(await writeToAuthor(site, ad, again)).toMatchObject({ status: 409 })
  })
})

test('muting stops emails and the unread count, not messages', async () => {
  const id = await ask('One')
  await change(site, author, id, { muted: true })
  expect(await replyTo(site, asker, id, 'Two')).toMatchObject({ status: 200 })
  expect(await messageEmails(site, author.email)).toEqual([])
  expect(await unreadOf(author)).toBe(0)
  expect((await readConversation(site, author, id)).body.messages).toHaveLength(2)
})

test('a suspended person can read but not write, and gets nothing', async () => {
  const id = await ask()
  await sql`update account set suspended_at = now(), suspension_reason = 'Scams' where id = ${author.accountId}`.execute(
    site.database.kysely,
  )
  expect(await readConversation(site, author, id)).toMatchObject({ status: 200 })
  expect(await replyTo(site, author, id, 'Hi')).toMatchObject({ status: 403 })
  expect(await replyTo(site, asker, id, 'Hi?')).toMatchObject({ status: 409 })
  expect(await writeToAuthor(site, ad, { text: 'x' }, author)).toMatchObject({ status: 403 })
})

describe('what is stored', () => {
  test('is in the download of both, without the other one’s address', async () => {
    const id = await ask('My question')
    await replyTo(site, author, id, 'My answer')
    for (const person of [author, asker]) {
      const { body } = await send<{ conversations: object[]; messages: object[] }>(
        site,
        'GET',
        '/account-data',
        {
          cookie: person.cookie,
        },
      )
      expect(body.conversations).toMatchObject([{ title: 'Piano lessons' }])
      expect(body.messages).toMatchObject([
        { conversation: id, text: 'My question', written: person === asker },
        { conversation: id, text: 'My answer', written: person === author },
      ])
      expect(JSON.stringify(body)).not.toContain((person === author ? asker : author).email)
    }
  })

  test('outlives the ad, and ends after the retention period', async () => {
    const id = await ask()
    await sql`delete from listing where id = ${ad}`.execute(site.database.kysely)
    expect((await readConversation(site, asker, id)).body).toMatchObject({
      title: 'Piano lessons',
      listing: null,
    })
    const age = async (days: number) =>
      sql`update conversation set created = now() - make_interval(days => ${days})`.execute(
        site.database.kysely,
      )
    await age(defaultRetention.conversations + 1)
    await deleteExpiredConversations(site.database, defaultRetention.conversations)
    expect(await rowsIn('conversation'), 'its latest message is new').toBe(1)
    await sql`update conversation_message set created = now() - make_interval(days => ${defaultRetention.conversations + 1})`.execute(
      site.database.kysely,
    )
    await deleteExpiredConversations(site.database, defaultRetention.conversations)
    expect(await rowsIn('conversation')).toBe(0)
  })
})

test('shows a long conversation in parts', async () => {
  const id = await ask('First')
  await sql`
    insert into conversation_message (id, conversation_id, role, text, channel, fingerprint)
    select gen_random_uuid(), ${id}, 'sender', 'Number ' || n, 'site', '' from generate_series(1, 130) n`.execute(
    site.database.kysely,
  )
  const { body: latest } = await readConversation(site, author, id)
  expect([latest.messages.length, latest.messages.at(-1)?.text, latest.hasEarlier]).toEqual([
    100,
    'Number 130',
    true,
  ])
  const { body: earlier } = await send<typeof latest>(
    site,
    'GET',
    `/conversation/${id}?before=${latest.messages[0]?.id}`,
    { cookie: author.cookie },
  )
  expect([earlier.messages.length, earlier.messages[0]?.text, earlier.hasEarlier]).toEqual([
    31,
    'First',
    false,
  ])
})
