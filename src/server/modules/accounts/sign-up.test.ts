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
} from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { signIn as signInMessages } from '../../../shared/messages/sign-in.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const post = (path: string, body: unknown, options: SendOptions = {}) =>
  send(site, 'POST', path, { ...options, body })
const signUp = (input: object) =>
  post('/auth/sign-up/email', { name: 'Nora Lind', password: goodPassword, ...input })
const getSession = async (cookie: string) => (await send(site, 'GET', '/session', { cookie })).body
const confirm = (token: string, password = goodPassword) => post('/auth/verify-email', { token, password })

describe('signing up', () => {
  test('sends a link that verifies the email, after which the account can sign in', async () => {
    const email = 'nora@example.com'
    const response = await signUp({ email, name: 'Nora Lind 🎻 نورا' })
    expect(response.status).toBe(200)
    expect(response.cookie).not.toContain('session')
    expect(JSON.stringify(response.body)).not.toMatch(/token|password/i)

    const tooEarly = await post('/auth/sign-in/email', { email, password: goodPassword })
    expect(tooEarly).toMatchObject({
      status: 403,
      cookie: '',
      body: { code: 'forbidden', message: signInMessages.unverified },
    })

    const { token, kind } = await lastEmailTo(site, email)
    expect(kind).toBe('verify-email')
    expect(await confirm(token)).toMatchObject({ status: 200, cookie: '' })
    expect(await confirm(token)).toMatchObject({ status: 200, cookie: '' })
    expect((await confirm(token.slice(1))).status).toBe(400)

    const cookie = await signIn(site, email)
    expect(await getSession(cookie)).toEqual({
      email,
      name: 'Nora Lind 🎻 نورا',
      photo: null,
      isAdmin: false,
      role: null,
      suspensionReason: null,
      unread: 0,
    })
  })

  test.each([
    ['a&b@example.com', 'a&b@example.com'],
    ["o'brien=x/{y}@example.com", "o'brien=x/{y}@example.com"],
    ['user@münchen.example', 'user@xn--mnchen-3ya.example'],
  ])('accepts %s, which can then do everything', async (email, stored) => {
    expect((await signUp({ email })).status).toBe(200)
    const { token } = await lastEmailTo(site, stored)
    expect(await confirm(token)).toMatchObject({ status: 200 })
    expect(await getSession(await signIn(site, email))).toMatchObject({ email: stored })
    for (const path of ['/auth/request-password-reset', '/auth/sign-in/magic-link']) {
      expect((await post(path, { email })).status).toBe(200)
      expect((await lastEmailTo(site, stored)).token).not.toBe(token)
    }
  })

  test('responds the same for a new, an unverified, and a verified email', async () => {
    const { email: verified } = await createUser(site.database)
    const { email: unverified } = await createUser(site.database, { verified: false })
    const shapes = []
    for (const email of ['quite-new@example.com', unverified, verified]) {
      const { status, body, cookie, headers } = await signUp({ email })
      const { user } = body as { user: Record<string, unknown> }
      shapes.push({
        status,
        cookies: cookie.replace(/=[^;]+/g, ''),
        headers: Object.keys(headers),
        keys: Object.keys(body),
        user: Object.keys(user),
        name: user.name,
      })
      expect(user).toMatchObject({ email, emailVerified: false })
    }
    expect(shapes[1]).toEqual(shapes[0])
    expect(shapes[2]).toEqual(shapes[0])
  })

  test('with a verified email notifies its owner and changes nothing', async () => {
    const { email } = await createUser(site.database, { name: 'First Owner' })
    await signUp({ email, name: 'Somebody Else', password: 'another way to say hello' })
    const [notice, ...others] = await emailsTo(site, email)
    expect(notice?.kind).toBe('someone-signed-up')
    expect(others).toEqual([])
    expect(await getSession(await signIn(site, email))).toMatchObject({ name: 'First Owner' })
  })

  test('ignores everything except name, email, and password', async () => {
    const email = 'pushy@example.com'
    await signUp({
      email,
      isAdmin: true,
      suspensionReason: null,
      unread: 0,
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
      await confirm((await lastEmailTo(site, email)).token, password)
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
    expect(text.statusCode).toBe(415)
    const form = await site.app.http.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a@example.com&password=b',
    })
    expect(form.statusCode).toBe(415)
    expect(form.headers['set-cookie']).toBeUndefined()
  })

  test('rejects a one-megabyte body at once', { tags: ['timed'] }, async () => {
    const started = performance.now()
    const response = await signUp({ email: 'large@example.com', password: 'x'.repeat(1_000_000) })
    expect(response).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
