/** Attacks through the port that receives replies by email. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { insertConversation } from '../../src/server/modules/messages/queries.ts'
import { createReplyAddresses } from '../../src/server/modules/messages/reply-address.ts'
import { freePort } from '../../src/server/platform/free-port.ts'
import { createUser, type TestUser } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import { sendEmail } from '../support/data/inbound-mail.ts'
import { startProductionSite } from './site.ts'

const domain = 'reply.example.net'
const port = await freePort()
const site = await startProductionSite({
  RATE_LIMIT: '1',
  INBOUND_MAIL: domain,
  INBOUND_MAIL_LISTEN: `127.0.0.1:${port}`,
})
const { kysely } = site.database
const { addressOf } = createReplyAddresses(site.secret, domain)

let writer: TestUser
let conversation: string
let to: string
let sockets: Socket[]

const open = (localAddress: string) => {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  return socket
}

beforeAll(async () => {
  sockets = []
  await vi.waitFor(() => once(open('127.0.0.1'), 'data'), { timeout: 30_000 })
})
beforeEach(async () => {
  sockets = []
  ;({ writer, conversation, to } = await createConversation())
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
})

async function createConversation() {
  const [writer, author] = [await createUser(site.database), await createUser(site.database)]
  const profileOf = async ({ email }: TestUser) =>
    (await kysely.selectFrom('profile').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
  const id = await createListing(site.database, { authorEmail: author.email, title: 'Piano lessons' })
  const participant = await insertConversation(
    kysely,
    { id, title: 'Piano lessons', authorId: await profileOf(author) },
    { profileId: await profileOf(writer) },
  )
  const { conversation_id } = await kysely
    .selectFrom('conversation_participant')
    .select('conversation_id')
    .where('id', '=', participant)
    .executeTakeFirstOrThrow()
  return { writer, conversation: conversation_id, to: addressOf(participant) }
}

const textsOf = async (id: string) =>
  (
    await kysely
      .selectFrom('conversation_message')
      .select('text')
      .where('conversation_id', '=', id)
      .orderBy('created')
      .execute()
  ).map(({ text }) => text)

const withBody = (type: string, body: string) =>
  `From: ${writer.email}\r\nTo: ${to}\r\nSubject: Re: x\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${body}`
const parts = (count: number) => `${'--b\r\n\r\nx\r\n'.repeat(count)}--b--\r\n`
const megabytes = (count: number, text: string) => text.repeat((count * 1024 * 1024) / text.length)

/** Each of these occupied the parser for many seconds. */
const demanding: [string, () => string][] = [
  ['100,000 parts', () => withBody('multipart/mixed; boundary=b', parts(100_000))],
  ['101 parts', () => withBody('multipart/mixed; boundary=b', parts(101))],
  [
    'a boundary in pieces',
    () => withBody('multipart/mixed; boundary*0=b; boundary*1=c', megabytes(1, '--bc\r\n\r\nx\r\n')),
  ],
  ['4 MB of short lines', () => withBody('text/plain', megabytes(4, 'x\r\n'))],
]

test.each(demanding)('E12 an email with %s is rejected before it is parsed', async (_what, email) => {
  expect(await sendEmail({ port, from: writer.email, to, raw: email() })).toBe(550)
  expect(await textsOf(conversation)).toEqual([])
})

test('E12 an email with an attached email of many parts is not read', async () => {
  const attached = Buffer.from(
    withBody('multipart/mixed; boundary=c', parts(60_000).replaceAll('--b', '--c')),
  )
  const raw = withBody(
    'multipart/mixed; boundary=b',
    `--b\r\n\r\nYes.\r\n--b\r\nContent-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${attached
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n')}\r\n--b--\r\n`,
  )
  expect(await sendEmail({ port, from: writer.email, to, raw })).toBe(250)
  expect(await textsOf(conversation)).toEqual(['Yes.'])
})

test('E12 an email that takes long to read keeps no other email waiting', { tags: ['timed'] }, async () => {
  const other = await createConversation()
  await sendEmail({ port, from: other.writer.email, to: other.to, text: 'First' })
  const raw = withBody('multipart/mixed; boundary=b', parts(100_000))
  const attack = sendEmail({ port, from: writer.email, to, raw })
  const waits: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const started = performance.now()
    expect(await sendEmail({ port, from: other.writer.email, to: other.to, text: `Text ${n}` })).toBe(250)
    waits.push(performance.now() - started)
  }
  expect(await attack).toBe(550)
  expect(Math.max(...waits)).toBeLessThan(1_000)
})

test('E12 emails to one address are counted even if they are rejected', async () => {
  const raw = withBody('multipart/mixed; boundary=b', parts(200))
  const answers: number[] = []
  for (let n = 0; n < 12; n += 1) answers.push(await sendEmail({ port, from: writer.email, to, raw }))
  expect(answers).toEqual([...Array(10).fill(550), 451, 451])
  const other = await createConversation()
  expect(await sendEmail({ port, from: other.writer.email, to: other.to, text: 'Yes' })).toBe(250)
})

test.each([
  ['ten networks with five connections each', 10, 5],
  ['fifty networks with one connection each', 50, 1],
])('E13 %s do not keep others out', async (_what, networks, each) => {
  const greetings = []
  for (let n = 0; n < networks; n += 1)
    for (let count = 0; count < each; count += 1) greetings.push(once(open(`127.0.1.${n + 1}`), 'data'))
  expect((await Promise.all(greetings)).map(([data]) => String(data).slice(0, 3))).toEqual(
    Array(50).fill('220'),
  )
  expect(await sendEmail({ port, from: writer.email, to, text: 'Yes' })).toBe(250)
})

test('E13 a connection that says nothing ends soon', async () => {
  const socket = open('127.0.0.9')
  await once(socket, 'data')
  const started = performance.now()
  await once(socket.resume(), 'end')
  expect(performance.now() - started).toBeLessThan(20_000)
})
