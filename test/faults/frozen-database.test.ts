/** PostgreSQL is away or hangs: everyone gets a clear 503 quickly, and the site recovers by itself. */
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { postOf } from '../support/data/posts.ts'
import { type Reply, request } from './support/client.ts'
import { linkTo, startDatabaseServer } from './support/database-server.ts'
import { startFaultySite, untilServing } from './support/faulty-site.ts'
import { report } from './support/report.ts'

const downMs = process.env.FAULTS === 'all' ? 30_000 : 2000
const maxRecoveryMs = 5000

const search = '/api/servicesbyfilter?searchtext=piano'

/** Posts the ad that the search finds: one that finds nothing needs no database. */
async function postFoundAd(site: { url: string }, cookie: string) {
  await request(site, '/api/services', { method: 'POST', cookie, body: postOf('service') })
  await expect.poll(async () => (await request(site, search)).text, { timeout: 10_000 }).toContain('Piano')
}

/** Calls, pages, feeds, and writes, of visitors and of a signed-in user. */
const requestsOf = (site: { url: string }, cookie: string): Promise<Reply>[] => [
  request(site, '/api/services'),
  request(site, search),
  request(site, '/'),
  request(site, '/all-services'),
  request(site, '/feeds/services.atom'),
  request(site, '/api/userprofile', { cookie }),
  request(site, '/profile', { cookie }),
  request(site, '/', { cookie }),
  request(site, '/api/services', { method: 'POST', cookie, body: postOf('service') }),
  request(site, '/api/auth/sign-in/email', {
    method: 'POST',
    body: { email: 'someone@example.com', password: 'some long password' },
  }),
]

function expectUnavailable(replies: Reply[], maxMs: number) {
  for (const { status, headers, milliseconds, text } of replies) {
    expect(status, text.slice(0, 300)).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(milliseconds).toBeLessThan(maxMs)
  }
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

test('X6: a frozen PostgreSQL costs everyone at most three seconds, and then nothing', {
  tags: ['timed'],
}, async () => {
  const site = await startFaultySite()
  const { cookie } = await site.signIn()
  await postFoundAd(site, cookie)
  await Promise.all(requestsOf(site, cookie))

  const thaw = await site.freezeDatabase()
  const first = await Promise.all(requestsOf(site, cookie))
  expectUnavailable(first, 3000)
  expect((await request(site, '/readyz')).status).toBe(503)
  const before = await memoryOf(site.server().pid)
  for (let round = 0; round < 30; round += 1) {
    expectUnavailable(await Promise.all(requestsOf(site, cookie)), 1000)
  }
  expect((await memoryOf(site.server().pid)) - before).toBeLessThan(60)
  expect((await request(site, '/healthz')).status).toBe(200)
  expect((await request(site, '/api/categories')).status).toBe(200)

  const thawedAt = performance.now()
  thaw()
  const recovery = await untilServing(site, thawedAt)
  expect(recovery).toBeLessThan(maxRecoveryMs)
  expect((await request(site, '/api/userprofile', { cookie })).status).toBe(200)
  report('frozen', { first: first.map(({ milliseconds }) => milliseconds), recovery })
})

test('X5: while PostgreSQL is unreachable, everyone gets a 503 within a second, and sessions survive', {
  tags: ['timed', 'slow'],
}, async () => {
  const { address, link } = await linkTo(await startDatabaseServer())
  const site = await startFaultySite({ databaseUrl: address })
  const { cookie } = await site.signIn()
  await postFoundAd(site, cookie)
  await link.cut()
  const until = Date.now() + downMs
  while (Date.now() < until) {
    expectUnavailable(await Promise.all(requestsOf(site, cookie)), 1000)
    expect((await request(site, '/healthz')).status).toBe(200)
    expect((await request(site, '/readyz')).status).toBe(503)
    await delay(500)
  }
  const restoredAt = performance.now()
  await link.restore()
  expect(await untilServing(site, restoredAt)).toBeLessThan(maxRecoveryMs)
  expect((await request(site, '/api/userprofile', { cookie })).status).toBe(200)
})
