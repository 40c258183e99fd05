/** Numbers of full matches by topic and place. Statements that differ in their groups only are one batch, which reads the listings once. */
import type { EngineFacets, EngineQuery, FacetCount, FacetRequest } from '../../engine.ts'
import type { Cluster } from './cluster.ts'
import type { Found } from './page.ts'
import { matchAll, type Selection, select, selectFiltered } from './statements.ts'
import { listingTable } from './tables.ts'
import { type Level, levels, type Tree } from './tree.ts'

type Group = {
  part: keyof EngineFacets
  column: string
  selection: Selection
  /** How many there can be. */
  size: number
}

/** Statements of a batch must return the same columns. */
const columns = ['topic1', 'topic2', 'place1', 'place2', 'place3', 'pictures', 'is_free', 'listings']
const values = [...columns.slice(0, -2), 'IF(price=0,1,0) AS is_free', 'COUNT(*) AS listings']

export async function countFacets(
  { cluster, tree }: { cluster: Cluster; tree: Tree },
  query: EngineQuery,
  request: FacetRequest,
  fresh: boolean,
): Promise<EngineFacets> {
  const groups = groupsOf(query, request, tree)
  type Counts = Map<number, number>
  const counts: Record<Group['part'], Counts> = {
    topics: new Map(),
    places: new Map(),
    free: new Map(),
    pictures: new Map(),
  }
  const batches = Map.groupBy(groups, ({ selection }) => JSON.stringify(selection))
  const read = [...batches.values()].map(async (batch) => {
    const limit = Math.max(...batch.map(({ size }) => size))
    const shards = await cluster.query((generation, shard) => {
      const table = listingTable(generation, shard)
      return batch.map(({ selection, column }) =>
        select(table, { ...selection, values, group: column, limit }),
      )
    }, fresh)
    for (const [at, { part, column }] of batch.entries())
      for (const row of shards.flatMap((rows) => rows[at] ?? [])) {
        const id = Number(row[columns.indexOf(column)])
        counts[part].set(id, (counts[part].get(id) ?? 0) + Number(row[columns.indexOf('listings')]))
      }
  })
  await Promise.all(read)
  const asked = (level: Level, under: (number | null)[] | 'all'): FacetCount[] =>
    [...counts[`${level}s`]].filter(
      ([id]) => id !== 0 && (under === 'all' || under.includes(tree.parentOf(level, id))),
    )
  return {
    topics: asked('topic', request.topicsUnder),
    places: asked('place', request.placesUnder),
    free: counts.free.get(1) ?? 0,
    pictures: counts.pictures.get(1) ?? 0,
  }
}

/** Each ignores the part of the filter that it would replace. */
function groupsOf(query: EngineQuery, request: FacetRequest, tree: Tree): Group[] {
  const { filter } = query
  const under = (changed: Partial<EngineQuery['filter']>): Selection | null => {
    const filtered = selectFiltered({ ...filter, ...changed }, query.now, tree)
    return filtered && matchAll(filtered, query.concepts)
  }
  const free = under({ ranges: filter.ranges.filter(({ field }) => field !== 'price') })
  const pictures = under({ flags: filter.flags.filter((flag) => flag !== 'pictures') })
  return [
    ...groupsOfLevel('topic', under({ topics: [] }), request.topicsUnder, tree),
    ...groupsOfLevel('place', under(request.inPlaces ? {} : { places: [] }), request.placesUnder, tree),
    ...(free ? [{ part: 'free' as const, column: 'is_free', selection: free, size: 2 }] : []),
    ...(pictures ? [{ part: 'pictures' as const, column: 'pictures', selection: pictures, size: 2 }] : []),
  ]
}

function groupsOfLevel(
  level: Level,
  selection: Selection | null,
  under: (number | null)[] | 'all',
  tree: Tree,
): Group[] {
  if (!selection) return []
  const depths = Array.from({ length: levels[level] }, (_, at) => at)
  return depths.flatMap((depth) => {
    const parents =
      under === 'all'
        ? under
        : under.filter((id) => (id === null ? 0 : tree.pathOf(level, id).length) === depth)
    if (parents.length === 0) return []
    // There are many cities, so only those of the states are counted.
    const isLast = parents !== 'all' && depth === 2
    const conditions = isLast
      ? [...selection.conditions, `${level}${depth} IN (${parents.join()})`]
      : selection.conditions
    const size = 1 + tree.countAt(level, depth + 1, isLast ? parents : 'all')
    return {
      part: `${level}s` as const,
      column: `${level}${depth + 1}`,
      selection: { ...selection, conditions },
      size,
    }
  })
}

/** Returns the facets of single listings, such as partial matches. */
export function countFacetsOf(found: readonly Found[], request: FacetRequest, tree: Tree): EngineFacets {
  const count = (level: Level, under: (number | null)[] | 'all'): FacetCount[] => {
    const ids = found.flatMap((each) => tree.pathOf(level, each[level]))
    const asked = ids.filter((id) => under === 'all' || under.includes(tree.parentOf(level, id)))
    return [...Map.groupBy(asked, (id) => id)].map(([id, all]) => [id, all.length])
  }
  return {
    topics: count('topic', request.topicsUnder),
    places: count('place', request.placesUnder),
    free: found.filter(({ price }) => price === 0).length,
    pictures: found.filter(({ pictures }) => pictures).length,
  }
}
