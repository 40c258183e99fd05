import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { handleErrors } from './errors.ts'
import { shedLoad } from './load-shedding.ts'

const unlimited = {
  maxInProgress: Number.POSITIVE_INFINITY,
  maxWaitingQueries: Number.POSITIVE_INFINITY,
  maxEventLoopDelayMs: Number.POSITIVE_INFINITY,
}

/** Sends a request now. Without `then`, it would be sent only when it is awaited. */
const begin = (app: FastifyInstance, request: InjectOptions | string) =>
  app.inject(request).then((response) => response)

/** Creates a server whose requests to `/slow` wait for `finish`. */
function createSlowServer(limits: Partial<typeof unlimited>, pool = { waitingCount: 0 }) {
  const app = Fastify()
  handleErrors(app)
  shedLoad(app, pool, createMetrics(), { ...unlimited, ...limits })
  const gate = Promise.withResolvers<void>()
  const slow = async () => {
    await gate.promise
    return 'done'
  }
  app.get('/slow', slow)
  app.post('/slow', slow)
  app.post('/upload', { config: { slowBody: true } }, slow)
  app.get('/file.css', { config: { cost: 0 } }, async () => 'body{}')
  app.get('/healthz', async () => 'ok')
  onTestFinished(async () => {
    gate.resolve()
    await app.close()
  })
  return { app, finish: gate.resolve }
}

describe('requests beyond what the server can serve', () => {
  test('are rejected with 503 and the time of the next try, and served again afterwards', async () => {
    const { app, finish } = createSlowServer({ maxInProgress: 4 })
    const served = [1, 2, 3].map(() => begin(app, '/slow'))
    const rejected = await app.inject('/slow')
    expect(rejected.statusCode).toBe(503)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    expect(rejected.headers['cache-control']).toBe('no-store')
    expect(rejected.json()).toEqual({ code: 'unavailable', message: expect.stringContaining('very busy') })
    finish()
    for (const response of served) expect((await response).statusCode).toBe(200)
    expect((await app.inject('/slow')).statusCode).toBe(200)
  })

  test('are a page for someone who opens an address in a browser', async () => {
    const { app } = createSlowServer({ maxInProgress: 0 })
    const { statusCode, headers, body } = await app.inject({ url: '/slow', headers: { accept: 'text/html' } })
    expect([statusCode, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(body).toContain('<h1>Please try again in a moment</h1>')
  })

  test('are those of visitors first, then those of users and writes', async () => {
    const { app } = createSlowServer({ maxInProgress: 4 })
    for (let n = 0; n < 3; n += 1) void begin(app, '/slow')
    const cookie = '__Secure-corkboard.session_token=abc'
    expect((await app.inject('/slow')).statusCode).toBe(503)
    void begin(app, { url: '/slow', headers: { cookie } })
    for (const method of ['GET', 'POST'] as const)
      expect((await app.inject({ method, url: '/slow', headers: { cookie } })).statusCode).toBe(503)
  })

  test('are never health checks or files', async () => {
    const { app } = createSlowServer({ maxInProgress: 0, maxWaitingQueries: 0, maxEventLoopDelayMs: 0 })
    expect((await app.inject('/slow')).statusCode).toBe(503)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    expect((await app.inject('/file.css')).statusCode).toBe(200)
  })

  test('do not include uploads, whose bodies may take minutes to arrive', async () => {
    const { app, finish } = createSlowServer({ maxInProgress: 1 })
    const uploads = [1, 2, 3].map(() => begin(app, { method: 'POST', url: '/upload' }))
    const response = begin(app, { method: 'POST', url: '/slow' })
    finish()
    expect((await response).statusCode).toBe(200)
    for (const upload of uploads) expect((await upload).statusCode).toBe(200)
  })

  test('are rejected while many queries wait for the database', async () => {
    const pool = { waitingCount: 0 }
    const { app, finish } = createSlowServer({ maxWaitingQueries: 20 }, pool)
    finish()
    pool.waitingCount = 15
    expect((await app.inject('/slow')).statusCode).toBe(503)
    pool.waitingCount = 14
    expect((await app.inject('/slow')).statusCode).toBe(200)
  })

  test('are rejected while the event loop is late', async () => {
    const { app, finish } = createSlowServer({ maxEventLoopDelayMs: 5 })
    finish()
    const status = async () => (await app.inject('/slow')).statusCode
    await expect.poll(status, { interval: 100, timeout: 10_000 }).toBe(503)
  })

  test('are served after a single pause of the event loop', { tags: ['timed'] }, async () => {
    // The pause is one of about fifty samples in its second, the others are 20 ms.
    const { app, finish } = createSlowServer({ maxEventLoopDelayMs: 60 })
    finish()
    await app.ready()
    await delay(500)
    const begin = performance.now()
    while (performance.now() - begin < 3000);
    for (let n = 0; n < 15; n += 1) {
      await delay(100)
      expect((await app.inject('/slow')).statusCode).toBe(200)
    }
  })
})

test('a client that has gone away does not count as a request in progress', async () => {
  const { app } = createSlowServer({ maxInProgress: 2 })
  const arrived: string[] = []
  app.addHook('preHandler', async ({ url }) => void arrived.push(url))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  for (let n = 1; n <= 5; n += 1) {
    const abort = new AbortController()
    const response = fetch(`${origin}/slow`, { method: 'POST', signal: abort.signal })
    await expect.poll(() => arrived.length).toBe(n)
    abort.abort()
    await expect(response).rejects.toThrow()
    // The server learns of it a moment later.
    const isServed = async () => (await app.inject({ method: 'POST', url: '/missing' })).statusCode === 404
    await expect.poll(isServed).toBe(true)
  }
})
