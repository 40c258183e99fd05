/** Runs a query on the index: full matches with their facets first, then partial matches if there is room. */
import type { EngineFacets, EngineHit, EngineQuery, EngineResult } from '../../../engine.ts'
import type { Tree } from '../../matching.ts'
import { type EmbeddedIndex, newestFirst, type Segment } from '../segment.ts'
import {
  type Bitset,
  countSlots,
  createBitset,
  maxSegmentSize,
  positionOf,
  releaseWorkingSets,
  skipEmptyWords,
  takeBitset,
  takeWordList,
  unite,
  type WordList,
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
  const top = new TopList(limit > 0 ? offset + limit : 0)
  if (query.facets) startFacets(tree)
  let full = 0
  for (const [position, segment] of plan.segments.entries())
    full += addFullMatches(plan, segment, position, top)
  const facets = query.facets && finishFacets(query.facets, tree)
  const hits = top.page(offset).map((document) => hitOf(plan, document, true))
  if (!query.partial || full >= offset + limit || plan.concepts.length < 2)
    return { hits, full, partial: 0, facets }
  const partial = findPartialMatches(plan)
  const first = Math.max(0, offset - full)
  for (const document of partial.slice(first, first + limit - hits.length))
    hits.push(hitOf(plan, document, false))
  const shown = facets && full === 0 && partial.length > 0 ? countPartial(plan, tree, query, partial) : facets
  return { hits, full, partial: partial.length, facets: shown }
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

function countPartial(
  { segments }: Plan,
  tree: Tree,
  { facets }: EngineQuery,
  documents: number[],
): EngineFacets | null {
  startFacets(tree)
  countDocuments(segments, documents)
  return facets && finishFacets(facets, tree)
}

function hitOf({ segments, filter }: Plan, document: number, full: boolean): EngineHit {
  const segment = segments[Math.floor(document / maxSegmentSize)]
  const slot = document % maxSegmentSize
  const place = segment?.columns.place[slot] ?? 0
  return { id: segment?.idOf(slot) ?? '', place, km: filter.nearby?.km.get(place) ?? null, full }
}

/** Adds the full matches of one segment to the list, and to the facets. Returns their number. */
function addFullMatches(
  { concepts, filter, order, facets }: Plan,
  segment: Segment,
  position: number,
  top: TopList,
): number {
  releaseWorkingSets()
  if (facets) countVisible(facets, filter, segment)
  const ignored = facets?.ignored ?? []
  const found = matchAll(segment, concepts, filter, ignored)
  if (!found) return 0
  const { list } = found
  if (facets) {
    const filtered = filterForFacets(found.slots, ignored, filter, segment, list)
    countMatches(facets, filtered, segment, list)
    found.slots = filtered.all
    skipEmptyWords(found.slots, list)
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

/** The most partial matches that follow the full ones. */
const maxPartialMatches = 200

/** Greater than every score: the matched weight times this, plus the score, orders by weight and then by score. */
const scoreRange = 2 ** 27

const maxUint32 = 0xffff_ffff

/** Which concepts a match of at least `weight` needs: one of the first `essential`, and `minConcepts` in total. */
type Requirement = { weight: number; essential: number; minConcepts: number }

/** Testing for more concepts at once costs more than scoring the few listings that it would discard. */
const maxTestedConcepts = 4

const totalWeight = (concepts: readonly WeightedConcept[]) =>
  concepts.reduce((sum, { weight }) => sum + weight, 0)

/** Derives what a weight requires. The concepts with the greatest weight come first. */
function requireWeight(concepts: readonly WeightedConcept[], weight: number): Requirement {
  let minConcepts = 0
  for (let reached = 0; reached < weight; minConcepts++) reached += concepts[minConcepts]?.weight ?? weight
  let essential = concepts.length
  for (let rest = 0; essential > 1; essential--) {
    rest += concepts[essential - 1]?.weight ?? 0
    if (rest >= weight) break
  }
  return { weight, essential, minConcepts: Math.max(1, Math.min(minConcepts, maxTestedConcepts)) }
}

const weightOf = (primary: number) => Math.floor(-primary / scoreRange)

/** Returns the partial matches, as documents: by matched weight, then score, then newest. */
function findPartialMatches(plan: Plan): number[] {
  const top = new TopList(maxPartialMatches)
  for (const [position, segment] of plan.segments.entries()) {
    releaseWorkingSets()
    collectPartialMatches(top, plan, segment, position * maxSegmentSize)
  }
  return top.page(0)
}

function collectPartialMatches(
  top: TopList,
  { concepts, filter }: Plan,
  segment: Segment,
  firstDocument: number,
): void {
  const half = Math.ceil(totalWeight(concepts) / 2)
  const listed = top.worstPrimary === Number.POSITIVE_INFINITY ? 0 : weightOf(top.worstPrimary)
  const requirement = requireWeight(concepts, Math.max(half, listed))
  const list = takeWordList(segment.size)
  const slots = takeBitset(null)
  const matches = concepts
    .slice(0, requirement.essential)
    .map((concept) => matchConcept(segment, concept, list))
  for (const match of matches) {
    const any = match.at(-1)
    if (any) unite(slots, any, list)
  }
  skipEmptyWords(slots, list)
  keepKind(slots, filter, segment, list)
  skipEmptyWords(slots, list)
  if (list.count === 0) return
  for (const concept of concepts.slice(requirement.essential))
    matches.push(matchConcept(segment, concept, list))
  const found = matches.map((match) => match.at(-1) ?? noSlots)
  keepPartial(slots, found, requirement.minConcepts, list)
  skipEmptyWords(slots, list)
  keepAlways(slots, filter, segment, list)
  for (const part of partsOf(filter)) keepPart(slots, part, filter, segment, list)
  const { posted } = segment.columns
  const weights = Int32Array.from(concepts, ({ weight }) => weight)
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const bit = word & -word
      let weight = 0
      for (let concept = 0; concept < found.length; concept++) {
        if (((found[concept]?.[index] ?? 0) & bit) !== 0) weight += weights[concept] ?? 0
      }
      if (weight < requirement.weight) continue
      const slot = index * 32 + positionOf(bit)
      const score = scoreOf(concepts, matches, segment.columns, slot)
      top.add(-(weight * scoreRange + score), maxUint32 - (posted[slot] ?? 0), firstDocument + slot)
    }
  }
}

const noSlots = createBitset()

/** Keeps the slots that match at least `minConcepts` concepts, but not all. */
function keepPartial(slots: Bitset, found: Bitset[], minConcepts: number, list: WordList): void {
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    // The slots of the word that match at least one, two, three, or four of the concepts read so far.
    let one = 0
    let two = 0
    let three = 0
    let four = 0
    let all = -1
    for (let concept = 0; concept < found.length; concept++) {
      const word = found[concept]?.[index] ?? 0
      all &= word
      four |= three & word
      three |= two & word
      two |= one & word
      one |= word
    }
    const enough = minConcepts === 1 ? one : minConcepts === 2 ? two : minConcepts === 3 ? three : four
    slots[index] = (slots[index] ?? 0) & enough & ~all
  }
}
