import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/site/app.ts'
import type { Connection, Database } from '../database/database.ts'
import { anyTag, type CacheTracker, createCacheTracker } from './cache-tracker.ts'
import { createTagCache, type TagCache } from './tag-cache.ts'
import { followTagChanges, type TagChanges } from './tag-changes.ts'

let database: Database
beforeAll(async () => {
  ;({ database } = await createTestApp())
  await sql`create table note (text text not null)`.execute(database.kysely)
})

/** Every change is one of `notes`. */
const follow = (followed: Database) => followTagChanges(followed, () => ['notes'])

async function insert(connection: Connection) {
  await sql`insert into note values ('written')`.execute(connection)
  await sql`insert into content_change default values`.execute(connection)
}
const write = () => database.kysely.transaction().execute(insert)
const countNotes = async (tracker?: CacheTracker) => {
  tracker?.addTags(['notes'])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from note`.execute(database.kysely)
  return rows[0]?.n ?? 0
}

/** To which nobody writes. The real database shares its server with the databases of other tests. */
const noChanges: TagChanges = {
  server: 'primary',
  read: async () => 1,
  latest: () => 1,
  haveChanged: () => false,
}

/** A number is as large as it says. */
const createCache = (changes = () => noChanges, maxBytes = 1_000_000) =>
  createTagCache<unknown, unknown>({
    changes,
    now: () => ({ time: 0, day: '2026-11-20' }),
    maxBytes,
    toStored: (value) => value,
    bytesOf: (value) => (typeof value === 'number' ? value : 1),
  })

/** Counts the calls of `load`. */
function counted<Value>(load: (tracker: CacheTracker) => Promise<Value>) {
  const calls = { count: 0 }
  const countedLoad = (tracker: CacheTracker) => {
    calls.count += 1
    return load(tracker)
  }
  return { calls, countedLoad }
}

const read = async (
  cache: TagCache<unknown, unknown>,
  key: string,
  load: (tracker: CacheTracker) => Promise<unknown>,
) => (await cache.get(key, load)).value

test('stores a value while nothing is written', async () => {
  const cache = createCache()
  const { calls, countedLoad } = counted(countNotes)
  const before = await read(cache, 'notes', countedLoad)
  for (let round = 0; round < 5; round += 1) expect(await read(cache, 'notes', countedLoad)).toBe(before)
  expect(calls.count).toBe(1)
  expect(cache.stats()).toMatchObject({ entries: 1, misses: 1, hits: 5 })
})

test('stores what depends on everything when it is loaded a second time', async () => {
  const cache = createCache()
  const { calls, countedLoad } = counted(async (tracker) => tracker.addTags([anyTag]))
  for (let round = 0; round < 5; round += 1) await read(cache, 'search', countedLoad)
  expect(calls.count).toBe(2)
  expect(cache.stats()).toMatchObject({ entries: 1, misses: 2, hits: 3 })
  for (let key = 0; key < 3_000; key += 1) await cache.get(`${key}`, countedLoad)
  expect(cache.stats().entries).toBe(1)
})

test('does not return a value that was loaded before a write and after the last reading of changes', async () => {
  const cache = createCache(follow(database))
  await read(cache, 'other', countNotes)
  await write()
  const before = await read(cache, 'notes', countNotes)
  await write()
  expect(await read(cache, 'notes', countNotes)).toBe(Number(before) + 1)
})

test('has a value for each key', async () => {
  const cache = createCache()
  expect(await read(cache, 'a', async () => 'of a')).toBe('of a')
  expect(await read(cache, 'b', async () => 'of b')).toBe('of b')
  expect(await read(cache, 'a', async () => 'again')).toBe('of a')
})

test('keeps what does not depend on a write', async () => {
  const cache = createCache(follow(database))
  const { calls, countedLoad } = counted(async (tracker) => tracker.addTags(['others']))
  await read(cache, 'others', countedLoad)
  await write()
  await cache.get('others', countedLoad)
  expect(calls.count).toBe(1)
})

test('returns every write to calls after it', async () => {
  const cache = createCache(follow(database))
  const before = Number(await read(cache, 'notes', countNotes))
  for (let more = 1; more <= 20; more += 1) {
    await write()
    expect(await read(cache, 'notes', countNotes)).toBe(before + more)
  }
})

test('returns the writes of a transaction that began before the call and commits later', async () => {
  const cache = createCache(follow(database))
  const before = await countNotes()
  await database.kysely.transaction().execute(async (tx) => {
    await insert(tx)
    // Another transaction, with a later id, commits in between.
    await write()
    expect(await read(cache, 'notes', countNotes)).toBe(before + 1)
  })
  expect(await read(cache, 'notes', countNotes)).toBe(before + 2)
})

test('ignores a write that is rolled back', async () => {
  const cache = createCache(follow(database))
  const before = await read(cache, 'notes', countNotes)
  const failing = database.kysely.transaction().execute(async (tx) => {
    await insert(tx)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await read(cache, 'notes', countNotes)).toBe(before)
})

test('shares one load among concurrent calls with the same key', async () => {
  const cache = createCache()
  const { calls, countedLoad } = counted(countNotes)
  const values = await Promise.all(Array.from({ length: 50 }, () => read(cache, 'notes', countedLoad)))
  expect(new Set(values).size).toBe(1)
  expect(calls.count).toBe(1)
})

test('never returns less than was committed before the call, among many readers and writers', async () => {
  const cache = createCache(follow(database))
  let committed = await countNotes()
  const reader = async () => {
    for (let round = 0; round < 100; round += 1) {
      const atLeast = committed
      expect(await read(cache, 'notes', countNotes)).toBeGreaterThanOrEqual(atLeast)
    }
  }
  const writer = async () => {
    for (let round = 0; round < 50; round += 1) {
      await write()
      committed += 1
    }
  }
  await Promise.all([reader(), reader(), reader(), writer()])
})

test('tells the value that it is a part of what it depends on, also when it is stored', async () => {
  const cache = createCache()
  const load = async (tracker: CacheTracker) => {
    tracker.addTags(['notes'])
    tracker.expireAt(5)
  }
  for (let round = 0; round < 3; round += 1) {
    const outer = createCacheTracker()
    await cache.get('notes', load, outer)
    expect(outer.dependencies()).toEqual({ tags: new Set(['notes']), expiresAt: 5 })
  }
  const outer = createCacheTracker()
  await cache.get('private', async (tracker) => tracker.preventCaching(), outer)
  expect(outer.dependencies()).toBeNull()
})

describe('a failure', () => {
  test('in a load rejects every call that waits for it and is not cached', async () => {
    const cache = createCache(follow(database))
    const fail = async () => {
      throw new Error('away')
    }
    const results = [cache.get('notes', fail), cache.get('notes', fail)]
    for (const { status } of await Promise.allSettled(results)) expect(status).toBe('rejected')
    expect(await read(cache, 'notes', async () => 7)).toBe(7)
  })

  test('in reading the changes loads without storing, and the next call reads again', async () => {
    let failing = true
    const cache = createCache(
      follow({
        ...database,
        preparedQuery: (...query) =>
          failing ? Promise.reject(new Error('away')) : database.preparedQuery(...query),
      }),
    )
    const { calls, countedLoad } = counted(countNotes)
    await Promise.all([cache.get('notes', countedLoad), cache.get('notes', countedLoad)])
    expect({ calls: calls.count, entries: cache.stats().entries }).toEqual({ calls: 2, entries: 0 })
    failing = false
    await cache.get('notes', countedLoad)
    expect(cache.stats().entries).toBe(1)
  })
})

test('does not store what a request read after it changed to the other server', async () => {
  let current = noChanges
  const cache = createCache(() => current)
  await cache.get('notes', async () => {
    current = { ...noChanges, server: 'replica' }
  })
  expect(cache.stats().entries).toBe(0)
  await cache.get('notes', async () => 'of the replica')
  current = noChanges
  expect(await read(cache, 'notes', async () => 'of the primary')).toBe('of the primary')
})

test('evicts the least recently used values beyond the total size', async () => {
  // Each takes about 1,000 bytes itself.
  const cache = createCache(undefined, 35_000)
  const { calls, countedLoad } = counted(async () => 10_000)
  for (const key of ['a', 'b', 'c']) await read(cache, key, countedLoad)
  await cache.get('a', countedLoad)
  await read(cache, 'd', countedLoad)
  const { count } = calls
  for (const key of ['a', 'c', 'd']) await cache.get(key, countedLoad)
  expect(calls.count).toBe(count)
  await cache.get('b', countedLoad)
  expect(calls.count).toBe(count + 1)
})

test('returns a value that is larger than the cache', async () => {
  const cache = createCache(undefined, 5_000)
  const { calls, countedLoad } = counted(async () => 5_001)
  for (let round = 0; round < 3; round += 1) expect(await read(cache, 'large', countedLoad)).toBe(5_001)
  expect(calls.count).toBe(3)
})
