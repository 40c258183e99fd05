/** Updates the gauges that are read when the metrics are scraped, instead of whenever something changes. */
import { statfs } from 'node:fs/promises'
import { type RawBuilder, sql } from 'kysely'
import pTimeout from 'p-timeout'
import { cacheFor } from '../cache/cache-for.ts'
import type { CacheStats } from '../cache/tag-cache.ts'
import type { Database } from '../database/database.ts'
import { observePool } from './database-metrics.ts'
import type { Metrics } from './metrics.ts'

/** Counting stops here, so that a scrape is as fast with a million items as with ten thousand. */
export const maxCountedItems = sql.lit(10_001)

/** One state of a queue. `oldest` is in seconds, null without items. */
type QueueState = { queue: string; state: string; items: number; oldest: number | null }

/** A query of a queue's states, with the columns of `QueueState` in this order. */
export type QueueQuery = RawBuilder<QueueState>

export type GaugeSources = {
  database: Database
  queues: QueueQuery[]
  caches: Record<string, () => CacheStats>
  /** DATA_DIR, whose file system is measured. */
  folder: string | null
  /** Returns when the latest successful backup began; null if there is none. */
  lastBackup?: (() => Promise<Date | null>) | undefined
}

/** However often the metrics are scraped, the database is queried once in this time, also while it does not respond. */
const readIntervalMs = 5_000
const timeoutMs = 2_000

/** Returns a function that updates the gauges of the site. Those of this process are updated whenever they are read. */
export function createGaugeCollector(metrics: Metrics, sources: GaugeSources): () => Promise<void> {
  const { database, queues, caches, folder, lastBackup = async () => null } = sources
  metrics.onScrape(observePool(database.pool, metrics))
  metrics.onScrape(() => updateCaches(metrics, caches))
  const read = cacheFor(readIntervalMs, () =>
    Promise.all([
      pTimeout(readDatabase(database, queues), { milliseconds: timeoutMs }).catch(() => null),
      lastBackup().catch(() => null),
    ]),
  )
  return async () => {
    const [[reading, backup]] = await Promise.all([read(), updateDisk(metrics, folder)])
    showReading(reading, metrics)
    if (backup) metrics.lastBackup.set(backup.getTime() / 1000)
    else metrics.lastBackup.remove()
  }
}

function updateCaches({ cacheRequests, cacheEntries, cacheBytes }: Metrics, caches: GaugeSources['caches']) {
  // The caches count their own hits, so that a hit does not update a metric.
  cacheRequests.reset()
  for (const [cache, read] of Object.entries(caches)) {
    const { hits, misses, entries, bytes } = read()
    cacheRequests.inc({ cache, result: 'hit' }, hits)
    cacheRequests.inc({ cache, result: 'miss' }, misses)
    cacheEntries.set({ cache }, entries)
    cacheBytes.set({ cache }, bytes)
  }
}

async function updateDisk({ diskFree, diskSize }: Metrics, folder: string | null) {
  const disk = folder === null ? null : await statfs(folder).catch(() => null)
  if (!disk) return
  diskFree.set(disk.bavail * disk.bsize)
  diskSize.set(disk.blocks * disk.bsize)
}

type Reading = { queues: QueueState[]; databaseBytes: number }

async function readDatabase({ kysely }: Database, queues: QueueQuery[]): Promise<Reading> {
  const { rows } = await sql<Reading>`
    select coalesce(json_agg(queue_state), '[]') as queues,
      pg_database_size(current_database())::float as "databaseBytes"
    from (${sql.join(queues, sql` union all `)}) queue_state`.execute(kysely)
  const [reading] = rows
  if (!reading) throw new Error('An aggregate returned no row.')
  return reading
}

/** If the database did not respond, sets `databaseUp` to 0, and removes the others: a stale value would look like a live one. */
function showReading(
  reading: Reading | null,
  { databaseUp, databaseSize, queueItems, queueOldestAge }: Metrics,
) {
  databaseUp.set(reading ? 1 : 0)
  queueItems.reset()
  queueOldestAge.reset()
  databaseSize.remove()
  if (!reading) return
  databaseSize.set(reading.databaseBytes)
  for (const { queue, state, items, oldest } of reading.queues) {
    queueItems.set({ queue, state }, items)
    queueOldestAge.set({ queue, state }, Math.max(0, oldest ?? 0))
  }
}
