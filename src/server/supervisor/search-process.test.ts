/** A whole site whose search process is killed under load. Needs the built pages. */
import { readFile, stat } from 'node:fs/promises'
import { Agent } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListing, createManyListings, uniqueTitle } from '../../../test/support/data/factories.ts'
import { createDatabase } from '../../../test/support/site/app.ts'
import { processOf } from '../../../test/support/site/processes.ts'
import { programs, type Site, startSite } from '../../../test/support/site/site.ts'
import { sendOn } from '../../../test/support/site/worker-connections.ts'
import type { Database } from '../platform/database/database.ts'

const listings = 300

let site: Site
let database: Database
beforeAll(async () => {
  const created = await createDatabase()
  database = created.database
  await createManyListings(database, listings, { title: 'Kite lessons {n}' })
  site = await startSite({
    supervised: true,
    demo: false,
    databaseUrl: created.address,
    settings: { WORKERS: '1' },
  })
}, 240_000)
afterAll(() => site?.stop(), 60_000)

type Reply = { status: number; total: number; retryAfter: string | undefined }

async function search(agent: Agent, text: string): Promise<Reply> {
  const path = `/api/servicesbyfilter?searchtext=${encodeURIComponent(text)}`
  const { status, headers, text: body } = await sendOn(agent, site.url, path)
  const { total = -1 } = JSON.parse(body) as { total?: number }
  return { status, total, retryAfter: headers['retry-after'] }
}

/** Searches again and again on some connections. */
function startLoad() {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const wrong: Reply[] = []
  let unavailable = 0
  let found = 0
  let stopping = false
  const running = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!stopping) {
        const reply = await search(agent, 'kite')
        // One more while the test has added one.
        if (reply.status === 200 && [listings, listings + 1].includes(reply.total)) found += 1
        else if (reply.status === 503 && reply.retryAfter) unavailable += 1
        else wrong.push(reply)
        await delay(20)
      }
    }),
  )
  return {
    wrong,
    found: () => found,
    unavailable: () => unavailable,
    async stop() {
      stopping = true
      await running
      agent.destroy()
    },
  }
}

/** Kills the search process, and returns how long it took until a search was answered again, in milliseconds. */
async function killAndWait(agent: Agent): Promise<number> {
  const killed = await processOf(site.pid, programs.search)
  const begin = performance.now()
  process.kill(killed, 'SIGKILL')
  await expect
    .poll(() => processOf(site.pid, programs.search).catch(() => killed), { timeout: 60_000, interval: 20 })
    .not.toBe(killed)
  await expect
    .poll(async () => (await search(agent, 'kite')).status, { timeout: 60_000, interval: 20 })
    .toBe(200)
  return performance.now() - begin
}

async function killUnderLoad(times: number): Promise<number[]> {
  const load = startLoad()
  const agent = new Agent({ keepAlive: true })
  const durations: number[] = []
  try {
    for (let time = 1; time <= times; time += 1) {
      durations.push(await killAndWait(agent))
      // What was committed since the last checkpoint is found, too.
      const title = uniqueTitle('Kite lessons in the evening')
      const id = await createListing(database, { title })
      await expect.poll(async () => (await search(agent, 'kite')).total).toBe(listings + 1)
      // Also by a word that no worker has seen.
      expect((await search(agent, title.split(' ').at(-1) ?? '')).total).toBe(1)
      await sql`update listing set status = 'hidden' where id = ${id}`.execute(database.kysely)
      await expect.poll(async () => (await search(agent, 'kite')).total).toBe(listings)
    }
  } finally {
    await load.stop()
    agent.destroy()
  }
  expect(load.wrong).toEqual([])
  expect(load.found()).toBeGreaterThan(times)
  return durations
}

test('kill -9 of the search process under load loses no result', async () => {
  expect(await killUnderLoad(1)).toHaveLength(1)
})

test('kill -9 fifty times under load', { tags: ['slow'], timeout: 600_000 }, async () => {
  const durations = await killUnderLoad(50)
  expect(Math.max(...durations)).toBeLessThan(3000)
})

test('only this user can connect to the search process', async () => {
  const environment = await readFile(`/proc/${await processOf(site.pid, programs.search)}/environ`, 'utf8')
  const [, socket = ''] = /(?:^|\0)SEARCH_SOCKET=([^\0]+)/.exec(environment) ?? []
  expect((await stat(socket)).mode & 0o777).toBe(0o600)
  expect((await stat(new URL('.', `file://${socket}`))).mode & 0o777).toBe(0o700)
})
