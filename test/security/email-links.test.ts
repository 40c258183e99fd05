/** Links in emails: to reset a password, to verify an address, and to sign in. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createUser, type TestUser } from '../support/data/accounts.ts'
import { createActor, goodPassword, signIn } from './actors.ts'
import type { Browser } from './browser.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite()
const { kysely } = site.database
const newPassword = 'three green apples on a shelf'
const scanner = { 'user-agent': 'SafeLinks scanner' }

const post = (path: string, body: unknown, browser = site.open()) => browser.post(`/api/auth/${path}`, body)
const sessionOf = async (browser: Browser) =>
  (await browser.get('/api/session')).json<{ email: string } | null>()
const expire = ({ accountId }: TestUser) =>
  sql`update account_token set expires = now() - interval '1 second' where value like ${`%:${accountId}:%`}`.execute(
    kysely,
  )

/** Requests an email and returns its link's token. */
async function request(path: string, email: string, body: object = {}): Promise<string> {
  const seen = site.mail.received.length
  await post(path, { email, ...body })
  const arrived = () => site.mail.received.slice(seen).find(({ recipients }) => recipients.includes(email))
  await expect.poll(arrived).toBeDefined()
  const text = arrived()?.email.text ?? ''
  return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? ''
}

describe('B16 a reset token', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await createUser(site.database)
  })
  const requestReset = () => request('request-password-reset', user.email)
  const reset = (token: string, password = newPassword) =>
    post('reset-password', { token, newPassword: password })
  const expectUnused = () => signIn(site.open(), user.email)

  test('works once', async () => {
    const token = await requestReset()
    expect((await reset(token)).status).toBe(200)
    expect((await reset(token, 'five red kites above the hill')).status).toBe(400)
    await signIn(site.open(), user.email, newPassword)
  })

  test('works once of ten times at the same moment', async () => {
    const token = await requestReset()
    const passwords = Array.from({ length: 10 }, (_, n) => `${newPassword} number ${n}`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    const winner = answers.findIndex(({ status }) => status === 200)
    await signIn(site.open(), user.email, passwords[winner])
  })

  test('expires', async () => {
    const token = await requestReset()
    await expire(user)
    expect((await reset(token)).status).toBe(400)
    await expectUnused()
  })

  test('is worth nothing once the next one is sent', async () => {
    const first = await requestReset()
    const second = await requestReset()
    expect((await reset(first)).status).toBe(400)
    expect((await reset(second)).status).toBe(200)
    expect((await reset(first)).status).toBe(400)
  })

  test('resets no one else’s password, and no part of it works', async () => {
    const other = await createUser(site.database)
    const token = await requestReset()
    for (const tampered of [token.slice(0, -1), token.slice(1), `${token}x`, token.toUpperCase(), ''])
      expect((await reset(tampered)).status).toBe(400)
    expect((await post(`reset-password?token=${token}`, { newPassword })).status).toBe(400)
    expect(
      (await post('reset-password', { token, newPassword, email: other.email, userId: other.accountId }))
        .status,
    ).toBeOneOf([200, 400])
    await signIn(site.open(), other.email)
  })

  test('appears neither in the log nor in a Referer', async () => {
    const token = await requestReset()
    const page = await site.open().get(`/reset-password?token=${token}`)
    // The browser names only the origin, even in requests to the site itself.
    expect(page.headers['referrer-policy']).toBe('strict-origin')
    expect(page.headers['cache-control']).not.toContain('public')
    expect((await reset(token)).status).toBe(200)
    await site.open().get('/healthz')
    expect(site.log()).toContain('/reset-password')
    expect(site.log()).not.toContain(token)
  })
})

describe('B17 a verification link', () => {
  let count = 0
  async function signUp() {
    count += 1
    const email = `verify-${count}@example.com`
    const browser = site.open()
    const token = await request('sign-up/email', email, { name: 'Vera', password: goodPassword })
    const { rows } = await sql<{
      accountId: string
    }>`select id as "accountId" from account where email = ${email}`.execute(kysely)
    return { browser, token, email, name: 'Vera', accountId: rows[0]?.accountId ?? '' }
  }
  const confirm = (token: string, browser = site.open()) =>
    browser.submit('/verify-email', { token, answer: 'confirm', password: goodPassword })

  test('verifies nothing when it is opened, by anyone', async () => {
    const { token, email } = await signUp()
    await expectUnchanged(site.database, async () => {
      for (const method of ['HEAD', 'GET'] as const)
        expect(
          (await site.open().send(method, `/verify-email?token=${token}`, { headers: scanner })).setCookies,
        ).toEqual([])
    })
    expect((await post('sign-in/email', { email, password: goodPassword })).status).toBe(403)
  })

  test('can be used again without effect, and signs nobody in then', async () => {
    const { token, email } = await signUp()
    await confirm(token)
    await expectUnchanged(site.database, async () => {
      const again = site.open()
      expect((await confirm(token, again)).headers.location).toContain('state=done')
      expect(await sessionOf(again)).toBeNull()
    })
    await signIn(site.open(), email)
  })

  test('fails when it is expired, tampered with, or empty', async () => {
    const account = await signUp()
    const { token } = account
    await expire(account)
    await expectUnchanged(site.database, async () => {
      for (const bad of [token, token.slice(1), `${token}x`, 'x', '', 'x'.repeat(500)])
        expect((await confirm(bad)).headers.location).toContain('state=spent')
    })
  })

  test('verifies only the address that it was sent to', async () => {
    const { token, accountId } = await signUp()
    await sql`update account set email = 'changed@example.com' where id = ${accountId}`.execute(kysely)
    await expectUnchanged(site.database, async () => {
      expect((await confirm(token)).headers.location).toContain('state=spent')
    })
  })

  test('of a changed email works without a session, for that address, and signs nobody in', async () => {
    const actor = await createActor(site)
    const email = `new-${actor.email}`
    await actor.browser.post('/api/auth/change-email', { newEmail: email })
    const link = (await site.mail.waitForEmail(email)).links[0] ?? ''
    const stranger = site.open()
    await confirm(new URL(link).searchParams.get('token') ?? '', stranger)
    expect(await sessionOf(stranger)).toBeNull()
    expect((await sessionOf(actor.browser))?.email).toBe(email)
  })
})

describe('B18 a sign-in link', () => {
  const requestLink = (email: string) => request('sign-in/magic-link', email)
  const use = (token: string, browser = site.open()) => post('magic-link/verify', { token }, browser)

  test('survives a mail scanner, and signs in the person who presses the button, in any browser', async () => {
    const { email } = await createUser(site.database)
    const token = await requestLink(email)
    for (const method of ['HEAD', 'GET', 'GET'] as const) {
      const { status, setCookies, text } = await site
        .open()
        .send(method, `/email-link?token=${token}`, { headers: scanner })
      expect([status, setCookies]).toEqual([200, []])
      if (method === 'GET') expect(text).toContain('Sign In</button>')
    }
    expect((await site.open().get(`/api/auth/magic-link/verify?token=${token}`, scanner)).status).toBe(404)
    const human = site.open()
    expect((await use(token, human)).status).toBe(200)
    expect((await sessionOf(human))?.email).toBe(email)
  })

  test('begins one session, however often it is used at the same moment', async () => {
    const { email, accountId } = await createUser(site.database)
    const token = await requestLink(email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    expect(
      (await sql`select from account_session where account_id = ${accountId}`.execute(kysely)).rows,
    ).toHaveLength(1)
  })

  test('is valid for ten minutes', async () => {
    const user = await createUser(site.database)
    const token = await requestLink(user.email)
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from expires - now()) / 60 as minutes from account_token where value like ${`link:${user.accountId}:%`}`.execute(
      kysely,
    )
    expect(Number(rows[0]?.minutes)).toBeLessThanOrEqual(10)
    await expire(user)
    expect((await use(token)).status).toBe(400)
  })
})
