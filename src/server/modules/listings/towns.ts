/** Names the towns that the engine counts by id, for the map of a list. */
import type { Town } from '../../../shared/contract/browse.ts'
import type { Catalog } from '../catalog/service.ts'
import type { FacetCount } from '../search/service.ts'

/** Returns a function that returns the JSON text of the towns that have listings, the most first. */
export function createTownNames(catalog: Catalog): (counts: readonly FacetCount[]) => Buffer {
  const towns = encodedTowns(catalog)
  // Sorting numbers takes a third of the time of sorting objects.
  const sortKey = (position: number, count: number) => position - count * towns.length
  const sortKeys = new Float64Array(towns.length)

  return (counted) => {
    const counts = new Map(counted)
    let found = 0
    for (let position = 0; position < towns.length; position++) {
      const count = counts.get(towns[position]?.id ?? 0)
      if (count !== undefined) sortKeys[found++] = sortKey(position, count)
    }
    const listed = Array.from(sortKeys.subarray(0, found).sort(), (key) => {
      const count = Math.ceil(-key / towns.length)
      return { bytes: towns[key + count * towns.length]?.bytes ?? noTowns, count }
    })
    return joinTowns(listed)
  }
}

type Listed = { bytes: Buffer; count: number }

/** Returns the JSON text of every town, from a comma to its count: there are thousands, which change only with the catalog. */
function encodedTowns(catalog: Catalog) {
  const { countries, states, cities } = catalog.places()
  const countryById = new Map(countries.map((row) => [row.id, row]))
  const stateById = new Map(states.map((row) => [row.id, row]))
  return cities.flatMap(({ id, state_id, name, latitude, longitude }) => {
    const state = stateById.get(state_id)
    const country = countryById.get(state?.country_id ?? 0)
    if (!state || !country) return []
    const place = { state: state.name, country: country.name }
    const town: Omit<Town, 'count'> = { name, ...place, latitude, longitude }
    return [{ id, bytes: Buffer.from(`,${JSON.stringify(town).slice(0, -1)},"count":`) }]
  })
}

const maxDigits = 10
export const noTowns = Buffer.from('[]')

function joinTowns(listed: Listed[]): Buffer {
  if (listed.length === 0) return noTowns
  const size = listed.reduce((sum, { bytes }) => sum + bytes.length + maxDigits + 1, 1)
  // Not from the pool, because it is cached.
  const text = Buffer.allocUnsafeSlow(size)
  let end = 0
  for (const { bytes, count } of listed) {
    text.set(bytes, end)
    end += bytes.length
    end += text.write(`${count}}`, end, 'latin1')
  }
  text.write('[', 'latin1')
  end += text.write(']', end, 'latin1')
  return text.subarray(0, end)
}
