/** Limits that hold across servers, and what becomes of them when PostgreSQL or Redis is away (X26), frozen, or overloaded (E3). */
import { expect, onTestFinished, test } from 'vitest'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import { createDatabase } from '../support/site/app.ts'
import { openBreakableProxy } from '../support/site/breakable-proxy.ts'
import { hasRedis, startRedis } from '../support/site/redis-server.ts'
import { type Answer, address, countOf, type LimitedSite, startLimitedSite } from './limited-site.ts'

const from = address(1)
const flood = (site: LimitedSite, count: number, path = '/privacy') =>
  Promise.all(Array.from({ length: count }, () => site.get(path, { from })))

const signIn = (site: LimitedSite, email: string, password: string, client = from) =>
  site.post('/api/auth/sign-in/email', { email, password }, { from: client })

async function openRedis() {
  const redis = await startRedis()
  onTestFinished(redis.down)
  return redis
}

/** A client that has spent its budget on one server is rejected by the other, which alone would allow it 40 requests. */
async function expectSharedBudget(first: LimitedSite, second: LimitedSite) {
  const started = performance.now()
  expect(countOf(await flood(first, 60), 200)).toBeLessThanOrEqual(41 + (performance.now() - started) / 500)
  const answers: Answer[] = []
  const isRejected = async () => {
    // Keeps the budget empty.
    await flood(first, 5)
    answers.push(...(await flood(second, 3)))
    return countOf(answers, 429) > 0
  }
  await expect.poll(isRejected, { timeout: 30_000, interval: 300 }).toBe(true)
  expect(countOf(answers, 200)).toBeLessThan(40)
}

// The two workers of `workers.test.ts` do the same.
test('two servers of one site share budgets through PostgreSQL, and count sign-ins together', {
  tags: ['slow'],
}, async () => {
  const database = await createDatabase()
  const servers = [await startLimitedSite({}, database), await startLimitedSite({}, database)] as const
  const answers: Answer[] = []
  for (let n = 0; n < 12; n += 1)
    for (const server of servers.slice(n % 2, (n % 2) + 1))
      answers.push(await signIn(server, 'nobody@example.com', 'not the right one', address(2)))
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([6, 6])
  await expectSharedBudget(...servers)
})

test.runIf(hasRedis)('two servers of one site share budgets through Redis', { tags: ['slow'] }, async () => {
  const [database, { url }] = [await createDatabase(), await openRedis()]
  const settings = { REDIS_URL: url }
  const servers = [
    await startLimitedSite(settings, database),
    await startLimitedSite(settings, database),
  ] as const
  await expectSharedBudget(...servers)
})

test.runIf(hasRedis)(
  'X26 Redis is killed, loses its data, and returns: nobody is signed out or locked out',
  { tags: ['timed'] },
  async () => {
    const redis = await openRedis()
    const site = await startLimitedSite({ REDIS_URL: redis.url })
    const { email } = await createUser(site.database)
    const { cookie } = await signIn(site, email, goodPassword)
    await redis.down()
    const started = performance.now()
    const answers = await flood(site, 60)
    // Open on browsing: each server limits clients by itself, without waiting for Redis.
    expect(countOf(answers, 200)).toBeGreaterThanOrEqual(38)
    expect(countOf(answers, 429)).toBeGreaterThan(5)
    expect(performance.now() - started).toBeLessThan(5_000)
    expect((await site.get('/api/userprofile', { cookie, from: address(2) })).status).toBe(200)
    // Closed on authentication: attempts are counted in PostgreSQL.
    const attempts: Answer[] = []
    for (let n = 0; n < 8; n += 1)
      attempts.push(
        await site.post(
          '/api/auth/sign-in/email',
          { email: 'nobody@example.com', password: 'wrong one' },
          { from: address(3) },
        ),
      )
    expect([countOf(attempts, 401), countOf(attempts, 429)]).toEqual([6, 2])
    await redis.up()
    expect((await site.get('/api/userprofile', { cookie, from: address(4) })).status).toBe(200)
  },
)

test('X26 PostgreSQL is away: pages that need no data are served and limited, and nobody can guess passwords', {
  tags: ['timed', 'slow'],
}, async () => {
  const database = await createDatabase()
  const { hostname, port } = new URL(database.address)
  const proxy = await openBreakableProxy({ host: hostname, port: Number(port) })
  onTestFinished(proxy.cut)
  const throughProxy = new URL(database.address)
  throughProxy.host = `127.0.0.1:${proxy.port}`
  const site = await startLimitedSite({}, { database: database.database, address: throughProxy.href })
  await proxy.cut()
  const started = performance.now()
  const answers = await flood(site, 60, '/api/categories')
  expect(countOf(answers, 200)).toBeGreaterThanOrEqual(40)
  expect(countOf(answers, 429)).toBeGreaterThan(5)
  expect(performance.now() - started).toBeLessThan(5_000)
  for (let n = 0; n < 8; n += 1) {
    const attempt = await site.post(
      '/api/auth/sign-in/email',
      { email: 'nobody@example.com', password: 'wrong one' },
      { from: address(3) },
    )
    expect(attempt.status).toBe(503)
  }
  await proxy.restore()
  await expect.poll(async () => (await site.get('/all-services', { from: address(5) })).status).toBe(200)
})

test('E3 the deepest pages and the worst searches, 100 at once, leave health checks alone', {
  tags: ['timed', 'slow'],
}, async () => {
  const site = await startLimitedSite({ RATE_LIMIT: '100000' })
  for (let n = 0; n < 60; n += 1) await createListing(site.database, { title: `A listing about dogs ${n}` })
  const worst = [
    '/api/services?page=100000&limit=50',
    '/api/servicesbyfilter?page=100000&searchtext=listing',
    '/api/servicesbyfilter?searchtext=a+e+i+o+u+of+the+and+or+dogs+dgos+listign+abuot',
    `/api/servicesbyfilter?searchtext=${'dgos+'.repeat(39)}`,
    '/all-services?page=100000&searchtext=listing',
  ]
  await Promise.all(worst.map((path) => site.get(path)))
  const timed = async (path: string, options = {}) => {
    const started = performance.now()
    const { status } = await site.get(path, options)
    return { status, ms: performance.now() - started }
  }
  const requests = Array.from({ length: 100 }, (_, n) =>
    timed(worst[n % worst.length] ?? '/', { from: address(n) }),
  )
  const health = await Promise.all([timed('/healthz'), timed('/readyz')])
  const answers = await Promise.all(requests)
  for (const { status } of answers) expect([200, 400, 404, 503]).toContain(status)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(50)
  for (const { status } of health) expect(status).toBe(200)
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  expect(times[49]).toBeLessThan(1_000)
  // The machine also runs other tests.
  expect(times[98]).toBeLessThan(3_000)
})
