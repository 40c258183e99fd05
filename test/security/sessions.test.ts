/** Sessions: their cookies, when they begin and end, and tokens that are forged. */
import { makeSignature } from 'better-auth/crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Actor, createActor, createAdmin, goodPassword, signIn } from './actors.ts'
import type { Browser } from './browser.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite()
const { kysely } = site.database

const sessionCookie = '__Secure-corkboard.session_token'
const newPassword = 'three green apples on a shelf'
const cookieOf = (browser: Browser) => browser.cookies.get(sessionCookie) ?? ''
const browserWith = (value: string) => site.open({ cookies: { [sessionCookie]: value } })
const isSignedIn = async (browser: Browser) => (await browser.get('/api/userprofile')).status === 200
async function signInElsewhere({ email }: Actor, password = goodPassword) {
  const browser = site.open()
  await signIn(browser, email, password)
  return browser
}

async function resetPassword(email: string) {
  await site.open().post('/api/auth/request-password-reset', { email })
  const link = (await site.mail.waitForEmail(email, /password/i)).links[0] ?? ''
  const token = new URL(link).searchParams.get('token')
  expect((await site.open().post('/api/auth/reset-password', { token, newPassword })).status).toBe(200)
}

describe('B11 session fixation', () => {
  test('a planted cookie never becomes a session', async () => {
    const { email } = await createActor(site)
    const stranger = await createActor(site)
    for (const planted of ['planted', 'planted.c2lnbmF0dXJl', cookieOf(stranger.browser)]) {
      const victim = browserWith(planted)
      await signIn(victim, email)
      expect(cookieOf(victim)).not.toBe(planted)
      expect((await victim.get('/api/session')).json()).toMatchObject({ email })
      const attacker = (await browserWith(planted).get('/api/session')).json()
      expect(attacker?.email).not.toBe(email)
    }
  })

  test('a new password begins a new session', async () => {
    const { browser } = await createActor(site)
    const old = cookieOf(browser)
    await browser.post('/api/auth/change-password', { currentPassword: goodPassword, newPassword })
    expect(cookieOf(browser)).not.toBe(old)
    expect([await isSignedIn(browser), await isSignedIn(browserWith(old))]).toEqual([true, false])
  })

  test('admin rights begin with a new session', async () => {
    const [admin, person] = await Promise.all([createAdmin(site), createActor(site)])
    const old = cookieOf(person.browser)
    expect(
      (await admin.browser.post('/api/add-admin', { name: person.name, email: person.email })).status,
    ).toBe(200)
    expect((await browserWith(old).get('/api/profiles')).status).toBe(401)
    await signIn(person.browser, person.email)
    expect(cookieOf(person.browser)).not.toBe(old)
    expect((await person.browser.get('/api/profiles')).status).toBe(200)
  })
})

test('B26 a stolen copy of the database signs nobody in, even with the secret', async () => {
  const { email } = await createActor(site)
  const browser = site.open()
  await signIn(browser, email)
  const { rows } = await sql<{ token: string }>`select token from account_session`.execute(kysely)
  const stored = rows.map(({ token }) => token)
  expect(stored).not.toContain(cookieOf(browser).split('.')[0])
  for (const token of stored) {
    const cookie = encodeURIComponent(`${token}.${await makeSignature(token, site.secret)}`)
    expect(await isSignedIn(browserWith(cookie))).toBe(false)
  }
  expect(await isSignedIn(browser)).toBe(true)
})

describe('B12 with sessions on two other devices', () => {
  test('a reset ends all of them', async () => {
    const actor = await createActor(site)
    const others = [await signInElsewhere(actor), await signInElsewhere(actor)]
    await resetPassword(actor.email)
    for (const browser of [actor.browser, ...others]) expect(await isSignedIn(browser)).toBe(false)
    await signInElsewhere(actor, newPassword)
  })

  test.each([true, false])(
    'a change of the password ends them if the request says so: %s',
    async (revokeOtherSessions) => {
      const actor = await createActor(site)
      const others = [await signInElsewhere(actor), await signInElsewhere(actor)]
      const body = { currentPassword: goodPassword, newPassword, revokeOtherSessions }
      expect((await actor.browser.post('/api/auth/change-password', body)).status).toBe(200)
      for (const browser of others) expect(await isSignedIn(browser)).toBe(!revokeOtherSessions)
      expect(await isSignedIn(actor.browser)).toBe(true)
    },
  )
})

describe('B13 after signing out', () => {
  test.each(['/api/logout', '/api/auth/sign-out'])('by %s, the cookie is worth nothing', async (path) => {
    const { browser } = await createActor(site)
    const secondTab = browserWith(cookieOf(browser))
    const old = cookieOf(browser)
    expect((await browser.post(path)).status).toBe(200)
    expect(cookieOf(browser)).toBe('')
    expect(await isSignedIn(browserWith(old))).toBe(false)
    expect((await secondTab.get('/profile')).headers.location).toBe('/signin?to=%2Fprofile')
  })

  test('the Back button finds no private page, because none is ever stored', async () => {
    const { browser } = await createAdmin(site)
    const pages = [
      '/profile',
      '/profile/account',
      '/update-profile',
      '/my-services',
      '/my-events',
      '/admin',
      '/',
      '/all-services',
    ]
    const calls = [
      '/api/userprofile',
      '/api/account',
      '/api/session',
      '/api/account-data',
      '/api/profiles',
      '/api/auth/get-session',
    ]
    for (const path of [...pages, ...calls]) {
      const { status, headers } = await browser.get(path)
      expect([path, status, headers['cache-control']]).toEqual([
        path,
        200,
        expect.stringContaining('no-store'),
      ])
    }
  })
})

test('B14 every cookie is Secure, HttpOnly, and for this host, and no response repeats one', async () => {
  const email = 'cookies@example.com'
  const browser = site.open()
  const answers = [
    await browser.post('/api/auth/sign-up/email', { name: 'Cora', email, password: goodPassword }),
    await browser.submit('/verify-email', {
      answer: 'confirm',
      token: new URL((await site.mail.waitForEmail(email)).links[0] ?? '').searchParams.get('token') ?? '',
    }),
    await browser.post('/api/auth/sign-in/email', { email, password: goodPassword }),
    await browser.get('/api/auth/get-session'),
    await browser.get('/api/session'),
    await browser.post('/api/profile', { name: 'Cora', email }),
    await browser.get('/api/account'),
    await browser.get('/profile'),
    await browser.post('/api/auth/change-password', { currentPassword: goodPassword, newPassword }),
    await browser.post('/api/logout'),
  ]
  const seen = new Set<string>()
  const secrets = answers.flatMap(({ setCookies }) => setCookies.map((text) => text.split(/[=;]/)[1] ?? ''))
  for (const { status, setCookies, text } of answers) {
    expect(status).toBeLessThan(400)
    for (const setCookie of setCookies) {
      const [pair = '', ...attributes] = setCookie.split('; ')
      seen.add(pair.split('=')[0] ?? '')
      expect(pair).toMatch(/^__(Secure|Host)-/)
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']))
      expect(setCookie).not.toMatch(/domain=/i)
    }
    for (const secret of secrets.filter((value) => value !== '')) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(decodeURIComponent(secret).split('.')[0])
    }
  }
  expect([...seen].sort()).toEqual(['__Host-corkboard.sign_up', sessionCookie])
})

describe('B15 a session ends', () => {
  const shift = ({ accountId }: Actor, column: 'created' | 'expires' | 'updated', days: number) =>
    sql`update account_session set ${sql.ref(column)} = now() + make_interval(days => ${days}) where account_id = ${accountId}`.execute(
      kysely,
    )
  const expiryOf = async ({ accountId }: Actor) => {
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from expires - now()) / 86400)::int as days from account_session where account_id = ${accountId}`.execute(
      kysely,
    )
    return rows[0]?.days
  }

  test('after 30 days without use, which begin again with each day of use', async () => {
    const actor = await createActor(site)
    expect(await expiryOf(actor)).toBe(30)
    // The state two days before the end: last used 28 days ago.
    await shift(actor, 'created', -28)
    await shift(actor, 'updated', -28)
    await shift(actor, 'expires', 2)
    expect(await isSignedIn(actor.browser)).toBe(true)
    expect(await expiryOf(actor)).toBe(30)
    await shift(actor, 'expires', -1)
    expect(await isSignedIn(actor.browser)).toBe(false)
  })

  test('after 90 days, however often it is used', async () => {
    const actor = await createActor(site)
    const { token } = (await actor.browser.post('/api/jwt', { email: actor.email })).json()
    await shift(actor, 'created', -89)
    expect(await isSignedIn(actor.browser)).toBe(true)
    await shift(actor, 'created', -91)
    expect(await isSignedIn(actor.browser)).toBe(false)
    const authorization = `Bearer ${token}`
    expect((await site.open().get('/api/userprofile', { authorization })).status).toBe(401)
  })
})

test('B25 forged cookies and tokens are refused', async () => {
  const { browser, email, accountId } = await createActor(site)
  const { token } = (await browser.post('/api/jwt', { email })).json<{ token: string }>()
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (secret: string, kid?: string) =>
    new SignJWT({ sid: claims.sid })
      .setProtectedHeader({ alg: 'HS256', ...(kid && { kid }) })
      .setSubject(accountId)
      .setIssuedAt()
      .setExpirationTime('15m')
      .sign(Buffer.from(secret))
  const tokens = [
    `${encode({ alg: 'none' })}.${payload}.`,
    `${encode({ alg: 'None' })}.${payload}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    `${header}.${encode({ ...claims, sub: 'x', exp: claims.exp + 9999 })}.${signature}`,
    `${encode({ alg: 'HS256', kid: '../../dev/null' })}.${payload}.${signature}`,
    await sign('\0'),
    await sign('\0', '../../../../dev/null'),
    await sign('the secret of another environment'),
    'x'.repeat(1900),
  ]
  const cookie = decodeURIComponent(cookieOf(browser))
  const [value = '', seal = ''] = cookie.split('.')
  const cookies = [
    value,
    `${value}.`,
    `${value}.${seal.slice(0, -4)}AAA=`,
    `${value.slice(0, -1)}${value.endsWith('x') ? 'y' : 'x'}.${seal}`,
    `x.${seal}`,
    '%',
    '%00',
    `${cookie}${cookie}`,
  ]
  await expectUnchanged(site.database, async () => {
    for (const forged of tokens)
      expect(
        (await site.open().get('/api/userprofile', { authorization: `Bearer ${forged}` })).status,
        forged,
      ).toBe(401)
    for (const forged of cookies)
      expect((await browserWith(encodeURIComponent(forged)).get('/api/userprofile')).status, forged).toBe(401)
  })
  expect(await isSignedIn(browser)).toBe(true)
})
