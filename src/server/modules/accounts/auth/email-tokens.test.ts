import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createPerson,
  emailsTo,
  goodPassword,
  lastEmailTo,
  type SendOptions,
  send,
  signIn,
} from '../../../../../test/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const post = (path: string, body: unknown, sent: SendOptions = {}) =>
  send(site, 'POST', `/auth${path}`, { ...sent, body })
const whoIs = async (cookie: string) => (await send(site, 'GET', '/session', { cookie })).body
const newPassword = 'three green apples on a shelf'
const reset = (token: string, password = newPassword) =>
  post('/reset-password', { token, newPassword: password })

/** Moves the clock of every token that waits for this account. */
const expireTokens = (accountId: string) =>
  sql`update account_token set expires = now() - interval '1 second' where value like '%' || ${accountId} || '%'`.execute(
    site.database.kysely,
  )

describe.each(['/request-password-reset', '/send-verification-email', '/sign-in/magic-link'])(
  '%s',
  (path) => {
    test('answers alike whether or not the address is known', async () => {
      const { email } = await createPerson(site.database, { verified: path !== '/send-verification-email' })
      const known = await post(path, { email })
      const unknown = await post(path, { email: 'unknown@example.com' })
      expect(known.status).toBe(200)
      expect(unknown).toMatchObject({ status: 200, body: known.body, cookie: '' })
      expect(await emailsTo(site, email)).toHaveLength(1)
      expect(await emailsTo(site, 'unknown@example.com')).toEqual([])
    })

    test('refuses what is no address, naming the field', async () => {
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

    test('mails a link to this site, whatever host was named', async () => {
      const { email } = await createPerson(site.database, { verified: path !== '/send-verification-email' })
      await post(path, { email }, { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
      const { text, html } = await lastEmailTo(site, email)
      expect(text).toContain('http://localhost:3000/')
      expect(text + html).not.toContain('evil')
    })

    test('keeps the token as a hash alone', async () => {
      const { email } = await createPerson(site.database, { verified: path !== '/send-verification-email' })
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

test('what is verified already gets no second link', async () => {
  const { email } = await createPerson(site.database)
  expect((await post('/send-verification-email', { email })).status).toBe(200)
  expect(await emailsTo(site, email)).toEqual([])
})

describe('resetting a password', () => {
  async function asked(given = {}) {
    const person = await createPerson(site.database, given)
    await post('/request-password-reset', { email: person.email })
    return { ...person, token: (await lastEmailTo(site, person.email)).token }
  }

  test('changes it, ends every session, and tells by mail', async () => {
    const { email, token } = await asked()
    const sessions = [await signIn(site, email), await signIn(site, email)]
    expect((await reset(token)).status).toBe(200)
    for (const cookie of sessions) expect(await whoIs(cookie)).toBeNull()
    expect((await post('/sign-in/email', { email, password: goodPassword })).status).toBe(401)
    await signIn(site, email, newPassword)
    expect((await lastEmailTo(site, email)).kind).toBe('password-changed')
  })

  test('works once, also when tried ten times at once', async () => {
    const { token } = await asked()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => reset(token, `${newPassword} ${n}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9)
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  test('does not work with an older link, a changed one, or one too old', async () => {
    const { email, accountId, token: first } = await asked()
    await post('/request-password-reset', { email })
    const { token: second } = await lastEmailTo(site, email)
    expect((await reset(first)).status).toBe(400)
    expect((await reset(second.slice(1))).status).toBe(400)
    expect((await reset('')).status).toBe(400)
    await expireTokens(accountId)
    expect((await reset(second)).status).toBe(400)
    await signIn(site, email)
  })

  test('does not work with a link of another kind', async () => {
    const { email } = await createPerson(site.database)
    await post('/sign-in/magic-link', { email })
    expect((await reset((await lastEmailTo(site, email)).token)).status).toBe(400)
  })

  test('refuses a bad password without using up the link', async () => {
    const { token, email } = await asked({ email: 'marigold@example.com' })
    for (const bad of ['short', 'password12', 'x'.repeat(129), 'marigold in the garden']) {
      expect(await reset(token, bad)).toMatchObject({
        status: 400,
        body: { fields: { newPassword: expect.any(String) } },
      })
    }
    expect((await reset(token)).status).toBe(200)
    await signIn(site, email, newPassword)
  })

  test('proves the address: who signed up first with it, and never verified it, is locked out', async () => {
    const { email, token } = await asked({ verified: false })
    await post('/send-verification-email', { email })
    const { token: verification } = await lastEmailTo(site, email)
    expect((await reset(token)).status).toBe(200)
    await signIn(site, email, newPassword)
    expect((await post('/verify-email', { token: verification })).status).toBe(400)
    expect((await post('/sign-in/email', { email, password: goodPassword })).status).toBe(401)
  })
})

describe('signing in by a mailed link', () => {
  async function asked(given = {}) {
    const person = await createPerson(site.database, given)
    await post('/sign-in/magic-link', { email: person.email, callbackURL: '/update-profile' })
    return { ...person, ...(await lastEmailTo(site, person.email)) }
  }
  const use = (token: string) => post('/magic-link/verify', { token })

  test('opens a page, and only its button signs in, once', async () => {
    const { email, token, text } = await asked()
    expect(text).toContain(`/email-link?token=${token}&to=%2Fupdate-profile`)
    for (const method of ['GET', 'HEAD'] as const) {
      await site.app.http.inject({ method, url: `/email-link?token=${token}&to=%2F` })
      const { statusCode } = await site.app.http.inject({
        method,
        url: `/api/auth/magic-link/verify?token=${token}`,
      })
      expect(statusCode).toBe(404)
    }
    const answer = await use(token)
    expect(answer.status).toBe(200)
    expect(await whoIs(answer.cookie)).toMatchObject({ email })
    expect(await use(token)).toMatchObject({ status: 400, cookie: '' })
  })

  test('makes one session of ten tries at once', async () => {
    const { token } = await asked()
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(token)))
    expect(answers.filter(({ cookie }) => cookie !== '')).toHaveLength(1)
  })

  test('does not work after ten minutes', async () => {
    const { token, accountId } = await asked()
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from expires - now())::int / 60 as minutes from account_token
      where value like '%' || ${accountId} || '%'`.execute(site.database.kysely)
    expect(rows[0]?.minutes).toBeLessThanOrEqual(10)
    await expireTokens(accountId)
    expect((await use(token)).status).toBe(400)
  })

  test('proves the address: a password that a stranger had set is gone', async () => {
    const { email, token } = await asked({ verified: false })
    expect((await use(token)).status).toBe(200)
    expect((await post('/sign-in/email', { email, password: goodPassword })).status).toBe(401)
  })

  test('comes back to a place on this site alone', async () => {
    const { email } = await createPerson(site.database)
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

describe('changing the email', () => {
  async function signedIn() {
    const person = await createPerson(site.database)
    return { ...person, cookie: await signIn(site, person.email) }
  }

  test('needs the new address to be verified, then the profile follows and the old address is told', async () => {
    const { email, cookie } = await signedIn()
    const newEmail = `moved-${email}`
    expect((await post('/change-email', { newEmail }, { cookie })).status).toBe(200)
    expect(await whoIs(cookie)).toMatchObject({ email })

    const { token, kind } = await lastEmailTo(site, newEmail)
    expect(kind).toBe('confirm-new-email')
    expect((await post('/verify-email', { token })).status).toBe(200)
    expect(await whoIs(cookie)).toMatchObject({ email: newEmail })
    expect((await send(site, 'GET', '/userprofile', { cookie })).body).toMatchObject({ email: newEmail })
    expect((await lastEmailTo(site, email)).kind).toBe('email-changed')
    await signIn(site, newEmail)
  })

  test('to an address that somebody else has is answered alike and does nothing', async () => {
    const { cookie, email } = await signedIn()
    const { email: taken } = await createPerson(site.database)
    expect(await post('/change-email', { newEmail: taken }, { cookie })).toMatchObject({ status: 200 })
    expect(await emailsTo(site, taken)).toEqual([])
    expect(await whoIs(cookie)).toMatchObject({ email })
  })

  test('to an address that somebody else verifies meanwhile is too late', async () => {
    const { cookie, email } = await signedIn()
    const newEmail = `wanted-${email}`
    await post('/change-email', { newEmail }, { cookie })
    const { token } = await lastEmailTo(site, newEmail)
    await createPerson(site.database, { email: newEmail })
    expect((await post('/verify-email', { token })).status).toBe(400)
    expect(await whoIs(cookie)).toMatchObject({ email })
  })

  test('asks for a sign-in of the last hour', async () => {
    const { cookie, accountId, email } = await signedIn()
    await sql`update account_session set created = now() - interval '2 days' where account_id = ${accountId}`.execute(
      site.database.kysely,
    )
    const answer = await post('/change-email', { newEmail: `late-${email}` }, { cookie })
    expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining('sign in again') } })
  })

  test('is refused to a visitor', async () => {
    expect((await post('/change-email', { newEmail: 'x@example.com' })).status).toBe(401)
  })
})

describe('changing the password', () => {
  const change = (cookie: string, body: object) => post('/change-password', body, { cookie })

  test('needs the current one, can end the other sessions, and tells by mail', async () => {
    const { email } = await createPerson(site.database)
    const [cookie, other] = [await signIn(site, email), await signIn(site, email)]
    expect(await change(cookie, { currentPassword: 'not the right one', newPassword })).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: expect.any(String) } },
    })
    const answer = await change(cookie, {
      currentPassword: goodPassword,
      newPassword,
      revokeOtherSessions: true,
    })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain('token')
    expect(await whoIs(other)).toBeNull()
    expect(await whoIs(answer.cookie || cookie)).toMatchObject({ email })
    await signIn(site, email, newPassword)
    expect((await lastEmailTo(site, email)).kind).toBe('password-changed')
  })

  test('refuses one that is easy to guess, and a visitor', async () => {
    const { email } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    expect(await change(cookie, { currentPassword: goodPassword, newPassword: 'password12' })).toMatchObject({
      status: 400,
      body: { fields: { newPassword: expect.any(String) } },
    })
    expect((await change('', { currentPassword: goodPassword, newPassword })).status).toBe(401)
  })
})

describe('the display name and the photo', () => {
  test('are changed at the provider', async () => {
    const { email } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    const photo = 'https://pictures.example.org/me.jpg'
    expect((await post('/update-user', { name: 'New Name', image: photo }, { cookie })).status).toBe(200)
    expect(await whoIs(cookie)).toMatchObject({ name: 'New Name', photo })
    expect((await post('/update-user', { image: null }, { cookie })).status).toBe(200)
    expect(await whoIs(cookie)).toMatchObject({ name: 'New Name', photo: null })
  })

  test.each([
    { image: 'javascript:alert(1)' },
    { image: 'data:image/png;base64,x' },
    { name: ' ' },
    { name: 'n'.repeat(1000) },
  ])('refuse %j', async (body) => {
    const { email } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    expect((await post('/update-user', body, { cookie })).status).toBe(400)
  })

  test('take nothing else', async () => {
    const { email, accountId } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    await post(
      '/update-user',
      { name: 'N', isAdmin: true, emailVerified: false, email: 'x@example.com' },
      { cookie },
    )
    const { rows } = await sql`select email, email_verified from account where id = ${accountId}`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([{ email, email_verified: true }])
  })
})
