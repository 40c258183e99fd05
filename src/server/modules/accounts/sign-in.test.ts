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

const post = (path: string, body: unknown, sent: SendOptions = {}) =>
  send(site, 'POST', path, { ...sent, body })
const signUp = (given: object) =>
  post('/auth/sign-up/email', { name: 'Nora Lind', password: goodPassword, ...given })
const whoIs = async (cookie: string) => (await send(site, 'GET', '/session', { cookie })).body
const follow = (token: string) => site.app.http.inject({ url: `/api/auth/verify-email?token=${token}` })

describe('signing up', () => {
  test('sends a link, which verifies the address, and then one can sign in', async () => {
    const email = 'nora@example.com'
    const answer = await signUp({ email, name: 'Nora Lind 🎻 نورا' })
    expect(answer).toMatchObject({ status: 200, cookie: '' })
    expect(JSON.stringify(answer.body)).not.toMatch(/token|password/i)

    const early = await post('/auth/sign-in/email', { email, password: goodPassword })
    expect(early).toMatchObject({
      status: 403,
      cookie: '',
      body: { code: 'forbidden', message: signInMessages.unverified },
    })

    const { token, kind } = await lastEmailTo(site, email)
    expect(kind).toBe('verify-email')
    const opened = await follow(token)
    expect(opened.statusCode).toBe(303)
    expect(opened.headers.location).toBe('http://localhost:3000/verify-email?state=done')
    expect(opened.headers['set-cookie']).toBeUndefined()
    expect((await follow(token)).headers.location).toContain('state=done')
    expect((await follow(token.slice(1))).headers.location).toContain('state=spent')

    const cookie = await signIn(site, email)
    expect(await whoIs(cookie)).toEqual({
      email,
      name: 'Nora Lind 🎻 نورا',
      photo: null,
      isAdmin: false,
      suspensionReason: null,
    })
  })

  test('answers alike for a new, an unverified and a verified address', async () => {
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

  test('with an address that somebody has verified tells its owner, and changes nothing', async () => {
    const { email } = await createPerson(site.database, { name: 'First Owner' })
    await signUp({ email, name: 'Somebody Else', password: 'another way to say hello' })
    const [letter, ...more] = await emailsTo(site, email)
    expect(letter?.kind).toBe('someone-signed-up')
    expect(more).toEqual([])
    expect(await whoIs(await signIn(site, email))).toMatchObject({ name: 'First Owner' })
  })

  test('again, with an address nobody has verified, replaces the earlier one and its link', async () => {
    const email = 'twice@example.com'
    await signUp({ email, name: 'Stranger', password: 'the password of a stranger' })
    const first = await lastEmailTo(site, email)
    await signUp({ email, name: 'Owner' })
    const second = await lastEmailTo(site, email)
    expect((await follow(first.token)).headers.location).toContain('state=spent')
    expect((await follow(second.token)).headers.location).toContain('state=done')
    expect(await whoIs(await signIn(site, email))).toMatchObject({ name: 'Owner' })
    expect(
      (await post('/auth/sign-in/email', { email, password: 'the password of a stranger' })).status,
    ).toBe(401)
  })

  test('takes nothing over but name, email and password', async () => {
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
  ])('refuses a %s such as %j, naming the field', async (field, given) => {
    const answer = await signUp({ email: 'bad-input-77@example.com', ...given })
    expect(answer.status).toBe(400)
    expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([field])
    expect(await emailsTo(site, 'bad-input-77@example.com')).toEqual([])
  })

  test.each(['correct horse battery', '猫は窓の外を見ている 🐈 www', 'quiet Tuesday rain '.repeat(6)])(
    'takes %j as a password',
    async (password) => {
      const email = `${Buffer.from(password).toString('hex').slice(0, 12)}@example.com`
      expect((await signUp({ email, password })).status).toBe(200)
    },
  )

  test('keeps the spaces around a password, and two long ones apart that differ at the end', async () => {
    const long = 'so many words in one long line '.repeat(5).slice(0, 127)
    for (const [email, password, other] of [
      ['spaces@example.com', '  wide open meadows  ', 'wide open meadows'],
      ['differ@example.com', `${long}a`, `${long}b`],
    ] as const) {
      await signUp({ email, password })
      await follow((await lastEmailTo(site, email)).token)
      expect((await post('/auth/sign-in/email', { email, password: other })).status).toBe(401)
      await signIn(site, email, password)
    }
  })

  test('refuses what is no JSON, or nothing at all', async () => {
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

  test('refuses a megabyte at once', async () => {
    const started = performance.now()
    const answer = await signUp({ email: 'large@example.com', password: 'x'.repeat(1_000_000) })
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('signing in', () => {
  test('with a wrong password, an unknown address or an account without a password is refused alike', async () => {
    const { email } = await createPerson(site.database)
    const { email: withoutPassword, accountId } = await createPerson(site.database)
    await sql`update account_login set provider = 'google', password = null where account_id = ${accountId}`.execute(
      site.database.kysely,
    )
    const answers = await Promise.all(
      [email, 'nobody@example.com', withoutPassword].map((one) =>
        post('/auth/sign-in/email', { email: one, password: 'not the right one' }),
      ),
    )
    for (const { status, body, cookie } of answers) {
      expect({ status, cookie }).toEqual({ status: 401, cookie: '' })
      expect(body).toEqual(answers[0]?.body)
    }
  })

  test('tells that an address is not verified only to who knows the password', async () => {
    const { email } = await createPerson(site.database, { verified: false })
    expect((await post('/auth/sign-in/email', { email, password: 'not the right one' })).status).toBe(401)
    expect((await post('/auth/sign-in/email', { email, password: goodPassword })).status).toBe(403)
  })

  test('does not depend on the case of the email', async () => {
    await createPerson(site.database, { email: 'case@example.com' })
    await signIn(site, 'Case@Example.COM')
  })

  test('gives a cookie that scripts cannot read, and no token', async () => {
    const { email } = await createPerson(site.database)
    const answer = await post('/auth/sign-in/email', { email, password: goodPassword })
    expect(JSON.stringify(answer.body)).not.toContain('token')
    const [cookie = ''] = [answer.headers['set-cookie']].flat() as string[]
    expect(cookie).toMatch(/^corkboard\.session_token=/)
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    const session = await send(site, 'GET', '/auth/get-session', { cookie: answer.cookie })
    expect(session.status).toBe(200)
    expect(JSON.stringify(session.body)).not.toMatch(/token|ipAddress/)
  })

  test('gives every session a cookie of its own, and a planted one is worth nothing', async () => {
    const { email } = await createPerson(site.database)
    const first = await signIn(site, email)
    const planted = await post(
      '/auth/sign-in/email',
      { email, password: goodPassword },
      { cookie: first, headers: { origin: 'http://localhost:3000' } },
    )
    expect(planted.cookie).not.toBe(first)
    expect(await whoIs('corkboard.session_token=made-up.c2lnbmF0dXJl')).toBeNull()
    expect(await whoIs(first.replace(/=.{4}/, '=AAAA'))).toBeNull()
  })

  test('over https marks the cookie as secure', async () => {
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
  test('ends the session at the server: its cookie is worth nothing any more', async () => {
    const { email } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    const answer = await post('/logout', undefined, { cookie })
    expect(answer.status).toBe(200)
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0')
    expect(await whoIs(cookie)).toBeNull()
    expect((await send(site, 'GET', '/userprofile', { cookie })).status).toBe(401)
    expect((await post('/auth/sign-out', {}, { cookie })).status).toBe(200)
  })

  test('answers a visitor alike', async () => {
    expect((await post('/logout', undefined)).status).toBe(200)
  })
})

describe('what another site sends', () => {
  const crossing = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[]

  test.each(crossing)('is refused: %j', async (headers) => {
    const { email } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    for (const path of [
      '/auth/sign-in/email',
      '/auth/sign-up/email',
      '/auth/sign-out',
      '/logout',
      '/profile',
    ]) {
      const answer = await post(path, { email, password: goodPassword, name: 'x' }, { cookie, headers })
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(await whoIs(cookie)).toMatchObject({ email })
  })
})

describe('a session', () => {
  test('ends when it was not used for thirty days, and after ninety in any case', async () => {
    const { email, accountId } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    const age = (column: string, days: number) =>
      sql`update account_session set ${sql.ref(column)} = now() - make_interval(days => ${days})
        where account_id = ${accountId}`.execute(site.database.kysely)
    await age('expires', 1)
    expect(await whoIs(cookie)).toBeNull()

    const another = await signIn(site, email)
    await age('created', 91)
    expect(await whoIs(another)).toBeNull()
  })

  test('that is used lasts longer', async () => {
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

test('only the paths that this site uses are open', async () => {
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
