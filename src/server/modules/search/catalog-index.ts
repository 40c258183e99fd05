/** The catalog as search needs it: its tree of ids, and the days at its places. */
import { dayIn } from '../../../shared/days.ts'
import type { Catalog, CatalogSnapshot, Derived } from '../catalog/service.ts'
import { rangeOn } from './day-range.ts'
import type { Day, DayFilter, Instant, SearchTree } from './engine.ts'

/** How many rows are read between two slices of time. */
const rowsPerStep = 500

/** Returns the topics and places of the catalog, as engines need them. */
function* buildSearchTree(snapshot: CatalogSnapshot): Generator<void, SearchTree> {
  const { topics, places } = snapshot.nodes()
  const tree: SearchTree = { topics: [], places: [] }
  for (const [id, { id: current, ancestors }] of topics)
    tree.topics.push({ id, parent: ancestors[0] ?? null, standsFor: current === id ? undefined : current })
  for (const [id, { id: current, ancestors, coordinates }] of places) {
    if (tree.places.length % rowsPerStep === 0) yield
    const { latitude, longitude } = coordinates ?? { latitude: null, longitude: null }
    const [parent = null, country = 0] = ancestors
    const timeZone = snapshot.timeZoneOf({ country_id: country, state_id: parent, city_id: current })
    const standsFor = current === id ? undefined : current
    tree.places.push({ id, parent, standsFor, latitude, longitude, timeZone })
  }
  return tree
}

const trees = new WeakMap<Catalog, Derived<SearchTree>>()

/** Returns what returns the tree of a catalog, the same for all callers: the catalog prepares everything that was ever derived from it. */
export function searchTreeOf(catalog: Catalog): Derived<SearchTree> {
  const tree = trees.get(catalog) ?? catalog.derived(buildSearchTree)
  trees.set(catalog, tree)
  return tree
}

/** Returns a function that returns the first and the last day that a filter means at a place. An open end is left out. */
export function createDaysAt(catalog: Catalog) {
  const zones = catalog.derived(function* (snapshot) {
    const tree = yield* buildSearchTree(snapshot)
    return new Map(tree.places.map(({ id, timeZone }) => [id, timeZone]))
  })
  return (days: DayFilter, now: Instant, place: number): { from?: Day | undefined; to?: Day | undefined } =>
    rangeOn(days, dayIn(zones().get(place) ?? 'UTC', new Date(now)))
}
