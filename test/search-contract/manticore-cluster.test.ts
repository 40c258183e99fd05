/** Two servers, each with both shards: one of them is killed, comes back, or loses its disk. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readClusterSettings } from '../../src/server/config/search-url.ts'
import type { DocumentChange, EngineWriter, SearchEngine } from '../../src/server/modules/search/engine.ts'
import {
  openManticoreEngine,
  openManticoreWriters,
} from '../../src/server/modules/search/engines/manticore/open-manticore.ts'
import type { FlagField } from '../../src/shared/list-filters.ts'
import { forgetIndex, urlOf } from '../support/search/manticore-engine.ts'
import { boardTree, createDocuments } from '../support/search/random-board.ts'
import { plainFilter, queryFor } from '../support/search/random-queries.ts'
import { type Searchd, startSearchd } from '../support/search/searchd.ts'

const documents = createDocuments(51, 400).map((document) => ({
  ...document,
  kind: 'service' as const,
  dates: null,
}))
const query = queryFor({ filter: plainFilter('service'), limit: 1_000, sort: 'newest' })
const stale = { fresh: false }

let servers: [Searchd, Searchd]
let url: string
let engine: SearchEngine
let writers: { writer: EngineWriter; close: () => Promise<void> }[]
/** What was committed: positions count these. */
let changes: DocumentChange[]

beforeAll(async () => {
  servers = [await startSearchd(), await startSearchd()]
  url = urlOf(servers.map(({ port }) => port))
})
afterAll(async () => {
  for (const server of servers) await server.remove()
})

beforeEach(async () => {
  await forgetIndex(url)
  changes = []
  const settings = readClusterSettings(url)
  writers = openManticoreWriters(settings, () => boardTree)
  for (const { writer } of writers) await build(writer)
  engine = openManticoreEngine(settings, () => boardTree, {
    snapshot: async () => String(changes.length),
    missing: async (position, _tolerated, until) => Number(position) < Number(until ?? changes.length),
  })
  // Until it has answered once, no server is known to be ready.
  await found()
})
afterEach(async () => {
  await engine.close()
  for (const { close } of writers) await close()
  for (const server of servers) {
    server.resume()
    await server.start()
  }
})

async function build(writer: EngineWriter) {
  const rebuild = await writer.rebuild()
  await rebuild.add(documents, 'all')
  await rebuild.finish('0')
}

/** Does what a feed does. */
async function follow(at: number) {
  const writer = writers[at]?.writer
  const position = Number(await writer?.position())
  await writer?.apply(changes.slice(position), String(changes.length))
}

const removed = (count: number): DocumentChange[] =>
  documents.slice(0, count).map(({ id }) => ({ id, document: null }))

const found = async () => (await engine.search(query, stale)).full

/** Searches until told to stop, and returns how many listings each search found. */
function searchOften() {
  const results: number[] = []
  const errors: unknown[] = []
  let isStopped = false
  const loops = Array.from({ length: 4 }, async () => {
    while (!isStopped) {
      await found().then(
        (full) => results.push(full),
        (error) => errors.push(error),
      )
    }
  })
  return {
    after: (count: number) => expect.poll(() => results.length).toBeGreaterThan(count),
    async stop() {
      isStopped = true
      await Promise.all(loops)
      return { results: [...new Set(results)], errors, searches: results.length }
    },
  }
}

test('a server that is killed costs no search, nor does the other one after it came back', async () => {
  const load = searchOften()
  await load.after(20)
  await servers[0].kill()
  await load.after(100)
  await servers[0].start()
  await expect.poll(found).toBe(documents.length)
  await load.after(150)
  await servers[1].kill()
  await load.after(200)
  const { results, errors } = await load.stop()
  expect(errors).toEqual([])
  expect(results).toEqual([documents.length])
})

test('a server that was away is not asked until it has caught up', async () => {
  await servers[0].kill()
  await found()
  changes = removed(100)
  await follow(1)
  await servers[0].start()
  const load = searchOften()
  await load.after(50)
  expect(await load.stop()).toMatchObject({ results: [300], errors: [] })
  await follow(0)
  await servers[1].kill()
  expect(await found()).toBe(300)
})

test('a server that lost its disk is not asked until its index was built again', async () => {
  await servers[0].kill()
  await servers[0].empty()
  await servers[0].start()
  const load = searchOften()
  await load.after(50)
  expect(await load.stop()).toMatchObject({ results: [400], errors: [] })
  const [first] = writers
  expect(await first?.writer.position()).toBeNull()
  if (first) await build(first.writer)
  await servers[1].kill()
  expect(await found()).toBe(400)
})

test('a killed server has what it had been given, and its position', async () => {
  changes = removed(50)
  await follow(0)
  await servers[1].kill()
  await servers[0].kill()
  await servers[0].start()
  expect(await writers[0]?.writer.position()).toBe('50')
  expect(await found()).toBe(350)
})

test('the search is unavailable without any server', async () => {
  for (const server of servers) await server.kill()
  await expect(found()).rejects.toMatchObject({ code: 'unavailable' })
})

/** A search waits this long for a server. */
const waitMs = 2_000
/** A busy machine takes longer. */
const maxMs = 4 * waitMs

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

test('a server that does not respond delays the searches of a moment, and then none', async () => {
  servers[0].freeze()
  const atOnce = () => Promise.all(Array.from({ length: 50 }, found))
  expect(await timeOf(async () => expect(new Set(await atOnce())).toEqual(new Set([400])))).toBeLessThan(
    maxMs,
  )
  expect(
    await timeOf(async () => {
      for (let count = 0; count < 20; count++) await found()
    }),
  ).toBeLessThan(maxMs)
  servers[0].resume()
  await servers[1].kill()
  await expect.poll(() => found().catch(() => 0)).toBe(400)
})

test('the search is unavailable soon while no server responds', async () => {
  for (const server of servers) server.freeze()
  const fails = () => expect(found()).rejects.toMatchObject({ code: 'unavailable' })
  expect(await timeOf(fails)).toBeLessThan(2 * maxMs)
  expect(await timeOf(fails)).toBeLessThan(waitMs)
})

test('the search is unavailable if one server rejects a statement, and the other one is lost', async () => {
  const rejected = { ...query, filter: { ...query.filter, flags: ['no column' as FlagField] } }
  const isRejected = () =>
    expect(engine.search(rejected, stale)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { errno: 1_064 },
    })
  await isRejected()
  await servers[1].kill()
  await isRejected()
})

test('a fresh search waits for what was committed before it, and is unavailable if that takes too long', async () => {
  const fresh = async () => (await engine.search(query, { fresh: true })).full
  changes = removed(10)
  const waiting = fresh()
  await follow(0)
  await follow(1)
  expect(await waiting).toBe(390)
  changes = removed(20)
  await expect(fresh()).rejects.toMatchObject({ code: 'unavailable' })
  // One server suffices.
  await follow(1)
  expect(await fresh()).toBe(380)
})

test('a fresh search does not wait for later changes', async () => {
  changes = removed(10)
  const waiting = engine.search(query, { fresh: true })
  let isDone = false
  const following = (async () => {
    for (let count = 11; !isDone; count++) {
      await follow(0)
      await follow(1)
      changes = removed(Math.min(count, 400))
    }
  })()
  await waiting
  isDone = true
  await following
})
