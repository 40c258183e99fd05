/** Runs a query on the index: full matches with their facets first, then partial matches if there is room. */
import type { EngineHit, EngineQuery, EngineResult } from '../../../engine.ts'
import { countEssential, maxPartialMatches, type Tree } from '../../matching.ts'
import { type EmbeddedIndex, newestFirst, type Segment } from '../segment.ts'
import {
  countSlots,
  createBitset,
  maxSegmentSize,
  positionOf,
  releaseBitsets,
  skipEmptyBlocks,
  takeBitset,
  takeBlocks,
  unite,
} from '../slots.ts'
import {
  countDocuments,
  countMatches,
  countVisible,
  type FacetPlan,
  finishFacets,
  planFacets,
  startFacets,
} from './facets.ts'
import {
  filterForFacets,
  keepAlways,
  keepKind,
  keepNumbers,
  keepPart,
  type PreparedFilter,
  partsOf,
  prepareFilter,
} from './filter.ts'
import { matchAll, matchConcept, scoreOf, type WeightedConcept, weighConcepts } from './match.ts'
import { collectByKey, collectByRelevance, type Order, orderOf, TopList } from './order.ts'
import type { Clock } from './segment-sets.ts'
import { collectSoonest } from './soonest.ts'

/** A query with everything that is the same for all segments. */
type Plan = {
  /** The segment with the newest listing comes first: its matches exclude most older ones. */
  segments: Segment[]
  concepts: WeightedConcept[]
  filter: PreparedFilter
  order: Order
  facets: FacetPlan | null
}

export function runQuery(index: EmbeddedIndex, tree: Tree, query: EngineQuery, clock: Clock): EngineResult {
  const { offset, limit } = query
  const plan = planQuery(index, tree, query, clock)
  const top = new TopList(limit > 0 ? Math.min(offset + limit, index.listings) : 0)
  if (query.facets) startFacets(tree)
  let full = 0
  for (const [position, segment] of plan.segments.entries())
    full += addFullMatches(plan, segment, position, top)
  const facets = plan.facets && finishFacets(plan.facets, tree)
  const hits = top.takePage(offset).map((document) => hitOf(plan, document, true))
  if (!query.partial || full >= offset + limit || plan.concepts.length < 2)
    return { hits, full, partial: 0, facets }
  const partial = findPartialMatches(plan)
  const first = Math.max(0, offset - full)
  for (const document of partial.slice(first, first + limit - hits.length))
    hits.push(hitOf(plan, document, false))
  const ofPartial =
    plan.facets && full === 0 && partial.length > 0
      ? countDocuments(plan.facets, tree, plan.segments, partial)
      : facets
  return { hits, full, partial: partial.length, facets: ofPartial }
}

function planQuery(index: EmbeddedIndex, tree: Tree, query: EngineQuery, clock: Clock): Plan {
  const concepts = weighConcepts(index, tree, query.concepts)
  const filter = prepareFilter(query.filter, tree, clock)
  return {
    segments: newestFirst(index),
    concepts,
    filter,
    order: orderOf(query, filter, clock),
    facets: query.facets && planFacets(query.facets, concepts, filter),
  }
}

function hitOf({ segments, filter }: Plan, document: number, full: boolean): EngineHit {
  const segment = segments[Math.floor(document / maxSegmentSize)]
  const slot = document % maxSegmentSize
  const place = segment?.columns.place[slot] ?? 0
  return { id: segment?.idOf(slot) ?? '', place, km: filter.nearby?.km[place] ?? null, full }
}

/** Adds the full matches of one segment to the list, and to the facets. Returns their number. */
function addFullMatches(
  { concepts, filter, order, facets }: Plan,
  segment: Segment,
  position: number,
  top: TopList,
): number {
  releaseBitsets()
  if (facets) countVisible(facets, filter, segment)
  const ignored = facets?.ignored ?? []
  const found = matchAll(segment, concepts, filter, ignored)
  if (!found) return 0
  const { list } = found
  if (facets) {
    const filtered = filterForFacets(found.slots, ignored, filter, segment, list)
    countMatches(facets, filtered, segment, list)
    found.slots = filtered.all
    skipEmptyBlocks(found.slots, list)
  }
  const full = countSlots(found.slots, list)
  if (top.capacity === 0 || full === 0) return full
  const firstDocument = position * maxSegmentSize
  if (order.sort === 'relevance') collectByRelevance(top, found, concepts, order, segment, firstDocument)
  else if (order.sort === 'soonest')
    collectSoonest({ top, order, segment, slots: found.slots, list, firstDocument })
  else collectByKey(top, found, order, segment, firstDocument)
  return full
}

// ── Partial matches ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Greater than every score: the matched weight times this, plus the score, orders by weight and then by score. */
const scoreRange = 2 ** 27

const maxUint32 = 0xffff_ffff

const weightOf = (primary: number) => Math.floor(-primary / scoreRange)

/** Returns the partial matches, as documents: by matched weight, then score, then newest. */
function findPartialMatches(plan: Plan): number[] {
  const top = new TopList(maxPartialMatches)
  for (const [position, segment] of plan.segments.entries()) {
    releaseBitsets()
    collectPartialMatches(top, plan, segment, position * maxSegmentSize)
  }
  return top.takePage(0)
}

function collectPartialMatches(
  top: TopList,
  { concepts, filter }: Plan,
  segment: Segment,
  firstDocument: number,
): void {
  const weights = concepts.map(({ weight }) => weight)
  const half = Math.ceil(weights.reduce((sum, weight) => sum + weight, 0) / 2)
  const least =
    top.worstPrimary === Number.POSITIVE_INFINITY ? half : Math.max(half, weightOf(top.worstPrimary))
  const essential = countEssential(weights, least)
  const list = takeBlocks(segment.size)
  const slots = takeBitset(null)
  const matches = concepts.slice(0, essential).map((concept) => matchConcept(segment, concept, list))
  for (const match of matches) unite(slots, match.at(-1) ?? noSlots, list)
  skipEmptyBlocks(slots, list)
  keepKind(slots, filter, segment, list)
  keepAlways(slots, filter, segment, list)
  for (const part of partsOf(filter)) keepPart(slots, part, filter, segment, list)
  keepNumbers(slots, filter, segment, list)
  skipEmptyBlocks(slots, list)
  if (list.count === 0) return
  for (const concept of concepts.slice(essential)) matches.push(matchConcept(segment, concept, list))
  const found = matches.map((match) => match.at(-1) ?? noSlots)
  const { posted } = segment.columns
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    let full = -1
    for (const match of found) full &= match[index] ?? 0
    for (let word = (slots[index] ?? 0) & ~full; word !== 0; word &= word - 1) {
      const bit = word & -word
      let weight = 0
      for (let concept = 0; concept < found.length; concept++)
        if (((found[concept]?.[index] ?? 0) & bit) !== 0) weight += weights[concept] ?? 0
      if (weight < least) continue
      const slot = index * 32 + positionOf(bit)
      const score = scoreOf(concepts, matches, segment.columns, slot)
      top.add(-(weight * scoreRange + score), maxUint32 - (posted[slot] ?? 0), firstDocument + slot)
    }
  }
}

const noSlots = createBitset()
