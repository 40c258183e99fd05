import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  createUser,
  emailsTo,
  goodPassword,
  lastEmailTo,
  send,
  signIn,
  startSession,
} from '../../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/site/app.ts'
import {
  type Claims,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/support/site/openid-provider.ts'

const publicUrl = 'http://localhost:3000'
let provider: OpenIdProvider
let site: TestApp
/** The same site, which needs an invitation to sign up. */
let closedSite: TestApp
beforeAll(async () => {
  provider = await startOpenIdProvider(publicUrl)
  const client = { issuer: provider.issuer, clientId: provider.clientId, clientSecret: provider.clientSecret }
  const config = { google: { ...client, name: 'Google' }, oidc: { ...client, name: 'Town Hall' } }
  site = await createTestApp(undefined, { realSessions: true, ...config })
  closedSite = await createTestApp(site.database, {
    realSessions: true,
    settings: { signUp: 'invitation' },
    ...config,
  })
})
afterAll(() => provider.stop())
beforeEach(() => provider.resumeResponding())

type CookieJar = Map<string, string>
const cookieHeader = (jar: CookieJar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
const getSession = async (jar: CookieJar) =>
  (await send(site, 'GET', '/session', { cookie: cookieHeader(jar) })).body

function storeCookies(jar: CookieJar, setCookies: readonly string[]) {
  for (const setCookie of setCookies) {
    const [pair = ''] = setCookie.split(';')
    const separator = pair.indexOf('=')
    const name = pair.slice(0, separator)
    const value = pair.slice(separator + 1)
    if (/max-age=0/i.test(setCookie) || value === '') jar.delete(name)
    else jar.set(name, value)
  }
}

/** Presses the button on the sign-in page and returns where the browser is sent. */
async function startSignIn(id: 'google' | 'oidc', jar: CookieJar, invitation = '') {
  const urls = { callbackURL: '/profile', errorCallbackURL: '/signin' }
  const body = { provider: id, ...urls, additionalData: { invitation } }
  const response = await send<{ url: string }>(site, 'POST', '/auth/sign-in/social', { body })
  storeCookies(jar, [response.headers['set-cookie'] ?? []].flat() as string[])
  return response
}

/** Follows the provider's redirects until it sends the browser back to the site. */
async function visitProvider(address: string): Promise<URL> {
  const jar: CookieJar = new Map()
  let url = new URL(address)
  for (let hops = 0; hops < 10 && url.origin === provider.issuer; hops += 1) {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookieHeader(jar) } })
    storeCookies(jar, response.headers.getSetCookie())
    url = new URL(response.headers.get('location') ?? '', url)
  }
  return url
}

async function openCallback(url: URL, jar: CookieJar) {
  const response = await site.app.http.inject({
    url: url.pathname + url.search,
    headers: { cookie: cookieHeader(jar) },
  })
  storeCookies(jar, [response.headers['set-cookie'] ?? []].flat())
  return {
    status: response.statusCode,
    location: new URL(String(response.headers.location ?? ''), publicUrl),
  }
}

async function signInVia(id: 'google' | 'oidc', claims: Claims | null, invitation?: string) {
  provider.person = claims
  const jar: CookieJar = new Map()
  const { body } = await startSignIn(id, jar, invitation)
  const callback = await visitProvider(body.url)
  return { jar, callback, ...(await openCallback(callback, jar)) }
}

let count = 0
const createClaims = (overrides: Partial<Claims> = {}): Claims => {
  count += 1
  return {
    sub: `sub-${count}`,
    email: `provider-${count}@example.com`,
    email_verified: true,
    name: 'Mia Ortiz',
    ...overrides,
  }
}

describe.each(['google', 'oidc'] as const)('signing in with %s', (id) => {
  test('creates an account the first time and finds it the next time', async () => {
    const person = createClaims({ picture: 'https://pictures.example.org/mia.jpg' })
    const first = await signInVia(id, person)
    expect(first.location.href).toBe(`${publicUrl}/profile`)
    expect(await getSession(first.jar)).toEqual({
      email: person.email,
      name: 'Mia Ortiz',
      photo: person.picture,
      isAdmin: false,
      role: null,
      suspensionReason: null,
      unread: 0,
    })
    const again = await signInVia(id, { ...person, email: 'moved-away@example.com' })
    expect(await getSession(again.jar)).toMatchObject({ email: person.email })
  })

  test('uses PKCE and requests only the scopes it needs', async () => {
    const { body } = await startSignIn(id, new Map())
    const { searchParams } = new URL(body.url)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('nonce')).toBeTruthy()
    expect(searchParams.get('scope')?.split(' ').sort()).toEqual(['email', 'openid', 'profile'])
    expect(searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/auth/callback/${id}`)
  })

  test('returns to the sign-in page if consent is denied', async () => {
    const { jar, location } = await signInVia(id, null)
    expect(location.pathname).toBe('/signin')
    expect(location.searchParams.get('error')).toBeTruthy()
    expect(await getSession(jar)).toBeNull()
  })

  test('rejects a state that is missing, forged, or from another browser', async () => {
    provider.person = createClaims()
    const ownJar: CookieJar = new Map()
    const callback = await visitProvider((await startSignIn(id, ownJar)).body.url)
    const wrong = new URL(callback)
    wrong.searchParams.set('state', 'made-up')
    const missing = new URL(callback)
    missing.searchParams.delete('state')
    for (const url of [wrong, missing]) {
      const jar = new Map(ownJar)
      const { location } = await openCallback(url, jar)
      expect(location.searchParams.get('error')).toBeTruthy()
      expect(await getSession(jar)).toBeNull()
    }
    const otherJar: CookieJar = new Map()
    await openCallback(callback, otherJar)
    expect(await getSession(otherJar)).toBeNull()
  })

  test('rejects a code that was already used', async () => {
    const { callback, jar } = await signInVia(id, createClaims())
    expect(await getSession(jar)).not.toBeNull()
    const again: CookieJar = new Map()
    const { location } = await openCallback(callback, again)
    expect(location.searchParams.get('error')).toBeTruthy()
    expect(await getSession(again)).toBeNull()
  })

  test('links an account with a password if the provider has verified the email', async () => {
    const { email } = await createUser(site.database)
    const { jar } = await signInVia(id, createClaims({ email }))
    expect(await getSession(jar)).toMatchObject({ email })
    const { body } = await send(site, 'GET', '/account', { cookie: cookieHeader(jar) })
    expect(body).toMatchObject({ hasPassword: true, providers: [id === 'google' ? 'Google' : 'Town Hall'] })
    await signIn(site, email)
  })

  test('links nothing if the provider has not verified the email', async () => {
    const { email } = await createUser(site.database)
    for (const email_verified of [false, undefined]) {
      const { jar, location } = await signInVia(id, createClaims({ email, email_verified }))
      expect(location.pathname).toBe('/signin')
      expect(await getSession(jar)).toBeNull()
    }
    const { rows } = await sql`
      select provider from account_login join account on account.id = account_id where email = ${email}`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([{ provider: 'credential' }])
  })

  test('sends a verification link if the provider has not verified the email', async () => {
    const person = createClaims({ email_verified: false })
    const { jar } = await signInVia(id, person)
    expect(await getSession(jar)).toBeNull()
    const { kind, token } = await lastEmailTo(site, person.email ?? '')
    expect(kind).toBe('verify-email')
    const confirm = (cookie = '') => send(site, 'POST', '/auth/verify-email', { body: { token }, cookie })
    // In another browser, the owner of the mailbox may not be who signed up.
    expect((await confirm()).status).toBe(400)
    expect((await confirm(cookieHeader(jar))).status).toBe(200)
    expect(await getSession((await signInVia(id, person)).jar)).toMatchObject({ email: person.email })
  })

  test('replaces an account that never verified the email', async () => {
    const { email } = await createUser(site.database, { verified: false, name: 'Squatter' })
    const { jar } = await signInVia(id, createClaims({ email }))
    expect(await getSession(jar)).toMatchObject({ email, name: 'Mia Ortiz' })
    const body = { email, password: goodPassword }
    expect((await send(site, 'POST', '/auth/sign-in/email', { body })).status).toBe(401)
  })

  test('identifies people by the provider’s subject', async () => {
    const person = createClaims()
    const first = await getSession((await signInVia(id, person)).jar)
    const other = await signInVia(id, { ...createClaims(), name: 'Someone Else' })
    expect(await getSession(other.jar)).not.toEqual(first)
  })

  test('fails without an email', async () => {
    const { email: _email, ...person } = createClaims()
    const { jar, location } = await signInVia(id, person)
    expect(location.searchParams.get('error')).toBeTruthy()
    expect(await getSession(jar)).toBeNull()
  })

  test('ignores an unsafe photo URL and truncates a long name', async () => {
    const { jar } = await signInVia(
      id,
      createClaims({ picture: 'javascript:alert(1)', name: 'n'.repeat(500) }),
    )
    expect(await getSession(jar)).toMatchObject({ photo: null, name: 'n'.repeat(120) })
  })

  test('reports that the provider is down, and recovers with it', async () => {
    await provider.stopResponding()
    const newSite = await createTestApp(site.database, {
      realSessions: true,
      [id]: {
        issuer: provider.issuer,
        clientId: provider.clientId,
        clientSecret: provider.clientSecret,
        name: 'It',
      },
    })
    const pressButton = () =>
      send(newSite, 'POST', '/auth/sign-in/social', {
        body: { provider: id, callbackURL: '/', errorCallbackURL: '/signin' },
      })
    const started = performance.now()
    expect(await pressButton()).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining('It') },
    })
    expect(performance.now() - started).toBeLessThan(10_000)
    const { email } = await createUser(site.database)
    await signIn(newSite, email)
    await provider.resumeResponding()
    expect((await pressButton()).status).toBe(200)
  })
})

test('rejects a provider that is not configured', async () => {
  const plain = await createTestApp(site.database, { realSessions: true })
  const body = { provider: 'google', callbackURL: '/' }
  expect((await send(plain, 'POST', '/auth/sign-in/social', { body })).status).toBe(404)
  expect((await send(plain, 'POST', '/auth/sign-in/social', { body: { provider: 'github' } })).status).toBe(
    400,
  )
})

test.each(['//evil.example', 'https://evil.example/x', '/\\evil', 'javascript:alert(1)'])(
  'rejects a return path of %s',
  async (callbackURL) => {
    const body = { provider: 'oidc', callbackURL }
    expect((await send(site, 'POST', '/auth/sign-in/social', { body })).status).toBe(400)
  },
)

test('sends no email to someone whom the provider signs in', async () => {
  expect(await emailsTo(site, 'provider-1@example.com')).toEqual([])
})

test('only people with an account sign in where everyone else needs an invitation', async () => {
  const known = createClaims()
  await signInVia('oidc', known)
  const open = site
  onTestFinished(() => {
    site = open
  })
  site = closedSite
  expect((await signInVia('oidc', known)).location.href).toBe(`${publicUrl}/profile`)
  const stranger = createClaims()
  const { location, jar } = await signInVia('oidc', stranger)
  expect(location.pathname + location.search).toMatch(/^\/signin\?error=sign_up_refused\b/)
  expect(await getSession(jar)).toBeNull()
  const { rows } = await sql`select from account where email = ${stranger.email}`.execute(
    site.database.kysely,
  )
  expect(rows).toEqual([])

  const { email } = await createUser(site.database, { isAdmin: true })
  const cookie = await startSession(site, email)
  const { body } = await send<{ token: string }>(site, 'POST', '/moderation/invitations', { cookie })
  for (const wrong of ['x', body.token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))])
    expect((await signInVia('oidc', stranger, wrong)).location.search).toContain('sign_up_refused')
  const invited = await signInVia('oidc', stranger, body.token)
  expect(invited.location.href).toBe(`${publicUrl}/profile`)
  expect(await getSession(invited.jar)).toMatchObject({ email: stranger.email })
})
