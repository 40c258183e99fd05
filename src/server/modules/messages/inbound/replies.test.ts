import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { emailsTo, send } from '../../../../../test/support/data/accounts.ts'
import {
  change,
  confirmVisitor,
  createAd,
  createPerson,
  listConversations,
  messageEmails,
  type Person,
  readConversation,
  visitor,
  writeToAuthor,
} from '../../../../../test/support/data/conversations.ts'
import { sendEmail } from '../../../../../test/support/data/inbound-mail.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/site/app.ts'
import { silentLog } from '../../../../../test/support/site/silent-log.ts'
import { siteSecret } from '../../../../../test/support/site/site-secret.ts'
import { defaultSettings } from '../../../../shared/settings/table.ts'
import { createRateLimiter } from '../../../platform/http/rate-limiter.ts'
import { createNotifications } from '../../notifications/service.ts'
import { createReplyAddresses } from '../reply-address.ts'
import { messagingOptions } from '../service.ts'
import { startReceivingReplies } from './start.ts'

const publicUrl = 'http://localhost:3000'

const inboundMail = { domain: 'reply.example.net', host: '127.0.0.1', port: 0 }

let site: TestApp
let author: Person
let asker: Person
let ad: string
let port: number

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true, inboundMail })
})
beforeEach(async () => {
  author = await createPerson(site, { name: 'Rosa Delgado' })
  asker = await createPerson(site, { name: 'Ben Okafor' })
  ad = await createAd(site, author)
  const { database } = site
  const options = messagingOptions({
    secret: siteSecret,
    rateLimiter: createRateLimiter(database, null),
    notifications: createNotifications({ secret: siteSecret, settings: () => defaultSettings, publicUrl }),
    replyDomain: inboundMail.domain,
  })
  const replyAddresses = createReplyAddresses(siteSecret, inboundMail.domain)
  const listener = startReceivingReplies(inboundMail, {
    ...options,
    database,
    replyAddresses,
    log: silentLog,
  })
  port = await listener.listening
  onTestFinished(listener.stop)
})

const ask = async (text = 'Is Tuesday possible?') =>
  (await writeToAuthor(site, ad, { text }, asker)).body.conversation ?? ''
/** The reply address in the latest email to this person. */
const addressFor = async (email: string) => (await messageEmails(site, email)).at(-1)?.reply_to ?? ''
/** An email of `test/replies` from this person. */
const fixture = async (name: string, from: string, to: string) =>
  (await readFile(`test/replies/${name}.eml`, 'utf8'))
    .replaceAll('rosa@example.com', from)
    .replaceAll('REPLY-ADDRESS', to)
    .replaceAll('NUMBER', String(Math.random()))
const textsIn = async (person: Person, id: string) =>
  (await readConversation(site, person, id)).body.messages.map(({ text }) => text)

describe('a reply by email', () => {
  test('goes back and forth without showing an address to the other person', async () => {
    const id = await ask()
    const toAuthor = await addressFor(author.email)
    expect(toAuthor).toMatch(/^reply\+[a-z2-7]{45}@reply\.example\.net$/)
    const text =
      'Yes, at five.\n\nRosa\n\nOn Fri, Nov 20, 2026 at 5:00 PM Board <board@example.org> wrote:\n> Hello,\n> Is it?'
    expect(await sendEmail({ port, from: `Rosa <${author.email}>`, to: toAuthor, text })).toBe(250)
    expect(await textsIn(asker, id)).toEqual(['Is Tuesday possible?', 'Yes, at five.\n\nRosa'])

    const toAsker = await addressFor(asker.email)
    expect(
      await sendEmail({ port, from: asker.email, to: toAsker, html: '<p>See <b>you</b> then!</p>' }),
    ).toBe(250)
    expect((await textsIn(author, id)).at(-1)).toBe('See you then!')

    for (const [person, other] of [[author, asker] as const, [asker, author] as const])
      for (const email of await emailsTo(site, person.email))
        expect(email.text + email.html).not.toContain(other.email)
  })

  test.each([
    ['outlook-polish-top', ['Tak.']],
    ['thunderbird-german-between', ['ja, gern.', 'Lieber um sechs.']],
    ['case-blank-text-part', ['Yes.']],
    ['gmx-german-web', ['Ja, passt.']],
  ])('is understood as %s writes it', async (name, texts) => {
    const id = await ask()
    const to = await addressFor(author.email)
    expect(
      await sendEmail({ port, from: author.email, to, raw: await fixture(name, author.email, to) }),
    ).toBe(250)
    const text = (await textsIn(asker, id)).at(-1)
    for (const own of texts) expect(text).toContain(own)
    expect(text?.toLowerCase()).not.toContain(author.email)
  })

  test('shows neither person’s address, whatever stays of the quote', async () => {
    const id = await ask()
    const to = await addressFor(author.email)
    const [name, host] = author.email.split('@')
    const text = `Yes.\n\n${author.email.toUpperCase()} asked at ${to}\nFor: <${name}@\n${host}>, mailto:${author.email}`
    expect(await sendEmail({ port, from: author.email, to, text })).toBe(250)
    expect((await textsIn(asker, id)).at(-1)).toBe(
      'Yes.\n\n[email address hidden] asked at [email address hidden]\nFor: <[email address hidden]>, mailto:[email address hidden]',
    )
  })

  test('works for a visitor, who has no account', async () => {
    await writeToAuthor(site, ad, { text: 'Hi', ...visitor })
    await confirmVisitor(site, visitor.email)
    await sendEmail({ port, from: author.email, to: await addressFor(author.email), text: 'Hello Vera' })
    const toVisitor = await addressFor(visitor.email)
    expect(await sendEmail({ port, from: visitor.email, to: toVisitor, text: 'Thank you' })).toBe(250)
    const id = (await listConversations(site, author)).conversations[0]?.id ?? ''
    expect(await textsIn(author, id)).toEqual(['Hi', 'Hello Vera', 'Thank you'])
  })

  test('that arrives twice counts once', async () => {
    const id = await ask()
    const email = {
      port,
      from: author.email,
      to: await addressFor(author.email),
      text: 'Yes',
      messageId: '<1@a.example>',
    }
    expect([await sendEmail(email), await sendEmail(email)]).toEqual([250, 250])
    expect(await textsIn(asker, id)).toEqual(['Is Tuesday possible?', 'Yes'])
    expect(await messageEmails(site, asker.email)).toHaveLength(1)
  })

  test.each([
    ['a vacation notice', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['our own email', { headers: { 'Auto-Submitted': 'auto-generated' } }],
    ['a mailing list', { headers: { 'List-Id': '<list.example.org>' } }],
    ['bulk mail', { headers: { Precedence: 'bulk' } }],
    ['a bounce', { envelopeFrom: '' }],
    ['an automatic reply', { fixture: 'automatic-reply' }],
  ])(
    'is ignored if it is %s',
    async (_what, { fixture: name, ...options }: { fixture?: string } & object) => {
      const id = await ask()
      const to = await addressFor(author.email)
      const raw = name === undefined ? {} : { raw: await fixture(name, author.email, to) }
      expect(await sendEmail({ port, from: author.email, to, text: 'I am away', ...options, ...raw })).toBe(
        250,
      )
      expect(await textsIn(asker, id)).toEqual(['Is Tuesday possible?'])
    },
  )

  test.each([
    ['from another address', { from: 'mallory@example.com', text: 'Pay here' }],
    ['with nothing of its own', { text: '> Is Tuesday possible?' }],
    ['that is too long', { text: 'x '.repeat(3_000) }],
    ['with 6 MB', { text: `${'x'.repeat(70)}\n`.repeat(90_000) }],
  ])('is rejected if it is %s', async (_what, options) => {
    const id = await ask()
    const to = await addressFor(author.email)
    expect(await sendEmail({ port, from: author.email, to, ...options })).toBeOneOf([550, 552])
    expect(await textsIn(asker, id)).toEqual(['Is Tuesday possible?'])
  })

  test('accepts another spelling of the writer’s address', async () => {
    const id = await ask()
    const [name, domain] = author.email.split('@')
    const from = `${name?.toUpperCase()}+ads@${domain}`
    expect(await sendEmail({ port, from, to: await addressFor(author.email), text: 'Yes' })).toBe(250)
    expect(await textsIn(asker, id)).toHaveLength(2)
  })
})

describe('the listener', () => {
  test('accepts no other recipient, so it relays nothing', async () => {
    await ask()
    const to = await addressFor(author.email)
    const forged = to.replace(
      /^(reply\+.)(.)/,
      (_all, start, letter) => `${start}${letter === 'a' ? 'b' : 'a'}`,
    )
    for (const recipient of [
      'victim@example.org',
      'postmaster@reply.example.net',
      forged,
      to.replace('reply.example.net', 'example.net'),
      'reply+@reply.example.net',
    ])
      expect([recipient, await sendEmail({ port, from: author.email, to: recipient, text: 'Hi' })]).toEqual([
        recipient,
        550,
      ])
  })

  test('ends a token when the conversation is blocked or deleted', async () => {
    const id = await ask()
    const to = await addressFor(author.email)
    const toAsker = async () => {
      await sendEmail({ port, from: author.email, to, text: `Yes ${Math.random()}` })
      return addressFor(asker.email)
    }
    const askersAddress = await toAsker()
    await change(site, author, id, { blocked: true })
    expect(await sendEmail({ port, from: asker.email, to: askersAddress, text: 'Hi' })).toBe(550)
    await change(site, author, id, { blocked: false })
    expect(await sendEmail({ port, from: asker.email, to: askersAddress, text: 'Hi' })).toBe(250)
    await send(site, 'DELETE', '/account', { cookie: asker.cookie })
    expect(await sendEmail({ port, from: author.email, to, text: 'Hi?' })).toBe(550)
  })

  test('accepts nothing from a suspended person', async () => {
    await ask()
    const to = await addressFor(author.email)
    await sql`update account set suspended_at = now(), suspension_reason = 'Scams' where id = ${author.accountId}`.execute(
      site.database.kysely,
    )
    expect(await sendEmail({ port, from: author.email, to, text: 'Hi' })).toBe(550)
  })

  test('closes a connection that guesses addresses, and limits those of one network', async () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let received = ''
    socket.on('data', (data) => (received += data))
    const guesses = Array.from({ length: 5 }, (_, n) => `RCPT TO:<guess${n}@reply.example.net>\r\n`)
    for (const line of ['EHLO a.example\r\n', 'MAIL FROM:<a@a.example>\r\n', ...guesses]) {
      const before = received.length
      if (socket.destroyed) break
      socket.write(line)
      await expect.poll(() => received.length > before || socket.closed).toBe(true)
    }
    await expect.poll(() => socket.closed || socket.readableEnded, { timeout: 10_000 }).toBe(true)
    expect(received).toContain('421')

    const others = Array.from({ length: 6 }, () => connect(port, '127.0.0.1'))
    onTestFinished(() => {
      for (const other of others) other.destroy()
    })
    const greetings = await Promise.all(
      others.map(async (other) => String((await once(other, 'data'))[0]).slice(0, 3)),
    )
    expect(greetings.sort()).toEqual(['220', '220', '220', '220', '220', '421'])
  })
})
