/** The identity provider is down, slow, or broken, or rotates its keys: other ways to sign in are not affected. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../src/server/platform/free-port.ts'
import { startOpenIdProvider } from '../support/site/openid-provider.ts'
import { type Reply, request } from './support/client.ts'
import { type FaultySite, startFaultySite } from './support/faulty-site.ts'

const maxWaitMs = 5000
const client = { OIDC_CLIENT_ID: 'corkboard', OIDC_CLIENT_SECRET: 'a shared secret', OIDC_NAME: 'Town Hall' }

const startSignIn = (site: FaultySite) =>
  request<{ url: string; message: string }>(site, '/api/auth/sign-in/social', {
    method: 'POST',
    body: { provider: 'oidc', callbackURL: '/profile', errorCallbackURL: '/signin' },
  })

async function expectCleanFailure(site: FaultySite) {
  const { status, body, milliseconds } = await startSignIn(site)
  expect(status).toBe(503)
  expect(body.message).toMatch(/Town Hall isn’t working right now/)
  expect(milliseconds).toBeLessThan(maxWaitMs)
  // Signs in with the password.
  const { email } = await site.signIn()
  const link = await request(site, '/api/auth/sign-in/magic-link', { method: 'POST', body: { email } })
  expect(link.status).toBe(200)
}

test('X27: a provider that is down, silent, or broken gives a clear message within five seconds', async () => {
  const down = await freePort()
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  const broken = createHttpServer((_request, response) => response.writeHead(500).end('oops')).listen(0)
  await Promise.all([silent, broken].map((server) => once(server, 'listening')))
  onTestFinished(() => {
    for (const server of [silent, broken]) server.close()
  })
  const portOf = (server: typeof silent) => (server.address() as AddressInfo).port
  const site = await startFaultySite({
    settings: { ...client, OIDC_ISSUER: `http://localhost:${down}` },
  })
  await expectCleanFailure(site)
  for (const port of [portOf(silent), portOf(broken)]) {
    await site.shutDown()
    await site.start({ settings: { ...client, OIDC_ISSUER: `http://127.0.0.1:${port}` } })
    await expectCleanFailure(site)
  }
})

test('X27: a provider that returns with new keys is trusted again without a restart', async () => {
  const sitePort = await freePort()
  const provider = await startOpenIdProvider(`http://localhost:${sitePort}`)
  onTestFinished(() => provider.stop())
  const site = await startFaultySite({
    port: sitePort,
    settings: { ...client, OIDC_ISSUER: provider.issuer },
  })
  provider.person = { sub: 'mia', email: 'mia@example.org', email_verified: true, name: 'Mia Ortiz' }
  expect(await signInVia(site, provider.issuer)).toMatchObject({ email: 'mia@example.org' })
  await provider.stopResponding()
  expect((await request(site, '/api/services')).status).toBe(200)
  await provider.resumeResponding()
  await provider.rotateKeys()
  // Keys are fetched at most every half a minute; providers publish a new one before they use it.
  await expect
    .poll(() => signInVia(site, provider.issuer), { timeout: 60_000, interval: 3000 })
    .toMatchObject({ email: 'mia@example.org' })
})

type CookieJar = Map<string, string>

function store(jar: CookieJar, { headers }: { headers: Headers }) {
  for (const cookie of headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    const separator = pair.indexOf('=')
    jar.set(pair.slice(0, separator), pair.slice(separator + 1))
  }
}
const header = (jar: CookieJar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** Signs in as the provider's person, like a browser. Returns the session. */
async function signInVia(site: FaultySite, issuer: string): Promise<unknown> {
  const [jar, providerJar]: CookieJar[] = [new Map(), new Map()]
  if (!jar || !providerJar) throw new Error('There are two jars.')
  const started = await startSignIn(site)
  store(jar, started)
  let url = new URL(started.body.url)
  for (let hops = 0; hops < 10 && url.origin === issuer; hops += 1) {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: header(providerJar) } })
    store(providerJar, response)
    url = new URL(response.headers.get('location') ?? '', url)
  }
  const callback: Reply = await request(site, url.pathname + url.search, { cookie: header(jar) })
  store(jar, callback)
  return (await request(site, '/api/session', { cookie: header(jar) })).body
}
