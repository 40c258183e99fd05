/** Updates the gauges that are read when the metrics are scraped, instead of whenever something changes. */
import { statfs } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { CacheStats } from '../cache/tag-cache.ts'
import type { Database } from '../database/database.ts'
import { observePool } from './database-metrics.ts'
import type { Metrics } from './metrics.ts'
import { createQueueGauges, type QueueQuery } from './queue-gauges.ts'

export type GaugeSources = {
  database: Database
  queues: QueueQuery[]
  caches: Record<string, () => CacheStats>
  /** DATA_DIR, whose file system is measured. */
  folder: string | null
  /** Returns when the latest successful backup began; null if there is none. */
  lastBackup?: (() => Promise<Date | null>) | undefined
}

/**
 * Returns a function that updates the gauges of the site. Those of this process are updated whenever its metrics are read. A
 * source that fails only leaves out its own.
 */
export function createGaugeCollector(metrics: Metrics, sources: GaugeSources): () => Promise<void> {
  metrics.onScrape(observePool(sources.database.pool, metrics))
  metrics.onScrape(() => updateCaches(metrics, sources.caches))
  const updateQueues = createQueueGauges(sources.database, sources.queues, metrics)
  const updateLastBackup = createLastBackupGauge(metrics, sources.lastBackup)
  return async () => {
    await Promise.all([updateQueues(), updateDisk(metrics, sources.folder), updateLastBackup()])
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

/** However often the metrics are scraped, the backups are queried at most this often. */
const cacheTtlMs = 5_000

function createLastBackupGauge({ lastBackup }: Metrics, read: GaugeSources['lastBackup']) {
  const readings = new LRUCache<'latest', { at: Date | null }>({
    max: 1,
    ttl: cacheTtlMs,
    fetchMethod: async () => ({ at: (await read?.().catch(() => null)) ?? null }),
  })
  return async () => {
    const { at } = await readings.forceFetch('latest')
    if (at) lastBackup.set(at.getTime() / 1000)
    else lastBackup.remove()
  }
}
