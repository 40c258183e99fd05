import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUser, startSession } from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

/** The limits of production: 40 points at once, and 120 a minute. Without a store, whose clock goes on. */
const limits = { rateLimit: 1, redisUrl: 'redis://127.0.0.1:1' }
const burst = 40

let site: TestApp
beforeAll(async () => {
  // Budgets refill by this clock only, so that a slow machine changes nothing.
  vi.useFakeTimers({ toFake: ['performance'] })
  site = await createTestApp(undefined, limits)
})
afterAll(() => {
  vi.useRealTimers()
})

/** Each test has a visitor of its own, because all share the site. */
let visitor = ''
let visitors = 0
beforeEach(() => {
  visitors += 1
  visitor = `198.18.0.${visitors}`
})

const get = (
  { app }: TestApp,
  url: string,
  options: { from?: string; headers?: Record<string, string> } = {},
) =>
  app.http.inject({
    url,
    remoteAddress: options.from ?? visitor,
    ...(options.headers && { headers: options.headers }),
  })

const statuses = async (site: TestApp, url: string, count: number, options?: Parameters<typeof get>[2]) => {
  const found: number[] = []
  for (let n = 0; n < count; n += 1) found.push((await get(site, url, options)).statusCode)
  return found
}

const count = (found: number[], status: number) => found.filter((other) => other === status).length

describe('requests beyond the limit', () => {
  test('are rejected with the time of the next try, in the format of every error', async () => {
    const found = await statuses(site, '/api/services', burst + 5)
    expect(found.slice(0, burst).every((status) => status === 200)).toBe(true)
    const rejected = await get(site, '/api/services')
    expect(rejected.statusCode).toBe(429)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(2)
    expect(rejected.json()).toEqual({
      code: 'rate_limited',
      message: expect.stringMatching(/try again in \d+ seconds?\.$/),
    })
    expect(rejected.headers['x-request-id']).toBeDefined()
    expect(rejected.headers['cache-control']).toBe('no-store')
  })

  test('are a page for someone who opens an address in a browser', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    expect(
      (await statuses(site, '/all-services', burst, { headers })).every((status) => status === 200),
    ).toBe(true)
    await statuses(site, '/all-services', 5, { headers })
    const rejected = await get(site, '/all-services', { headers })
    expect(rejected.statusCode).toBe(429)
    expect(rejected.headers['content-type']).toMatch(/^text\/html/)
    expect(rejected.body).toMatch(/<h1>Too many requests<\/h1>/)
    expect(rejected.body).toMatch(/Please try again in \d seconds?\./)
    expect(rejected.body).not.toContain('<script')
  })

  test.each([
    ['pages', '/all-services', 200],
    ['searches by page', '/all-services?searchtext=piano', 200],
    ['calls', '/api/services', 200],
    ['feeds', '/feeds/services.atom', 200],
    ['the sitemap', '/sitemap.xml', 200],
    ['unknown calls', '/api/nothing', 404],
    ['invalid calls', '/api/services?page=0', 400],
    ['unknown pages', '/no-such-page', 404],
    ['encoded spellings of calls', '/%61pi/services', 200],
  ])('include %s', async (_name, url, status) => {
    const found = await statuses(site, url, burst + 8)
    expect(found[0]).toBe(status)
    expect(found.at(-1)).toBe(429)
    expect(count(found, 429)).toBeGreaterThanOrEqual(4)
    expect((await get(site, '/api/services')).statusCode).toBe(429)
  })

  test('include unknown methods', async () => {
    const put = () => site.app.http.inject({ method: 'PUT', url: '/nothing', remoteAddress: visitor })
    expect((await put()).statusCode).toBe(404)
    for (let n = 0; n < burst + 5; n += 1) await put()
    expect((await put()).statusCode).toBe(429)
  })

  test('do not affect files or health checks', async () => {
    await statuses(site, '/api/services', burst + 5)
    expect((await get(site, '/')).statusCode).toBe(429)
    for (const url of [
      '/icon.svg',
      '/demo-pictures/bread-1.svg',
      '/manifest.webmanifest',
      '/robots.txt',
      '/healthz',
      '/readyz',
    ]) {
      const found = await statuses(site, url, burst + 5)
      expect(
        found.every((status) => status === 200),
        url,
      ).toBe(true)
      expect((await get(site, url)).headers.ratelimit, url).toBeUndefined()
    }
  })

  test('are apart from those on suggestions, of which each searches twice', async () => {
    await statuses(site, '/api/services', burst + 5)
    const { statusCode, headers } = await get(site, '/api/suggestions?q=piano')
    expect([statusCode, headers['ratelimit-policy']]).toEqual([200, '"suggestions";q=120;w=24'])
  })

  test('do not affect pictures, which have a limit of their own', async () => {
    await statuses(site, '/api/services', burst + 5)
    const picture = await get(site, '/pictures/nothing.webp')
    expect(picture.statusCode).toBe(404)
    expect(picture.headers['ratelimit-policy']).toBe('"pictures";q=600;w=30')
    expect((await statuses(site, '/pictures/nothing.webp', 620)).at(-1)).toBe(429)
  })

  test('from one address do not affect another', async () => {
    await statuses(site, '/api/services', burst + 5, { from: '192.0.2.1' })
    expect((await get(site, '/api/services', { from: '192.0.2.1' })).statusCode).toBe(429)
    expect((await get(site, '/api/services', { from: '192.0.2.2' })).statusCode).toBe(200)
  })

  test('are counted per IPv6 /64', async () => {
    for (let n = 0; n < burst + 5; n += 1) await get(site, '/api/services', { from: `2001:db8:1:2::${n}` })
    expect((await get(site, '/api/services', { from: '2001:db8:1:2:ffff::1' })).statusCode).toBe(429)
    expect((await get(site, '/api/services', { from: '2001:db8:1:3::1' })).statusCode).toBe(200)
  })

  test('are rejected for forged forwarding headers, unless a trusted proxy sends them', async () => {
    const found: number[] = []
    for (let n = 0; n < burst + 5; n += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}` }
      found.push((await get(site, '/api/services', { headers })).statusCode)
    }
    expect(found.at(-1)).toBe(429)

    const behind = await createTestApp(site.database, { ...limits, trustProxy: '127.0.0.1' })
    const from = (forwarded: string) =>
      behind.app.http.inject({ url: '/api/services', headers: { 'x-forwarded-for': forwarded } })
    for (let n = 0; n < burst + 5; n += 1) await from(`198.51.100.${n}, 203.0.113.9`)
    expect((await from('203.0.113.9')).statusCode).toBe(429)
    expect((await from('203.0.113.10')).statusCode).toBe(200)
  })

  test('by one account are rejected from every address', async () => {
    const withSessions = await createTestApp(site.database, { ...limits, realSessions: true })
    const { email } = await createUser(site.database)
    const headers = { cookie: await startSession(withSessions, email) }
    const found: number[] = []
    for (let n = 1; n <= 5; n += 1) {
      const options = { from: `192.0.2.${n}`, headers }
      found.push(...(await statuses(withSessions, '/api/userprofile', 20, options)))
    }
    expect(found.slice(0, 80).every((status) => status === 200)).toBe(true)
    const rejected = await get(withSessions, '/all-services', {
      from: '192.0.2.99',
      headers: { ...headers, accept: 'text/html' },
    })
    expect(rejected.statusCode).toBe(429)
    expect(rejected.body).toContain('<h1>Too many requests</h1>')
    expect(rejected.headers['ratelimit-policy']).toBe('"address";q=40;w=20, "account";q=80;w=20')
    expect((await get(withSessions, '/all-services', { from: '192.0.2.99' })).statusCode).toBe(200)
  })
})

describe('the price', () => {
  test('of a search is twice that of a list', async () => {
    const remaining = async (url: string) =>
      Number(/;r=(\d+);/.exec(String((await get(site, url)).headers.ratelimit))?.[1])
    const before = await remaining('/api/services')
    expect(await remaining('/api/services')).toBe(before - 1)
    expect(await remaining('/api/servicesbyfilter?searchtext=piano')).toBe(before - 3)
    expect(await remaining('/all-services?searchtext=piano')).toBe(before - 5)
    expect(await remaining('/all-services?searchtext=%20')).toBe(before - 6)
  })

  test('is stated in every response, with the budget', async () => {
    const { headers } = await get(site, '/api/services')
    expect(headers['ratelimit-policy']).toBe('"address";q=40;w=20')
    expect(headers.ratelimit).toBe('"address";r=39;t=1')
  })

  test('is refilled with two points a second', async () => {
    await statuses(site, '/api/services', burst + 5)
    vi.advanceTimersByTime(2_000)
    expect(await statuses(site, '/api/services', 6)).toEqual([200, 200, 200, 200, 429, 429])
  })
})

test('a form that was rejected can be sent again', async () => {
  await statuses(site, '/api/services', burst + 5)
  const rejected = await site.app.http.inject({
    method: 'POST',
    url: '/verify-email',
    remoteAddress: visitor,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'token=abc',
  })
  expect(rejected.statusCode).toBe(429)
  expect(rejected.body).toContain('Your form was not sent.')
})

test('without a limit, no request is rejected', async () => {
  const { app } = await createTestApp(site.database)
  const answers = await Promise.all(Array.from({ length: 60 }, () => app.http.inject('/api/categories')))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
})
