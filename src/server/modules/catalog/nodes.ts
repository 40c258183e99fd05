/** The entries of the catalog by id and by name. A merged one is the entry that it stands for. */
import type { Coordinates } from '../../../shared/distance.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import type { StoredCatalog } from './queries.ts'

export const levels = ['category', 'subcategory', 'country', 'state', 'city'] as const
export type CatalogLevel = (typeof levels)[number]
/** An entry of any level. `ancestors` are the ids above it, the nearest first. */
export type CatalogNode = {
  id: number
  level: CatalogLevel
  name: string
  ancestors: number[]
  timeZone: string | null
  /** Null for all but towns. */
  coordinates: Coordinates | null
}

/** Topics and places have ids of their own: the same number can be both. */
export type Nodes = { topics: Map<number, CatalogNode>; places: Map<number, CatalogNode> }

/** How many rows are read between two slices of time. */
export const rowsPerStep = 200

type LevelRow = {
  id: number
  name: string
  merged_into: number | null
  time_zone?: string | null
  latitude?: number
  longitude?: number
}

/** Adds the entries of a level by id, after those of the level above. */
function* addLevel<Row extends LevelRow>(
  entries: Map<number, CatalogNode>,
  level: CatalogLevel,
  rows: Row[],
  parentOf: (row: Row) => number | null,
) {
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerStep === 0) yield
    const parent = entries.get(parentOf(row) ?? 0)
    const { id, name, time_zone: timeZone = null, latitude, longitude } = row
    const ancestors = parent ? [parent.id, ...parent.ancestors] : []
    const coordinates = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
    entries.set(id, { id, level, name, ancestors, timeZone, coordinates })
  }
  // After all rows of the level, because one can be merged into a later one, and that into another one.
  const byId = new Map(rows.filter(({ merged_into }) => merged_into !== null).map((row) => [row.id, row]))
  for (const row of byId.values()) {
    let target = row.merged_into ?? row.id
    while (byId.has(target)) target = byId.get(target)?.merged_into ?? row.id
    const node = entries.get(target)
    if (node) entries.set(row.id, node)
  }
}

/** Returns the categories and subcategories by id. */
export function* collectTopics(stored: StoredCatalog) {
  const topics: Nodes['topics'] = new Map()
  yield* addLevel(topics, 'category', stored.categories, () => null)
  yield* addLevel(topics, 'subcategory', stored.subcategories, (row) => row.category_id)
  followBecame(stored, topics)
  return topics
}

/** Returns the countries, states, and cities by id. */
export function* collectPlaces(stored: StoredCatalog) {
  const places: Nodes['places'] = new Map()
  yield* addLevel(places, 'country', stored.countries, () => null)
  yield* addLevel(places, 'state', stored.states, (row) => row.country_id)
  yield* addLevel(places, 'city', stored.cities, (row) => row.state_id)
  return places
}

/** Lets topics that have become ones of the other level stand for those. */
function followBecame({ categories, subcategories }: StoredCatalog, topics: Map<number, CatalogNode>) {
  const became = new Map([...categories, ...subcategories].map((row) => [row.id, row.became]))
  for (const [id, node] of topics) {
    let target: CatalogNode | undefined = node
    for (let next = became.get(node.id); next; next = target && became.get(target.id))
      target = topics.get(next)
    if (target) topics.set(id, target)
  }
}

/** Returns the entries of a level by their folded names, also by those of what is merged into them. */
export function* indexNames(
  rows: (LevelRow & { other_names?: string[] })[],
  entries: ReadonlyMap<number, CatalogNode>,
) {
  const found = new Map<string, CatalogNode[]>()
  for (const [at, { id, name, other_names = [] }] of rows.entries()) {
    if (at % rowsPerStep === 0) yield
    const node = entries.get(id)
    if (!node) continue
    for (const each of [name, ...other_names]) {
      const key = foldName(each)
      const known = found.get(key)
      if (!known) found.set(key, [node])
      else if (!known.includes(node)) known.push(node)
    }
  }
  return found
}

/** Returns, by the id of each entry, those of merged ones whose listings are still moving to it. */
export function aliasesOf({ moving }: StoredCatalog, { topics, places }: Nodes) {
  const aliases = Object.fromEntries(levels.map((level) => [level, new Map<number, number[]>()])) as Record<
    CatalogLevel,
    Map<number, number[]>
  >
  for (const { isTopic, id } of moving) {
    const target = (isTopic ? topics : places).get(id)
    if (!target || target.id === id) continue
    const known = aliases[target.level].get(target.id) ?? []
    aliases[target.level].set(target.id, [...known, id])
  }
  return aliases
}

/** Returns the divisions of towns that were merged into a town of another division, by what they stand for now. */
export function formerParents({ cities }: StoredCatalog, { places }: Nodes) {
  const parents = new Map<CatalogNode, number[]>()
  for (const { id, state_id, merged_into } of cities) {
    const node = merged_into === null ? undefined : places.get(id)
    const parent = places.get(state_id)?.id
    if (!node || parent === undefined || node.ancestors.includes(parent)) continue
    parents.set(node, [...(parents.get(node) ?? []), parent])
  }
  return parents
}
