/** Runs a query on the index: full matches with their facets first, then partial matches if there is room. */
import type { EngineFacets, EngineHit, EngineQuery, EngineResult } from '../../../engine.ts'
import type { Tree } from '../../tree.ts'
import { maxSegmentSize } from '../bitset.ts'
import type { EmbeddedIndex } from '../embedded-index.ts'
import type { Segment } from '../segment.ts'
import type { Clock } from './clock.ts'
import { weighConcepts } from './concepts.ts'
import { countDocuments, finishFacets, planFacets, startFacets } from './facets.ts'
import { prepareFilter } from './filter.ts'
import { addFullMatches, type Plan } from './full-matches.ts'
import { orderOf } from './order.ts'
import { findPartialMatches } from './partial-matches.ts'
import { TopList } from './top-list.ts'

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

/** Returns the segments, the one with the newest listing first. */
export function newestFirst({ segments }: EmbeddedIndex): Segment[] {
  const newest = ({ columns }: Segment) => columns.posted[0] ?? 0
  return segments.toSorted((a, b) => newest(b) - newest(a))
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
