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
import { countDocuments, countFacets, finishFacets, startFacets, unfilteredFacets } from './facets.ts'
import {
  filterForFacets,
  keepAll,
  keepDaysAndDistance,
  type PreparedFilter,
  prepareFilter,
} from './filter.ts'
import { findShownDays } from './filter-days.ts'
import { collect, collectByRelevance, matchAll } from './full-matches.ts'
import { type Order, orderOf } from './order.ts'
import { collectPartialMatches, matchedShare, maxPartialMatches, totalWeight } from './partial-matches.ts'
import type { Boost } from './score.ts'
import type { SearchIndex } from './search-index.ts'
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
}

/**
 * Returns one page of matches, the number of full matches, and the facets if the query asks for them. Without a full match,
 * the facets count the partial ones.
 */
export function runQuery(index: SearchIndex, query: IndexQuery): IndexResult {
  const plan = planQuery(index, query)
  const { full, top, facets } = findFullMatches(index, plan)
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
  }
}

function findFullMatches(index: SearchIndex, { query, concepts, filter, order, boost, segmentOrder }: Plan) {
  const top = new TopList(query.limit > 0 ? query.offset + query.limit : 0)
  if (query.facets) startFacets(index.taxonomy)
  const unfiltered = unfilteredFacets(concepts, filter)
  let full = 0
  for (const position of segmentOrder) {
    const segment = index.segments[position]
    if (!segment) continue
    releaseWorkingSets()
    const found = matchAll(index, segment, concepts, filter)
    if (!found) continue
    keepDaysAndDistance(found.slots, filter, index, segment, found.list)
    if (found.list.count === 0) continue
    if (query.facets) {
      const filtered = filterForFacets(found.slots, filter, segment, found.list)
      countFacets(filtered, segment, found.list, filter, unfiltered)
      found.slots = filtered.all
    } else keepAll(found.slots, filter, segment, found.list)
    skipEmptyWords(found.slots, found.list)
    full += countSlots(found.slots, found.list)
    if (top.capacity === 0) continue
    if (order.sort === 'relevance') {
      collectByRelevance(top, found, concepts, boost, order, segment, position * maxSegmentSize)
    } else {
      const { slots, list } = found
      const shown = order.days && findShownDays(slots, order.days, index, segment, list, top.capacity)
      collect(top, found, order, shown, segment, position * maxSegmentSize)
    }
  }
  return { full, top, facets: query.facets ? finishFacets(index.taxonomy) : null }
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
