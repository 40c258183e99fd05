/** The catalog as search needs it: its tree of ids, and the days at its places. */
import { dayIn } from '../../../shared/days.ts'
import type { Catalog, CatalogSnapshot, Derived } from '../catalog/service.ts'
import { rangeOn } from './day-range.ts'
import type { Day, DayFilter, Instant, SearchTree } from './engine.ts'

/** How many rows are read between two slices of time. */
const rowsPerStep = 500

/** Returns the places of the catalog, as engines need them. */
function* placesOf(snapshot: CatalogSnapshot): Generator<void, SearchTree['places']> {
  const places: SearchTree['places'] = []
  for (const [id, { id: current, ancestors, coordinates }] of snapshot.nodes().places) {
    if (places.length % rowsPerStep === 0) yield
    const { latitude, longitude } = coordinates ?? { latitude: null, longitude: null }
    const [parent = null, country = 0] = ancestors
    const timeZone = snapshot.timeZoneOf({ country_id: country, state_id: parent, city_id: current })
    const standsFor = current === id ? undefined : current
    places.push({ id, parent, standsFor, latitude, longitude, timeZone })
  }
  return places
}

/** Returns the topics of the catalog, as engines need them. */
const topicsOf = (snapshot: CatalogSnapshot): SearchTree['topics'] =>
  [...snapshot.nodes().topics].map(([id, { id: current, ancestors }]) => ({
    id,
    parent: ancestors[0] ?? null,
    standsFor: current === id ? undefined : current,
  }))

const nodesOfPlaces = (snapshot: CatalogSnapshot) => snapshot.nodes().places

const trees = new WeakMap<Catalog, Derived<SearchTree>>()

/** Returns what returns the tree of a catalog, the same for all callers: the catalog prepares everything that was ever derived from it. */
export function searchTreeOf(catalog: Catalog): Derived<SearchTree> {
  const known = trees.get(catalog)
  if (known) return known
  const places = catalog.derived(placesOf, nodesOfPlaces)
  const tree = catalog.derived(function* (snapshot) {
    yield
    return { topics: topicsOf(snapshot), places: places(snapshot) }
  })
  trees.set(catalog, tree)
  return tree
}

/** Returns a function that returns the first and the last day that a filter means at a place. An open end is left out. */
export function createDaysAt(catalog: Catalog) {
  const tree = searchTreeOf(catalog)
  const zones = catalog.derived(function* (snapshot) {
    yield
    return new Map(tree(snapshot).places.map(({ id, timeZone }) => [id, timeZone]))
  }, nodesOfPlaces)
  return (days: DayFilter, now: Instant, place: number): { from?: Day | undefined; to?: Day | undefined } =>
    rangeOn(days, dayIn(zones().get(place) ?? 'UTC', new Date(now)))
}
