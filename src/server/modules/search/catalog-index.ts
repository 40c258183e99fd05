/** The catalog as search needs it: its tree of ids, and the days at its places. */
import { dayIn } from '../../../shared/days.ts'
import type { Catalog } from '../catalog/service.ts'
import { rangeOn } from './day-range.ts'
import type { Day, DayFilter, Instant, SearchTree } from './engine.ts'

/** Returns the topics and places of the catalog, as engines need them. */
export function createSearchTree(catalog: Catalog): SearchTree {
  const { countries, states, cities } = catalog.places()
  const elsewhere = { latitude: null, longitude: null }
  const zoneOf = (place: { country_id?: number; state_id?: number; city_id?: number }) =>
    catalog.timeZoneOf({ country_id: 0, state_id: null, city_id: null, ...place })
  return {
    topics: catalog
      .categories()
      .flatMap(({ _id, subcategories }) => [
        { id: Number(_id), parent: null },
        ...subcategories.map(({ id }) => ({ id: Number(id), parent: Number(_id) })),
      ]),
    places: [
      ...countries.map(({ id }) => ({
        id,
        parent: null,
        ...elsewhere,
        timeZone: zoneOf({ country_id: id }),
      })),
      ...states.map(({ id, country_id }) => ({
        id,
        parent: country_id,
        ...elsewhere,
        timeZone: zoneOf({ country_id, state_id: id }),
      })),
      ...cities.map(({ id, state_id, latitude, longitude }) => ({
        id,
        parent: state_id,
        latitude,
        longitude,
        timeZone: zoneOf({ state_id, city_id: id }),
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
