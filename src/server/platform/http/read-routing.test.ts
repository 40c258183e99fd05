import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createUser, send, signIn } from '../../../../test/support/data/accounts.ts'
import { createListing, uniqueTitle } from '../../../../test/support/data/factories.ts'
import { postOf } from '../../../../test/support/data/posts.ts'
import { connectTo, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../../../../test/support/site/replicated-database.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import type { Database } from '../database/database.ts'
import { type OpenReplica, openReplica } from '../database/replica.ts'

let servers: ReplicatedDatabase
let database: Database
let replica: Database
let reads: OpenReplica
let site: TestApp

const maxLagSeconds = 3

beforeAll(async () => {
  servers = await startReplicatedDatabase()
  database = connectTo(servers.primary.address)
  replica = connectTo(servers.replica.address)
  reads = await openReplica(database, {
    url: servers.replica.address,
    maxLagSeconds,
    timeZone: 'America/New_York',
    log: silentLog,
  })
  site = await createTestApp(database, { reads, realSessions: true })
}, 60_000)
afterAll(async () => {
  await reads.close()
  await replica.close()
  await database.close()
  await servers.close()
})

/** Waits until the replica has everything, and reads go there again. */
async function catchUp() {
  await vi.waitFor(async () => {
    const { rows } = await sql<{
      position: string
    }>`select pg_current_wal_flush_lsn()::text as position`.execute(database.kysely)
    const isReplayed = sql<{
      done: boolean
    }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.position}::pg_lsn as done`
    expect((await isReplayed.execute(replica.kysely)).rows[0]?.done).toBe(true)
    expect(reads.monitor.isUsable()).toBe(true)
  }, 60_000)
}
beforeEach(catchUp)

const titles = async (cookie?: string) => {
  const { status, body } = await send<{ services: { title: string }[] }>(
    site,
    'GET',
    '/services',
    cookie ? { cookie } : {},
  )
  expect(status).toBe(200)
  return body.services.map(({ title }) => title)
}
/** Pages are cached for each server apart. */
const page = async (url = '/all-services', cookie?: string) => {
  const { statusCode, body } = await site.app.http.inject({ url, headers: cookie ? { cookie } : {} })
  expect(statusCode).toBe(200)
  return body
}
async function withPausedReplay(work: () => Promise<void>) {
  await sql`select pg_wal_replay_pause()`.execute(replica.kysely)
  try {
    await work()
  } finally {
    await sql`select pg_wal_replay_resume()`.execute(replica.kysely)
  }
}
async function setApplyDelay(delay: string) {
  await sql`alter system set recovery_min_apply_delay = ${sql.lit(delay)}`.execute(replica.kysely)
  await sql`select pg_reload_conf()`.execute(replica.kysely)
}
/** Newer than every other listing of this file. */
const createNewest = async (words: string) => {
  const title = uniqueTitle(words)
  const id = await createListing(database, { title, posted: new Date().toISOString() })
  return { title, id }
}

test('X25 visitors read the replica, and what an author posted shows to the author at once', async () => {
  const { email } = await createUser(database)
  const cookie = await signIn(site, email)
  await catchUp()
  await withPausedReplay(async () => {
    const title = uniqueTitle('Posted while the replica lags')
    const { status } = await send(site, 'POST', '/services', { cookie, body: postOf('service', { title }) })
    expect(status).toBe(201)
    expect(await titles(cookie)).toContain(title)
    expect(await titles()).not.toContain(title)
  })
})

test('X25 visitors read the primary while the replica is more than the allowed time behind', {
  tags: ['timed'],
}, async () => {
  await setApplyDelay('10s')
  try {
    const { title } = await createNewest('Posted long before the replica')
    const started = performance.now()
    expect(await titles()).not.toContain(title)
    await vi.waitFor(async () => expect(await titles()).toContain(title), { timeout: 8_000, interval: 200 })
    expect(performance.now() - started).toBeGreaterThan((maxLagSeconds - 1) * 1000)
  } finally {
    await setApplyDelay('0')
  }
})

test('X25 a visitor who has written reads the primary', async () => {
  await withPausedReplay(async () => {
    const { title, id } = await createNewest('Reported by a visitor')
    const report = await send(site, 'PUT', `/service-report/${id}`, { body: { reason: 'spam' } })
    expect(report.cookie).toMatch(/corkboard\.has_written=/)
    expect(await titles(report.cookie)).toContain(title)
    expect(await titles()).not.toContain(title)
    expect(await page()).not.toContain(title)
    expect(await page('/all-services', report.cookie)).toContain(title)
    expect(await page()).not.toContain(title)
  })
  await catchUp()
  expect(await page()).toContain('Reported by a visitor')
})

test('finds a listing that the replica does not know yet', async () => {
  await withPausedReplay(async () => {
    const { id } = await createNewest('Shared at once')
    expect((await send(site, 'GET', `/service/${id}`)).status).toBe(200)
    expect(await page(`/ad-details/${id}`)).toContain('Shared at once')
  })
})

test('shows a transaction on the replica that ends while an older one is still open', async () => {
  const open = async () => {
    const client = await database.pool.connect()
    await client.query('begin; select pg_current_xact_id()')
    return client
  }
  const [oldest, older, newer] = [await open(), await open(), await open()]
  const [first, second] = [await createNewest('First'), await createNewest('Second')]
  await catchUp()
  expect(await page()).toContain(first.title)
  const hide = (id: string) => `update listing set status = 'hidden' where id = '${id}'`
  await newer.query(`${hide(first.id)}; commit`)
  await catchUp()
  expect(await titles()).toContain(second.title)
  expect(await page()).not.toContain(first.title)
  expect(await page()).toContain(second.title)
  await older.query(`${hide(second.id)}; commit`)
  await catchUp()
  expect(await titles()).not.toContain(second.title)
  expect(await page()).not.toContain(second.title)
  await oldest.query('rollback')
  for (const client of [oldest, older, newer]) client.release()
})

test('X25 reads go on without the replica, whether it is stopped or frozen', {
  tags: ['timed'],
}, async () => {
  const { title } = await createNewest('Readable without the replica')
  await servers.replica.kill()
  expect(await titles()).toContain(title)
  expect(await page()).toContain(title)
  await servers.replica.start()
  await catchUp()

  await servers.replica.freeze()
  const started = Date.now()
  expect(await titles()).toContain(title)
  expect(Date.now() - started).toBeLessThan(8_500)
  await servers.replica.thaw()
})

test('reads go on without the primary, and writes are rejected with 503 and Retry-After', async () => {
  const { title, id } = await createNewest('Readable without the primary')
  const { email } = await createUser(database)
  const cookie = await signIn(site, email)
  await catchUp()
  await servers.primary.kill()
  expect(await titles()).toContain(title)
  expect(await page()).toContain(title)
  expect((await send(site, 'GET', `/service/${id}`)).status).toBe(200)
  expect((await site.app.http.inject({ url: '/readyz' })).statusCode).toBe(200)
  // A new day begins: the events cannot be put in a new order, and are shown in the old one.
  site.setNow(new Date('2026-11-23T17:00:00Z'))
  expect((await send(site, 'GET', '/events')).status).toBe(200)
  expect((await send(site, 'GET', '/servicesbyauser', { cookie })).status).toBe(200)
  const post = await send(site, 'POST', '/services', { cookie, body: postOf('service') })
  expect(post.status).toBe(503)
  expect(post.headers['retry-after']).toBeDefined()
  await servers.primary.start()
  await vi.waitFor(async () => {
    const { status } = await send(site, 'POST', '/services', { cookie, body: postOf('service') })
    expect(status).toBe(201)
  }, 60_000)
})
