/** Keeps lists, facets, counts, towns, and calendars as long as nothing of them has changed. */
import { type CacheTracker, createCacheTracker } from '../../platform/cache/cache-tracker.ts'
import { type CacheSources, type CacheStats, createTagCache } from '../../platform/cache/tag-cache.ts'

/** A page of a list has about 10,000 bytes, the towns of a large site 300,000. */
const maxBytes = 16_000_000

/** Without `sources`, every value is loaded. */
export function createListCache(sources: CacheSources | null) {
  const cache =
    sources &&
    createTagCache<object, object>({
      ...sources,
      maxBytes,
      toStored: (value) => value,
      bytesOf: (value) => JSON.stringify(value).length,
    })
  return {
    /** Returns the valid value of a key, or loads it. A key always has values of one type. `tracker` records its dependencies, too. */
    async get<Value extends object>(
      key: readonly unknown[],
      tracker: CacheTracker | undefined,
      load: (own: CacheTracker) => Promise<Value>,
    ): Promise<Value> {
      if (!cache) return load(tracker ?? createCacheTracker())
      const { value } = await cache.get(JSON.stringify(key), load, tracker)
      return value as Value
    },
    stats: cache?.stats ?? ((): CacheStats => ({ hits: 0, misses: 0, entries: 0, bytes: 0 })),
  }
}
