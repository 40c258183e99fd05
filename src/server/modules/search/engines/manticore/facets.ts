/** Numbers of full matches by topic, place, and choice. Statements that differ in their groups only are one batch, which reads the listings once. */
import { fieldLimits } from '../../../../../shared/limits.ts'
import type { Choice, EngineFacets, EngineQuery, FacetCount, FacetRequest } from '../../engine.ts'
import { fieldOf } from '../matching.ts'
import type { Engine } from './cluster.ts'
import { matchAll, type Selection, select, selectFiltered } from './statements.ts'
import { choiceId } from './tables.ts'
import { type Level, levels, type Tree } from './tree.ts'

type Group = {
  part: Exclude<keyof EngineFacets, 'choices'>
  column: string
  selection: Selection
  /** How many there can be. */
  size: number
}

/** Statements of a batch must return the same columns. */
const columns = ['topic1', 'topic2', 'place1', 'place2', 'place3', 'pictures', 'is_free', 'listings']
const values = [...columns.slice(0, -2), 'IF(price=0,1,0) AS is_free', 'COUNT(*) AS listings']

export async function countFacets(
  engine: Engine,
  query: EngineQuery,
  request: FacetRequest,
): Promise<EngineFacets> {
  const { query: ask, tree } = engine
  const counts = {
    topics: new Map<number, number>(),
    places: new Map<number, number>(),
    free: new Map<number, number>(),
    pictures: new Map<number, number>(),
  }
  const groups = groupsOf(query, request, tree)
  const batches = Map.groupBy(groups, ({ selection }) => JSON.stringify(selection))
  const [choices] = await Promise.all([
    countChoices(engine, query, new Set(request.choices)),
    ...[...batches.values()].map(countBatch),
  ])
  return {
    topics: asked('topic', request.topicsUnder),
    places: asked('place', request.placesUnder),
    free: counts.free.get(1) ?? 0,
    pictures: counts.pictures.get(1) ?? 0,
    choices,
  }

  async function countBatch(batch: Group[]): Promise<void> {
    const limit = Math.max(...batch.map(({ size }) => size))
    const shards = await ask(({ listings }) =>
      batch.map(({ selection, column }) => select(listings, { ...selection, values, group: column, limit })),
    )
    for (const [at, { part, column }] of batch.entries())
      for (const row of shards.flatMap((rows) => rows[at] ?? [])) {
        const id = Number(row[columns.indexOf(column)])
        counts[part].set(id, (counts[part].get(id) ?? 0) + Number(row[columns.indexOf('listings')]))
      }
  }

  function asked(level: Level, under: (number | null)[] | 'all'): FacetCount[] {
    return [...counts[`${level}s`]].filter(
      ([id]) => id !== 0 && (under === 'all' || under.includes(tree.parentOf(level, id))),
    )
  }
}

/** A listing counts for each of its choices, which the server does for one group of a batch only. */
async function countChoices(
  { query: ask, tree }: Engine,
  { filter, concepts, now }: EngineQuery,
  choices: Iterable<Choice>,
): Promise<EngineFacets['choices']> {
  const othersThan = (choice: Choice) =>
    filter.choices?.filter(([first = '']) => fieldOf(first) !== fieldOf(choice))
  const batches = Map.groupBy(choices, (choice) => JSON.stringify(othersThan(choice)))
  const counted = [...batches.values()].map(async (batch) => {
    const others = othersThan(batch[0] ?? '')
    const selection = matchAll(selectFiltered({ ...filter, choices: others }, now, tree), concepts)
    if (!selection) return []
    const values = ['GROUPBY() AS choice', 'COUNT(*) AS listings']
    const limit = fieldLimits.fields * fieldLimits.choices
    const shards = await ask(({ listings }) => [
      select(listings, { ...selection, values, group: 'choices', limit }),
    ])
    const counts = new Map<string, number>()
    for (const [id, count] of shards.flatMap(([rows = []]) => rows))
      counts.set(String(id), (counts.get(String(id)) ?? 0) + Number(count))
    return batch.map((choice): [Choice, number] => [choice, counts.get(String(choiceId(choice))) ?? 0])
  })
  return (await Promise.all(counted)).flat().filter(([, count]) => count > 0)
}

/** Each ignores the part of the filter that it would replace. */
function groupsOf(query: EngineQuery, request: FacetRequest, tree: Tree): Group[] {
  const { filter } = query
  const under = (changed: Partial<EngineQuery['filter']>): Selection | null =>
    matchAll(selectFiltered({ ...filter, ...changed }, query.now, tree), query.concepts)
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
  return depths.flatMap((depth): Group[] => {
    const column = `${level}${depth + 1}`
    const group = { part: `${level}s` as const, column, selection, size: 1 + tree.sizeOf(column) }
    if (under === 'all') return [group]
    const parents = under.filter((id) => (id === null ? 0 : tree.pathOf(level, id).length) === depth)
    if (parents.length === 0) return []
    if (depth < 2) return [group]
    // There are many cities, so only those of the states are counted.
    const conditions = [...selection.conditions, `${level}${depth} IN (${parents.join()})`]
    const size = parents.reduce<number>((sum, id) => sum + tree.childrenOf(level, id ?? 0), 1)
    return [{ ...group, selection: { ...selection, conditions }, size }]
  })
}
