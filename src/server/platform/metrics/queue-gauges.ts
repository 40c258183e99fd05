/** The gauges that are read from the database: what waits in queues, and how large the database is. */
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import pTimeout from 'p-timeout'
import type { Database } from '../database/database.ts'
import type { Metrics } from './metrics.ts'

/** Counting stops here, so that a scrape is as fast with a million items as with ten thousand. */
export const maxCountedItems = sql.lit(10_001)

/** One state of a queue. `oldest` is in seconds, null without items. */
type QueueState = { queue: string; state: string; items: number; oldest: number | null }

/** A query of a queue's states, with the columns of `QueueState` in this order. */
export type QueueQuery = RawBuilder<QueueState>

/** However often the metrics are scraped, the database is queried at most this often. */
const cacheTtlMs = 5_000
const timeoutMs = 2_000

type Reading = { queues: QueueState[]; databaseBytes: number }

/** Returns a function that updates the gauges. If the database does not respond, it sets `databaseUp` to 0 instead. */
export function createQueueGauges({ kysely }: Database, queues: QueueQuery[], metrics: Metrics) {
  const readings = new LRUCache<'latest', { reading: Reading | null }>({
    max: 1,
    ttl: cacheTtlMs,
    // A failure is cached as well: an outage must not fill the pool with queries of the monitoring.
    fetchMethod: async () => ({
      reading: await pTimeout(readAll(kysely, queues), { milliseconds: timeoutMs }).catch(() => null),
    }),
  })
  return async () => show((await readings.forceFetch('latest')).reading, metrics)
}

async function readAll(kysely: Database['kysely'], queues: QueueQuery[]): Promise<Reading> {
  const { rows } = await sql<{ queues: QueueState[]; databaseBytes: number }>`
    select coalesce(json_agg(queue_state), '[]') as queues,
      pg_database_size(current_database())::float as "databaseBytes"
    from (${sql.join(queues, sql` union all `)}) queue_state`.execute(kysely)
  const [reading] = rows
  if (!reading) throw new Error('An aggregate returned no row.')
  return reading
}

function show(reading: Reading | null, { databaseUp, databaseSize, queueItems, queueOldestAge }: Metrics) {
  databaseUp.set(reading ? 1 : 0)
  // A stale value would look like a live one.
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
