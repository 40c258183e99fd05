/**
 * Remembers what popular queries find in large segments. These change little: listings are added to small segments, so only those
 * that were deleted since have to be taken away. Counting the facets of a common word reads every listing that contains it. Lists without
 * words have counts of their own.
 */
import { LRUCache } from 'lru-cache'
import type { FacetLevel, IndexQuery } from '../types.ts'
import type { Columns } from './columns.ts'
import type { WeightedConcept } from './concepts.ts'
import type { StoredCounts } from './facets.ts'
import { createPairCounts, type PairCounts } from './pair-counts.ts'
import type { RemovedSlots, Segment } from './segment.ts'
import type { IndexTaxonomy } from './taxonomy.ts'

/** The number of matches, and their facets if the query asks for them. */
export type StoredMatches = { full: number; counts: StoredCounts | null }
/** The first of an order. `segment` is a position among the segments of the result. */
type StoredTop = { primary: number; secondary: number; segment: number; slot: number }[]
/** The number of events on a day, and the first of them as `find-by-day.ts` orders them. `segment` is an id. */
export type StoredDay = { total: number; beginning: StoredCandidate[]; continuing: StoredCandidate[] }
export type StoredCandidate = { segment: number; slot: number; minute: number; posted: number }

/** The slots of a segment that were deleted since a result was stored. `position` counts from 0. */
export type Removal = { segment: Segment; position: number; slots: Set<number> }

/** Results of one kind, each for certain segments. */
type StoredResults<Value> = {
  /** Returns the result for earlier versions of these segments, and what was deleted since; null if there is none. */
  get: (key: string, segments: Segment[]) => { value: Value; removals: Removal[] } | null
  set: (key: string, segments: Segment[], value: Value) => void
}

export type QueryCache = {
  /** Whether results for a segment are stored. */
  isStored: (segment: Segment) => boolean
  /**
   * Returns the key of a query that finds about `matches` listings; null if its results are not worth storing, because it is fast
   * or runs for the first time. Records that the query ran.
   */
  popularKey: (matches: number, keyOf: () => string) => string | null
  /** Returns the counts of these segments, of an index with this many listings; null if it is small, or they are not counted yet. */
  pairsOf: (segments: Segment[], listings: number, taxonomy: IndexTaxonomy) => PairCounts | null
  matches: StoredResults<StoredMatches>
  tops: StoredResults<StoredTop>
  days: StoredResults<StoredDay[]>
}

type QueryCacheLimits = {
  /** The least number of listings of a segment, and of matches of a query. */
  minSegmentSize: number
  minMatches: number
  /** From this many listings on, the listings of each topic in each place are counted, which takes 14 MB. */
  minListingsForPairs: number
}

const defaultLimits: QueryCacheLimits = {
  minSegmentSize: 8_192,
  minMatches: 1_000,
  minListingsForPairs: 200_000,
}
const maxBytes = { matches: 8 * 1024 * 1024, tops: 2 * 1024 * 1024, days: 4 * 1024 * 1024 }
/** Recent queries that are recorded. Each takes about 500 bytes. */
const maxRecorded = 2_000
/** With more deletions, finding everything again costs as much. */
const maxRemovals = 200

/** All queries of a cache are on the same index, of which segments may have other versions. */
export function createQueryCache(limits: Partial<QueryCacheLimits> = {}): QueryCache {
  const { minSegmentSize, minMatches, minListingsForPairs } = { ...defaultLimits, ...limits }
  const pairs = createPairCounts()
  const recorded = new LRUCache<string, true>({ max: maxRecorded })
  return {
    isStored: ({ size, removed }) => removed !== null && size >= minSegmentSize,
    popularKey(matches, keyOf) {
      if (matches < minMatches) return null
      const key = keyOf()
      if (recorded.get(key)) return key
      recorded.set(key, true)
      return null
    },
    pairsOf: (segments, listings, taxonomy) =>
      listings >= minListingsForPairs && pairs.follow(segments, taxonomy) ? pairs : null,
    matches: createResults(maxBytes.matches, ({ counts }) =>
      counts ? counts.topics.byteLength + counts.places.byteLength + counts.cells.byteLength : 0,
    ),
    tops: createResults(maxBytes.tops, (entries) => bytesPerObject * entries.length),
    days: createResults(maxBytes.days, (days) =>
      days.reduce(
        (sum, { beginning, continuing }) => sum + bytesPerObject * (1 + beginning.length + continuing.length),
        0,
      ),
    ),
  }
}

/** Returns what the matches of a query and the counts of these facets depend on. */
export function keyOfMatches({ filter, clock, concepts }: IndexQuery, facets: FacetLevel): string {
  // Events end at any minute.
  const minute = filter.kind === 'event' ? Math.floor(clock.now / 60) : 0
  return JSON.stringify([filter, minute, facets, concepts])
}

/** Returns what the order of the matches depends on, too. `entries` is the length of the list. */
export const keyOfTop = (
  keyOfMatches: string,
  sort: IndexQuery['sort'],
  entries: number,
  concepts: WeightedConcept[],
): string => `${keyOfMatches} ${sort} ${entries} ${concepts.map(({ weight }) => weight).join()}`

/** Does not keep the columns alive. */
type SegmentVersion = { columns: WeakRef<Columns>; removed: RemovedSlots }

const bytesPerSegment = 100
const bytesPerObject = 60
const bytesPerResult = 1_000

function createResults<Value>(maxSize: number, sizeOf: (value: Value) => number): StoredResults<Value> {
  const results = new LRUCache<string, { versions: SegmentVersion[]; value: Value }>({
    maxSize,
    sizeCalculation: ({ versions, value }) =>
      bytesPerResult + bytesPerSegment * versions.length + sizeOf(value),
  })
  return {
    get(key, segments) {
      const result = results.get(key)
      if (result?.versions.length !== segments.length) return null
      const removals: Removal[] = []
      let removed = 0
      for (const [position, segment] of segments.entries()) {
        const slots = removedSince(segment, result.versions[position])
        if (!slots) return null
        if (slots.size > 0) removals.push({ segment, position, slots })
        removed += slots.size
      }
      return removed > maxRemovals ? null : { value: result.value, removals }
    },
    set(key, segments, value) {
      const versions = segments.flatMap(({ columns, removed }) =>
        removed ? { columns: new WeakRef(columns), removed } : [],
      )
      results.set(key, { versions, value })
    },
  }
}

const noSlots = new Set<number>()

/** Returns the slots that were deleted after a version of a segment; null if it is none of this segment or a later one. */
function removedSince(
  { columns, removed }: Segment,
  version: SegmentVersion | undefined,
): Set<number> | null {
  if (!removed || version?.removed.slots !== removed.slots || version.columns.deref() !== columns) return null
  const { count } = version.removed
  if (count === removed.count) return noSlots
  return count > removed.count ? null : new Set(removed.slots.slice(count, removed.count))
}
