/** Records what a value depends on while it is loaded: for how long a cache may use it. */

/** Something that changes as a whole. The product defines which there are (`src/server/schema/content-changes.ts`). */
export type CacheTag = string

/** Everything: for what depends on more than other tags can say. */
export const anyTag: CacheTag = 'any'

/** What a value depends on. `expiresAt` is when it changes without a write, in milliseconds; infinity if it never does. */
export type Dependencies = { tags: ReadonlySet<CacheTag>; expiresAt: number }

export type CacheTracker = ReturnType<typeof createCacheTracker>

export function createCacheTracker() {
  const tags = new Set<CacheTag>()
  let expiresAt = Number.POSITIVE_INFINITY
  let used = false
  let prevented = false

  function addTags(added: Iterable<CacheTag>) {
    used = true
    for (const tag of added) tags.add(tag)
  }
  /** Records that the value changes at this time, in milliseconds, without a write. */
  function expireAt(time: number) {
    used = true
    expiresAt = Math.min(expiresAt, time)
  }
  function preventCaching() {
    used = true
    prevented = true
  }
  return {
    addTags,
    expireAt,
    preventCaching,
    /** Records what a part of the value depends on; null for a part that must not be cached. */
    include(part: Dependencies | null) {
      if (!part) return preventCaching()
      addTags(part.tags)
      expireAt(part.expiresAt)
    },
    /** Returns whether anything was recorded. */
    isUsed: () => used,
    /** Returns null if the value must not be cached. */
    dependencies: (): Dependencies | null => (prevented ? null : { tags, expiresAt }),
  }
}
