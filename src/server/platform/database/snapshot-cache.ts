/**
 * A cache whose entries are valid as long as nobody has written to the database. Before a cached value is returned, PostgreSQL's
 * current snapshot is read. It stays the same only while no writing transaction begins or ends, so a caller never gets less than
 * what was committed before the call.
 *
 * A value is stored when its key is requested for the second time. Most searches are never repeated, and their results would fill
 * the old generation of the heap.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { coalesce } from './coalesce.ts'
import type { Database } from './database.ts'

export type SnapshotCache<Value> = {
  /** Returns the cached value of this key, or loads it. Concurrent calls with the same key share one `load`. */
  get: (key: string, load: () => Promise<Value>) => Promise<Value>
  stats: () => CacheStats
}

/** `hits` and `misses` since the start. Waiting for the `load` of another call is a hit. */
export type CacheStats = { hits: number; misses: number; entries: number; bytes?: number }

/** The least recently used entries are evicted beyond either limit; `sizeOf` measures a value for `maxSize`. */
export type CacheLimits<Value> = { maxEntries: number; maxSize: number; sizeOf: (value: Value) => number }

/** Where reads can go to a replica, it has its own cache: its data may be older than the primary's. */
export function createSnapshotCache<Value extends NonNullable<unknown>>(
  database: Database,
  limits: CacheLimits<Value>,
): SnapshotCache<Value> {
  const { onOneServer } = database
  const primary = createCacheOfOneServer(database, limits)
  if (!onOneServer) return primary
  const caches = { primary, replica: createCacheOfOneServer(database, limits) }
  return {
    get: (key, load) => onOneServer((server) => caches[server].get(key, load)),
    stats: () => add(caches.primary.stats(), caches.replica.stats()),
  }
}

/** How many of the keys that were requested are remembered. */
const maxKnownKeys = 2_000

const add = (a: CacheStats, b: CacheStats): CacheStats => ({
  hits: a.hits + b.hits,
  misses: a.misses + b.misses,
  entries: a.entries + b.entries,
})

const snapshotReaders = new WeakMap<Database, () => Promise<string>>()

/** All caches on a database share the queries for its snapshot: a page uses several caches. */
function snapshotReaderOf(database: Database): () => Promise<string> {
  let read = snapshotReaders.get(database)
  if (!read) {
    read = coalesce(() => currentSnapshot(database))
    snapshotReaders.set(database, read)
  }
  return read
}

function createCacheOfOneServer<Value extends NonNullable<unknown>>(
  database: Database,
  { maxEntries, maxSize, sizeOf }: CacheLimits<Value>,
): SnapshotCache<Value> {
  const readSnapshot = snapshotReaderOf(database)
  const values = new LRUCache<string, Value>({
    max: maxEntries,
    maxSize,
    sizeCalculation: (value) => Math.max(1, sizeOf(value)),
  })
  const requests = new LRUCache<string, number>({ max: maxKnownKeys })
  const loading = new Map<string, Promise<Value>>()
  let current = ''
  let hits = 0
  let misses = 0

  return {
    stats: () => ({ hits, misses, entries: values.size }),
    async get(key, load) {
      requests.set(key, (requests.get(key) ?? 0) + 1)
      // A value that is loaded now is at least as new as the last snapshot, so only a cached one needs a new snapshot.
      if (current === '' || values.has(key) || loading.has(key)) {
        const snapshot = await readSnapshot()
        if (snapshot !== current) {
          current = snapshot
          values.clear()
          loading.clear()
        }
        const found = values.get(key) ?? loading.get(key)
        if (found !== undefined) {
          hits += 1
          return found
        }
      }
      misses += 1

      // Nothing is committed between two readings of the same snapshot, so the result is right for every caller that reads
      // the last one again.
      const snapshot = current
      const result = load()
      loading.set(key, result)
      try {
        const loaded = await result
        if (snapshot === current && (requests.get(key) ?? 0) > 1) values.set(key, loaded)
        return loaded
      } finally {
        // After a change, it may be that of another call.
        if (loading.get(key) === result) loading.delete(key)
      }
    },
  }
}

/**
 * On a replica, the snapshot does not name the transactions in progress, so two different states can have the same one.
 * There, the position that was replayed identifies the state.
 */
async function currentSnapshot({ preparedQuery }: Database): Promise<string> {
  const compose = () => sql<{ snapshot: string }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text else pg_current_snapshot()::text end as snapshot`
  const [row] = await preparedQuery('snapshot', compose, {})
  return row?.snapshot ?? ''
}
