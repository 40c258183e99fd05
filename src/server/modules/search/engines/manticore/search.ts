/** Runs a query: the full matches and their facets, then the partial ones if they are needed. */
import type { EngineHit, EngineQuery, EngineResult } from '../../engine.ts'
import { countEssential, maxPartialMatches, townsIn } from '../matching.ts'
import type { Engine } from './cluster.ts'
import { gainOf, toUnits, weighConcepts } from './concepts.ts'
import { orderOf, partialOrder } from './expressions.ts'
import { countFacets } from './facets.ts'
import { type Found, findPage } from './page.ts'
import { matchAll, matchAny, type Selection, selectFiltered } from './statements.ts'
import type { Tree } from './tree.ts'

export async function runQuery(engine: Engine, query: EngineQuery): Promise<EngineResult> {
  const { concepts, filter, offset, limit } = query
  const filtered = selectFiltered(filter, query.now, engine.tree)
  const weights = await weighConcepts(engine, concepts)
  const [{ total, page }, facets] = await Promise.all([
    findFull(engine, query, filtered, weights),
    query.facets && countFacets(engine, query, query.facets),
  ])
  const needsPartial = query.partial && total < offset + limit && concepts.length > 1
  const partial = needsPartial && filtered ? await findPartial(engine, query, filtered, weights) : []
  const start = Math.max(offset - total, 0)
  const rest = partial.slice(start, start + limit - page.length)
  const kilometers = filter.near && townsIn(engine.tree.ids, filter.near).km
  const hit = ({ id, place }: Found, full: boolean): EngineHit => ({
    id,
    place,
    km: kilometers?.[place] ?? null,
    full,
  })
  const result = {
    hits: [...page.map((found) => hit(found, true)), ...rest.map((found) => hit(found, false))],
    full: total,
    partial: partial.length,
    facets,
  }
  if (total > 0 || partial.length === 0 || !query.facets) return result
  const ids = partial.map(({ id }) => id)
  const counted = { ...query, concepts: [], filter: { ...filter, ids } }
  return { ...result, facets: await countFacets(engine, counted, query.facets) }
}

async function findFull(
  engine: Engine,
  query: EngineQuery,
  filtered: Selection | null,
  weights: number[],
): Promise<{ total: number; page: Found[] }> {
  const selection = matchAll(filtered, query.concepts)
  if (!selection) return { total: 0, page: [] }
  const { tree } = engine
  const scored = query.sort === 'relevance' ? withScore(selection, query, weights, tree) : selection
  const order = orderOf(tree, query.filter, query.sort, query.now)
  return findPage(engine, scored, order, query)
}

/** Adds what each concept gains, or -1, and `score`, which is half as much for a stale service. */
function withScore(
  selection: Selection,
  { concepts }: EngineQuery,
  weights: number[],
  tree: Tree,
): Selection {
  const gains = concepts.map((concept, at) => ({
    name: `gain${at}`,
    value: gainOf(concept, weights[at] ?? 0, tree),
  }))
  const sum = gains.map(({ name }) => `IF(${name}>0,${name},0)`).join('+') || '0'
  const score = { name: 'score', value: `IF(stale=1,(${sum}) DIV 2,${sum})` }
  return { ...selection, columns: [...selection.columns, ...gains, score] }
}

/** Returns those that match at least half of the weight, but not every concept. */
async function findPartial(
  engine: Engine,
  query: EngineQuery,
  filtered: Selection,
  weights: number[],
): Promise<Found[]> {
  const units = weights.map(toUnits)
  const total = units.reduce((sum, each) => sum + each, 0)
  const candidates = matchAny(filtered, essentialOf(query.concepts, units))
  if (!candidates) return []
  const scored = withScore(candidates, query, weights, engine.tree)
  const ifMatched = (value: (at: number) => number) =>
    units.map((_, at) => `IF(gain${at}>=0,${value(at)},0)`).join('+')
  const columns = [
    ...scored.columns,
    { name: 'matched', value: ifMatched((at) => units[at] ?? 0) },
    { name: 'concepts_matched', value: ifMatched(() => 1) },
  ]
  const least = Math.max(1, Math.ceil(total / 2))
  const conditions = [...scored.conditions, `matched>=${least}`, `concepts_matched<${units.length}`]
  const selection = { ...scored, columns, conditions }
  return (await findPage(engine, selection, partialOrder, { offset: 0, limit: maxPartialMatches })).page
}

/** Returns the concepts with the greatest weight: without any of them, a listing cannot match half of it. */
function essentialOf<Item>(concepts: readonly Item[], units: readonly number[]): Item[] {
  const total = units.reduce((sum, each) => sum + each, 0)
  const order = [...concepts.keys()].sort((a, b) => (units[b] ?? 0) - (units[a] ?? 0))
  const essential = countEssential(
    order.map((at) => units[at] ?? 0),
    total / 2,
  )
  return order.slice(0, essential).flatMap((at) => concepts[at] ?? [])
}
