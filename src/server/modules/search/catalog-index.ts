/** The catalog in the forms that search needs: its tree of ids, and its categories with numeric ids. */

import { addDays, dayIn, daysBetween } from '../../../shared/days.ts'
import type { Catalog } from '../catalog/service.ts'
import type { IndexTaxonomy } from './index/taxonomy.ts'
import type { CatalogCategory } from './language/catalog-terms.ts'
import { daysOfWhen } from './relative-days.ts'
import type { IndexClock, IndexFilter } from './types.ts'

export const categoriesOf = (catalog: Catalog): CatalogCategory[] =>
  catalog.categories().map(({ _id, name, subcategories }) => ({
    id: Number(_id),
    name,
    subcategories: subcategories.map(({ id, name }) => ({ id: Number(id), name })),
  }))

export function createIndexTaxonomy(catalog: Catalog): IndexTaxonomy {
  const categories = categoriesOf(catalog)
  const { countries, states, cities } = catalog.places()
  const topicIds = categories.flatMap(({ id, subcategories }) => [id, ...subcategories.map((sub) => sub.id)])
  const placeIds = [...countries, ...states, ...cities].map(({ id }) => id)
  const topicParent = new Uint32Array(Math.max(0, ...topicIds) + 1)
  const places = Math.max(0, ...placeIds) + 1
  const placeParent = new Uint32Array(places)
  const latitude = new Float32Array(places).fill(Number.NaN)
  const longitude = new Float32Array(places).fill(Number.NaN)
  for (const { id, subcategories } of categories) for (const sub of subcategories) topicParent[sub.id] = id
  for (const { id, country_id } of states) placeParent[id] = country_id
  for (const city of cities) {
    placeParent[city.id] = city.state_id
    latitude[city.id] = city.latitude
    longitude[city.id] = city.longitude
  }
  return { topicParent, placeParent, latitude, longitude }
}

/** Returns a day in days since 2000-01-01, as the index has it. */
export const dayNumberOf = (day: string): number => daysBetween('2000-01-01', day)

/** Returns the first and the last day that a filter means at a place. */
export function rangeAt(
  days: NonNullable<IndexFilter['days']>,
  { todayOf }: IndexClock,
  place: number,
): { from: string; to: string } {
  return rangeOn(days, todayOf[place] ?? 0)
}

/** Returns the first and the last day that a filter means on a day, which is counted from 2000-01-01. */
export function rangeOn(days: NonNullable<IndexFilter['days']>, today: number): { from: string; to: string } {
  const { from, to } = 'when' in days ? daysOfWhen(days.when, today) : days
  return { from: addDays('2000-01-01', from), to: addDays('2000-01-01', to) }
}

const epochMs = Date.UTC(2000, 0, 1)
/** No local day begins between two of these instants: the offsets of all time zones are quarters of an hour. */
const quarterMs = 15 * 60_000

/** Returns a function that tells what time it is everywhere. */
export function createClock(catalog: Catalog): (instant: Date) => IndexClock {
  const { countries, states, cities } = catalog.places()
  const places = [
    ...countries.map(({ id }) => ({ id, country_id: id, state_id: null, city_id: null })),
    ...states.map(({ id, country_id }) => ({ id, country_id, state_id: id, city_id: null })),
    ...cities.map(({ id, state_id }) => ({ id, country_id: 0, state_id, city_id: id })),
  ].map(({ id, ...place }) => ({ id, zone: catalog.timeZoneOf(place) }))
  const zones = [...new Set(places.map(({ zone }) => zone))]
  const size = Math.max(0, ...places.map(({ id }) => id)) + 1
  let latest: { quarter: number; key: string; todayOf: Uint16Array; days: number[] } | null = null

  return (instant) => {
    const quarter = Math.floor(instant.getTime() / quarterMs)
    if (latest?.quarter !== quarter) {
      const todayIn = new Map(zones.map((zone) => [zone, dayNumberOf(dayIn(zone, instant))]))
      const key = [...todayIn.values()].join()
      if (latest?.key === key) latest = { ...latest, quarter }
      else {
        const todayOf = new Uint16Array(size)
        for (const { id, zone } of places) todayOf[id] = todayIn.get(zone) ?? 0
        latest = { quarter, key, todayOf, days: [...new Set(todayIn.values())].sort((a, b) => a - b) }
      }
    }
    return {
      now: Math.floor((instant.getTime() - epochMs) / 1000),
      todayOf: latest.todayOf,
      days: latest.days,
    }
  }
}
