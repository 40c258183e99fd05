/** Signing in through a provider that lies. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createUser } from '../support/data/accounts.ts'
import { openCallback, type Signature, startSignIn } from './hostile-provider.ts'
import { createClaims, sessionOf, startProviderSite } from './provider-site.ts'

const { site, google, oidc, signInVia } = await startProviderSite()
const { kysely } = site.database

test('B19 an honest provider signs in, with PKCE and minimal scopes', async () => {
  const authorization = await startSignIn(site.open(), 'oidc')
  const { searchParams } = authorization
  expect(searchParams.get('code_challenge_method')).toBe('S256')
  expect(searchParams.get('response_type')).toBe('code')
  expect(searchParams.get('scope')?.split(' ').sort()).toEqual(['email', 'openid', 'profile'])
  expect(searchParams.get('redirect_uri')).toBe('https://board.example.test/api/auth/callback/oidc')
  const claims = createClaims()
  const { session, location } = await signInVia('oidc', claims)
  expect([session?.email, location]).toEqual([claims.email, '/profile'])
  expect(oidc.verifiedAll()).toBe(true)
})

describe('B19 no session begins with an ID token', () => {
  const past = Math.floor(Date.now() / 1000) - 7200
  const forgeries: [string, Record<string, unknown>, Signature?][] = [
    ['for another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['for another site', { aud: 'another-site' }],
    ['for several sites', { aud: ['another-site'], azp: 'another-site' }],
    ['of another issuer', { iss: 'https://accounts.example' }],
    ['of the other provider', { iss: google.issuer }],
    ['that has expired', { iat: past, exp: past + 60 }],
    ['without a signature', {}, 'none'],
    ['signed with the public key as a secret', {}, 'public-key'],
    ['signed by someone else', {}, 'other-key'],
    ['without an email', { email: undefined }],
    ['whose email is not verified', { email_verified: false }],
    ['whose email is verified in words only', { email_verified: 'true' }],
    ['without a subject', { sub: undefined }],
  ]

  test.each(forgeries)('%s', async (_what, claims, signature) => {
    const { session, location } = await signInVia('oidc', createClaims(claims), signature)
    expect(session).toBeNull()
    expect(location).toMatch(/^(https:\/\/board\.example\.test)?\/signin\?/)
    expect(location).toContain('error=')
  })

  test.each([
    'ana@example.com,mallory@example.com',
    'ana@example.com\r\nBcc: mallory@example.com',
    'Ana <ana@example.com>',
    'ana',
    ['ana@example.com'],
    7,
  ])('whose email is %j', async (email) => {
    const { session, location } = await signInVia('oidc', createClaims({ email: email as string }))
    expect(session).toBeNull()
    expect(location).toContain('error=')
    expect((await sql`select from account where email like '%ana%'`.execute(kysely)).rows).toEqual([])
  })

  test('for an existing account whose address the provider has not verified', async () => {
    const { email, accountId } = await createUser(site.database)
    expect((await signInVia('oidc', createClaims({ email, email_verified: false }))).session).toBeNull()
    const { rows } = await sql`select from account_login where account_id = ${accountId}`.execute(kysely)
    expect(rows).toHaveLength(1)
  })
})

describe('B19 a callback', () => {
  test.each(['missing', 'made up', 'of another browser'])(
    'with a state that is %s signs nobody in',
    async (kind) => {
      const own = site.open()
      const authorization = await startSignIn(own, 'oidc')
      const code = oidc.issueCode(authorization, createClaims())
      const state = authorization.searchParams.get('state') ?? ''
      const browser = kind === 'of another browser' ? site.open() : own
      await openCallback(browser, 'oidc', {
        code,
        ...(kind !== 'missing' && { state: kind === 'made up' ? 'made-up' : state }),
      })
      expect(await sessionOf(browser)).toBeNull()
    },
  )

  test('leaves at most ten warnings a minute in the log, and no errors', async () => {
    const lines = () =>
      site
        .log()
        .split('\n')
        .filter((line) => line.includes('sign-in through a provider'))
    const errors = () =>
      site
        .log()
        .split('\n')
        .filter((line) => line.includes('"level":50'))
    const browser = site.open()
    for (let n = 0; n < 15; n += 1) {
      await openCallback(browser, 'oidc', { code: 'x', state: `made-up-${n}` })
      await openCallback(browser, 'google', { error: 'x' })
      const authorization = await startSignIn(browser, 'oidc')
      await openCallback(browser, 'oidc', { code: 'x', state: authorization.searchParams.get('state') ?? '' })
    }
    const { status } = await browser.get('/api/auth/callback/other?state=x&code=y')
    expect(status).toBe(404)
    expect(errors()).toEqual([])
    expect(lines().length).toBeGreaterThan(0)
    // This file may run for longer than a minute.
    expect(lines().length).toBeLessThanOrEqual(20)
  })

  test('works once', async () => {
    const { code, state, browser } = await signInVia('oidc', createClaims())
    for (const other of [site.open(), site.open({ cookies: Object.fromEntries(browser.cookies) })]) {
      other.cookies.delete('__Secure-corkboard.session_token')
      await openCallback(other, 'oidc', { code, state })
      expect(await sessionOf(other)).toBeNull()
    }
  })

  test('of a denied consent signs nobody in', async () => {
    const browser = site.open()
    const state = (await startSignIn(browser, 'oidc')).searchParams.get('state') ?? ''
    const { headers } = await openCallback(browser, 'oidc', {
      error: 'access_denied',
      error_description: '<script>',
      state,
    })
    expect(String(headers.location)).toMatch(/\/signin\?.*error=access_denied/)
    expect(await sessionOf(browser)).toBeNull()
  })
})
