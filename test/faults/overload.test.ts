/** Every connection is busy, or clients hang up: others are answered, and the server stays up. */
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { request } from './support/client.ts'
import { startFaultySite, untilServing } from './support/faulty-site.ts'
import { report } from './support/report.ts'

test('X22: with every connection waiting, 200 requests get a 503 and the server stays healthy', async () => {
  const site = await startFaultySite()
  await untilServing(site, performance.now())
  const { replies, health } = await site.withDatabase((database) =>
    database.kysely.transaction().execute(async (tx) => {
      await sql`lock table listing in access exclusive mode`.execute(tx)
      const waiting = Promise.all(
        Array.from({ length: 200 }, () =>
          request(site, `/api/service/${randomUUID()}`, { timeoutMs: 30_000 }),
        ),
      )
      await delay(500)
      const checked = await request(site, '/healthz')
      return { replies: await waiting, health: checked }
    }),
  )
  for (const { status, headers } of replies) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(health.status).toBe(200)
  expect(health.milliseconds).toBeLessThan(1000)
  const waits = replies.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  report('pool', { waits })
  // Only the few that hold a connection wait for the timeout of their statement, five seconds.
  expect(waits[100]).toBeLessThan(3000)
  expect(waits.at(-1)).toBeLessThan(8000)
  expect(await untilServing(site, performance.now())).toBeLessThan(5000)
})

test('X29: hundreds of clients that hang up in the middle of an answer do no harm', async () => {
  // As by default: each request is logged, also one without a client.
  const site = await startFaultySite({ settings: { LOG_LEVEL: 'info' } })
  await untilServing(site, performance.now())
  const { pid } = site.server()
  const { port } = new URL(site.url)
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(site.url)).text()) ?? []
  const paths = [
    '/',
    asset,
    '/all-services',
    '/api/locations',
    '/sitemap.xml',
    '/ad-details/none',
    '/feeds/events.ics',
  ]
  const hangUp = (path: string, afterMs: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), 'localhost')
      socket.on('error', () => {}).on('close', () => resolve())
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      setTimeout(() => socket.resetAndDestroy(), afterMs)
    })
  for (let round = 0; round < 50; round += 1)
    await Promise.all(paths.map((path, index) => hangUp(path, (round + index) % 12)))
  expect(site.server().pid).toBe(pid)
  expect((await request(site, '/')).status).toBe(200)
  expect(site.server().output()).not.toMatch(/unhandled|uncaught/i)
})
