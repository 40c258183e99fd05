/** Finds the full matches of a query in one segment. */
import { type FacetLevel, type IndexQuery, maxSegmentSize } from '../types.ts'
import { countSlots, skipEmptyWords } from './bitset.ts'
import { collect } from './collect.ts'
import { collectFiltered } from './collect-filtered.ts'
import type { WeightedConcept } from './concepts.ts'
import { countFacets, countOtherFacets, countPlaces, type KnownFacets, unfilteredFacets } from './facets.ts'
import { filterForFacets, keepAll, keepDaysAndDistance, type PreparedFilter } from './filter.ts'
import { collectByRelevance, matchAll, matchDeleted, matchTopicsAndPlaces } from './full-matches.ts'
import type { Order } from './order.ts'
import type { Boost } from './score.ts'
import type { SearchIndex } from './search-index.ts'
import type { Segment } from './segment.ts'
import { collectSoonest } from './soonest.ts'
import type { TopList } from './top-list.ts'
import { releaseWorkingSets } from './working-sets.ts'

/** A query with everything that is the same for all segments. */
export type Plan = {
  query: IndexQuery
  concepts: WeightedConcept[]
  filter: PreparedFilter
  order: Order
  boost: Boost | null
  /** Positions in `segments`, the segment with the newest listing first: its matches exclude most older ones. */
  segmentOrder: number[]
  /** About how many listings match every concept, or more. */
  expectedMatches: number
  /** Which facets to count: `levelOf` what the query asks for. */
  facets: FacetLevel
}

/**
 * Adds the full matches of one segment to the list, and to the facets. Returns their number. If the facets that ignore the
 * topics or places of the filter are known, it reads only listings with these topics and places.
 */
export function addSegment(
  index: SearchIndex,
  plan: Plan,
  position: number,
  top: TopList,
  countsFacets: boolean,
  known: KnownFacets | null = null,
): number {
  const { concepts, filter, order, boost } = plan
  const segment = index.segments[position]
  if (!segment) return 0
  releaseWorkingSets()
  const countsOnlyPlaces = plan.facets === 'places'
  // Facets that ignore the topics or the places need the listings of all of them.
  const needsAll = countsFacets && !countsOnlyPlaces && known === null
  const isNarrow = !needsAll && (filter.topics !== null || filter.places !== null)
  const found = isNarrow
    ? matchTopicsAndPlaces(index, segment, concepts, filter)
    : matchAll(index, segment, concepts, filter)
  if (!found) return 0
  keepDaysAndDistance(found.slots, filter, index, segment, found.list)
  if (found.list.count === 0) return 0
  const remaining = isNarrow ? { ...filter, topics: null, places: null } : filter
  if (countsFacets && !countsOnlyPlaces) {
    const filtered = filterForFacets(found.slots, remaining, segment, found.list)
    if (known) countOtherFacets(filtered, segment, found.list, known)
    else
      countFacets(filtered, segment, found.list, filter, unfilteredFacets(concepts, filter), index.taxonomy)
    found.slots = filtered.all
  } else keepAll(found.slots, remaining, segment, found.list)
  skipEmptyWords(found.slots, found.list)
  const full = countSlots(found.slots, found.list)
  if (countsFacets && countsOnlyPlaces) countPlaces(found.slots, full, segment, found.list, filter)
  if (top.capacity === 0) return full
  const firstDocument = position * maxSegmentSize
  if (order.sort === 'relevance')
    collectByRelevance(top, found, concepts, boost, order, segment, firstDocument)
  else if (order.sort === 'soonest') collectSoonest({ ...found, top, order, index, segment, firstDocument })
  else collect(top, found, order, segment, firstDocument)
  return full
}

/** Adds the full matches of one segment to the list only: their number and facets are known. */
export function collectSegment(
  index: SearchIndex,
  plan: Plan,
  position: number,
  top: TopList,
  maxRank: number,
): void {
  const segment = index.segments[position]
  if (!segment) return
  const firstDocument = position * maxSegmentSize
  if (!collectFiltered(top, plan.filter, plan.order, segment, firstDocument, maxRank))
    addSegment(index, plan, position, top, false)
}

/** Counts the facets of deleted slots as if they were not. Returns how many of them were full matches. */
export function countRemoved(
  index: SearchIndex,
  { facets, concepts, filter }: Plan,
  segment: Segment,
  slots: Set<number>,
) {
  releaseWorkingSets()
  const found = matchDeleted(index, segment, concepts, filter, slots)
  if (!found) return 0
  keepDaysAndDistance(found.slots, filter, index, segment, found.list)
  if (facets === 'none' || facets === 'places') {
    keepAll(found.slots, filter, segment, found.list)
    const full = countSlots(found.slots, found.list)
    if (facets === 'places') countPlaces(found.slots, null, segment, found.list, filter)
    return full
  }
  const filtered = filterForFacets(found.slots, filter, segment, found.list)
  countFacets(filtered, segment, found.list, filter, null, index.taxonomy)
  return countSlots(filtered.all, found.list)
}
