/** Names the towns that the index counts by id, for the map of a list. */
import type { Town } from '../../../shared/map.ts'
import type { CatalogPlaces, IdFilter } from '../catalog/service.ts'
import type { IdCounts } from '../search/service.ts'

/** Returns the towns of the chosen place that have listings, the most first. */
export function nameTowns(
  counts: IdCounts,
  { country, state, city }: IdFilter,
  { countries, states, cities }: CatalogPlaces,
): Town[] {
  const countryById = new Map(countries.map((row) => [row.id, row]))
  const stateById = new Map(states.map((row) => [row.id, row]))
  const isChosen = (chosen: number[] | undefined, id: number) => chosen?.includes(id) ?? true
  return cities
    .flatMap(({ id, state_id, name, latitude, longitude }) => {
      const count = counts.get(id) ?? 0
      const inState = stateById.get(state_id)
      const inCountry = countryById.get(inState?.country_id ?? 0)
      if (count === 0 || !inState || !inCountry) return []
      // Counts by place ignore the filter on the place.
      if (!isChosen(city, id) || !isChosen(state, inState.id) || !isChosen(country, inCountry.id)) return []
      return [{ name, state: inState.name, country: inCountry.name, latitude, longitude, count }]
    })
    .sort((a, b) => b.count - a.count)
}
