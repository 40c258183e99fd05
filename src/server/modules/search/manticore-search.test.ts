/** The feeds of two search servers, and searches of what was just committed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { urlOf } from '../../../../test/support/search/manticore-engine.ts'
import { conceptOf, queryFor } from '../../../../test/support/search/random-queries.ts'
import { type Searchd, startSearchd } from '../../../../test/support/search/searchd.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { readClusterSettings } from '../../config/search-url.ts'
import type { Database } from '../../platform/database/database.ts'
import { runInOneProcess } from '../../platform/database/one-process.ts'
import type { SearchEngine, SearchTree } from './engine.ts'
import { openManticoreEngine, readIndexes } from './engines/manticore/open-manticore.ts'
import { createCommittedChanges } from './feed/change-list.ts'
import { startManticoreFeeds } from './manticore-search.ts'

const noTree: SearchTree = { topics: [], places: [] }
const tree = () => noTree
let servers: [Searchd, Searchd]
let database: Database
let address: string
let engine: SearchEngine
let start: () => ReturnType<typeof startManticoreFeeds>
let feeds: Awaited<ReturnType<typeof startManticoreFeeds>>

beforeAll(async () => {
  servers = [await startSearchd(), await startSearchd()]
  const settings = readClusterSettings(urlOf(servers.map(({ port }) => port)))
  ;({ database, address } = await createDatabase())
  start = () => startManticoreFeeds({ database, cluster: settings, tree, log: silentLog })
  feeds = await start()
  engine = openManticoreEngine(settings, tree, createCommittedChanges(database))
})
afterAll(async () => {
  await feeds.stop()
  await engine.close()
  for (const server of servers) await server.remove()
})

const countOf = async (word: string, fresh: boolean) =>
  (await engine.search(queryFor({ concepts: [conceptOf(word)] }), { fresh })).full

test('builds an index, and a fresh search has what was committed before it', async () => {
  await createListing(database, { title: 'Ocarina lessons' })
  await expect.poll(() => countOf('ocarina', false).catch(() => -1)).toBe(1)
  for (let count = 2; count < 6; count++) {
    await createListing(database, { title: 'Ocarina lessons' })
    expect(await countOf('ocarina', true)).toBe(count)
  }
})

test('a server that was away is fed what it has missed, while the other one answers', async () => {
  await servers[0].kill()
  await createListing(database, { title: 'Bagpipe lessons' })
  await expect.poll(() => countOf('bagpip', false)).toBe(1)
  await servers[0].start()
  await expect
    .poll(async () => {
      await servers[1].kill()
      const count = await countOf('bagpip', false)
      await servers[1].start()
      return count
    })
    .toBe(1)
})

test('a server that lost its disk is fed again, also while nothing changes', async () => {
  await servers[0].kill()
  await servers[0].empty()
  await servers[0].start()
  const { hosts, shards } = readClusterSettings(urlOf(servers.map(({ port }) => port)))
  await expect
    .poll(async () => (await readIndexes({ hosts: hosts.slice(0, 1), shards }))[0]?.position ?? null)
    .not.toBeNull()
  await servers[1].kill()
  expect(await countOf('bagpip', false)).toBe(1)
  await servers[1].start()
})

test('feeds continue where they were when they are started again', async () => {
  await feeds.stop()
  await createListing(database, { title: 'Marimba lessons' })
  feeds = await start()
  await expect.poll(() => countOf('marimba', false)).toBe(1)
})

test('one of several job processes feeds, and another one when it stops', async () => {
  await feeds.stop()
  const starts: string[] = []
  const lead = (name: string) =>
    runInOneProcess({
      connectionString: address,
      lock: 1,
      name: 'The feed',
      start: async () => {
        starts.push(name)
        return start()
      },
      log: silentLog,
    })
  const first = lead('first')
  await expect.poll(() => starts).toEqual(['first'])
  const second = lead('second')
  await createListing(database, { title: 'Zither lessons' })
  await expect.poll(() => countOf('zither', false)).toBe(1)
  expect(starts).toEqual(['first'])
  await first.stop()
  await expect.poll(() => starts).toEqual(['first', 'second'])
  await second.stop()
  feeds = await start()
})
