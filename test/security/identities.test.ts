/** Who a person is: accounts that strangers prepared for others, and what providers say about emails. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createActor, goodPassword } from './actors.ts'
import type { Browser } from './browser.ts'
import { createClaims, sessionOf, startProviderSite } from './provider-site.ts'

const { site, signInVia } = await startProviderSite()
const { kysely } = site.database

describe('B20 a stranger signs up with the address of someone else first', () => {
  const strangersPassword = 'the password of a stranger'
  const ownersPassword = 'three green apples on a shelf'
  const verificationLink = async (email: string) =>
    new URL((await site.mail.waitForEmail(email, /Confirm your email/)).links[0] ?? '').searchParams.get(
      'token',
    ) ?? ''
  const lastToken = async (email: string, subject: RegExp) =>
    new URL((await site.mail.waitForEmail(email, subject)).links[0] ?? '').searchParams.get('token') ?? ''

  async function preRegister(email: string) {
    const stranger = site.open()
    await stranger.post('/api/auth/sign-up/email', { name: 'Mallory', email, password: strangersPassword })
    return { stranger, token: await verificationLink(email) }
  }

  const owners: Record<string, (email: string) => Promise<Browser>> = {
    'signs in with Google': async (email) => (await signInVia('google', createClaims({ email }))).browser,
    'signs in with OpenID': async (email) => (await signInVia('oidc', createClaims({ email }))).browser,
    'signs in with a link': async (email) => {
      const browser = site.open()
      await browser.post('/api/auth/sign-in/magic-link', { email })
      await browser.post('/api/auth/magic-link/verify', { token: await lastToken(email, /sign in|sign-in/i) })
      return browser
    },
    'resets the password': async (email) => {
      const browser = site.open()
      await browser.post('/api/auth/request-password-reset', { email })
      const token = await lastToken(email, /password/i)
      await browser.post('/api/auth/reset-password', { token, newPassword: ownersPassword })
      await browser.post('/api/auth/sign-in/email', { email, password: ownersPassword })
      return browser
    },
    'presses the button and chooses a password': async (email) => {
      const browser = site.open()
      const { headers } = await browser.submit('/verify-email', {
        answer: 'new-password',
        token: await verificationLink(email),
      })
      const token = new URL(String(headers.location)).searchParams.get('token')
      await browser.post('/api/auth/reset-password', { token, newPassword: ownersPassword })
      await browser.post('/api/auth/sign-in/email', { email, password: ownersPassword })
      return browser
    },
  }

  test.each(Object.keys(owners))('and the owner %s', async (way) => {
    const { email } = createClaims()
    const { stranger, token } = await preRegister(email)
    const owner = await owners[way]?.(email)
    if (!owner) throw new Error('unreachable')
    expect((await sessionOf(owner))?.email).toBe(email)
    // The stranger's password, link, and browser are worth nothing.
    expect(
      (await stranger.post('/api/auth/sign-in/email', { email, password: strangersPassword })).status,
    ).toBe(401)
    await stranger.submit('/verify-email', { token, answer: 'confirm', password: strangersPassword })
    expect(await sessionOf(stranger)).toBeNull()
    expect((await stranger.submit('/verify-email', { token, answer: 'decline' })).headers.location).toContain(
      'state=spent',
    )
    expect(
      (await stranger.post('/api/auth/sign-in/email', { email, password: strangersPassword })).status,
    ).toBe(401)
    expect((await sessionOf(owner))?.email).toBe(email)
  })

  test('through a provider that has not verified it, and the owner presses the button', async () => {
    const claims = createClaims({ email_verified: false })
    const { browser: stranger } = await signInVia('oidc', claims)
    const token = await verificationLink(claims.email)
    const owner = site.open()
    await owner.submit('/verify-email', { token, answer: 'confirm' })
    expect((await signInVia('oidc', claims)).session).toBeNull()
    // The honest user, in the browser that came from the provider, is signed in.
    await stranger.submit('/verify-email', { token, answer: 'confirm' })
    expect((await sessionOf(stranger))?.email).toBe(claims.email)
  })
})

describe('B21 people are identified by provider and subject', () => {
  test('the same subject with another email is the same person', async () => {
    const claims = createClaims()
    await signInVia('oidc', claims)
    const again = await signInVia('oidc', { ...claims, email: 'moved@example.com' })
    expect(again.session?.email).toBe(claims.email)
  })

  test('the same subject at another provider is another person', async () => {
    const claims = createClaims()
    await signInVia('oidc', claims)
    const other = await signInVia('google', createClaims({ sub: claims.sub }))
    expect(other.session?.email).not.toBe(claims.email)
  })

  test('another subject with the same email is another person, verified or not', async () => {
    const first = createClaims()
    await signInVia('oidc', first)
    for (const email_verified of [true, false]) {
      const second = await signInVia('oidc', createClaims({ email: first.email, email_verified }))
      expect([second.session, second.location]).toEqual([
        null,
        expect.stringContaining('error=account_not_linked'),
      ])
    }
    expect((await signInVia('oidc', first)).session?.email).toBe(first.email)
  })

  test('a changed email never takes over the account that has it', async () => {
    const victim = await createActor(site, { email: 'victim@example.com' })
    const claims = createClaims()
    const own = await signInVia('oidc', claims)
    const changed = await signInVia('oidc', { ...claims, email: victim.email })
    expect(changed.session?.email).toBe(own.session?.email)
    const { rows } = await sql`select from account_login where account_id = ${victim.accountId}`.execute(
      kysely,
    )
    expect(rows).toHaveLength(1)
    expect(
      (await site.open().post('/api/auth/sign-in/email', { email: victim.email, password: goodPassword }))
        .status,
    ).toBe(200)
  })
})

test('a suspension follows the ID at the provider to a new address', async () => {
  const claims = createClaims()
  const { browser } = await signInVia('oidc', claims)
  await sql`update account set suspended_at = now(), suspension_reason = 'Fake ads.' where email = ${claims.email}`.execute(
    kysely,
  )
  expect((await browser.delete('/api/account')).status).toBe(200)
  const again = await signInVia('oidc', { ...claims, email: 'fresh-start@example.com' })
  expect(again.session).toMatchObject({ email: 'fresh-start@example.com', suspensionReason: 'Fake ads.' })
})
