/** Runs a query on the index: full matches with their facets first, then partial matches if there is room. */
import {
  type FacetCounts,
  type IndexHit,
  type IndexQuery,
  type IndexResult,
  maxSegmentSize,
  type Position,
} from '../types.ts'
import { countSlots, skipEmptyWords } from './bitset.ts'
import { boostOf, type WeightedConcept, weighConcepts } from './concepts.ts'
import {
  addStoredCounts,
  countDocuments,
  countFacets,
  finishFacets,
  startFacets,
  storeCounts,
  unfilteredFacets,
} from './facets.ts'
import {
  filterForFacets,
  keepAll,
  keepDaysAndDistance,
  type PreparedFilter,
  prepareFilter,
} from './filter.ts'
import { findShownDays } from './filter-days.ts'
import { collect, collectByRelevance, matchAll, matchDeleted } from './full-matches.ts'
import { type Order, orderOf } from './order.ts'
import { collectPartialMatches, matchedShare, maxPartialMatches, totalWeight } from './partial-matches.ts'
import { keyOfMatches, keyOfTop, type QueryCache, type Removal, type StoredMatches } from './query-cache.ts'
import type { Boost } from './score.ts'
import type { SearchIndex } from './search-index.ts'
import type { Segment } from './segment.ts'
import { idsUnder } from './taxonomy.ts'
import { TopList } from './top-list.ts'
import { releaseWorkingSets } from './working-sets.ts'

/** A query with everything that is the same for all segments. */
type Plan = {
  query: IndexQuery
  concepts: WeightedConcept[]
  filter: PreparedFilter
  order: Order
  boost: Boost | null
  /** Positions in `segments`, the segment with the newest listing first: its matches exclude most older ones. */
  segmentOrder: number[]
  /** About how many listings match every concept, or more. */
  expectedMatches: number
}

/**
 * Returns one page of matches, the number of full matches, and the facets if the query asks for them. Without a full match,
 * the facets count the partial ones. A cache is only for queries on the same index.
 */
export function runQuery(
  index: SearchIndex,
  query: IndexQuery,
  cache: QueryCache | null = null,
): IndexResult {
  const plan = planQuery(index, query)
  const { full, top, facets } = findFullMatches(index, plan, cache)
  const hits = top.page(query.offset).map(({ document }) => hitOf(index, plan, document, 1))
  if (full >= query.offset + query.limit || plan.concepts.length < 2) {
    return { hits, full, partial: 0, facets }
  }
  const partial = findPartialMatches(index, plan)
  const offset = Math.max(0, query.offset - full)
  const room = query.limit - hits.length
  return {
    ...{ hits: [...hits, ...partial.hits(offset, room)], full, partial: partial.count },
    facets: facets && full === 0 && partial.count > 0 ? countDocuments(index, partial.documents) : facets,
  }
}

/** Counts the facets of some hits only. */
export function countHits(index: SearchIndex, hits: Position[]): FacetCounts {
  const position = new Map(index.segments.map(({ id }, at) => [id, at]))
  const documents = hits.map(({ segment, slot }) => (position.get(segment) ?? -1) * maxSegmentSize + slot)
  return countDocuments(index, documents)
}

function planQuery(index: SearchIndex, query: IndexQuery): Plan {
  const { taxonomy, segments } = index
  const concepts = weighConcepts(index, query.concepts)
  const expectedMatches = Math.min(index.documentCount, ...concepts.map(({ matches }) => matches))
  const filter = prepareFilter(query.filter, taxonomy, query.clock)
  const newest = (position: number) => segments[position]?.columns.posted[0] ?? 0
  return {
    query,
    concepts,
    filter,
    order: orderOf(query, filter),
    boost: query.boost && {
      places: idsUnder(taxonomy.placeParent, query.boost.ids),
      gain: boostOf(concepts),
    },
    segmentOrder: [...segments.keys()].sort((a, b) => newest(b) - newest(a)),
    expectedMatches,
  }
}

/** Deeper pages are rare, and their lists long. */
const maxStoredEntries = 300

/** Finds the full matches, those in large segments with the help of what an equal query found. */
function findFullMatches(index: SearchIndex, plan: Plan, cache: QueryCache | null) {
  const { query, segmentOrder } = plan
  const top = new TopList(query.limit > 0 ? query.offset + query.limit : 0)
  if (query.facets) startFacets(index.taxonomy)
  const key = cache?.popularKey(plan.expectedMatches, () => keyOfMatches(query)) ?? null
  const isStored = (position: number) => {
    const segment = index.segments[position]
    return key !== null && segment !== undefined && cache?.isStored(segment) === true
  }
  const stored = segmentOrder.filter(isStored)
  let full = cache && key !== null && stored.length > 0 ? addStored(index, plan, cache, key, stored, top) : 0
  for (const position of segmentOrder)
    if (!isStored(position)) full += addSegment(index, plan, position, top, query.facets)
  return { full, top, facets: query.facets ? finishFacets(index.taxonomy) : null }
}

/** Adds the full matches of large segments to the list and the facets, from the cache where it has them. Returns their number. */
function addStored(
  index: SearchIndex,
  plan: Plan,
  cache: QueryCache,
  key: string,
  positions: number[],
  top: TopList,
): number {
  const { query, concepts } = plan
  const segments = positions.flatMap((position) => index.segments[position] ?? [])
  const known = cache.matches.get(key, segments)
  const storesTop = top.capacity > 0 && top.capacity <= maxStoredEntries && query.boost === null
  const topKey = keyOfTop(key, query.sort, top.capacity, concepts)
  const knownTop = storesTop ? cache.tops.get(topKey, segments) : null
  // Instead of an entry that was deleted, another one follows at the end of the list.
  const first = knownTop?.removals.some(({ position, slots }) =>
    knownTop.value.some((entry) => entry.segment === position && slots.has(entry.slot)),
  )
    ? null
    : knownTop?.value
  const needsTop = top.capacity > 0 && !first
  let found = 0
  if (needsTop || !known)
    for (const position of positions)
      found += addSegment(index, plan, position, needsTop ? top : noTop, query.facets && !known)
  for (const { primary, secondary, segment, slot } of first ?? [])
    top.add(primary, secondary, (positions[segment] ?? 0) * maxSegmentSize + slot)
  if (needsTop && storesTop) cache.tops.set(topKey, segments, storedEntries(top, positions))
  if (known) return addStoredMatches(index, plan, cache, key, segments, known)
  cache.matches.set(key, segments, { full: found, counts: query.facets ? storeCounts() : null })
  return found
}

const noTop = new TopList(0)

const storedEntries = (top: TopList, positions: number[]) =>
  top.entries().map(({ primary, secondary, document }) => ({
    ...{ primary, secondary, slot: document % maxSegmentSize },
    segment: positions.indexOf(Math.floor(document / maxSegmentSize)),
  }))

/** Adds stored matches to the facets, without those that were deleted since. Returns their number. */
function addStoredMatches(
  index: SearchIndex,
  plan: Plan,
  cache: QueryCache,
  key: string,
  segments: Segment[],
  { value, removals }: { value: StoredMatches; removals: Removal[] },
): number {
  if (removals.length === 0) {
    if (value.counts) addStoredCounts(value.counts, 1)
    return value.full
  }
  let { full } = value
  for (const { segment, slots } of removals) full -= countRemoved(index, plan, segment, slots)
  if (value.counts) {
    const removed = storeCounts()
    startFacets(index.taxonomy)
    addStoredCounts(value.counts, 1)
    addStoredCounts(removed, -1)
  }
  cache.matches.set(key, segments, { full, counts: value.counts && storeCounts() })
  return full
}

/** Adds the full matches of one segment to the list, and to the facets. Returns their number. */
function addSegment(
  index: SearchIndex,
  plan: Plan,
  position: number,
  top: TopList,
  countsFacets: boolean,
): number {
  const { concepts, filter, order, boost } = plan
  const segment = index.segments[position]
  if (!segment) return 0
  releaseWorkingSets()
  const found = matchAll(index, segment, concepts, filter)
  if (!found) return 0
  keepDaysAndDistance(found.slots, filter, index, segment, found.list)
  if (found.list.count === 0) return 0
  if (countsFacets) {
    const filtered = filterForFacets(found.slots, filter, segment, found.list)
    countFacets(filtered, segment, found.list, filter, unfilteredFacets(concepts, filter))
    found.slots = filtered.all
  } else keepAll(found.slots, filter, segment, found.list)
  skipEmptyWords(found.slots, found.list)
  const full = countSlots(found.slots, found.list)
  if (top.capacity === 0) return full
  if (order.sort === 'relevance') {
    collectByRelevance(top, found, concepts, boost, order, segment, position * maxSegmentSize)
  } else {
    const { slots, list } = found
    const shown = order.days && findShownDays(slots, order.days, index, segment, list, top.capacity)
    collect(top, found, order, shown, segment, position * maxSegmentSize)
  }
  return full
}

/** Counts the facets of deleted slots as if they were not. Returns how many of them were full matches. */
function countRemoved(
  index: SearchIndex,
  { query, concepts, filter }: Plan,
  segment: Segment,
  slots: Set<number>,
) {
  releaseWorkingSets()
  const found = matchDeleted(index, segment, concepts, filter, slots)
  if (!found) return 0
  keepDaysAndDistance(found.slots, filter, index, segment, found.list)
  if (!query.facets) {
    keepAll(found.slots, filter, segment, found.list)
    return countSlots(found.slots, found.list)
  }
  const filtered = filterForFacets(found.slots, filter, segment, found.list)
  countFacets(filtered, segment, found.list, filter, null)
  return countSlots(filtered.all, found.list)
}

function findPartialMatches(index: SearchIndex, plan: Plan) {
  const { concepts, filter, boost, segmentOrder } = plan
  const top = new TopList(maxPartialMatches)
  const total = totalWeight(concepts)
  for (const position of segmentOrder) {
    const segment = index.segments[position]
    if (!segment) continue
    releaseWorkingSets()
    collectPartialMatches(top, index, segment, concepts, filter, boost, position * maxSegmentSize)
  }
  return {
    count: top.size(),
    documents: top.page(0).map(({ document }) => document),
    hits: (offset: number, limit: number) =>
      top
        .page(offset)
        .slice(0, limit)
        .map(({ document, primary }) => hitOf(index, plan, document, matchedShare(primary, total))),
  }
}

function hitOf({ segments }: SearchIndex, { filter }: Plan, document: number, matched: number): IndexHit {
  const position = Math.floor(document / maxSegmentSize)
  const slot = document % maxSegmentSize
  const segment = segments[position]
  const km = filter.nearby?.km.get(segment?.columns.place[slot] ?? 0) ?? null
  return { segment: segment?.id ?? 0, slot, matched, km }
}
