import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/support/app.ts'
import { createListing } from '../../../../test/support/factories.ts'

let site: TestApp
let script: string
beforeAll(async () => {
  site = await createTestApp()
  await createListing(site.database)
  const manifest = JSON.parse(
    await readFile(new URL('../../../../dist/client/manifest.json', import.meta.url), 'utf8'),
  ) as Record<string, { file: string }>
  script = `/${manifest['src/web/entry-client.tsx']?.file}`
})

const ask = (url: string, headers: Record<string, string> = {}) => site.app.http.inject({ url, headers })

/** An address of every kind of answer that the server has, and the status of it. */
const answers: [what: string, address: () => string, status: number][] = [
  ['JSON', () => '/api/services', 200],
  ['JSON that browsers keep', () => '/api/categories', 200],
  ['a page', () => '/', 200],
  ['a page that is not there', () => '/no/such/page', 404],
  ['a script', () => script, 200],
  ['an icon', () => '/icon.svg', 200],
  ['a refused call', () => '/api/services?page=0', 400],
  ['a call that is not there', () => '/api/no-such-call', 404],
  ['an address that cannot be decoded', () => '/api/category/%FF', 400],
  ['a page address that cannot be decoded', () => '/%zz', 400],
  ['an address that is too long', () => `/api/category/${'x'.repeat(3_000)}`, 404],
  ['a forbidden call', () => '/api/servicesbyfilter?status=reported', 403],
  ['a picture that is not there', () => '/demo-pictures/no-such.svg', 404],
  ['health', () => '/healthz', 200],
  ['readiness', () => '/readyz', 200],
  ['what search engines ask first', () => '/robots.txt', 200],
  ['the sitemap', () => '/sitemap.xml', 200],
  ['a feed', () => '/feeds/services.atom', 200],
  ['a calendar', () => '/feeds/events.ics', 200],
  ['the description of the API', () => '/api/openapi.json', 200],
]

describe.each(answers)('%s', (_what, address, status) => {
  test('carries a request id of its own', async () => {
    const [first, second] = [await ask(address()), await ask(address())]
    expect(first.statusCode).toBe(status)
    expect(first.headers['x-request-id']).toMatch(/^[\w-]{11}-[0-9a-z]+$/)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  test('carries the security headers', async () => {
    const { headers } = await ask(address())
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy.match(/script-src [^;]*/)?.[0]).not.toMatch(/unsafe|\*|http/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['referrer-policy']).toBeDefined()
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toBeDefined()
  })

  test('does not say what it is made with', async () => {
    const { headers } = await ask(address())
    expect(headers.server).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })
})

test('an answer of 304 carries a request id too', async () => {
  const { headers } = await ask('/api/categories')
  const again = await ask('/api/categories', { 'if-none-match': String(headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(again.headers['x-request-id']).toMatch(/^[\w-]{11}-[0-9a-z]+$/)
})

test('a picture of the demo may do nothing at all, wherever it is opened', async () => {
  const { headers, statusCode } = await ask('/demo-pictures/barber-1.svg')
  expect(statusCode).toBe(200)
  expect(headers['content-security-policy']).toMatch(/sandbox; default-src 'none'/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-frame-options']).toBe('DENY')
})

test('a request id that a caller sends is not taken for ours', async () => {
  const { headers } = await ask('/api/services', { 'x-request-id': 'forged', 'request-id': 'forged' })
  expect(headers['x-request-id']).not.toBe('forged')
})

test('over https browsers are told to stay there, and over http they are not', async () => {
  const secure = await createTestApp(site.database, { publicUrl: 'https://corkboard.example' })
  const { headers } = await secure.app.http.inject('/api/services')
  expect(headers['strict-transport-security']).toMatch(/max-age=\d{7,}/)
  expect((await ask('/api/services')).headers['strict-transport-security']).toBeUndefined()
})

test.each(['/api/', '/api/nothing', '/api/services/', '/api/service', '/api/..%2fetc%2fpasswd', '/api/auth'])(
  'an unknown call, %s, answers JSON with a code',
  async (path) => {
    const { statusCode, headers, body } = await ask(path)
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(JSON.parse(body)).toEqual({ code: 'not_found', message: expect.stringMatching(/^[A-Z].*\.$/) })
  },
)

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
  '%s of a page is not understood',
  async (method) => {
    const { statusCode, body } = await site.app.http.inject({ method, url: '/all-services' })
    expect(statusCode).toBe(404)
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
  },
)

test('no answer lets another site read it', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example']) {
    const { headers } = await ask('/api/services', { origin })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  }
})

test('HEAD answers what GET does, without a body', async () => {
  const { statusCode, body } = await site.app.http.inject({ method: 'HEAD', url: '/api/services' })
  expect(statusCode).toBe(200)
  expect(body).toBe('')
})

test('a large answer is compressed for whoever takes it so', async () => {
  const { headers } = await ask('/api/locations', { 'accept-encoding': 'br, gzip' })
  expect(headers['content-encoding']).toBe('br')
  expect(headers.vary).toMatch(/accept-encoding/i)
  expect((await ask('/api/locations')).headers['content-encoding']).toBeUndefined()
})

test('files whose name carries a hash are kept for good, pages are asked for again', async () => {
  expect((await ask(script)).headers['cache-control']).toMatch(/immutable/)
  expect((await ask('/')).headers['cache-control']).toBe('no-cache')
})

test.each([
  '/manifest.json',
  '/.env',
  '/.git/HEAD',
  '/package.json',
  '/..%2fpackage.json',
  '/assets/',
  '/demo-pictures/',
  '/demo-pictures/%00',
  '/demo-pictures/..%2flistings.json',
])('no file is served that is not meant to be: %s', async (path) => {
  const { statusCode, body } = await ask(path)
  expect([400, 403, 404]).toContain(statusCode)
  expect(body).not.toMatch(/"dependencies"|entry-client\.tsx"|ref: refs|"postedDaysAgo"/)
})

test('a part of a file that is not there is refused, not a failure', async () => {
  for (const path of ['/icon.svg', '/demo-pictures/barber-1.svg']) {
    const { statusCode } = await ask(path, { range: 'bytes=99999999-' })
    expect(Math.floor(statusCode / 100), path).toBe(4)
  }
})
