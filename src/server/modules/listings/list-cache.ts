/** Keeps lists, facets, counts, towns, and calendars as long as nothing of them has changed. */
import { type CacheTracker, createCacheTracker } from '../../platform/cache/cache-tracker.ts'
import { type CacheSources, type CacheStats, createTagCache } from '../../platform/cache/tag-cache.ts'

/** A page of a list has about 10,000 bytes, the towns of a large site 300,000. */
const maxBytes = 16_000_000

export type ListCache = {
  /**
   * Returns the valid value of a key, or loads it. A key always has values of one type. What the value depends on is also recorded
   * on `tracker`.
   */
  get: <Value extends object>(
    key: readonly unknown[],
    tracker: CacheTracker | undefined,
    load: (own: CacheTracker) => Promise<Value>,
  ) => Promise<Value>
  stats: () => CacheStats
}

/** Without `sources`, every value is loaded. */
export function createListCache(sources: CacheSources | null): ListCache {
  if (!sources) {
    return {
      get: (_key, tracker = createCacheTracker(), load) => load(tracker),
      stats: () => ({ hits: 0, misses: 0, entries: 0, bytes: 0 }),
    }
  }
  const cache = createTagCache<object, object>({
    ...sources,
    maxBytes,
    toStored: (value) => value,
    bytesOf: (value) => JSON.stringify(value).length,
  })
  return {
    async get<Value extends object>(
      key: readonly unknown[],
      tracker: CacheTracker | undefined,
      load: (own: CacheTracker) => Promise<Value>,
    ) {
      const { value } = await cache.get(JSON.stringify(key), load, tracker)
      // As above: the key determines the type.
      return value as Value
    },
    stats: cache.stats,
  }
}
