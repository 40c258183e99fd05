/** The catalog as search needs it: its tree of ids, and the days at its places. */
import { dayIn } from '../../../shared/days.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'
import { rangeOn } from './day-range.ts'
import type { Day, DayFilter, Instant, SearchTree } from './engine.ts'

/** Returns the topics and places of the catalog, as engines need them. */
export function createSearchTree(catalog: Catalog): SearchTree {
  const { countries, states, cities } = catalog.places()
  const region = (id: number, parent: number | null, of: Partial<Taxonomy['ids']>) => ({
    id,
    parent,
    latitude: null,
    longitude: null,
    timeZone: catalog.timeZoneOf({ country_id: 0, state_id: null, city_id: null, ...of }),
  })
  return {
    topics: catalog
      .categories()
      .flatMap(({ _id, subcategories }) => [
        { id: Number(_id), parent: null },
        ...subcategories.map(({ id }) => ({ id: Number(id), parent: Number(_id) })),
      ]),
    places: [
      ...countries.map(({ id }) => region(id, null, { country_id: id })),
      ...states.map(({ id, country_id }) => region(id, country_id, { country_id, state_id: id })),
      ...cities.map(({ id, state_id, latitude, longitude }) => ({
        ...region(id, state_id, { state_id, city_id: id }),
        latitude,
        longitude,
      })),
    ],
  }
}

/** Returns a function that returns the first and the last day that a filter means at a place. An open end is left out. */
export function createDaysAt(catalog: Catalog) {
  const zones = new Map(createSearchTree(catalog).places.map(({ id, timeZone }) => [id, timeZone]))
  return (days: DayFilter, now: Instant, place: number): { from?: Day | undefined; to?: Day | undefined } =>
    rangeOn(days, dayIn(zones.get(place) ?? 'UTC', new Date(now)))
}
