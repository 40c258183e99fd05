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
} from '../../../../test/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/app.ts'
import { signIn as signInMessages } from '../../../shared/messages/pages.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const post = (path: string, body: unknown, options: SendOptions = {}) =>
  send(site, 'POST', path, { ...options, body })
const signUp = (input: object) =>
  post('/auth/sign-up/email', { name: 'Nora Lind', password: goodPassword, ...input })
const getSession = async (cookie: string) => (await send(site, 'GET', '/session', { cookie })).body
const openLink = (token: string) => site.app.http.inject({ url: `/api/auth/verify-email?token=${token}` })

describe('signing up', () => {
  test('sends a link that verifies the email, after which the account can sign in', async () => {
    const email = 'nora@example.com'
    const response = await signUp({ email, name: 'Nora Lind 🎻 نورا' })
    expect(response).toMatchObject({ status: 200, cookie: '' })
    expect(JSON.stringify(response.body)).not.toMatch(/token|password/i)

    const tooEarly = await post('/auth/sign-in/email', { email, password: goodPassword })
    expect(tooEarly).toMatchObject({
      status: 403,
      cookie: '',
      body: { code: 'forbidden', message: signInMessages.unverified },
    })

    const { token, kind } = await lastEmailTo(site, email)
    expect(kind).toBe('verify-email')
    const opened = await openLink(token)
    expect(opened.statusCode).toBe(303)
    expect(opened.headers.location).toBe('http://localhost:3000/verify-email?state=done')
    expect(opened.headers['set-cookie']).toBeUndefined()
    expect((await openLink(token)).headers.location).toContain('state=done')
    expect((await openLink(token.slice(1))).headers.location).toContain('state=spent')

    const cookie = await signIn(site, email)
    expect(await getSession(cookie)).toEqual({
      email,
      name: 'Nora Lind 🎻 نورا',
      photo: null,
      isAdmin: false,
      suspensionReason: null,
    })
  })

  test('responds the same for a new, an unverified, and a verified email', async () => {
    const { email: verified } = await createPerson(site.database)
    const { email: unverified } = await createPerson(site.database, { verified: false })
    const shapes = []
    for (const email of ['quite-new@example.com', unverified, verified]) {
      const { status, body, cookie } = await signUp({ email })
      const { user } = body as { user: Record<string, unknown> }
      shapes.push({ status, cookie, keys: Object.keys(body), user: Object.keys(user), name: user.name })
      expect(user).toMatchObject({ email, emailVerified: false })
    }
    expect(shapes[1]).toEqual(shapes[0])
    expect(shapes[2]).toEqual(shapes[0])
  })

  test('with a verified email notifies its owner and changes nothing', async () => {
    const { email } = await createPerson(site.database, { name: 'First Owner' })
    await signUp({ email, name: 'Somebody Else', password: 'another way to say hello' })
    const [notice, ...others] = await emailsTo(site, email)
    expect(notice?.kind).toBe('someone-signed-up')
    expect(others).toEqual([])
    expect(await getSession(await signIn(site, email))).toMatchObject({ name: 'First Owner' })
  })

  test('again with an unverified email replaces the earlier account and its link', async () => {
    const email = 'twice@example.com'
    await signUp({ email, name: 'Stranger', password: 'the password of a stranger' })
    const first = await lastEmailTo(site, email)
    await signUp({ email, name: 'Owner' })
    const second = await lastEmailTo(site, email)
    expect((await openLink(first.token)).headers.location).toContain('state=spent')
    expect((await openLink(second.token)).headers.location).toContain('state=done')
    expect(await getSession(await signIn(site, email))).toMatchObject({ name: 'Owner' })
    expect(
      (await post('/auth/sign-in/email', { email, password: 'the password of a stranger' })).status,
    ).toBe(401)
  })

  test('ignores everything except name, email, and password', async () => {
    const email = 'pushy@example.com'
    await signUp({
      email,
      isAdmin: true,
      suspensionReason: null,
      role: 'admin',
      emailVerified: true,
      id: 'x',
      image: 'javascript:alert(1)',
    })
    const { rows } = await sql`select email_verified, image from account where email = ${email}`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([{ email_verified: false, image: null }])
  })

  test.each([
    ['name', { name: '' }],
    ['name', { name: ' \u200b\u202e ' }],
    ['name', { name: 'n'.repeat(1000) }],
    ['name', { name: 'a\0b' }],
    ['name', { name: undefined }],
    ['email', { email: '' }],
    ['email', { email: 'no-at-sign' }],
    ['email', { email: 'two@example.com, victim@example.com' }],
    ['email', { email: `${'e'.repeat(250)}@example.com` }],
    ['email', { email: ['a@example.com'] }],
    ['password', { password: 'short12' }],
    ['password', { password: 'password12' }],
    ['password', { password: 'bad-input-77' }],
    ['password', { password: 'my corkboard password 1' }],
    ['password', { password: 'x'.repeat(129) }],
    ['password', { password: 12345678 }],
  ])('rejects a %s of %j and names the field', async (field, input) => {
    const response = await signUp({ email: 'bad-input-77@example.com', ...input })
    expect(response.status).toBe(400)
    expect(Object.keys((response.body as { fields: object }).fields)).toEqual([field])
    expect(await emailsTo(site, 'bad-input-77@example.com')).toEqual([])
  })

  test.each(['correct horse battery', '猫は窓の外を見ている 🐈 www', 'quiet Tuesday rain '.repeat(6)])(
    'accepts %j as a password',
    async (password) => {
      const email = `${Buffer.from(password).toString('hex').slice(0, 12)}@example.com`
      expect((await signUp({ email, password })).status).toBe(200)
    },
  )

  test('respects spaces around a password and the end of a long one', async () => {
    const long = 'so many words in one long line '.repeat(5).slice(0, 127)
    for (const [email, password, other] of [
      ['spaces@example.com', '  wide open meadows  ', 'wide open meadows'],
      ['differ@example.com', `${long}a`, `${long}b`],
    ] as const) {
      await signUp({ email, password })
      await openLink((await lastEmailTo(site, email)).token)
      expect((await post('/auth/sign-in/email', { email, password: other })).status).toBe(401)
      await signIn(site, email, password)
    }
  })

  test('rejects empty bodies and anything but JSON', async () => {
    expect((await post('/auth/sign-up/email', {})).status).toBe(400)
    const text = await site.app.http.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers: { 'content-type': 'text/plain' },
      payload: 'name=x',
    })
    expect(text.statusCode).toBe(400)
    const form = await site.app.http.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a@example.com&password=b',
    })
    expect(form.statusCode).toBe(400)
    expect(form.headers['set-cookie']).toBeUndefined()
  })

  test('rejects a one-megabyte body at once', async () => {
    const started = performance.now()
    const response = await signUp({ email: 'large@example.com', password: 'x'.repeat(1_000_000) })
    expect(response).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('signing in', () => {
  test('fails the same way for a wrong password, an unknown email, and an account without a password', async () => {
    const { email } = await createPerson(site.database)
    const { email: withoutPassword, accountId } = await createPerson(site.database)
    await sql`update account_login set provider = 'google', password = null where account_id = ${accountId}`.execute(
      site.database.kysely,
    )
    const responses = await Promise.all(
      [email, 'nobody@example.com', withoutPassword].map((one) =>
        post('/auth/sign-in/email', { email: one, password: 'not the right one' }),
      ),
    )
    for (const { status, body, cookie } of responses) {
      expect({ status, cookie }).toEqual({ status: 401, cookie: '' })
      expect(body).toEqual(responses[0]?.body)
    }
  })

  test('reveals that an email is unverified only after the right password', async () => {
    const { email } = await createPerson(site.database, { verified: false })
    expect((await post('/auth/sign-in/email', { email, password: 'not the right one' })).status).toBe(401)
    expect((await post('/auth/sign-in/email', { email, password: goodPassword })).status).toBe(403)
  })

  test('ignores the case of the email', async () => {
    await createPerson(site.database, { email: 'case@example.com' })
    await signIn(site, 'Case@Example.COM')
  })

  test('sets a cookie that scripts cannot read, and returns no token', async () => {
    const { email } = await createPerson(site.database)
    const response = await post('/auth/sign-in/email', { email, password: goodPassword })
    expect(JSON.stringify(response.body)).not.toContain('token')
    const [cookie = ''] = [response.headers['set-cookie']].flat() as string[]
    expect(cookie).toMatch(/^corkboard\.session_token=/)
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    const session = await send(site, 'GET', '/auth/get-session', { cookie: response.cookie })
    expect(session.status).toBe(200)
    expect(JSON.stringify(session.body)).not.toMatch(/token|ipAddress/)
  })

  test('sets a new cookie for every session, and rejects a planted one', async () => {
    const { email } = await createPerson(site.database)
    const first = await signIn(site, email)
    const planted = await post(
      '/auth/sign-in/email',
      { email, password: goodPassword },
      { cookie: first, headers: { origin: 'http://localhost:3000' } },
    )
    expect(planted.cookie).not.toBe(first)
    expect(await getSession('corkboard.session_token=made-up.c2lnbmF0dXJl')).toBeNull()
    expect(await getSession(first.replace(/=.{4}/, '=AAAA'))).toBeNull()
  })

  test('marks the cookie as secure over HTTPS', async () => {
    const secure = await createTestApp(site.database, {
      realSessions: true,
      publicUrl: 'https://board.example.org',
      production: true,
    })
    const { email } = await createPerson(site.database)
    const { headers } = await send(secure, 'POST', '/auth/sign-in/email', {
      body: { email, password: goodPassword },
    })
    expect(String(headers['set-cookie'])).toMatch(/^__Secure-corkboard\.session_token=.*; Secure/)
  })
})

describe('signing out', () => {
  test('ends the session on the server, so that its cookie is rejected', async () => {
    const { email } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    const response = await post('/logout', undefined, { cookie })
    expect(response.status).toBe(200)
    expect(String(response.headers['set-cookie'])).toContain('Max-Age=0')
    expect(await getSession(cookie)).toBeNull()
    expect((await send(site, 'GET', '/userprofile', { cookie })).status).toBe(401)
    expect((await post('/auth/sign-out', {}, { cookie })).status).toBe(200)
  })

  test('responds the same to a visitor', async () => {
    expect((await post('/logout', undefined)).status).toBe(200)
  })
})

describe('a cross-site request', () => {
  const crossSiteHeaders = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[]

  test.each(crossSiteHeaders)('is refused: %j', async (headers) => {
    const { email } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    for (const path of [
      '/auth/sign-in/email',
      '/auth/sign-up/email',
      '/auth/sign-out',
      '/logout',
      '/profile',
    ]) {
      const response = await post(path, { email, password: goodPassword, name: 'x' }, { cookie, headers })
      expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(response.headers['set-cookie']).toBeUndefined()
    }
    expect(await getSession(cookie)).toMatchObject({ email })
  })
})

describe('a session', () => {
  test('ends after 30 days without use, and after 90 days in any case', async () => {
    const { email, accountId } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    const age = (column: string, days: number) =>
      sql`update account_session set ${sql.ref(column)} = now() - make_interval(days => ${days})
        where account_id = ${accountId}`.execute(site.database.kysely)
    await age('expires', 1)
    expect(await getSession(cookie)).toBeNull()

    const another = await signIn(site, email)
    await age('created', 91)
    expect(await getSession(another)).toBeNull()
  })

  test('is extended by use', async () => {
    const { email, accountId } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    await sql`update account_session set expires = now() + interval '3 days', updated = now() - interval '27 days'
      where account_id = ${accountId}`.execute(site.database.kysely)
    const { headers } = await send(site, 'GET', '/session', { cookie })
    expect(String(headers['set-cookie'])).toMatch(/^corkboard\.session_token=[^;]+; Max-Age=2592000/)
    const { rows } = await sql<{ days: number }>`
      select extract(day from expires - now())::int as days from account_session where account_id = ${accountId}
    `.execute(site.database.kysely)
    expect(rows[0]?.days).toBeGreaterThanOrEqual(29)
  })
})

test('opens only the paths that this site uses', async () => {
  const { email } = await createPerson(site.database)
  const cookie = await signIn(site, email)
  for (const path of [
    'list-sessions',
    'delete-user',
    'link-social',
    'update-session',
    'ok',
    'error',
    'set-password',
  ]) {
    for (const method of ['GET', 'POST'] as const) {
      const { status } = await send(site, method, `/auth/${path}`, {
        cookie,
        ...(method === 'POST' && { body: {} }),
      })
      expect(status, `${method} ${path}`).toBe(404)
    }
  }
})
