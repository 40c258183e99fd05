import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/site/app.ts'
import type { Database } from './database.ts'
import { createSnapshotCache, type SnapshotCache } from './snapshot-cache.ts'

let database: Database
beforeAll(async () => {
  ;({ database } = await createTestApp())
  await sql`create table note (text text not null)`.execute(database.kysely)
})

const write = () => sql`insert into note values ('written')`.execute(database.kysely)
const countNotes = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from note`.execute(database.kysely)
  return rows[0]?.n ?? 0
}

/**
 * Returns a database to which nobody writes. The real one shares its server, and so its snapshots, with the databases
 * of other tests.
 */
const idleDatabase = (): Database => ({
  ...database,
  preparedQuery: async () => [{ snapshot: '7:7:' } as never],
})

const limits = { maxEntries: 10, maxSize: 1_000_000, sizeOf: (value: number) => value }

/** Counts the calls of `load`. */
function counted<Value>(load: () => Promise<Value>) {
  const calls = { count: 0 }
  const countedLoad = () => {
    calls.count += 1
    return load()
  }
  return { calls, countedLoad }
}

/** Requests a key as often as it takes to store its value. */
async function store<Value extends NonNullable<unknown>>(
  cache: SnapshotCache<Value>,
  key: string,
  load: () => Promise<Value>,
): Promise<Value> {
  await cache.get(key, load)
  return cache.get(key, load)
}

test('stores a value that is requested a second time, while nothing is written', async () => {
  const cache = createSnapshotCache<number>(idleDatabase(), limits)
  const { calls, countedLoad } = counted(countNotes)
  const before = await cache.get('notes', countedLoad)
  expect(cache.stats()).toMatchObject({ entries: 0, misses: 1 })
  for (let round = 0; round < 5; round += 1) expect(await cache.get('notes', countedLoad)).toBe(before)
  expect(calls.count).toBe(2)
  expect(cache.stats()).toMatchObject({ entries: 1, misses: 2, hits: 4 })
})

test('stores nothing of keys that are requested once', async () => {
  const cache = createSnapshotCache<number>(idleDatabase(), limits)
  for (let key = 0; key < 3_000; key += 1) await cache.get(`${key}`, async () => 1)
  expect(cache.stats().entries).toBe(0)
})

test('reads the snapshot for cached values only', async () => {
  const snapshots = { count: 0 }
  const counting: Database = {
    ...database,
    preparedQuery: async () => {
      snapshots.count += 1
      return [{ snapshot: '7:7:' } as never]
    },
  }
  const cache = createSnapshotCache<number>(counting, limits)
  const { calls, countedLoad } = counted(async () => 1)
  for (const key of ['a', 'b', 'c', 'd', 'd']) await cache.get(key, countedLoad)
  expect(snapshots.count).toBe(1)
  await cache.get('d', countedLoad)
  expect({ snapshots: snapshots.count, loads: calls.count }).toEqual({ snapshots: 2, loads: 5 })
})

test('does not return a value that was loaded before a write and after the last snapshot', async () => {
  const cache = createSnapshotCache<number>(database, limits)
  await store(cache, 'other', countNotes)
  await write()
  const before = await store(cache, 'notes', countNotes)
  await write()
  expect(await cache.get('notes', countNotes)).toBe(before + 1)
})

test('has a value for each key', async () => {
  const cache = createSnapshotCache(idleDatabase(), { ...limits, sizeOf: (value: string) => value.length })
  expect(await store(cache, 'a', async () => 'of a')).toBe('of a')
  expect(await store(cache, 'b', async () => 'of b')).toBe('of b')
  expect(await cache.get('a', async () => 'again')).toBe('of a')
})

test('returns every write to calls after it', async () => {
  const cache = createSnapshotCache<number>(database, limits)
  const before = await cache.get('notes', countNotes)
  for (let more = 1; more <= 20; more += 1) {
    await write()
    expect(await cache.get('notes', countNotes)).toBe(before + more)
  }
})

test('returns the writes of a transaction that began before the call and commits later', async () => {
  const cache = createSnapshotCache<number>(database, limits)
  const before = await countNotes()
  await database.kysely.transaction().execute(async (tx) => {
    await sql`insert into note values ('slow')`.execute(tx)
    // Another transaction, with a later id, commits in between.
    await write()
    expect(await cache.get('notes', countNotes)).toBe(before + 1)
  })
  expect(await cache.get('notes', countNotes)).toBe(before + 2)
})

test('ignores a write that is rolled back', async () => {
  const cache = createSnapshotCache<number>(database, limits)
  const before = await store(cache, 'notes', countNotes)
  const failing = database.kysely.transaction().execute(async (tx) => {
    await sql`insert into note values ('never')`.execute(tx)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await cache.get('notes', countNotes)).toBe(before)
})

test('shares one load among concurrent calls with the same key', async () => {
  const cache = createSnapshotCache<number>(idleDatabase(), limits)
  const { calls, countedLoad } = counted(countNotes)
  const values = await Promise.all(Array.from({ length: 50 }, () => cache.get('notes', countedLoad)))
  expect(new Set(values).size).toBe(1)
  expect(calls.count).toBe(1)
})

test('never returns less than was committed before the call, among many readers and writers', async () => {
  const cache = createSnapshotCache<number>(database, limits)
  let committed = await countNotes()
  const reader = async () => {
    for (let round = 0; round < 100; round += 1) {
      const atLeast = committed
      expect(await cache.get('notes', countNotes)).toBeGreaterThanOrEqual(atLeast)
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

describe('a failure', () => {
  test('in a load rejects every call that shares it and is not cached', async () => {
    const cache = createSnapshotCache<number>(database, limits)
    const fail = async () => {
      throw new Error('away')
    }
    const results = [cache.get('notes', fail), cache.get('notes', fail)]
    for (const { status } of await Promise.allSettled(results)) expect(status).toBe('rejected')
    expect(await cache.get('notes', async () => 7)).toBe(7)
  })

  test('in reading the snapshot rejects the calls that wait for it, and the next call reads again', async () => {
    let failing = true
    const flaky: Database = {
      ...database,
      preparedQuery: (...query) =>
        failing ? Promise.reject(new Error('away')) : database.preparedQuery(...query),
    }
    const cache = createSnapshotCache<number>(flaky, limits)
    const results = [cache.get('notes', countNotes), cache.get('notes', countNotes)]
    for (const { status } of await Promise.allSettled(results)) expect(status).toBe('rejected')
    failing = false
    expect(await cache.get('notes', async () => 7)).toBe(7)
  })
})

test('evicts the least recently used values beyond the number of entries', async () => {
  const cache = createSnapshotCache(idleDatabase(), { ...limits, maxEntries: 3 })
  const { calls, countedLoad } = counted(async () => 1)
  for (const key of ['a', 'b', 'c']) await store(cache, key, countedLoad)
  await cache.get('a', countedLoad)
  await store(cache, 'd', countedLoad)
  const { count } = calls
  for (const key of ['a', 'c', 'd']) await cache.get(key, countedLoad)
  expect(calls.count).toBe(count)
  await cache.get('b', countedLoad)
  expect(calls.count).toBe(count + 1)
})

test('evicts values beyond the total size, however few they are', async () => {
  const cache = createSnapshotCache(idleDatabase(), { ...limits, maxSize: 100 })
  const { calls, countedLoad } = counted(async () => 60)
  await store(cache, 'a', countedLoad)
  await cache.get('a', countedLoad)
  expect(calls.count).toBe(2)
  await store(cache, 'b', countedLoad)
  await cache.get('a', countedLoad)
  expect(calls.count).toBe(5)
})

test('returns a value that is larger than the cache, and caches one of no size', async () => {
  const cache = createSnapshotCache(idleDatabase(), { ...limits, maxSize: 100 })
  expect(await cache.get('large', async () => 101)).toBe(101)
  const { calls, countedLoad } = counted(async () => 0)
  expect(await store(cache, 'empty', countedLoad)).toBe(0)
  expect(await cache.get('empty', countedLoad)).toBe(0)
  expect(calls.count).toBe(2)
})
