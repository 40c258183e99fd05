import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Database, defaultStatementTimeoutMs } from '../../src/server/platform/database/database.ts'
import { inspectPooler } from '../../src/server/platform/database/pooler.ts'
import { missingSettings, sessionSettings } from '../../src/server/platform/database/session-settings.ts'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { type Site, startSite } from '../support/site/site.ts'
import { siteSecret } from '../support/site/site-secret.ts'
import { type Cluster, maxLagSeconds, startCluster } from './cluster.ts'
import { openFaultyProxy } from './faulty-proxy.ts'
import { Load, summarize } from './load.ts'
import { eventually } from './programs.ts'
import {
  type Author,
  acknowledged,
  countTitles,
  isWrite,
  longestGap,
  mixOf,
  postBy,
  readAt,
  signInAuthor,
} from './traffic.ts'

let cluster: Cluster
let database: Database
let author: Author

beforeAll(async () => {
  cluster = await startCluster()
  database = cluster.connect()
  author = await signInAuthor(cluster.url, database)
}, 400_000)
afterAll(async () => {
  await database?.close()
  await cluster?.close()
}, 200_000)

/** Prints a figure that the documentation quotes. */
const report = (text: string) => console.log(`  ${text}`)

async function expectAcknowledgedOnce(load: Load) {
  const titles = acknowledged(load)
  const counts = await countTitles(database, titles)
  expect(titles.filter((title) => counts.get(title) !== 1)).toEqual([])
  return titles.length
}

test('detects PgBouncer in transaction mode, and a direct connection through HAProxy', async () => {
  const { keepsStatements } = cluster.pgbouncer
  report(`prepared statements through PgBouncer: ${keepsStatements ? 'yes' : 'no'}`)
  expect(await inspectPooler(cluster.pooledUrl)).toEqual({ mode: 'transaction', keepsStatements })
  expect(await inspectPooler(cluster.directUrl)).toEqual({ mode: 'session', keepsStatements: true })
})

test('the sessions that PgBouncer shares have the settings of the site', async () => {
  const settings = sessionSettings(defaultSettings.timeZone, defaultStatementTimeoutMs)
  expect(await missingSettings(cluster.pooledUrl, settings)).toEqual([])
})

test('does not start behind PgBouncer without the address of PostgreSQL itself', async () => {
  const started = startSite({ databaseUrl: cluster.pooledUrl, settings: { SECRET: siteSecret } })
  await expect(started).rejects.toThrow('Set DATABASE_DIRECT_URL')
})

test('a server with another secret does not start beside the others', async () => {
  const started = startSite({
    databaseUrl: cluster.directUrl,
    settings: { STORAGE_URL: cluster.storageUrl, SECRET: `another ${siteSecret}` },
  })
  await expect(started).rejects.toThrow('has a different SECRET')
})

test('X23 a rolling restart under 200 requests per second fails no request', async () => {
  const seconds = Number(process.env.CLUSTER_SECONDS ?? 60)
  const load = new Load(cluster.url)
  const { next } = mixOf(author, cluster.url, 40)
  let restarted = false
  const running = load.run(200, next, () => restarted && load.elapsedMs > seconds * 1000)
  await delay(5_000)
  for (const server of cluster.servers) {
    await server.stop()
    await server.start()
    // HAProxy uses a server again after two checks.
    await delay(4_000)
  }
  restarted = true
  await running
  load.close()
  report(
    `rolling restart: ${load.outcomes.length} requests, ${load.failed.length} failed, ${await expectAcknowledgedOnce(load)} posts; p50 ${load.percentile(0.5)} ms, p99 ${load.percentile(0.99)} ms`,
  )
  expect(summarize(load.failed)).toBe('')
  expect(load.outcomes.length).toBeGreaterThan(seconds * 195)
  // Two processes before the restart, and two after it.
  expect(load.processes.size).toBe(4)
}, 300_000)

test('a killed server loses only the requests it was working on', async () => {
  const [server] = cluster.servers
  const load = new Load(cluster.url)
  const running = load.run(
    50,
    (index) => (index % 10 === 0 ? postBy(author, cluster.url) : readAt(index)),
    () => load.elapsedMs > 12_000,
  )
  await delay(3_000)
  const killedAt = load.elapsedMs
  await server.kill()
  await running
  load.close()
  report(
    `killed server: ${load.failed.length} of ${load.outcomes.length} requests failed: ${summarize(load.failed)}`,
  )
  const late = load.failed.filter(({ at }) => at > killedAt + 1_000)
  expect(summarize(late)).toBe('')
  expect(load.failed.length).toBeLessThan(50)
  await server.start()
}, 200_000)

test('servers that are too slow for their health checks keep serving', async () => {
  const [first, second] = cluster.servers
  // Each direction. The checks wait for two seconds.
  const faults = { delayMs: 1_500, loss: 0, resets: 0 }
  const links = [
    await openFaultyProxy(first.port, faults),
    await openFaultyProxy(second.port, faults),
  ] as const
  const proxy = await cluster.openProxy([links[0].port, links[1].port])
  onTestFinished(async () => {
    await proxy.close()
    await Promise.all(links.map((link) => link.close()))
  })
  // Two failed checks.
  await delay(8_000)
  const load = new Load(proxy.url)
  await load.run(5, readAt, () => load.elapsedMs > 3_000)
  load.close()
  expect(summarize(load.failed)).toBe('')
}, 200_000)

/** Sends reads and writes while `fault` happens, then until writes succeed again. */
async function underWriteLoad(seconds: number, fault: () => Promise<void>) {
  const load = new Load(cluster.url)
  const { next, sent } = mixOf(author, cluster.url, 2)
  const running = load.run(40, next, () => load.elapsedMs > seconds * 1000)
  await delay(3_000)
  await fault()
  await running
  load.close()
  return { load, sent }
}

/** Kills the primary and its Patroni under load, and brings the machine back afterwards. */
async function losePrimary(replication: string) {
  await cluster.postgres.settle()
  const lost = await cluster.postgres.primary()
  const { load, sent } = await underWriteLoad(30, () => lost.lose())
  const counts = await eventually('the new primary', async () => countTitles(database, sent))
  lost.start()
  await cluster.postgres.settle()
  const missing = acknowledged(load).filter((title) => !counts.has(title))
  const failedReads = summarize(load.failed.filter((outcome) => !isWrite(outcome)))
  report(
    `lost primary, ${replication}: ${longestGap(load).toFixed(1)} s without writes, ${missing.length} of ${acknowledged(load).length} acknowledged posts lost, failed reads: ${failedReads || 'none'}`,
  )
  expect(failedReads).toBe('')
  expect(longestGap(load)).toBeLessThanOrEqual(15)
  expect([...counts.values()].filter((count) => count > 1)).toEqual([])
  // A rejected write says so, and when to try again.
  expect(new Set(load.failed.map(({ status }) => status))).toEqual(new Set([503]))
  return missing
}

test('the loss of the primary stops writes for at most 15 seconds, reads continue, and no acknowledged write is lost', async () => {
  expect(await losePrimary('synchronous')).toEqual([])
}, 300_000)

test('without synchronous replication, the loss of the primary can only lose its last writes', async () => {
  await cluster.postgres.configure({ synchronous_mode: false })
  await eventually('asynchronous replication', async () => {
    const [row] = await (await cluster.postgres.primary()).query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`,
    )
    return row?.names === ''
  })
  const missing = await losePrimary('asynchronous')
  // At 20 posts per second, this is a second of writes.
  expect(missing.length).toBeLessThanOrEqual(20)
  await cluster.postgres.configure({ synchronous_mode: true })
  await cluster.postgres.settle()
}, 300_000)

const secondsSince = (started: number) => ((performance.now() - started) / 1000).toFixed(1)

const titlesOf = async (path: string, headers: Record<string, string> = {}, url = cluster.url) => {
  const response = await fetch(`${url}${path}`, { headers })
  expect(response.status).toBe(200)
  const { services } = (await response.json()) as { services: { title: string }[] }
  return services.map(({ title }) => title)
}

test('X25 with a replica that falls behind, authors see their posts at once and visitors within the allowed lag', async () => {
  const replica = await cluster.postgres.replica()
  // Patroni would reset recovery_min_apply_delay, and resume a paused replay. This process replays.
  const [startup] = await replica.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'startup'`,
  )
  if (!startup) throw new Error('The replica does not replay.')
  process.kill(startup.pid, 'SIGSTOP')
  const load = new Load(cluster.url)
  const visitorsSee = async (title: string, port: number) =>
    (await titlesOf('/api/services', {}, `http://localhost:${port}`)).includes(title)
  // After a failover, each server first has to connect to the new replica.
  const title = await eventually('visitors of both servers to read the replica', async () => {
    const { title, ...post } = postBy(author, cluster.url)
    expect((await load.send(post)).status).toBe(201)
    expect(await titlesOf('/api/services', { cookie: author.cookie })).toContain(title)
    for (const { port } of cluster.servers) if (await visitorsSee(title, port)) return false
    return title
  })
  load.close()
  const started = performance.now()
  const isListed = async () => (await titlesOf('/api/services')).includes(title)
  await eventually('the post in the list of visitors', isListed, maxLagSeconds + 5)
  // Until then, the replica is read.
  expect(performance.now() - started).toBeGreaterThan(5_000)
  report(`lagging replica: visitors saw a post after ${secondsSince(started)} s`)
  process.kill(startup.pid, 'SIGCONT')
  await cluster.postgres.settle()
}, 200_000)

test('X25 a stopped replica fails no read', async () => {
  const replica = await cluster.postgres.replica()
  const load = new Load(cluster.url)
  const running = load.run(50, readAt, () => load.elapsedMs > 10_000)
  await delay(2_000)
  await replica.lose()
  await running
  load.close()
  replica.start()
  // Even if this test fails, the next one has a replica.
  await cluster.postgres.settle()
  report(
    `stopped replica: ${load.failed.length} of ${load.outcomes.length} reads failed; p99 ${load.percentile(0.99)} ms`,
  )
  expect(summarize(load.failed)).toBe('')
}, 200_000)

test('a restart of PgBouncer fails no read, and writes work again within five seconds', async () => {
  const { load } = await underWriteLoad(15, async () => {
    await cluster.pgbouncer.kill()
    await cluster.pgbouncer.start()
  })
  const failedReads = load.failed.filter((outcome) => !isWrite(outcome))
  report(
    `restarted PgBouncer: ${longestGap(load).toFixed(1)} s without writes, failed: ${summarize(load.failed) || 'none'}`,
  )
  await expectAcknowledgedOnce(load)
  expect(summarize(failedReads)).toBe('')
  expect(longestGap(load)).toBeLessThanOrEqual(5)
}, 200_000)

test('X26 the site works without Redis', async () => {
  await cluster.redis.kill()
  const load = new Load(cluster.url)
  await load.run(
    20,
    (index) => (index % 10 === 0 ? postBy(author, cluster.url) : readAt(index)),
    () => load.elapsedMs > 5_000,
  )
  load.close()
  await cluster.redis.start()
  expect(summarize(load.failed)).toBe('')
}, 200_000)

/** Sends requests that cost one point each as the client with this address. Returns how many were served. */
async function spend({ url }: Site, address: string, requests: number): Promise<number> {
  const headers = { 'x-forwarded-for': address }
  const sent = Array.from({ length: requests }, () => fetch(`${url}/api/categories`, { headers }))
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  return statuses.filter((status) => status === 200).length
}

/** Spends a whole burst on one server, then a part of one on the other. Returns what that one serves afterwards. */
async function servedAfterwards(sites: [Site, Site], address: string): Promise<number> {
  expect(await spend(sites[0], address, 40)).toBe(40)
  await delay(1_000)
  // A quarter of a burst makes this server report the client, and learn what the other one has served.
  expect(await spend(sites[1], address, 15)).toBe(15)
  await delay(1_000)
  return spend(sites[1], address, 10)
}

test('X26 servers share limits on requests through Redis, and each keeps them without it', async () => {
  const settings = { RATE_LIMIT: '1', SHUTDOWN_DELAY: '0' }
  const sites: [Site, Site] = [await cluster.startServer(settings), await cluster.startServer(settings)]
  onTestFinished(async () => void (await Promise.all(sites.map((site) => site.stop()))))
  const shared = await servedAfterwards(sites, '198.51.100.1')
  expect(await redisKeys()).toContain('corkboard:budget:address 198.51.100.1')
  await cluster.redis.kill()
  const alone = await servedAfterwards(sites, '198.51.100.2')
  // The budget of this client is spent on the first server.
  const overspent = await spend(sites[0], '198.51.100.2', 40)
  await cluster.redis.start()
  let client = 2
  const again = await eventually('the servers to share limits again', async () => {
    client += 1
    return (await servedAfterwards(sites, `198.51.100.${client}`)) === 0
  })
  report(
    `Redis: a client that had spent its budget on one server was served ${shared} of 10 requests on the other one; ${alone} without Redis, and ${overspent} of 40 on the first`,
  )
  expect(shared).toBe(0)
  expect(alone).toBe(10)
  // What has been refilled meanwhile.
  expect(overspent).toBeLessThan(30)
  expect(again).toBe(true)
}, 200_000)

async function redisKeys(): Promise<string[]> {
  const client = createClient({ url: cluster.redis.url })
  await client.connect()
  const keys = await client.keys('*')
  client.destroy()
  return keys
}

test('X28 with a bad network between HAProxy and the servers, no post is stored twice', async () => {
  const faults = { delayMs: 200, loss: 0.05, resets: 0.03 }
  const [first, second] = cluster.servers
  const links = [
    await openFaultyProxy(first.port, faults),
    await openFaultyProxy(second.port, faults),
  ] as const
  const proxy = await cluster.openProxy([links[0].port, links[1].port])
  const load = new Load(proxy.url)
  const { next, sent } = mixOf(author, cluster.url, 2)
  await load.run(20, next, () => load.elapsedMs > 20_000)
  load.close()
  const counts = await countTitles(database, sent)
  report(
    `bad network: ${links[0].resets() + links[1].resets()} resets, ${acknowledged(load).length} of ${sent.length} posts acknowledged, ${counts.size} stored`,
  )
  expect([...counts.values()].filter((count) => count > 1)).toEqual([])
  expect(acknowledged(load).filter((title) => counts.get(title) !== 1)).toEqual([])
  // Some connections were reset after a server had received the post.
  expect(links[0].resets() + links[1].resets()).toBeGreaterThan(0)
  expect(acknowledged(load).length).toBeGreaterThan(0)
  await proxy.close()
  await Promise.all(links.map((link) => link.close()))
}, 200_000)
