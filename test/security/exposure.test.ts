/** What responses reveal and allow: headers, caching, private files, and errors. */
import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract, type Endpoint } from '../../src/shared/contract.ts'
import { createRoutes } from '../../src/web/routes.tsx'
import { createUser } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import { goodPictures } from '../support/data/pictures.ts'
import { pictureForm } from '../support/data/uploads.ts'
import { createDatabase } from '../support/site/app.ts'
import { openBreakableProxy } from '../support/site/breakable-proxy.ts'
import { type Cast, createCast, signIn } from './actors.ts'
import { type Answer, createBrowser, publicUrl } from './browser.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { expectPolicy, weaknessesOf } from './policy.ts'
import { sendRaw } from './raw-request.ts'
import { startProductionSite } from './site.ts'

const { database: lostDatabase, address } = await createDatabase()
const { hostname, port } = new URL(address)
const link = await openBreakableProxy({ host: hostname, port: Number(port) })
const site = await startProductionSite()
const proxy = hasNginx ? await startNginx(site.port, { cached: true }) : null
/** A site whose connection to its database can be cut. */
const cutOff = await startProductionSite({
  LOG_LEVEL: 'silent',
  DATABASE_URL: address.replace(`${hostname}:${port}`, `127.0.0.1:${link.port}`),
})

let cast: Cast
let serviceId: string
let picture: string
let script: string
beforeAll(async () => {
  cast = await createCast(site)
  serviceId = await createListing(site.database, { title: 'Piano lessons', authorEmail: cast.sellerA.email })
  const { payload, headers } = pictureForm(await goodPictures['small.jpg']())
  const upload = await cast.sellerA.browser.send('POST', '/api/images', { body: payload, headers })
  picture = upload.json<{ secure_url: string }>().secure_url
  const assets = await readdir(new URL('../../dist/client/assets/', import.meta.url))
  script = `/assets/${assets.find((name) => name.endsWith('.js'))}`
})

const routes = createRoutes('corkboard')
/** Every page, with parameters that exist where that is easy. */
const pagePaths = () =>
  routes.flatMap(({ path }) =>
    path === '*'
      ? ['/no/such/page']
      : [
          path
            .replace(':stateName', 'Texas')
            .replace(/(ad-details|service-\w+)\/:id/, `$1/${serviceId}`)
            .replace(/:\w+/g, '1'),
        ],
  )
const readPaths = () =>
  (Object.values(contract) as Endpoint[])
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => `/api${path.replace('{id}', serviceId)}`)

/** One of every kind of response. */
const otherPaths = () => [
  ...[
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/sitemap.xml',
    '/icon.svg',
    '/manifest.webmanifest',
    '/service-worker.js',
  ],
  ...[
    '/feeds/services.atom',
    '/feeds/events.atom',
    '/feeds/events.json',
    '/feeds/events.ics',
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/',
  ],
  ...[
    '/share/site.jpg',
    `/share/${serviceId}.jpg`,
    picture,
    '/pictures/none',
    '/demo-pictures/barber-1.svg',
    script,
  ],
  ...[
    '/api/no-such-call',
    '/api/category/%FF',
    '/%zz',
    '/api/services?page=0',
    '/flyers/sellers.pdf',
    '/api/auth/get-session',
  ],
  ...[`/ad-details/${serviceId}/flyer.pdf`, '/api/auth/callback/google?state=x', '/dev/mailbox'],
]

function expectHeaders({ headers }: Pick<Answer, 'headers'>, path: string) {
  expect(headers['strict-transport-security'], path).toMatch(/max-age=\d{8}/)
  expect(headers['x-content-type-options'], path).toBe('nosniff')
  expect(headers['referrer-policy'], path).toMatch(/^strict-origin/)
  // The list at the door of an event reads codes.
  const camera = /^\/event-details\/[^/]+\/check-in$/.test(path) ? '(self)' : '()'
  expect(headers['permissions-policy'], path).toContain(`camera=${camera},`)
  expect(headers['cross-origin-opener-policy'], path).toBe('same-origin')
  for (const name of ['server', 'x-powered-by', 'via', 'x-aspnet-version'])
    expect(headers[name], path).toBeUndefined()
}

function expectSafe(answer: Answer, what: string) {
  const { 'content-security-policy': policy, 'content-type': type } = answer.headers
  expectPolicy(policy as string | undefined, what, type)
  expectHeaders(answer, what)
}

describe.each(['visitor', 'seller'] as const)('F1 F2 for a %s', (who) => {
  test('F1 F2 every response has the policy and the other security headers', async () => {
    const browser = who === 'visitor' ? cast.visitor : cast.sellerA.browser
    for (const path of [...pagePaths(), ...readPaths(), ...otherPaths()]) {
      const answer = await browser.get(path)
      expect(answer.status, path).toBeLessThan(500)
      expectSafe(answer, path)
      const { etag } = answer.headers
      if (!etag || answer.status !== 200) continue
      expectSafe(await browser.get(path, { 'if-none-match': etag }), `${path} once more`)
      expectSafe(await browser.get(path, { range: 'bytes=0-9' }), `a range of ${path}`)
      expectSafe(await browser.get(path, { range: 'bytes=999999999-' }), `no range of ${path}`)
    }
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'] as const) {
      for (const path of ['/', '/api/services', '/api/auth/sign-in/email', '/healthz', picture]) {
        expectSafe(await browser.send(method, path), `${method} ${path}`)
      }
    }
  })
})

test('F1 F2 responses that Node itself sends have them, too', async () => {
  for (const request of [
    'FOO / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    'GET / HTTP/1.1\r\n\r\n',
  ]) {
    const [response] = await sendRaw(site.port, request)
    expectPolicy(response?.headers['content-security-policy'], request.slice(0, 20))
    expectHeaders({ headers: response?.headers ?? {} }, request.slice(0, 20))
  }
})

test('F1 only built files are scripts, also for a caller that asks for a function around the data', async () => {
  for (const path of [...pagePaths(), ...readPaths(), ...otherPaths()]) {
    const separator = path.includes('?') ? '&' : '?'
    const { headers, text } = await cast.visitor.get(`${path}${separator}callback=stolen&jsonp=stolen`)
    const type = String(headers['content-type'] ?? '')
    const isBuilt = /^\/(assets|api\/docs)\/|^\/service-worker\.js$/.test(path)
    if (!isBuilt) expect(type, path).not.toMatch(/javascript|ecmascript/)
    expect(text, path).not.toMatch(/^\W*stolen\s*\(/)
  }
})

test('F1 the evaluator of policies finds what it should', () => {
  expect(weaknessesOf("default-src 'none'; script-src 'self' 'unsafe-inline'; base-uri 'none'")).toContain(
    "script-src 'unsafe-inline'",
  )
})

test('F1 no page has an inline script, an event handler, or a javascript: link', async () => {
  for (const path of pagePaths()) {
    const { text } = await cast.adminM.browser.get(path)
    for (const [tag] of text.matchAll(/<script\b[^>]*>/g))
      expect(tag, path).toMatch(/ src="\/|type="application\/(ld\+)?json"/)
    expect(text, path).not.toMatch(/<[^>]+\son\w+=|href="javascript:/i)
  }
})

const privatePages = [
  '/profile',
  '/profile/account',
  '/update-profile',
  '/my-services',
  '/my-events',
  '/post',
  '/admin',
]

describe('F5', () => {
  const privateCalls = [
    '/api/userprofile',
    '/api/session',
    '/api/account',
    '/api/account-data',
    '/api/servicesbyauser',
  ]

  test('F5 what a signed-in person gets is stored by no cache', async () => {
    for (const path of [
      ...privatePages,
      ...privateCalls,
      '/',
      '/all-services',
      '/api/services',
      '/api/auth/get-session',
    ]) {
      const { status, headers } = await cast.adminM.browser.get(path)
      expect(status, path).toBe(200)
      expect(headers['cache-control'], path).toMatch(/no-store/)
    }
  })

  test('F5 what a visitor gets is checked again before a cache may use it, and sets no cookie', async () => {
    for (const path of ['/', '/all-services', '/api/services', `/ad-details/${serviceId}`, ...privatePages]) {
      const { headers, setCookies, text } = await cast.visitor.get(path)
      expect(headers['cache-control'], path).toMatch(/no-cache|no-store/)
      expect(setCookies, path).toEqual([])
      expect(text).not.toContain(cast.adminM.email)
    }
  })

  test('F5 compressed responses vary by encoding', async () => {
    for (const path of ['/', '/api/services', '/api/locations', '/feeds/services.atom']) {
      const { headers } = await cast.visitor.get(path, { 'accept-encoding': 'br' })
      if (headers['content-encoding']) expect(headers.vary, path).toMatch(/accept-encoding/i)
    }
  })

  test.skipIf(!proxy)('F5 a caching proxy never shows a visitor the page of someone signed in', async () => {
    if (!proxy) throw new Error('unreachable: skipped without nginx')
    const through = createBrowser(proxy.port)
    const signedIn = createBrowser(proxy.port, {
      cookies: Object.fromEntries(cast.sellerA.browser.cookies),
    })
    for (const path of [
      '/',
      '/all-services',
      '/profile',
      '/api/session',
      '/api/services',
      '/api/userprofile',
      '/my-services',
    ]) {
      const mine = await signedIn.get(path)
      const theirs = await through.get(path)
      const again = await through.get(path)
      expect(mine.status, path).toBe(200)
      for (const { text } of [theirs, again]) {
        expect(text, path).not.toContain(cast.sellerA.email)
        expect(text, path).not.toContain(cast.sellerA.name)
      }
      expect((await signedIn.get(path)).text.includes(cast.sellerA.name), path).toBe(
        mine.text.includes(cast.sellerA.name),
      )
    }
  })
})

test.each([
  '/profile/x.css',
  '/profile%2fx.js',
  '/profile;a.png',
  '/my-services;a.png',
  '/my-services/x.css',
  '/admin/x.js',
  '/profile%00.css',
  '/api/userprofile/x.css',
  '/api/userprofile;x.css',
  '/api/session%2ex.css',
])('F6 %s is not a private page under a name that caches store', async (path) => {
  const { status, headers, text } = await cast.adminM.browser.get(path)
  expect([400, 404]).toContain(status)
  expect(headers['cache-control'] ?? 'no-store').toMatch(/no-store/)
  expect(text).not.toMatch(/"phone"|"isAdmin":true,"phone"/)
})

test('F7 nothing of a header or an unknown parameter appears in a response that a cache may store', async () => {
  const mark = 'poison.example'
  const headers = {
    'x-forwarded-host': mark,
    'x-forwarded-proto': 'http',
    'x-forwarded-port': '1337',
    'x-forwarded-prefix': `/${mark}`,
    'x-original-url': `/${mark}`,
    'x-rewrite-url': '/admin',
    'x-host': mark,
    forwarded: `host=${mark};proto=http`,
    accept: `text/html;x=${mark}`,
    'accept-language': mark,
    'user-agent': mark,
    origin: `https://${mark}`,
    referer: `https://${mark}/`,
  }
  const paths = [
    '/',
    '/all-services',
    `/ad-details/${serviceId}`,
    '/sitemap.xml',
    '/robots.txt',
    '/feeds/services.atom',
    '/feeds/services.json',
    '/embed/events',
    '/manifest.webmanifest',
    '/api/categories',
    '/api/openapi.json',
    '/share/site.jpg',
    '/signin',
    '/no/such/page',
    '/api/none',
  ]
  for (const path of paths) {
    for (const host of [new URL(publicUrl).host, mark]) {
      const { text, headers: received } = await cast.visitor.get(`${path}?utm_source=campaign`, {
        ...headers,
        host,
      })
      expect(text, path).not.toContain(mark)
      expect(JSON.stringify(received), path).not.toContain(mark)
    }
  }
})

test.each([
  ...[
    '/.git/HEAD',
    '/.git/config',
    '/.env',
    '/.npmrc',
    '/package.json',
    '/package-lock.json',
    '/node_modules/pg/package.json',
  ],
  ...[
    '/src/server/main.ts',
    '/migrations/0069_baseline.sql',
    '/data/secret',
    '/secret',
    '/postgres/PG_VERSION',
    '/outbox/',
  ],
  ...[
    '/manifest.json',
    '/assets/',
    '/demo-pictures/',
    '/pictures/',
    '/share-pictures/',
    '/assets/..%2fmanifest.json',
  ],
  ...[
    '/api/auth/reference',
    '/api/auth/ok',
    '/api/auth/list-sessions',
    '/api/auth/admin/list-users',
    '/api/auth/error',
  ],
  ...[
    '/dev/mailbox',
    '/metrics',
    '/debug',
    '/server-status',
    '/graphql',
    '/wp-login.php',
    '/.well-known/openid-configuration',
  ],
])('F10 %s does not exist for anyone outside', async (path) => {
  // As a proxy in front passes it on.
  const { status, text } = await cast.visitor.get(path, { 'x-forwarded-for': '203.0.113.9' })
  expect([401, 403, 404]).toContain(status)
  expect(text).not.toMatch(/ref: refs|"dependencies"|create table|process\.env/)
})

test('F10 source maps are not published, and health checks say no more than they must', async () => {
  const assets = await readdir(new URL('../../dist/client/', import.meta.url), { recursive: true })
  expect(assets.filter((name) => name.endsWith('.map'))).toEqual([])
  expect((await cast.visitor.get(`${script}.map`)).status).toBe(404)
  for (const path of ['/healthz?all=1', '/healthz?verbose', '/readyz?all=1']) {
    const { text } = await cast.visitor.get(path)
    expect(text).not.toMatch(/version|postgres|node|memory|\d{3,}/i)
  }
})

describe('F11', () => {
  const internals =
    /\bat [\w.<>]+ \(|node_modules|\.(ts|js):\d+|ECONN|PostgreSQL|pg_|select |syntax|relation|\/tmp\/|corkboard-e2e|127\.0\.0\.1|v24\./i

  test('F11 without its database, every route fails with a sentence and a request id, and nothing else', async () => {
    const person = await createUser(lostDatabase)
    const browser = cutOff.open()
    await signIn(browser, person.email)
    await link.cut()
    const failed: string[] = []
    const calls = (Object.values(contract) as Endpoint[]).map(({ method, path }) => ({
      method,
      path: `/api${path.replace('{id}', serviceId).replace('{email}', 'a@example.com')}`,
    }))
    const pages = [...pagePaths(), ...otherPaths()].map((path) => ({ method: 'GET' as const, path }))
    for (const { method, path } of [...calls, ...pages]) {
      for (const client of [browser, cutOff.open()]) {
        const { status, text, headers, ms } = await client.send(
          method,
          path,
          method === 'POST' || method === 'PUT' ? { body: {} } : {},
        )
        expect(ms, path).toBeLessThan(10_000)
        expect(headers['x-request-id'], path).toMatch(/^[\w-]{8,}$/)
        expectPolicy(headers['content-security-policy'] as string, path)
        if (status < 500) continue
        failed.push(path)
        const body = /<main.*<\/main>/s.exec(text)?.[0] ?? text
        expect(body.replace(/<script.*?<\/script>/gs, ''), path).not.toMatch(internals)
        if (headers['content-type']?.includes('json') && !path.includes('readyz'))
          expect(Object.keys(JSON.parse(text)).sort(), path).toEqual(['code', 'message'])
        expect(headers['cache-control'] ?? 'no-store', path).toMatch(/no-store|no-cache/)
      }
    }
    expect(failed.length).toBeGreaterThan(50)
    await link.restore()
    await expect.poll(async () => (await cutOff.open().get('/api/services')).status).toBe(200)
  }, 120_000)
})
