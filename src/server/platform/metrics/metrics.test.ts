import { connect } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createUser, goodPassword, send } from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { goodPictures } from '../../../../test/support/data/pictures.ts'
import { createUploader, pictureForm, upload } from '../../../../test/support/data/uploads.ts'
import { createDatabase, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { createBreakableDatabase } from '../../../../test/support/site/breakable-database.ts'
import type { Database } from '../database/database.ts'
import { jobQueue, measuredTasks } from '../jobs/jobs.ts'
import type { ProcessMetrics } from '../processes/messages.ts'
import { createGaugeCollector } from './collect-gauges.ts'
import { createMetrics } from './metrics.ts'

const token = 'f3b1c0a94d7e42688a15c9d2e07b6f31'

type From = { from?: string; headers?: Record<string, string> }

async function scrape({ app }: TestApp, { from = '127.0.0.1', headers = {} }: From = {}) {
  const { statusCode, body } = await app.http.inject({
    url: '/metrics',
    remoteAddress: from,
    headers: { host: 'localhost:3000', ...headers },
  })
  return { status: statusCode, text: body }
}

/** Returns the value of a sample such as `corkboard_queue_items{queue="jobs",state="failed"}`; NaN without it. */
const sampleIn = (text: string, sample: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1) ?? Number.NaN,
  )

const valueNow = async (site: TestApp, sample: string) => sampleIn((await scrape(site)).text, sample)

let database: Database
beforeAll(async () => {
  ;({ database } = await createDatabase())
})

describe('F10 /metrics', () => {
  let site: TestApp
  beforeAll(async () => {
    site = await createTestApp(database, { metricsToken: token, trustProxy: 'loopback' })
  })

  test.each<[string, From]>([
    ['this machine', {}],
    ['this machine by its IPv4 address', { headers: { host: '127.0.0.1:3000' } }],
    ['this machine by its IPv6 address', { from: '::1', headers: { host: '[::1]:3000' } }],
    ['this machine, on a socket for IPv4 and IPv6', { from: '::ffff:127.0.0.1' }],
    ['anyone with the token', { from: '203.0.113.9', headers: { authorization: `Bearer ${token}` } }],
    [
      'anyone with the token through a proxy',
      {
        headers: {
          host: 'board.example.org',
          'x-forwarded-for': '203.0.113.9',
          authorization: `bearer ${token}`,
        },
      },
    ],
  ])('is open to %s', async (_name, from) => {
    const { status, text } = await scrape(site, from)
    expect(status).toBe(200)
    expect(text).toContain('corkboard_build_info{')
  })

  test.each<[string, From]>([
    ['other machines', { from: '203.0.113.9' }],
    ['other machines of the network', { from: '10.0.0.7' }],
    [
      'another machine that claims to be this one',
      { from: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1' } },
    ],
    ...[
      'x-forwarded-for',
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'Forwarded',
      'X-Real-IP',
      'Via',
      'CF-Connecting-IP',
      'True-Client-IP',
      'X-Client-IP',
    ].map((name): [string, From] => [
      `a proxy on this machine that adds ${name}`,
      { headers: { [name]: '127.0.0.1' } },
    ]),
    ['a proxy on this machine that keeps the host name', { headers: { host: 'board.example.org' } }],
    ['a host name that was pointed to this machine', { headers: { host: 'localhost.evil.example' } }],
    ['a wrong token', { from: '203.0.113.9', headers: { authorization: 'Bearer wrong' } }],
    ['an empty token', { from: '203.0.113.9', headers: { authorization: 'Bearer ' } }],
    ['the token with more after it', { from: '203.0.113.9', headers: { authorization: `Bearer ${token}x` } }],
    [
      'the token as a password',
      { from: '203.0.113.9', headers: { authorization: `Basic ${btoa(`:${token}`)}` } },
    ],
  ])('does not exist for %s', async (_name, from) => {
    const { status, text } = await scrape(site, from)
    expect(status).toBe(404)
    expect(text).not.toContain('corkboard_')
  })

  test('HEAD is as closed as GET', async () => {
    const head = { method: 'HEAD' as const, url: '/metrics', remoteAddress: '203.0.113.9' }
    expect((await site.app.http.inject(head)).statusCode).toBe(404)
  })
})

describe('F10 /metrics in production', () => {
  const local: From[] = [
    {},
    { headers: { host: '127.0.0.1:3000' } },
    { from: '::1', headers: { host: '[::1]:3000' } },
  ]

  test('does not exist for this machine either: a proxy may add no header and replace the host name', async () => {
    for (const metricsToken of [null, token]) {
      const site = await createTestApp(database, { production: true, metricsToken })
      for (const from of local) expect((await scrape(site, from)).status).toBe(404)
    }
  })

  test('is open to anyone with the token', async () => {
    const site = await createTestApp(database, { production: true, metricsToken: token })
    const headers = { authorization: `Bearer ${token}` }
    expect((await scrape(site, { from: '203.0.113.9', headers })).status).toBe(200)
  })

  test('is on a port of its own, which serves nothing else and closes with the site', async () => {
    const { app } = await createTestApp(database, { production: true })
    const origin = await app.metricsListener.listen({ host: '127.0.0.1', port: 0 })
    const reply = await fetch(`${origin}/metrics`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ])
    expect(await reply.text()).toContain('corkboard_database_up 1')
    for (const path of ['/', '/healthz', '/api/services', '/metrics/x'])
      expect((await fetch(origin + path)).status).toBe(404)
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404)
    await app.http.close()
    await expect(fetch(`${origin}/metrics`)).rejects.toThrow()
  })
})

test('an empty token opens nothing', async () => {
  const site = await createTestApp(database, { metricsToken: '' })
  for (const authorization of ['Bearer', 'Bearer ', ''])
    expect((await scrape(site, { from: '203.0.113.9', headers: { authorization } })).status).toBe(404)
})

test('counts requests by route pattern, never by URL', async () => {
  const site = await createTestApp(database)
  const id = await createListing(site.database, { title: 'Piano lessons' })
  for (const path of [
    `/service/${id}`,
    '/servicesbyfilter?searchtext=secret',
    '/nothing/ada@example.com',
    '/service/%zz',
  ])
    await site.get(path)
  await site.app.http.inject({ method: 'TRACE' as 'GET', url: '/anything' })
  const { text } = await scrape(site)
  expect(
    sampleIn(text, 'corkboard_http_requests_total{method="GET",route="/api/service/:id",status="200"}'),
  ).toBe(1)
  expect(sampleIn(text, 'corkboard_http_requests_total{method="GET",route="/api/*",status="404"}')).toBe(1)
  expect(sampleIn(text, 'corkboard_http_requests_total{method="GET",route="(no route)",status="400"}')).toBe(
    1,
  )
  expect(
    sampleIn(text, 'corkboard_http_request_duration_seconds_count{method="GET",route="/api/service/:id"}'),
  ).toBe(1)
  expect(
    sampleIn(
      text,
      'corkboard_http_request_duration_seconds_bucket{le="10",method="GET",route="/api/service/:id"}',
    ),
  ).toBe(1)
  expect(text).not.toMatch(/secret|ada|%zz/)
  expect(text).not.toContain(id)
})

test('counts pages by the pattern of their path', async () => {
  const site = await createTestApp(database)
  const id = await createListing(site.database, { title: 'Piano lessons' })
  for (const url of ['/', `/ad-details/${id}`, '/no/such/page?q=secret']) await site.app.http.inject({ url })
  const { text } = await scrape(site)
  const patterns = [
    ...text.matchAll(/http_requests_total\{method="GET",route="([^"]*)",status="(\d+)"/g),
  ].map(([, route, status]) => `${route} ${status}`)
  expect(patterns).toContain('/ 200')
  expect(patterns).toContain('/ad-details/:id 200')
  expect(patterns).toContain('/* 404')
})

test('counts clients that disconnect, and requests in progress', async () => {
  const site = await createTestApp(database)
  await site.app.http.listen({ port: 0, host: '127.0.0.1' })
  const address = site.app.http.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const client = connect(port, '127.0.0.1')
  client.write(
    'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{',
  )
  // The scrape is in progress itself.
  await vi.waitFor(
    async () => expect(await valueNow(site, 'corkboard_http_requests_in_progress')).toBe(2),
    30_000,
  )
  client.destroy()
  await vi.waitFor(
    async () => expect(await valueNow(site, 'corkboard_http_requests_in_progress')).toBe(1),
    30_000,
  )
  const sample =
    'corkboard_http_requests_total{method="POST",route="/api/auth/sign-in/email",status="aborted"}'
  expect(await valueNow(site, sample)).toBe(1)
})

test('measures queries, the pool, and caches', async () => {
  const site = await createTestApp(database)
  const before = await scrape(site)
  const selects = 'corkboard_database_query_duration_seconds_count{operation="select"}'
  const lists = (result: string) => `corkboard_cache_requests_total{cache="lists",result="${result}"}`
  for (let request = 0; request < 3; request += 1) await site.get('/services')
  await site.database.kysely.transaction().execute((tx) => sql`select 1`.execute(tx))
  await expect(sql`select 1 / 0`.execute(site.database.kysely)).rejects.toThrow()
  const { text } = await scrape(site)
  expect(sampleIn(text, selects)).toBeGreaterThan(sampleIn(before.text, selects) || 0)
  expect(
    sampleIn(text, 'corkboard_database_query_duration_seconds_count{operation="begin"}'),
  ).toBeGreaterThan(0)
  expect(sampleIn(text, 'corkboard_database_query_errors_total{class="22"}')).toBe(1)
  expect(sampleIn(text, 'corkboard_database_pool_connections{state="idle"}')).toBeGreaterThan(0)
  expect(sampleIn(text, 'corkboard_database_pool_connections_max')).toBe(4)
  expect(sampleIn(text, 'corkboard_database_pool_waiting')).toBe(0)
  expect(sampleIn(text, lists('miss'))).toBe(1)
  expect(sampleIn(text, lists('hit'))).toBe(2)
  expect(sampleIn(text, 'corkboard_cache_entries{cache="lists"}')).toBe(1)
})

test('counts sign-ins by method and outcome', async () => {
  const site = await createTestApp(database, { realSessions: true, rateLimit: 1 })
  const { email } = await createUser(site.database)
  const attempt = (password: string) =>
    send(site, 'POST', '/auth/sign-in/email', { body: { email, password } })
  await attempt(goodPassword)
  for (let count = 0; count < 6; count += 1) await attempt('a wrong password')
  await send(site, 'POST', '/auth/magic-link/verify', { body: { token: 'x'.repeat(32) } })
  const { text } = await scrape(site)
  expect(sampleIn(text, 'corkboard_sign_ins_total{method="password",outcome="success"}')).toBe(1)
  expect(sampleIn(text, 'corkboard_sign_ins_total{method="password",outcome="failure"}')).toBe(5)
  expect(sampleIn(text, 'corkboard_sign_ins_total{method="password",outcome="limited"}')).toBe(1)
  expect(sampleIn(text, 'corkboard_sign_ins_total{method="link",outcome="failure"}')).toBe(1)
  expect(sampleIn(text, 'corkboard_rate_limited_total{policy="signIn"}')).toBe(1)
  expect(text).not.toContain(email)
})

test('counts what waits in queues, and for how long', async () => {
  const site = await createTestApp()
  const { kysely } = site.database
  await sql`select graphile_worker.add_job('work', run_at => now() - interval '10 minutes')`.execute(kysely)
  await sql`select graphile_worker.add_job('work', run_at => now() + interval '1 hour')`.execute(kysely)
  await sql`select graphile_worker.add_job('work', max_attempts => 1)`.execute(kysely)
  await sql`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`.execute(kysely)
  await sql`insert into outbox_email (recipient, encrypted_content, kind, created)
    values ('ada@example.com', 'x', 'test', now() - interval '1 hour')`.execute(kysely)
  const id = await createListing(site.database, { title: 'Spam' })
  await sql`insert into report (id, listing_id, visitor_hash, reason, created)
    values (gen_random_uuid(), ${id}, 'hash', 'spam', now() - interval '2 days')`.execute(kysely)
  const { text } = await scrape(site)
  // The email has added its own job.
  expect(sampleIn(text, 'corkboard_queue_items{queue="jobs",state="waiting"}')).toBe(2)
  expect(sampleIn(text, 'corkboard_queue_oldest_age_seconds{queue="jobs",state="waiting"}')).toBeCloseTo(
    600,
    -2,
  )
  expect(sampleIn(text, 'corkboard_queue_items{queue="jobs",state="running"}')).toBe(0)
  expect(sampleIn(text, 'corkboard_queue_items{queue="jobs",state="failed"}')).toBe(1)
  expect(sampleIn(text, 'corkboard_queue_items{queue="emails",state="waiting"}')).toBe(1)
  expect(sampleIn(text, 'corkboard_queue_oldest_age_seconds{queue="emails",state="waiting"}')).toBeCloseTo(
    3600,
    -2,
  )
  expect(sampleIn(text, 'corkboard_queue_items{queue="reports",state="waiting"}')).toBe(1)
  expect(sampleIn(text, 'corkboard_queue_oldest_age_seconds{queue="reports",state="waiting"}')).toBeCloseTo(
    172_800,
    -2,
  )
  expect(sampleIn(text, 'corkboard_database_size_bytes')).toBeGreaterThan(1_000_000)
})

test('queries the database once, however often the metrics are scraped', async () => {
  const site = await createTestApp(database)
  const selects = 'corkboard_database_query_duration_seconds_count{operation="select"}'
  await scrape(site)
  const before = await valueNow(site, selects)
  await Promise.all(Array.from({ length: 50 }, () => scrape(site)))
  expect(await valueNow(site, selects)).toBe(before)
})

test('measures the processing of uploads by outcome', async () => {
  const site = await createTestApp(database, { realSessions: true })
  const person = await createUploader(site)
  const picture = await goodPictures['small.jpg']()
  expect((await upload(site, pictureForm(picture), person)).status).toBe(201)
  const broken = Buffer.concat([picture.subarray(0, 200), Buffer.alloc(500)])
  expect((await upload(site, pictureForm(broken), person)).status).toBeGreaterThanOrEqual(400)
  const { text } = await scrape(site)
  const count = 'corkboard_picture_processing_duration_seconds_count'
  expect(sampleIn(text, `${count}{purpose="listing",outcome="processed"}`)).toBe(1)
  expect(sampleIn(text, `${count}{purpose="listing",outcome="rejected"}`)).toBe(1)
})

test('measures jobs by task and outcome, and passes on their errors', async () => {
  const metrics = createMetrics()
  const fail = () => {
    throw new Error('failed')
  }
  const { send_email, cleanup } = measuredTasks(
    { send_email: { run: () => {} }, cleanup: { run: fail } },
    metrics,
  )
  const helpers = {} as Parameters<NonNullable<typeof send_email>>[1]
  await send_email?.({}, helpers)
  await expect(cleanup?.({}, helpers)).rejects.toThrow('failed')
  const text = await metrics.registry.metrics()
  expect(sampleIn(text, 'corkboard_job_duration_seconds_count{task="send_email",outcome="done"}')).toBe(1)
  expect(sampleIn(text, 'corkboard_job_duration_seconds_count{task="cleanup",outcome="failed"}')).toBe(1)
})

test('shows the free space of DATA_DIR and the latest backup, if there is one', async () => {
  const { folder } = await createTestApp(database)
  const metrics = createMetrics()
  let latest: Date | null = new Date('2026-11-20T03:00:00Z')
  const sources = { database, queues: [jobQueue], caches: {}, folder, lastBackup: async () => latest }
  await createGaugeCollector(metrics, sources)()
  const text = await metrics.siteRegistry.metrics()
  expect(sampleIn(text, 'corkboard_backup_last_success_timestamp_seconds')).toBe(latest.getTime() / 1000)
  expect(sampleIn(text, 'corkboard_disk_free_bytes')).toBeGreaterThan(0)
  expect(sampleIn(text, 'corkboard_disk_size_bytes')).toBeGreaterThan(
    sampleIn(text, 'corkboard_disk_free_bytes'),
  )
  latest = null
  await createGaugeCollector(metrics, sources)()
  expect(await metrics.siteRegistry.metrics()).not.toMatch(/^corkboard_backup_last/m)
})

test('an outage of the database is a metric, not an error', async () => {
  const { database: breakable, cut, restore } = await createBreakableDatabase()
  const site = await createTestApp(breakable)
  await cut()
  const { status, text } = await scrape(site)
  expect(status).toBe(200)
  expect(sampleIn(text, 'corkboard_database_up')).toBe(0)
  expect(text).not.toContain('corkboard_queue_items{')
  await restore()
  await vi.waitFor(async () => expect(await valueNow(site, 'corkboard_database_up')).toBe(1), 60_000)
})

test('a scrape of one process has the metrics of all, and those of the site once', async () => {
  const jobs = createMetrics()
  jobs.emails.inc({ outcome: 'sent' })
  jobs.requestDuration.observe({ method: 'GET', route: '/' }, 0.02)
  const metrics = (await jobs.registry.getMetricsAsJSON()) as ProcessMetrics
  const site = await createTestApp(database, {
    workerNumber: 1,
    otherProcesses: async () => [{ worker: 'jobs', metrics }],
  })
  await scrape(site)
  const { status, text } = await scrape(site)
  expect(status).toBe(200)
  expect(sampleIn(text, 'corkboard_emails_total{worker="jobs",outcome="sent"}')).toBe(1)
  expect(
    sampleIn(text, 'corkboard_http_requests_total{worker="1",method="GET",route="/metrics",status="200"}'),
  ).toBe(1)
  expect(
    sampleIn(
      text,
      'corkboard_http_request_duration_seconds_bucket{worker="jobs",le="0.025",method="GET",route="/"}',
    ),
  ).toBe(1)
  expect(text.match(/^# TYPE corkboard_emails_total /gm)).toHaveLength(1)
  expect(text.match(/^corkboard_database_up/gm)).toEqual(['corkboard_database_up'])
})
