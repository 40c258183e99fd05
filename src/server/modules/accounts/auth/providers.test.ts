import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createPerson,
  emailsTo,
  goodPassword,
  lastEmailTo,
  send,
  signIn,
} from '../../../../../test/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts'
import {
  type Claims,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/support/openid-provider.ts'

const publicUrl = 'http://localhost:3000'
let provider: OpenIdProvider
let site: TestApp
beforeAll(async () => {
  provider = await startOpenIdProvider(publicUrl)
  const known = { issuer: provider.issuer, clientId: provider.clientId, clientSecret: provider.clientSecret }
  const config = { google: { ...known, name: 'Google' }, oidc: { ...known, name: 'Town Hall' } }
  site = await createTestApp(undefined, { realSessions: true, ...config })
})
afterAll(() => provider.stop())
beforeEach(() => provider.resumeResponding())

type Jar = Map<string, string>
const headerOf = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
const whoIs = async (jar: Jar) => (await send(site, 'GET', '/session', { cookie: headerOf(jar) })).body

function keep(jar: Jar, setCookies: readonly string[]) {
  for (const text of setCookies) {
    const [pair = ''] = text.split(';')
    const at = pair.indexOf('=')
    if (/max-age=0/i.test(text) || at === pair.length - 1) jar.delete(pair.slice(0, at))
    else jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

/** Presses the button on the sign-in page: answers where the browser is sent. */
async function begin(id: 'google' | 'oidc', jar: Jar) {
  const body = { provider: id, callbackURL: '/profile', errorCallbackURL: '/signin' }
  const answer = await send<{ url: string }>(site, 'POST', '/auth/sign-in/social', { body })
  keep(jar, [answer.headers['set-cookie'] ?? []].flat() as string[])
  return answer
}

/** Follows the provider's own redirects until it sends the browser back here. */
async function visitProvider(address: string): Promise<URL> {
  const jar: Jar = new Map()
  let url = new URL(address)
  for (let hops = 0; hops < 10 && url.origin === provider.issuer; hops += 1) {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: headerOf(jar) } })
    keep(jar, response.headers.getSetCookie())
    url = new URL(response.headers.get('location') ?? '', url)
  }
  return url
}

async function comeBack(url: URL, jar: Jar) {
  const response = await site.app.http.inject({
    url: url.pathname + url.search,
    headers: { cookie: headerOf(jar) },
  })
  keep(jar, [response.headers['set-cookie'] ?? []].flat())
  return {
    status: response.statusCode,
    location: new URL(String(response.headers.location ?? ''), publicUrl),
  }
}

async function signInThrough(id: 'google' | 'oidc', person: Claims | null) {
  provider.person = person
  const jar: Jar = new Map()
  const { body } = await begin(id, jar)
  const back = await visitProvider(body.url)
  return { jar, back, ...(await comeBack(back, jar)) }
}

let count = 0
const somebody = (given: Partial<Claims> = {}): Claims => {
  count += 1
  return {
    sub: `sub-${count}`,
    email: `through-${count}@example.com`,
    email_verified: true,
    name: 'Mia Ortiz',
    ...given,
  }
}

describe.each(['google', 'oidc'] as const)('signing in through %s', (id) => {
  test('makes an account on the first time and finds it again on the next', async () => {
    const person = somebody({ picture: 'https://pictures.example.org/mia.jpg' })
    const first = await signInThrough(id, person)
    expect(first.location.href).toBe(`${publicUrl}/profile`)
    expect(await whoIs(first.jar)).toEqual({
      email: person.email,
      name: 'Mia Ortiz',
      photo: person.picture,
      isAdmin: false,
      suspensionReason: null,
    })
    const again = await signInThrough(id, { ...person, email: 'moved-away@example.com' })
    expect(await whoIs(again.jar)).toMatchObject({ email: person.email })
  })

  test('asks for a proof key and for no more than it needs', async () => {
    const { body } = await begin(id, new Map())
    const { searchParams } = new URL(body.url)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('nonce')).toBeTruthy()
    expect(searchParams.get('scope')?.split(' ').sort()).toEqual(['email', 'openid', 'profile'])
    expect(searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/auth/callback/${id}`)
  })

  test('comes back to the sign-in page when it is denied', async () => {
    const { jar, location } = await signInThrough(id, null)
    expect(location.pathname).toBe('/signin')
    expect(location.searchParams.get('error')).toBeTruthy()
    expect(await whoIs(jar)).toBeNull()
  })

  test('with a state that is missing, made up or of another browser signs nobody in', async () => {
    provider.person = somebody()
    const mine: Jar = new Map()
    const back = await visitProvider((await begin(id, mine)).body.url)
    const wrong = new URL(back)
    wrong.searchParams.set('state', 'made-up')
    const missing = new URL(back)
    missing.searchParams.delete('state')
    for (const url of [wrong, missing]) {
      const jar = new Map(mine)
      const { location } = await comeBack(url, jar)
      expect(location.searchParams.get('error')).toBeTruthy()
      expect(await whoIs(jar)).toBeNull()
    }
    const stranger: Jar = new Map()
    await comeBack(back, stranger)
    expect(await whoIs(stranger)).toBeNull()
  })

  test('does not take a code twice', async () => {
    const { back, jar } = await signInThrough(id, somebody())
    expect(await whoIs(jar)).not.toBeNull()
    const again: Jar = new Map()
    const { location } = await comeBack(back, again)
    expect(location.searchParams.get('error')).toBeTruthy()
    expect(await whoIs(again)).toBeNull()
  })

  test('links an account that has a password when the provider says that the email is verified', async () => {
    const { email } = await createPerson(site.database)
    const { jar } = await signInThrough(id, somebody({ email }))
    expect(await whoIs(jar)).toMatchObject({ email })
    const { body } = await send(site, 'GET', '/account', { cookie: headerOf(jar) })
    expect(body).toMatchObject({ hasPassword: true, providers: [id === 'google' ? 'Google' : 'Town Hall'] })
    await signIn(site, email)
  })

  test('links nothing when the provider does not say so', async () => {
    const { email } = await createPerson(site.database)
    for (const email_verified of [false, undefined]) {
      const { jar, location } = await signInThrough(id, somebody({ email, email_verified }))
      expect(location.pathname).toBe('/signin')
      expect(await whoIs(jar)).toBeNull()
    }
    const { rows } = await sql`
      select provider from account_login join account on account.id = account_id where email = ${email}`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([{ provider: 'credential' }])
  })

  test('with an address that the provider has not verified sends a link first', async () => {
    const person = somebody({ email_verified: false })
    const { jar } = await signInThrough(id, person)
    expect(await whoIs(jar)).toBeNull()
    const { kind, token } = await lastEmailTo(site, person.email ?? '')
    expect(kind).toBe('verify-email')
    await send(site, 'POST', '/auth/verify-email', { body: { token } })
    expect(await whoIs((await signInThrough(id, person)).jar)).toMatchObject({ email: person.email })
  })

  test('takes an address from who signed up with it and never verified it', async () => {
    const { email } = await createPerson(site.database, { verified: false, name: 'Squatter' })
    const { jar } = await signInThrough(id, somebody({ email }))
    expect(await whoIs(jar)).toMatchObject({ email, name: 'Mia Ortiz' })
    const body = { email, password: goodPassword }
    expect((await send(site, 'POST', '/auth/sign-in/email', { body })).status).toBe(401)
  })

  test('tells people apart by who they are there, never by their email', async () => {
    const person = somebody()
    const first = await whoIs((await signInThrough(id, person)).jar)
    const other = await signInThrough(id, { ...somebody(), name: 'Somebody Else' })
    expect(await whoIs(other.jar)).not.toEqual(first)
  })

  test('without an email signs nobody in', async () => {
    const { email: _email, ...person } = somebody()
    const { jar, location } = await signInThrough(id, person)
    expect(location.searchParams.get('error')).toBeTruthy()
    expect(await whoIs(jar)).toBeNull()
  })

  test('takes neither a photo that is no picture nor a name without end', async () => {
    const { jar } = await signInThrough(
      id,
      somebody({ picture: 'javascript:alert(1)', name: 'n'.repeat(500) }),
    )
    expect(await whoIs(jar)).toMatchObject({ photo: null, name: 'n'.repeat(120) })
  })

  test('says so in a sentence while the provider is down, and works again after that', async () => {
    await provider.stopResponding()
    const fresh = await createTestApp(site.database, {
      realSessions: true,
      [id]: {
        issuer: provider.issuer,
        clientId: provider.clientId,
        clientSecret: provider.clientSecret,
        name: 'It',
      },
    })
    const press = () =>
      send(fresh, 'POST', '/auth/sign-in/social', {
        body: { provider: id, callbackURL: '/', errorCallbackURL: '/signin' },
      })
    const started = performance.now()
    expect(await press()).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining('It') },
    })
    expect(performance.now() - started).toBeLessThan(5000)
    const { email } = await createPerson(site.database)
    await signIn(fresh, email)
    await provider.resumeResponding()
    expect((await press()).status).toBe(200)
  })
})

test('a site without providers has no such way', async () => {
  const plain = await createTestApp(site.database, { realSessions: true })
  const body = { provider: 'google', callbackURL: '/' }
  expect((await send(plain, 'POST', '/auth/sign-in/social', { body })).status).toBe(404)
  expect((await send(plain, 'POST', '/auth/sign-in/social', { body: { provider: 'github' } })).status).toBe(
    400,
  )
})

test.each(['//evil.example', 'https://evil.example/x', '/\\evil', 'javascript:alert(1)'])(
  'coming back to %s is refused',
  async (callbackURL) => {
    const body = { provider: 'oidc', callbackURL }
    expect((await send(site, 'POST', '/auth/sign-in/social', { body })).status).toBe(400)
  },
)

test('no letter went to anybody who was signed in at once', async () => {
  expect(await emailsTo(site, 'through-1@example.com')).toEqual([])
})
