import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

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

const request = (url: string, headers: Record<string, string> = {}) => site.app.http.inject({ url, headers })

/** A URL for every kind of response, with its status. */
const responses: [what: string, url: () => string, status: number][] = [
  ['JSON', () => '/api/services', 200],
  ['cacheable JSON', () => '/api/categories', 200],
  ['a page', () => '/', 200],
  ['a missing page', () => '/no/such/page', 404],
  ['a script', () => script, 200],
  ['an icon', () => '/icon.svg', 200],
  ['an invalid call', () => '/api/services?page=0', 400],
  ['an unknown call', () => '/api/no-such-call', 404],
  ['a call URL that cannot be decoded', () => '/api/category/%FF', 400],
  ['a page URL that cannot be decoded', () => '/%zz', 400],
  ['a URL that is too long', () => `/api/category/${'x'.repeat(3_000)}`, 404],
  ['a forbidden call', () => '/api/servicesbyfilter?status=reported', 403],
  ['a missing picture', () => '/demo-pictures/no-such.svg', 404],
  ['health', () => '/healthz', 200],
  ['readiness', () => '/readyz', 200],
  ['robots.txt', () => '/robots.txt', 200],
  ['the sitemap', () => '/sitemap.xml', 200],
  ['a feed', () => '/feeds/services.atom', 200],
  ['a calendar', () => '/feeds/events.ics', 200],
  ['the OpenAPI document', () => '/api/openapi.json', 200],
]

describe.each(responses)('%s', (_what, url, status) => {
  test('has a unique request id', async () => {
    const [first, second] = [await request(url()), await request(url())]
    expect(first.statusCode).toBe(status)
    expect(first.headers['x-request-id']).toMatch(/^[\w-]{11}-[0-9a-z]+$/)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  test('has the security headers', async () => {
    const { headers } = await request(url())
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

  test('does not reveal the server software', async () => {
    const { headers } = await request(url())
    expect(headers.server).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })
})

test('a 304 response has a request id, too', async () => {
  const { headers } = await request('/api/categories')
  const again = await request('/api/categories', { 'if-none-match': String(headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(again.headers['x-request-id']).toMatch(/^[\w-]{11}-[0-9a-z]+$/)
})

test('demo pictures are sandboxed', async () => {
  const { headers, statusCode } = await request('/demo-pictures/barber-1.svg')
  expect(statusCode).toBe(200)
  expect(headers['content-security-policy']).toMatch(/sandbox; default-src 'none'/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-frame-options']).toBe('DENY')
})

test('ignores a request id that the client sends', async () => {
  const { headers } = await request('/api/services', { 'x-request-id': 'forged', 'request-id': 'forged' })
  expect(headers['x-request-id']).not.toBe('forged')
})

test('sends Strict-Transport-Security over https only', async () => {
  const secure = await createTestApp(site.database, { publicUrl: 'https://corkboard.example' })
  const { headers } = await secure.app.http.inject('/api/services')
  expect(headers['strict-transport-security']).toMatch(/max-age=\d{7,}/)
  expect((await request('/api/services')).headers['strict-transport-security']).toBeUndefined()
})

test.each(['/api/', '/api/nothing', '/api/services/', '/api/service', '/api/..%2fetc%2fpasswd', '/api/auth'])(
  'the unknown call %s returns JSON with an error code',
  async (path) => {
    const { statusCode, headers, body } = await request(path)
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(JSON.parse(body)).toEqual({ code: 'not_found', message: expect.stringMatching(/^[A-Z].*\.$/) })
  },
)

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
  '%s of a page returns 404',
  async (method) => {
    const { statusCode, body } = await site.app.http.inject({ method, url: '/all-services' })
    expect(statusCode).toBe(404)
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
  },
)

test('no response allows another origin to read it', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example']) {
    const { headers } = await request('/api/services', { origin })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  }
})

test('HEAD returns what GET does, without a body', async () => {
  const { statusCode, body } = await site.app.http.inject({ method: 'HEAD', url: '/api/services' })
  expect(statusCode).toBe(200)
  expect(body).toBe('')
})

test('compresses large responses for clients that accept it', async () => {
  const { headers } = await request('/api/locations', { 'accept-encoding': 'br, gzip' })
  expect(headers['content-encoding']).toBe('br')
  expect(headers.vary).toMatch(/accept-encoding/i)
  expect((await request('/api/locations')).headers['content-encoding']).toBeUndefined()
})

test('caches files with hashed names forever, and revalidates pages', async () => {
  expect((await request(script)).headers['cache-control']).toMatch(/immutable/)
  expect((await request('/')).headers['cache-control']).toBe('no-cache')
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
])('does not serve private files: %s', async (path) => {
  const { statusCode, body } = await request(path)
  expect([400, 403, 404]).toContain(statusCode)
  expect(body).not.toMatch(/"dependencies"|entry-client\.tsx"|ref: refs|"postedDaysAgo"/)
})

test('rejects an invalid byte range without failing', async () => {
  for (const path of ['/icon.svg', '/demo-pictures/barber-1.svg']) {
    const { statusCode } = await request(path, { range: 'bytes=99999999-' })
    expect(Math.floor(statusCode / 100), path).toBe(4)
  }
})
