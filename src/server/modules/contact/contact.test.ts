import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createUser, emailsTo, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ContactMessage } from '../../../shared/contact.ts'
import { defaultRetention } from '../../../shared/settings/default-values.ts'
import { deleteExpiredMessages } from './jobs.ts'

let site: TestApp
beforeEach(async () => {
  site = await createTestApp(undefined, { realSessions: true, rateLimit: 1 })
})

const message = {
  name: 'Ann Lee',
  email: 'ann@example.org',
  message: 'Where do I find\nmy ads?\n\nThank you.',
}
const post = (body: object, from = '192.0.2.1') => send(site, 'POST', '/send-email', { body, from })
const storedMessages = async () =>
  (
    await sql<{ name: string; status: string }>`select * from contact_message order by created`.execute(
      site.database.kysely,
    )
  ).rows
const emailsToSite = () => emailsTo(site, 'hello@localhost')

describe('a message', () => {
  test('is stored and forwarded by email, with replies to its sender', async () => {
    expect(await post(message)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Your message has been sent successfully!' },
    })
    expect(await storedMessages()).toMatchObject([{ ...message, status: 'new' }])
    expect(await emailsToSite()).toMatchObject([
      {
        subject: 'Message from Ann Lee via Corkboard',
        text: expect.stringContaining('Where do I find\nmy ads?'),
      },
    ])
    const { rows } = await sql`select recipient, reply_to from outbox_email`.execute(site.database.kysely)
    expect(rows).toEqual([{ recipient: 'hello@localhost', reply_to: 'ann@example.org' }])
  })

  test('is rejected if a field is invalid', async () => {
    const inputs: [field: string, value: unknown][] = [
      ['name', ''],
      ['name', undefined],
      ['name', 'Ann\r\nBcc: victim@example.com'],
      ['name', 'x'.repeat(121)],
      ['email', ''],
      ['email', 'a@example.com, victim@example.com'],
      ['email', 'a@example.com\r\nBcc: victim@example.com'],
      ['email', ['a@example.com', 'b@example.com']],
      ['message', '  '],
      ['message', 'x'.repeat(10_001)],
      ['message', 'nul \0'],
    ]
    for (const [at, [field, value]] of inputs.entries()) {
      const what = `${field}: ${JSON.stringify(value)?.slice(0, 50)}`
      const { status, body } = await post({ ...message, [field]: value }, `192.0.2.${at + 1}`)
      expect(status, what).toBe(400)
      expect(Object.keys((body as { fields: object }).fields), what).toEqual([field])
    }
    expect(await storedMessages()).toEqual([])
  })

  test('is escaped in the email', async () => {
    await post({
      ...message,
      name: '<b>Ann</b>',
      message: '<img src=x onerror=alert(1)><script>alert(1)</script>',
    })
    const [email] = await emailsToSite()
    // The picture of the site's logo is the only one.
    expect(email?.html?.match(/<img /g)).toHaveLength(1)
    expect(email?.html).not.toMatch(/<script|<img src=x|<b>/)
    expect(email?.html).toContain('&lt;script&gt;')
  })

  test('of 1 MB is rejected', async () => {
    expect(await post({ ...message, message: 'x'.repeat(1_000_000) })).toMatchObject({ status: 413 })
  })

  test('from a bot that fills in the honeypot gets the same response and is dropped', async () => {
    const genuine = await post(message)
    const { status, body } = await post({ ...message, website: 'https://spam.example' })
    expect({ status, body }).toEqual({ status: genuine.status, body: genuine.body })
    expect(await storedMessages()).toHaveLength(1)
  })
})

describe('the challenge', () => {
  const getChallenge = async (from = '192.0.2.1') =>
    (await send<null | { signature: string }>(site, 'GET', '/contact-challenge', { from })).body
  const solve = async (challenge: object) => {
    const solution = await solveChallenge({ challenge: challenge as never, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }
  const messages = ['a', 'b', 'c', 'd'].map((name) => ({ ...message, email: `${name}@example.org` }))

  test('is required from the third message per network and hour', async () => {
    for (const body of messages.slice(0, 2)) {
      expect(await getChallenge()).toBeNull()
      expect(await post(body)).toMatchObject({ status: 200 })
    }
    expect(await getChallenge('192.0.2.99')).toBeNull()
    expect(await post(messages[2] ?? {})).toMatchObject({
      status: 400,
      body: { fields: { challengeSolution: expect.any(String) } },
    })
    const challengeSolution = await solve((await getChallenge()) ?? {})
    expect(await post({ ...messages[2], challengeSolution })).toMatchObject({ status: 200 })
    expect(await storedMessages()).toHaveLength(3)
    // Each solution works for one message.
    await sql`update rate_limit_hit set at = at - interval '2 minutes'`.execute(site.database.kysely)
    expect(await post({ ...messages[3], challengeSolution })).toMatchObject({ status: 400 })
  })

  test('rejects forged and malformed solutions', async () => {
    for (const body of messages.slice(0, 2)) await post(body)
    const challenge = (await getChallenge()) ?? { signature: '' }
    const payload = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
    const solved = JSON.parse(Buffer.from(await solve(challenge), 'base64').toString())
    for (const wrong of [
      '',
      'x',
      payload(null),
      payload([]),
      payload({ challenge, solution: {} }),
      payload({ ...solved, challenge: { ...challenge, signature: '00' } }),
      payload({ ...solved, solution: { ...solved.solution, derivedKey: 'ab'.repeat(32) } }),
    ])
      expect(await post({ ...messages[2], challengeSolution: wrong })).toMatchObject({ status: 400 })
    expect(await storedMessages()).toHaveLength(2)
  })
})

test('accepts five messages per sender and day, from any network', async () => {
  for (let n = 1; n <= 5; n += 1) expect(await post(message, `192.0.2.${n}`)).toMatchObject({ status: 200 })
  expect(await post(message, '192.0.2.6')).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
})

test('lets admins see messages with their delivery status, mark them as done, and send them again', async () => {
  await post(message)
  await post({ ...message, email: 'bo@example.org', message: 'About prices' })
  const admin = await createUser(site.database, { isAdmin: true })
  const cookie = await startSession(site, admin.email)
  const list = async (query = '') =>
    (
      await send<{ messages: ContactMessage[]; total: number }>(
        site,
        'GET',
        `/moderation/messages?${query}`,
        {
          cookie,
        },
      )
    ).body
  const set = (id: string, status: string) =>
    send(site, 'PUT', `/moderation/message/${id}`, { cookie, body: { status } })
  expect(await list()).toMatchObject({
    total: 2,
    messages: [{ message: 'About prices', status: 'new' }, { status: 'new' }],
  })
  expect(await list('search=PRICES')).toMatchObject({ total: 1 })

  await sql`update outbox_email set status = 'failed', finished = now(), encrypted_content = '' where reply_to = 'bo@example.org'`.execute(
    site.database.kysely,
  )
  await sql`update outbox_email set status = 'sent', finished = now(), encrypted_content = '' where reply_to = 'ann@example.org'`.execute(
    site.database.kysely,
  )
  const { messages } = await list()
  expect(messages.map(({ status }) => status)).toEqual(['failed', 'sent'])
  expect(await list('status=failed')).toMatchObject({ total: 1 })

  expect(await set(messages[0]?.id ?? '', 'new')).toMatchObject({ status: 200 })
  expect(await set(messages[1]?.id ?? '', 'done')).toMatchObject({ status: 200 })
  expect((await list()).messages.map(({ status }) => status)).toEqual(['new', 'done'])
  const { rows } = await sql`select reply_to from outbox_email where status = 'queued'`.execute(
    site.database.kysely,
  )
  expect(rows).toEqual([{ reply_to: 'bo@example.org' }])
  expect(await set('0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b', 'done')).toMatchObject({ status: 404 })
})

test('deletes a message that is done with all its personal data, or after the retention period', async () => {
  for (const [n, name] of ['Ann Lee', 'Bo Lind', 'Cy Moss'].entries()) {
    const email = `${name.slice(0, 2).toLowerCase()}@example.org`
    await post({ name, email, message: 'A question' }, `192.0.2.${n + 1}`)
  }
  const admin = await createUser(site.database, { isAdmin: true })
  const cookie = await startSession(site, admin.email)
  const { rows } = await sql<{ id: string }>`select id from contact_message order by name`.execute(
    site.database.kysely,
  )
  const [ann = '', bo = '', cy = ''] = rows.map(({ id }) => id)
  const remove = (id: string) => send(site, 'DELETE', `/moderation/message/${id}`, { cookie })
  expect(await remove(ann)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  for (const id of [ann, bo, cy])
    await send(site, 'PUT', `/moderation/message/${id}`, { cookie, body: { status: 'done' } })
  expect(await remove(ann)).toMatchObject({ status: 200 })
  expect(await remove(ann)).toMatchObject({ status: 404 })
  const emails = await sql`select from outbox_email where reply_to = 'an@example.org'`.execute(
    site.database.kysely,
  )
  expect(emails.rows).toEqual([])

  await sql`update contact_message set resolved = now() - interval '181 days' where id = ${bo}`.execute(
    site.database.kysely,
  )
  await deleteExpiredMessages(site.database, defaultRetention.messages)
  expect(await storedMessages()).toMatchObject([{ name: 'Cy Moss' }])
})
