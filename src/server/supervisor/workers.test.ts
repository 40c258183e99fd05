/** One site with two workers, as `npm start` runs it. Needs the built pages. */
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readOutbox, waitFor } from '../../../test/support/checks/emails.ts'
import { createUser, goodPassword } from '../../../test/support/data/accounts.ts'
import { uniqueTitle } from '../../../test/support/data/factories.ts'
import { postOf } from '../../../test/support/data/posts.ts'
import { createDatabase } from '../../../test/support/site/app.ts'
import { descendantsOf } from '../../../test/support/site/processes.ts'
import { programs, type Site, startSite } from '../../../test/support/site/site.ts'
import {
  connectToWorkers,
  sendOn,
  type WorkerConnection,
} from '../../../test/support/site/worker-connections.ts'
import type { Database } from '../platform/database/database.ts'
import { freePort } from '../platform/free-port.ts'
import { countRunningServers } from '../platform/jobs/stale-locks.ts'

const metricsAddress = `127.0.0.1:${await freePort()}`
const scrape = async () => (await fetch(`http://${metricsAddress}/metrics`)).text()

let site: Site
let database: Database
beforeAll(async () => {
  const created = await createDatabase()
  database = created.database
  site = await startSite({
    supervised: true,
    demo: false,
    databaseUrl: created.address,
    settings: { WORKERS: '2', RATE_LIMIT: '1', TRUST_PROXY: 'loopback', METRICS_LISTEN: metricsAddress },
  })
  await untilComplete()
}, 240_000)
afterAll(() => site?.stop(), 60_000)

const pidsOf = async (program: string) =>
  (await descendantsOf(site.pid)).filter(({ command }) => command.includes(program)).map(({ pid }) => pid)

/** Waits until both workers accept requests and the job process runs jobs. */
async function untilComplete() {
  await waitFor('the job process', async () =>
    (await countRunningServers(database.kysely)) > 0 ? true : undefined,
  )
  const connections = await connect()
  for (const { close } of connections) close()
}

const connect = () => waitFor('both workers', () => connectToWorkers(site.url, 2).catch(() => undefined))

/** Returns a connection to each worker, which is closed after the test. */
async function connectBoth(): Promise<[WorkerConnection, WorkerConnection]> {
  const [one, two] = await connect()
  if (!one || !two) throw new Error('There are not two workers.')
  onTestFinished(() => {
    one.close()
    two.close()
  })
  return [one, two]
}

/** Every client has an address of its own, so that no limit of another one counts. */
let clients = 0
function newClient(): Record<string, string> {
  clients += 1
  return { 'x-forwarded-for': `198.18.${clients >> 8}.${clients % 256}`, origin: site.url }
}

async function signIn(worker: WorkerConnection): Promise<string> {
  const { email } = await createUser(database)
  const body = { email, password: goodPassword }
  const reply = await worker.send('/api/auth/sign-in/email', { method: 'POST', headers: newClient(), body })
  expect(reply.status).toBe(200)
  return (reply.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
}

/** Requests of clients that keep their connection, and of some that open one per request. */
function startLoad() {
  const agents = [true, true, true, false, false].map((keepAlive) => new Agent({ keepAlive, maxSockets: 1 }))
  const failures: string[] = []
  let completed = 0
  let stopping = false
  const running = agents.map(async (agent, index) => {
    while (!stopping) {
      const path =
        ['/healthz', '/api/services', '/all-services', `/api/servicesbyfilter?searchtext=${completed}`][
          completed % 4
        ] ?? '/'
      const reply = await sendOn(agent, site.url, path, { headers: newClient() }).catch(
        (error: Error) => error,
      )
      if (reply instanceof Error) failures.push(reply.message)
      else if (reply.status !== 200) failures.push(`${reply.status} for ${path}`)
      completed += 1
      await delay(50 + 20 * index)
    }
  })
  return {
    completed: () => completed,
    async stop() {
      stopping = true
      await Promise.all(running)
      for (const agent of agents) agent.destroy()
      return failures
    },
  }
}

test('what is posted, edited, and deleted on one worker is read on the other at once', async () => {
  const [one, two] = await connectBoth()
  const cookie = await signIn(one)
  const headers = { ...newClient(), cookie }
  const title = uniqueTitle('On one worker')
  const listed = (worker: WorkerConnection) =>
    waitFor('a list', async () => {
      const { status, text } = await worker.send('/api/services', { headers: newClient() })
      // A worker on a busy machine sheds load.
      if (status === 503) return undefined
      expect(status).toBe(200)
      return text.includes(title)
    })
  // Both cache their lists.
  expect([await listed(one), await listed(two)]).toEqual([false, false])
  const post = await one.send('/api/services', {
    method: 'POST',
    headers,
    body: postOf('service', { title }),
  })
  expect(post.status).toBe(201)
  expect(await listed(two)).toBe(true)
  const { _id: id } = JSON.parse(post.text) as { _id: string }
  for (let round = 0; round < 6; round += 1) {
    const [writer, reader] = round % 2 === 0 ? [one, two] : [two, one]
    const status = round % 2 === 0 ? 'hidden' : 'active'
    await sql`update listing set status = ${status} where id = ${id}`.execute(database.kysely)
    expect([await listed(reader), await listed(writer)]).toEqual([status === 'active', status === 'active'])
  }
  expect((await two.send(`/api/service/${id}`, { method: 'DELETE', headers })).status).toBe(200)
  expect([await listed(one), await listed(two)]).toEqual([false, false])
})

test('a session of one worker ends on both', async () => {
  const [one, two] = await connectBoth()
  const headers = { ...newClient(), cookie: await signIn(one) }
  expect((await two.send('/api/servicesbyauser', { headers })).status).toBe(200)
  expect((await one.send('/api/auth/sign-out', { method: 'POST', headers, body: {} })).status).toBe(200)
  expect((await two.send('/api/servicesbyauser', { headers })).status).toBe(401)
})

test('attempts to sign in are counted over both workers', async () => {
  const workers = await connectBoth()
  const headers = newClient()
  const statuses: number[] = []
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const body = { email: `nobody-${attempt}@example.com`, password: 'not the password' }
    const reply = await workers[attempt % 2]?.send('/api/auth/sign-in/email', {
      method: 'POST',
      headers,
      body,
    })
    statuses.push(reply?.status ?? 0)
  }
  expect(statuses.filter((status) => status !== 429)).toHaveLength(6)
})

test('a client that has spent its budget on one worker soon gets less from the other', async () => {
  const [one, two] = await connectBoth()
  const headers = newClient()
  const spend = (worker: WorkerConnection) => worker.send('/api/categories', { headers })
  const untilLimited = async (worker: WorkerConnection, pauseMs: number) => {
    for (let count = 0; ; count += 1) {
      if ((await spend(worker)).status === 429) return count
      await delay(pauseMs)
    }
  }
  const burst = await untilLimited(one, 0)
  expect(burst).toBeGreaterThanOrEqual(40)
  // A worker reports what a client has spent once a second, and learns what it has spent elsewhere. Two points are refilled
  // per second, so without sharing it would allow 60 requests in 10 seconds.
  expect(await untilLimited(two, 150)).toBeLessThan(35)
})

test('a scrape of either worker has the requests of both, and one of each metric of the site', async () => {
  const [one, two] = await connectBoth()
  const headers = newClient()
  const path = '/api/locations'
  for (const worker of [one, one, two]) expect((await worker.send(path, { headers })).status).toBe(200)
  for (const worker of [one, two]) {
    const { text } = await worker.send('/metrics')
    const counts = [...text.matchAll(/^corkboard_http_requests_total\{(.*)\} (\d+)$/gm)]
      .filter(([, labels]) => labels?.includes(`route="${path}"`))
      .map(([, , count]) => Number(count))
    expect(counts.toSorted()).toEqual([1, 2])
    expect(text.match(/^corkboard_database_up/gm)).toHaveLength(1)
    expect(processesIn(text)).toEqual(['1', '2', 'jobs', 'search'])
  }
})

test('one port for the metrics alone has those of all processes', async () => {
  expect(processesIn(await scrape())).toEqual(['1', '2', 'jobs', 'search'])
})

const processesIn = (text: string) =>
  [...text.matchAll(/^process_resident_memory_bytes\{worker="(\w+)"\}/gm)].map(([, name]) => name).toSorted()

test('only one process of the machine draws at a time', { tags: ['slow'] }, async () => {
  const workers = await connectBoth()
  const drawn = Promise.all(
    workers.map((worker, index) =>
      worker.send(['/flyers/sellers.pdf', '/flyers/neighbors.pdf'][index] ?? '', { headers: newClient() }),
    ),
  )
  let most = 0
  let before: number[] = []
  const seen = new Set<number>()
  // The one without the lock is killed while the other starts, so only those count that are there for a while.
  const isDone = async () => {
    const pids = await pidsOf('drawing-process.ts')
    most = Math.max(most, pids.filter((pid) => before.includes(pid)).length)
    for (const pid of pids) seen.add(pid)
    before = pids
    return Promise.race([drawn.then(() => true), delay(100).then(() => false)])
  }
  await expect.poll(isDone, { timeout: 60_000, interval: 0 }).toBe(true)
  expect((await drawn).map(({ status }) => status)).toEqual([200, 200])
  expect(most).toBeLessThanOrEqual(1)
  expect(seen.size).toBeGreaterThan(0)
})

test('kill -9 of a worker ends only its own requests, and it is replaced', async () => {
  const [one, two] = await connectBoth()
  const load = startLoad()
  const [killed = 0] = await pidsOf(programs.server)
  process.kill(killed, 'SIGKILL')
  const statuses = await Promise.allSettled([one, two].map(({ send }) => send('/healthz')))
  expect(statuses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await waitFor('a new worker', async () => {
    const pids = await pidsOf(programs.server)
    return pids.length === 2 && !pids.includes(killed) ? true : undefined
  })
  await untilComplete()
  // On a busy machine, the other worker sheds load meanwhile.
  const failures = (await load.stop()).filter((failure) => !failure.startsWith('503'))
  // At most what each client was waiting for on a connection to the killed worker.
  expect(failures.length, failures.join('\n')).toBeLessThanOrEqual(5)
  expect(load.completed()).toBeGreaterThan(20)
})

/** Asks for an email to each of so many new accounts. Returns their addresses. */
async function requestEmails(count: number): Promise<string[]> {
  const agent = new Agent()
  const users = await Promise.all(Array.from({ length: count }, () => createUser(database)))
  for (const { email } of users) {
    const options = { method: 'POST', headers: newClient(), body: { email } }
    expect((await sendOn(agent, site.url, '/api/auth/request-password-reset', options)).status).toBe(200)
  }
  return users.map(({ email }) => email)
}

const untilSent = (addresses: string[]) =>
  waitFor('all emails', async () => {
    const { rows } = await sql`select from outbox_email
      where status = 'sent' and recipient in (${sql.join(addresses)})`.execute(database.kysely)
    return rows.length === addresses.length ? true : undefined
  })

/** Returns how many emails each of these has got. */
async function countEmails(addresses: string[]): Promise<number[]> {
  const emails = await readOutbox(join(site.folder, 'outbox'))
  return addresses.map(
    (address) => emails.filter(({ to = [] }) => to.some((recipient) => recipient.address === address)).length,
  )
}

test('one process runs the jobs, and kill -9 of it loses none', { tags: ['slow'] }, async () => {
  const [killed = 0, ...others] = await pidsOf(programs.jobs)
  expect(others).toEqual([])
  expect(await countRunningServers(database.kysely)).toBe(1)
  const before = await requestEmails(2)
  process.kill(killed, 'SIGKILL')
  await untilSent([...before, ...(await requestEmails(2))])
  await waitFor('one job process', async () =>
    (await countRunningServers(database.kysely)) === 1 ? true : undefined,
  )
  expect(await pidsOf(programs.jobs)).not.toContain(killed)
})

test('SIGUSR2 replaces all processes, one at a time: no request fails, and each job runs once', {
  tags: ['slow'],
  timeout: 300_000,
}, async () => {
  const others = async () => [...(await pidsOf(programs.jobs)), ...(await pidsOf(programs.search))]
  const before = [...(await pidsOf(programs.server)), ...(await others())]
  // These clients are silent until their workers are being replaced.
  const idle = await connectBoth()
  const load = startLoad()
  const addresses: string[] = []
  const counts = new Set<number>()
  process.kill(site.pid, 'SIGUSR2')
  const isDone = async () => {
    const workers = await pidsOf(programs.server)
    counts.add(workers.length)
    expect(await scrape()).toContain('corkboard_database_up 1')
    if (addresses.length < 20) addresses.push(...(await requestEmails(1)))
    const after = [...workers, ...(await others())]
    return after.length === 4 && after.every((pid) => !before.includes(pid))
  }
  await expect.poll(isDone, { timeout: 240_000, interval: 200 }).toBe(true)
  await untilComplete()
  expect(await load.stop()).toEqual([])
  expect(load.completed()).toBeGreaterThan(20)
  expect([...counts].toSorted()).toEqual([2, 3])
  for (const { send } of idle) expect((await send('/healthz')).status).toBe(200)
  await untilSent(addresses)
  expect(await countEmails(addresses)).toEqual(addresses.map(() => 1))
  expect(await countRunningServers(database.kysely)).toBe(1)
})
