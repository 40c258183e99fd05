/** What a server does before it accepts connections. Needs the built pages. */
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createListing } from '../../test/support/data/factories.ts'
import { createDatabase, createTestApp } from '../../test/support/site/app.ts'
import { startSite } from '../../test/support/site/site.ts'
import { warmUp } from './warm-up.ts'

const never = new Promise<never>(() => {})

test('what it requests is cached for visitors, and neither counted nor charged to anyone', async () => {
  const site = await createTestApp(undefined, { rateLimit: 1 })
  const id = await createListing(site.database)
  const { app } = site
  await app.warmUp(60_000, never)
  const { body } = await app.http.inject('/metrics')
  expect(Number(/^corkboard_cache_entries\{cache="pages"\} (\d+)/m.exec(body)?.[1])).toBeGreaterThan(3)
  expect(body).not.toContain('http_requests_total{')
  // The one for the metrics.
  expect(body).toMatch(/^corkboard_http_requests_in_progress 1$/m)
  const { headers, body: page } = await app.http.inject(`/ad-details/${id}`)
  expect(headers.ratelimit).toContain('r=39')
  expect(page).toContain(id)
  expect((await app.http.inject('/metrics')).body).toMatch(/cache="pages",result="hit"\} [1-9]/)
}, 60_000)

test('a visitor cannot claim to be the server', async () => {
  const { app } = await createTestApp(undefined, { rateLimit: 1 })
  for (const token of ['', 'undefined', 'null'])
    expect(
      (await app.http.inject({ url: '/api/categories', headers: { 'x-own-request': token } })).headers,
    ).toHaveProperty('ratelimit')
})

describe('the start continues', () => {
  /** Warms up a server that answers each request with `handler`. Returns how many requests it got, and its log. */
  async function warmUpWith(
    handler: () => Promise<unknown>,
    options: Partial<Parameters<typeof warmUp>[0]> = {},
  ) {
    const lines: string[] = []
    const http: FastifyInstance = Fastify({
      logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
    })
    onTestFinished(() => http.close())
    let requests = 0
    http.get('/*', async () => {
      requests += 1
      return handler()
    })
    const rest = { words: ['Music'], maxMs: 60_000, stopRequested: never }
    await warmUp({ http, ...rest, ...options })
    return { requests, log: lines.join('') }
  }

  test('after everything has been requested', async () => {
    const { requests, log } = await warmUpWith(async () => ({ services: [], events: [] }))
    expect(requests).toBeGreaterThan(100)
    expect(log).toBe('')
  })

  test('without a warm-up if a request fails', async () => {
    const { requests, log } = await warmUpWith(() => Promise.reject(new Error('out of order')))
    expect(requests).toBeLessThan(10)
    expect(log).toContain('Could not warm up')
  })

  test('when the time is up', async () => {
    const { requests, log } = await warmUpWith(() => never, { maxMs: 50 })
    expect(requests).toBeLessThan(10)
    expect(log).toBe('')
  })

  test('when the server is to stop', async () => {
    const { requests, log } = await warmUpWith(() => never, { stopRequested: Promise.resolve('SIGTERM') })
    expect(requests).toBeLessThan(10)
    expect(log).toBe('')
  })
})

test('a server accepts connections once it is warm', async () => {
  const { address } = await createDatabase()
  const site = await startSite({ databaseUrl: address, demo: false, settings: { WARM_UP: '30' } })
  onTestFinished(() => site.stop())
  // Nobody else has requested a page yet.
  const metrics = await (await fetch(`${site.url}/metrics`)).text()
  expect(Number(/^corkboard_cache_entries\{cache="pages"\} (\d+)/m.exec(metrics)?.[1])).toBeGreaterThan(3)
}, 240_000)
