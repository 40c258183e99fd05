import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createUser,
  emailsTo,
  goodPassword,
  lastEmailTo,
  type SendOptions,
  send,
  signIn,
} from '../../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/site/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const post = (path: string, body: unknown, options: SendOptions = {}) =>
  send(site, 'POST', `/auth${path}`, { ...options, body })
const getSession = async (cookie: string) => (await send(site, 'GET', '/session', { cookie })).body
const newPassword = 'three green apples on a shelf'
const reset = (token: string, password = newPassword) =>
  post('/reset-password', { token, newPassword: password })

/** Expires all tokens of this account. */
const expireTokens = (accountId: string) =>
  sql`update account_token set expires = now() - interval '1 second' where value like '%' || ${accountId} || '%'`.execute(
    site.database.kysely,
  )

describe.each(['/request-password-reset', '/send-verification-email', '/sign-in/magic-link'])(
  '%s',
  (path) => {
    test('responds the same whether or not the account exists', async () => {
      const { email } = await createUser(site.database, { verified: path !== '/send-verification-email' })
      const known = await post(path, { email })
      const unknown = await post(path, { email: 'unknown@example.com' })
      expect(known.status).toBe(200)
      expect(unknown).toMatchObject({ status: 200, body: known.body, cookie: '' })
      expect(await emailsTo(site, email)).toHaveLength(1)
      expect(await emailsTo(site, 'unknown@example.com')).toEqual([])
    })

    test('rejects anything but an email address and names the field', async () => {
      for (const email of [
        '',
        'nobody',
        'a@example.com, b@example.com',
        'a@example.com\r\nBcc: c@example.com',
        null,
      ]) {
        expect(await post(path, { email })).toMatchObject({
          status: 400,
          body: { fields: { email: expect.any(String) } },
        })
      }
    })

    test('sends a link to this site, whatever the Host header says', async () => {
      const { email } = await createUser(site.database, { verified: path !== '/send-verification-email' })
      await post(path, { email }, { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
      const { text, html } = await lastEmailTo(site, email)
      expect(text).toContain('http://localhost:3000/')
      expect(text + html).not.toContain('evil')
    })

    test('stores the token only as a hash', async () => {
      const { email } = await createUser(site.database, { verified: path !== '/send-verification-email' })
      await post(path, { email })
      const { token } = await lastEmailTo(site, email)
      const { rows } = await sql<{ whole: string }>`
      select account_token::text as whole from account_token union all select outbox_email::text from outbox_email`.execute(
        site.database.kysely,
      )
      expect(token).toMatch(/^[\w-]{32}$/)
      for (const { whole } of rows) expect(whole).not.toContain(token)
    })
  },
)

test('sends no second link for a verified email', async () => {
  const { email } = await createUser(site.database)
  expect((await post('/send-verification-email', { email })).status).toBe(200)
  expect(await emailsTo(site, email)).toEqual([])
})

describe('resetting a password', () => {
  async function requestReset(options = {}) {
    const person = await createUser(site.database, options)
    await post('/request-password-reset', { email: person.email })
    return { ...person, token: (await lastEmailTo(site, person.email)).token }
  }

  test('changes it, ends every session, and notifies the owner', async () => {
    const { email, token } = await requestReset()
    const sessions = [await signIn(site, email), await signIn(site, email)]
    expect((await reset(token)).status).toBe(200)
    for (const cookie of sessions) expect(await getSession(cookie)).toBeNull()
    expect((await post('/sign-in/email', { email, password: goodPassword })).status).toBe(401)
    await signIn(site, email, newPassword)
    expect((await lastEmailTo(site, email)).kind).toBe('password-changed')
  })

  test('works once, even for ten concurrent requests', async () => {
    const { token } = await requestReset()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => reset(token, `${newPassword} ${n}`)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(9)
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  test('fails with an earlier, altered, or expired link', async () => {
    const { email, accountId, token: first } = await requestReset()
    await post('/request-password-reset', { email })
    const { token: second } = await lastEmailTo(site, email)
    expect((await reset(first)).status).toBe(400)
    expect((await reset(second.slice(1))).status).toBe(400)
    expect((await reset('')).status).toBe(400)
    await expireTokens(accountId)
    expect((await reset(second)).status).toBe(400)
    await signIn(site, email)
  })

  test('fails with a link of another kind', async () => {
    const { email } = await createUser(site.database)
    await post('/sign-in/magic-link', { email })
    expect((await reset((await lastEmailTo(site, email)).token)).status).toBe(400)
  })

  test('rejects a weak password without consuming the link', async () => {
    const { token, email } = await requestReset({ email: 'marigold@example.com' })
    for (const bad of ['short', 'password12', 'x'.repeat(129), 'marigold in the garden']) {
      expect(await reset(token, bad)).toMatchObject({
        status: 400,
        body: { fields: { newPassword: expect.any(String) } },
      })
    }
    expect((await reset(token)).status).toBe(200)
    await signIn(site, email, newPassword)
  })

  test('verifies the email, and locks out the person who signed up with it before', async () => {
    const { email, token } = await requestReset({ verified: false })
    await post('/send-verification-email', { email })
    const { token: verification } = await lastEmailTo(site, email)
    expect((await reset(token)).status).toBe(200)
    await signIn(site, email, newPassword)
    expect((await post('/verify-email', { token: verification })).status).toBe(400)
    expect((await post('/sign-in/email', { email, password: goodPassword })).status).toBe(401)
  })
})

describe('signing in by an emailed link', () => {
  async function requestLink(options = {}) {
    const person = await createUser(site.database, options)
    await post('/sign-in/magic-link', { email: person.email, callbackURL: '/update-profile' })
    return { ...person, ...(await lastEmailTo(site, person.email)) }
  }
  const redeem = (token: string) => post('/magic-link/verify', { token })

  test('requires the button on the page, and works once', async () => {
    const { email, token, text } = await requestLink()
    expect(text).toContain(`/email-link?token=${token}&to=%2Fupdate-profile`)
    for (const method of ['GET', 'HEAD'] as const) {
      await site.app.http.inject({ method, url: `/email-link?token=${token}&to=%2F` })
      const { statusCode } = await site.app.http.inject({
        method,
        url: `/api/auth/magic-link/verify?token=${token}`,
      })
      expect(statusCode).toBe(404)
    }
    const response = await redeem(token)
    expect(response.status).toBe(200)
    expect(await getSession(response.cookie)).toMatchObject({ email })
    expect(await redeem(token)).toMatchObject({ status: 400, cookie: '' })
  })

  test('creates one session for ten concurrent requests', async () => {
    const { token } = await requestLink()
    const responses = await Promise.all(Array.from({ length: 10 }, () => redeem(token)))
    expect(responses.filter(({ cookie }) => cookie !== '')).toHaveLength(1)
  })

  test('fails after ten minutes', async () => {
    const { token, accountId } = await requestLink()
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from expires - now())::int / 60 as minutes from account_token
      where value like '%' || ${accountId} || '%'`.execute(site.database.kysely)
    expect(rows[0]?.minutes).toBeLessThanOrEqual(10)
    await expireTokens(accountId)
    expect((await redeem(token)).status).toBe(400)
  })

  test('verifies the email, and removes a password that a stranger had set', async () => {
    const { email, token } = await requestLink({ verified: false })
    expect((await redeem(token)).status).toBe(200)
    expect((await post('/sign-in/email', { email, password: goodPassword })).status).toBe(401)
  })

  test('returns only to paths on this site', async () => {
    const { email } = await createUser(site.database)
    for (const callbackURL of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/\tx',
      'javascript:alert(1)',
    ]) {
      expect((await post('/sign-in/magic-link', { email, callbackURL })).status).toBe(400)
    }
  })
})
