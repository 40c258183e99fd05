/** Topics and places in columns: `topic1` is the category, `topic2` the subcategory; `place1` the country, `place2` the state, `place3` the city. */
import { dayIn } from '../../../../../shared/days.ts'
import type { Instant, SearchTree } from '../../engine.ts'
import { dayNumberOf } from '../../relative-days.ts'
import { createTree as createIdTree, pathFrom } from '../matching.ts'

export const levels = { topic: 2, place: 3 } as const
export type Level = keyof typeof levels

export type Tree = ReturnType<typeof createTree>

export function createTree(searchTree: SearchTree) {
  // A merged entry has the columns of its own level. Documents that have it are replaced once their ads have moved.
  const flat = <Node extends object>(nodes: Node[]) =>
    nodes.map((node) => ({ ...node, standsFor: undefined }))
  const ids = createIdTree({ topics: flat(searchTree.topics), places: flat(searchTree.places) })
  const branches = { topic: ids.topics, place: ids.places }
  const places = new Map(searchTree.places.map((place) => [place.id, place]))
  const zones = new Set(['UTC', ...searchTree.places.map(({ timeZone }) => timeZone)])
  const pathOf = (level: Level, id: number): number[] => pathFrom(branches[level], id).reverse()
  const columnOf = (level: Level, id: number) => `${level}${pathOf(level, id).length}`
  const columns = Map.groupBy(
    [
      ...searchTree.topics.map(({ id }) => columnOf('topic', id)),
      ...searchTree.places.map(({ id }) => columnOf('place', id)),
    ],
    (column) => column,
  )
  return {
    ids,
    /** Returns the ids from the top to this one. */
    pathOf,
    /** Returns the id above a topic or place; null for those at the top. */
    parentOf: (level: Level, id: number) => branches[level].parents[id] || null,
    /** Returns how many topics or places a column can have. */
    sizeOf: (column: string) => columns.get(column)?.length ?? 0,
    childrenOf: (level: Level, id: number) => branches[level].children.get(id)?.length ?? 0,
    /** Returns the condition that a listing is on, or in, one of these. */
    isUnder(level: Level, ids: readonly number[]): string {
      const byColumn = Map.groupBy(ids, (id) => columnOf(level, id))
      const parts = [...byColumn].map(([column, list]) => `IN(${column},${list.join()})`)
      return parts.length === 1 ? (parts[0] ?? '0') : `(${parts.join(' OR ') || '0'})`
    },
    placeOf: (id: number) => places.get(id),
    /** Returns each day that it is somewhere, with the time zones where it is. */
    todays: (now: Instant) => Map.groupBy(zones, (zone) => dayNumberOf(dayIn(zone, new Date(now)))),
  }
}
