/** Runs a query on the index: full matches with their facets first, then partial matches if there is room. */
import {
  type FacetCounts,
  type IndexHit,
  type IndexQuery,
  type IndexResult,
  maxSegmentSize,
  type Position,
} from '../types.ts'
import { addSegment, collectSegment, countRemoved, type Plan } from './add-segment.ts'
import { boostOf, weighConcepts } from './concepts.ts'
import {
  addKnownFacets,
  addPairFacets,
  addStoredCounts,
  countDocuments,
  filtersAtMostPlaces,
  finishFacets,
  type KnownFacets,
  levelOf,
  startFacets,
  storeCounts,
} from './facets.ts'
import { prepareFilter } from './filter.ts'
import { withoutEmptyUnits } from './filter-days.ts'
import { orderOf } from './order.ts'
import type { PairCounts } from './pair-counts.ts'
import { collectPartialMatches, matchedShare, maxPartialMatches, totalWeight } from './partial-matches.ts'
import { keyOfMatches, keyOfTop, type QueryCache, type Removal, type StoredMatches } from './query-cache.ts'
import type { SearchIndex } from './search-index.ts'
import type { Segment } from './segment.ts'
import { idsUnder } from './taxonomy.ts'
import { TopList } from './top-list.ts'
import { releaseWorkingSets } from './working-sets.ts'

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
    facets: facets && full === 0 && partial.count > 0 ? countDocuments(index, partial.documents()) : facets,
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
  const prepared = prepareFilter(query.filter, taxonomy, query.clock)
  const filter = { ...prepared, days: prepared.days && withoutEmptyUnits(prepared.days, index) }
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
    facets: levelOf(query.facets, concepts, filter),
  }
}

/** Deeper pages are rare, and their lists long. */
const maxStoredEntries = 300

/** Finds the full matches, those in large segments with the help of what an equal query found. */
function findFullMatches(index: SearchIndex, planned: Plan, cache: QueryCache | null) {
  const { query, segmentOrder } = planned
  const top = new TopList(query.limit > 0 ? query.offset + query.limit : 0)
  const isStored = (position: number) => {
    const segment = index.segments[position]
    return segment !== undefined && cache?.isStored(segment) === true
  }
  const large = segmentOrder.filter(isStored)
  const pairs = cache && pairsFor(index, planned, cache, large)
  const plan = pairs && planned.facets === 'top' ? { ...planned, facets: 'all' as const } : planned
  const countsFacets = plan.facets !== 'none'
  if (countsFacets) startFacets(index.taxonomy, plan.facets)
  let full = 0
  if (pairs) full = addCounted(index, plan, pairs, large, top)
  else if (cache) full = addLarge(index, plan, cache, large, top)
  for (const position of segmentOrder)
    if (!isStored(position)) full += addSegment(index, plan, position, top, countsFacets)
  return { full, top, facets: countsFacets ? finishFacets(index.taxonomy) : null }
}

/** Returns the counts of pairs if they contain what a query counts in these segments. */
const pairsFor = (index: SearchIndex, { concepts, filter }: Plan, cache: QueryCache, positions: number[]) =>
  filtersAtMostPlaces(concepts, filter)
    ? cache.pairsOf(segmentsAt(index, positions), index.documentCount, index.taxonomy)
    : null

/** Adds the best of these segments to the list, and what is counted of them to the facets. Returns the number of full matches. */
function addCounted(
  index: SearchIndex,
  plan: Plan,
  pairs: PairCounts,
  positions: number[],
  top: TopList,
): number {
  const { filter, facets } = plan
  if (facets !== 'none') addPairFacets(pairs.facets(filter, facets === 'places'))
  if (top.capacity > 0) {
    const maxRank = pairs.rankOf(filter, top.capacity)
    for (const position of positions) collectSegment(index, plan, position, top, maxRank)
  }
  return pairs.count(filter)
}

/** Adds the full matches of large segments to an empty list and to facets that are not counted yet. Returns their number. */
function addLarge(index: SearchIndex, plan: Plan, cache: QueryCache, positions: number[], top: TopList) {
  if (positions.length === 0) return 0
  const key = cache.popularKey(plan.expectedMatches, () => keyOfMatches(plan.query, plan.facets))
  return key === null
    ? addSegments(index, plan, cache, positions, top, plan.facets !== 'none')
    : addStored(index, plan, cache, key, positions, top)
}

/** Adds the full matches of these segments to the list, and to facets that are not counted yet. Returns their number. */
function addSegments(
  index: SearchIndex,
  plan: Plan,
  cache: QueryCache,
  positions: number[],
  top: TopList,
  countsFacets: boolean,
): number {
  const known =
    countsFacets && plan.facets !== 'places' ? findKnownFacets(index, plan, cache, positions) : null
  let found = 0
  for (const position of positions) found += addSegment(index, plan, position, top, countsFacets, known)
  if (known) addKnownFacets(known)
  return found
}

/**
 * Returns the facets that ignore the topics or the places of the filter. They are those of the query without them, which is more
 * often asked: the towns with plumbers are the same whichever of them is chosen. Null if nothing is filtered by topic or place, or
 * if such a query is not popular.
 */
function findKnownFacets(
  index: SearchIndex,
  plan: Plan,
  cache: QueryCache,
  positions: number[],
): KnownFacets | null {
  const { topics, places } = plan.filter
  const wider = [...(topics ? [withoutTopics(plan)] : []), ...(places ? [withoutPlaces(plan)] : [])]
  if (wider.length === 0) return null
  const counts = wider.map((each) => {
    const key = cache.popularKey(each.expectedMatches, () => keyOfMatches(each.query, each.facets))
    if (key === null) return null
    const stored = cache.matches.get(key, segmentsAt(index, positions))
    if (stored?.value.counts && stored.removals.length === 0) return stored.value.counts
    startFacets(index.taxonomy, 'all')
    addStored(index, each, cache, key, positions, noTop)
    return storeCounts()
  })
  startFacets(index.taxonomy, 'all')
  if (counts.includes(null)) return null
  return { topics: topics && (counts[0]?.topics ?? null), places: places && (counts.at(-1)?.places ?? null) }
}

function withoutTopics(plan: Plan): Plan {
  const { category: _, subcategory: __, ...ids } = plan.query.filter.ids
  return {
    ...plan,
    query: { ...plan.query, filter: { ...plan.query.filter, ids } },
    filter: { ...plan.filter, topics: null },
  }
}

function withoutPlaces(plan: Plan): Plan {
  const { country: _, state: __, city: ___, ...ids } = plan.query.filter.ids
  return {
    ...plan,
    query: { ...plan.query, filter: { ...plan.query.filter, ids } },
    filter: { ...plan.filter, places: null },
  }
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
  const { query, concepts, facets } = plan
  const countsFacets = facets !== 'none'
  const segments = segmentsAt(index, positions)
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
  const found =
    needsTop || !known
      ? addSegments(index, plan, cache, positions, needsTop ? top : noTop, countsFacets && !known)
      : 0
  for (const { primary, secondary, segment, slot } of first ?? [])
    top.add(primary, secondary, (positions[segment] ?? 0) * maxSegmentSize + slot)
  if (needsTop && storesTop) cache.tops.set(topKey, segments, storedEntries(top, positions))
  if (known) return addStoredMatches(index, plan, cache, key, segments, known)
  cache.matches.set(key, segments, { full: found, counts: countsFacets ? storeCounts() : null })
  return found
}

const noTop = new TopList(0)

const segmentsAt = ({ segments }: SearchIndex, positions: number[]): Segment[] =>
  positions.flatMap((position) => segments[position] ?? [])

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
    startFacets(index.taxonomy, plan.facets)
    addStoredCounts(value.counts, 1)
    addStoredCounts(removed, -1)
  }
  cache.matches.set(key, segments, { full, counts: value.counts && storeCounts() })
  return full
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
  const entries = top.page(0)
  return {
    count: entries.length,
    documents: () => entries.map(({ document }) => document),
    hits: (offset: number, limit: number) =>
      entries
        .slice(offset, offset + limit)
        .map(({ document, primary }) => hitOf(index, plan, document, matchedShare(primary, total))),
  }
}

function hitOf({ segments }: SearchIndex, { filter }: Plan, document: number, matched: number): IndexHit {
  const position = Math.floor(document / maxSegmentSize)
  const slot = document % maxSegmentSize
  const segment = segments[position]
  const placeId = segment?.columns.place[slot] ?? 0
  const km = filter.nearby?.km.get(placeId) ?? null
  return { segment: segment?.id ?? 0, slot, matched, km, placeId }
}
