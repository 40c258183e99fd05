import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createUser,
  goodPassword,
  type SendOptions,
  send,
  signIn,
} from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const post = (path: string, body: unknown, options: SendOptions = {}) =>
  send(site, 'POST', path, { ...options, body })
const getSession = async (cookie: string) => (await send(site, 'GET', '/session', { cookie })).body

describe('signing in', () => {
  test('fails the same way for a wrong password, an unknown email, and an account without a password', async () => {
    const { email } = await createUser(site.database)
    const { email: withoutPassword, accountId } = await createUser(site.database)
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
    const { email } = await createUser(site.database, { verified: false })
    expect((await post('/auth/sign-in/email', { email, password: 'not the right one' })).status).toBe(401)
    expect((await post('/auth/sign-in/email', { email, password: goodPassword })).status).toBe(403)
  })

  test('ignores the case of the email', async () => {
    await createUser(site.database, { email: 'case@example.com' })
    await signIn(site, 'Case@Example.COM')
  })

  test('sets a cookie that scripts cannot read, and returns no token', async () => {
    const { email } = await createUser(site.database)
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
    const { email } = await createUser(site.database)
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
    const { email } = await createUser(site.database)
    const { headers } = await send(secure, 'POST', '/auth/sign-in/email', {
      body: { email, password: goodPassword },
    })
    expect(String(headers['set-cookie'])).toMatch(/^__Secure-corkboard\.session_token=.*; Secure/)
  })
})

describe('signing out', () => {
  test('ends the session on the server, so that its cookie is rejected', async () => {
    const { email } = await createUser(site.database)
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
    const { email } = await createUser(site.database)
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
    const { email, accountId } = await createUser(site.database)
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
    const { email, accountId } = await createUser(site.database)
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
  const { email } = await createUser(site.database)
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
