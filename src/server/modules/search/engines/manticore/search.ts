/** Runs a query: the full matches and their facets, then the partial ones if they are needed. */
import type { EngineHit, EngineQuery, EngineResult } from '../../engine.ts'
import type { Cluster } from './cluster.ts'
import { gainOf, tokensOfConcepts, toUnits, weighConcepts } from './concepts.ts'
import type { TokenCounts } from './counts.ts'
import { orderOf, partialOrder } from './expressions.ts'
import { countFacets, countFacetsOf } from './facets.ts'
import { type Found, pageStatements } from './page.ts'
import { matchAll, matchAny, type Selection, selectFiltered } from './statements.ts'
import { listingTable } from './tables.ts'
import type { Tree } from './tree.ts'

const maxPartial = 200

export type Engine = { cluster: Cluster; tree: Tree; counts: TokenCounts }

export async function runQuery(engine: Engine, query: EngineQuery, fresh: boolean): Promise<EngineResult> {
  const { tree } = engine
  const filtered = selectFiltered(query.filter, query.now, tree)
  const weights = await weightsOf(engine, query, fresh)
  const [{ total, page }, facets] = await Promise.all([
    findFull(engine, query, filtered, weights, fresh),
    query.facets && countFacets(engine, query, query.facets, fresh),
  ])
  const needsPartial = query.partial && total < query.offset + query.limit && query.concepts.length > 1
  const partial = needsPartial && filtered ? await findPartial(engine, query, filtered, weights, fresh) : []
  const start = Math.max(query.offset - total, 0)
  const rest = partial.slice(start, start + query.limit - page.length)
  const countsPartial = total === 0 && partial.length > 0
  const toHit =
    (full: boolean) =>
    ({ id, place }: Found): EngineHit => {
      const km = query.filter.near ? tree.kmTo(query.filter.near, place) : null
      return { id, place, km, full }
    }
  return {
    hits: [...page.map(toHit(true)), ...rest.map(toHit(false))],
    full: total,
    partial: partial.length,
    facets: query.facets && countsPartial ? countFacetsOf(partial, query.facets, tree) : facets,
  }
}

/** A single concept orders alike with any weight. */
async function weightsOf({ counts }: Engine, { concepts }: EngineQuery, fresh: boolean): Promise<number[]> {
  if (concepts.length < 2) return concepts.map(() => 1)
  const found = await counts.of(tokensOfConcepts(concepts), fresh)
  return weighConcepts(concepts, (token) => found.get(token) ?? 0, found.get('') ?? 0)
}

async function findFull(
  { cluster, tree }: Engine,
  query: EngineQuery,
  filtered: Selection | null,
  weights: number[],
  fresh: boolean,
): Promise<{ total: number; page: Found[] }> {
  const selection = filtered && matchAll(filtered, query.concepts)
  if (!selection) return { total: 0, page: [] }
  const scored = query.sort === 'relevance' ? withScore(selection, query, weights, tree) : selection
  const order = orderOf(tree, query.filter, query.sort, query.now)
  const page = pageStatements(scored, order, {
    offset: query.offset,
    limit: query.limit,
    shards: cluster.shards,
  })
  return page.read(
    await cluster.query((generation, shard) => page.compose(listingTable(generation, shard)), fresh),
  )
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
  { cluster, tree }: Engine,
  query: EngineQuery,
  filtered: Selection,
  weights: number[],
  fresh: boolean,
): Promise<Found[]> {
  const units = weights.map(toUnits)
  const total = units.reduce((sum, each) => sum + each, 0)
  const candidates = matchAny(filtered, essentialOf(query.concepts, units))
  if (!candidates) return []
  const scored = withScore(candidates, query, weights, tree)
  const ifMatched = (value: (at: number) => number) =>
    units.map((_, at) => `IF(gain${at}>=0,${value(at)},0)`).join('+')
  const columns = [
    ...scored.columns,
    { name: 'matched', value: ifMatched((at) => units[at] ?? 0) },
    { name: 'concepts_matched', value: ifMatched(() => 1) },
  ]
  const least = Math.max(1, Math.ceil(total / 2))
  const conditions = [...scored.conditions, `matched>=${least}`, `concepts_matched<${units.length}`]
  const { shards } = cluster
  const page = pageStatements({ ...scored, columns, conditions }, partialOrder, {
    offset: 0,
    limit: maxPartial,
    shards,
  })
  return page.read(
    await cluster.query((generation, shard) => page.compose(listingTable(generation, shard)), fresh),
  ).page
}

/** Returns the concepts with the greatest weight: without any of them, a listing cannot match half of it. */
function essentialOf<Item>(concepts: readonly Item[], units: readonly number[]): Item[] {
  const total = units.reduce((sum, each) => sum + each, 0)
  const order = [...concepts.keys()].sort((a, b) => (units[b] ?? 0) - (units[a] ?? 0))
  let essential = order.length
  for (let rest = 0; essential > 1; essential--) {
    rest += units[order[essential - 1] ?? 0] ?? 0
    if (rest * 2 >= total) break
  }
  return order.slice(0, essential).flatMap((at) => concepts[at] ?? [])
}
