/**
 * A cache whose values are used as long as nothing that they depend on has changed, as of the arrival of the request
 * (decision 032). While a value is loaded, a tracker records its tags and when it expires.
 */
import { LRUCache } from 'lru-cache'
import { dayIn } from '../../../shared/days.ts'
import type { Clock } from '../clock.ts'
import { anyTag, type CacheTracker, createCacheTracker, type Dependencies } from './cache-tracker.ts'
import type { TagChanges } from './tag-changes.ts'

/** The time in milliseconds, and the day in the site's time zone. */
export type Now = () => { time: number; day: string }

export const nowIn =
  (timeZone: () => string, clock: Clock): Now =>
  () => {
    const now = clock()
    return { time: now.getTime(), day: dayIn(timeZone(), now) }
  }

/**
 * What all caches of a process share. `changes` returns those of the server that the current request reads; `revision` a number that
 * changes with what the process itself keeps in memory, such as the settings.
 */
export type CacheSources = { changes: () => TagChanges; now: Now; revision?: () => number }

/** `hits` and `misses` since the start. Waiting for the `load` of another call is a hit. */
export type CacheStats = { hits: number; misses: number; entries: number; bytes: number }

export type TagCacheOptions<Loaded, Stored> = CacheSources & {
  /** The least recently used values are evicted beyond it. */
  maxBytes: number
  /** Returns what is stored of a loaded value. */
  toStored: (loaded: Loaded) => Stored
  bytesOf: (stored: Stored) => number
}

/** Whether `value` is a stored one, or one that was loaded for this call. */
export type Found<Loaded, Stored> = { isStored: true; value: Stored } | { isStored: false; value: Loaded }

export type TagCache<Loaded, Stored> = {
  /**
   * Returns the valid value of a key, or what `load` returns if it may not be stored. Concurrent calls share a `load` if nothing
   * that it depends on has changed since it began. `outer` records what the value depends on, if it becomes a part of another one.
   */
  get: <Value extends Loaded>(
    key: string,
    load: (tracker: CacheTracker) => Promise<Value>,
    outer?: CacheTracker,
  ) => Promise<Found<Value, Stored>>
  stats: () => CacheStats
}

/** `version`, `from`, and `day` are the version of the content, the time, and the day when loading began. */
type Entry<Stored> = {
  value: Stored
  dependencies: Dependencies
  version: number
  from: number
  day: string
  bytes: number
}
/** `entry` is null if the value cannot be shared. */
type Loading<Stored> = { entry: Promise<Entry<Stored> | null>; waiting: number }

/** How many keys of searches that were loaded once are remembered. Each takes about 200 bytes. */
const maxKnownKeys = 2_000
/** About what an entry takes without its value. */
const entryBytes = 1_000
const bytesPerTag = 60

export function createTagCache<Loaded, Stored>(
  options: TagCacheOptions<Loaded, Stored>,
): TagCache<Loaded, Stored> {
  const { now, toStored, bytesOf } = options
  const entries = new LRUCache<string, Entry<Stored>>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })
  const loadedOnce = new LRUCache<string, true>({ max: maxKnownKeys })
  const inProgress = new Map<string, Loading<Stored>>()
  let hits = 0
  let misses = 0

  function store(key: string, loaded: Loaded, validity: Omit<Entry<Stored>, 'value' | 'bytes'>) {
    const value = toStored(loaded)
    const overhead = entryBytes + key.length + bytesPerTag * validity.dependencies.tags.size
    const entry: Entry<Stored> = { ...validity, value, bytes: overhead + bytesOf(value) }
    entries.set(key, entry)
    return entry
  }

  /** `version` is what the request has read. A value whose loading began later is valid, whatever has changed since. */
  function isValid(entry: Entry<Stored>, changes: TagChanges, version: number): boolean {
    // The present time, because a request may have waited for a load that began after it arrived.
    const { time, day } = now()
    if (time < entry.from || time >= entry.dependencies.expiresAt || entry.day !== day) return false
    if (entry.version >= version) return true
    if (changes.haveChanged(entry.dependencies.tags, entry.version)) return false
    // The next request compares only later changes. A value can have hundreds of tags.
    entry.version = changes.latest()
    return true
  }

  /** A search is stored when it is loaded again: most are never repeated, and would push out what others read. */
  function isStorable(key: string, { tags }: Dependencies, isShared: boolean): boolean {
    if (isShared || !tags.has(anyTag) || loadedOnce.has(key)) return true
    loadedOnce.set(key, true)
    return false
  }

  /** Loads a value, which concurrent calls share if it may be stored. */
  async function loadShared<Value extends Loaded>(
    key: string,
    changes: TagChanges,
    tracker: CacheTracker,
    load: () => Promise<Value>,
  ): Promise<Found<Value, Stored>> {
    // Later than what the request has read if others have read since, so that this value is valid for all who wait for one.
    // Otherwise each would load its own, one after the other, and never catch up with frequent changes.
    const version = changes.latest()
    const { time: from, day } = now()
    const loaded = load()
    const toEntry = (value: Loaded): Entry<Stored> | null => {
      const dependencies = tracker.dependencies()
      // A request that has changed to the other server may have read what is older there.
      if (!dependencies || options.changes() !== changes) return null
      if (!isStorable(key, dependencies, loading.waiting > 0)) return null
      return store(key, value, { dependencies, version, from, day })
    }
    const loading: Loading<Stored> = { entry: loaded.then(toEntry, () => null), waiting: 0 }
    inProgress.set(key, loading)
    try {
      const entry = await loading.entry
      return entry ? { isStored: true, value: entry.value } : { isStored: false, value: await loaded }
    } finally {
      if (inProgress.get(key) === loading) inProgress.delete(key)
    }
  }

  /** Returns the valid entry of a key, after waiting for one that is being loaded; otherwise what `load` returns. */
  async function find<Value extends Loaded>(
    key: string,
    changes: TagChanges,
    version: number,
    load: () => Promise<Found<Value, Stored>>,
  ): Promise<Entry<Stored> | Found<Value, Stored>> {
    let entry: Entry<Stored> | null | undefined = entries.get(key)
    while (!entry || !isValid(entry, changes, version)) {
      const loading = inProgress.get(key)
      // Without waiting for anything before, or each of several concurrent calls would load.
      if (!loading) return load()
      loading.waiting += 1
      entry = await loading.entry
      // A value that may not be stored is not shared either.
      if (!entry) return load()
    }
    return entry
  }

  async function get<Value extends Loaded>(
    key: string,
    load: (tracker: CacheTracker) => Promise<Value>,
    outer?: CacheTracker,
  ): Promise<Found<Value, Stored>> {
    const changes = options.changes()
    const serverKey = `${changes.server} ${options.revision?.() ?? 0} ${key}`
    const tracker = createCacheTracker()
    const loadTracked = () => {
      misses += 1
      return load(tracker)
    }
    // If the database does not respond, loading fails with its error, or reads the other server.
    const version = await changes.read().catch(() => null)
    const found =
      version === null
        ? { isStored: false as const, value: await loadTracked() }
        : await find(serverKey, changes, version, () => loadShared(serverKey, changes, tracker, loadTracked))
    if (!('version' in found)) {
      outer?.include(tracker.dependencies())
      return found
    }
    hits += 1
    outer?.include(found.dependencies)
    return { isStored: true, value: found.value }
  }

  return {
    get,
    stats: () => ({ hits, misses, entries: entries.size, bytes: entries.calculatedSize }),
  }
}
