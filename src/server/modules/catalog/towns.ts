/**
 * Finds the town that a text names, such as the center of a search around a place: coordinates of a visitor are replaced by those of the
 * nearest town, and a postal code has the coordinates of its town. No finer location is used, cached, or logged.
 */
import { distanceKm, kmPerDegree } from '../../../shared/distance.ts'
import { tokenize } from '../../platform/tokenize.ts'
import { type CatalogPlaces, fullName, type NamedPlace, type PlaceNames } from './place-names.ts'
import { type Center, findPostalCodes } from './postal-codes.ts'

/** Longer texts are not places. */
const maxLength = 200
/** A point farther from every town is not in a country of the site. */
const maxTownKm = 500
/** A town that shares its name with a state must be larger to be meant: New York, but not Delaware. */
const minSharedPopulation = 500_000

const coordinatesForm = /^([+-]?\d{1,3}(?:\.\d{0,20})?)\s*,\s*([+-]?\d{1,3}(?:\.\d{0,20})?)$/
/** What stands between the names of two towns that are one to people: Minneapolis-St. Paul. */
const betweenTowns = /[-‐‑–—/&+]|\band\b/i
/** Such towns are at most this far apart. */
const maxTwinKm = 80
/** Words around a town that mean the town. */
const beforeTown: ReadonlySet<string> = new Set('near in around the downtown greater city of'.split(' '))
const afterTown: ReadonlySet<string> = new Set('area metro region downtown'.split(' '))

type Town = Center & { id: number }

/** Takes the places of the catalog, with their names. Runs in steps. */
export function* buildTowns(places: CatalogPlaces, names: PlaceNames) {
  const towns = yield* townsOf(places)
  yield
  const townById = new Map(towns.map((town) => [town.id, town]))
  const countryCodes = places.countries.map(({ code }) => code)

  /** Returns the towns that are closest to a point, the nearest first, with their distance in kilometers. */
  function nearest(latitude: number, longitude: number, count: number): (Town & { km: number })[] {
    const found: { town: Town; km: number }[] = []
    for (const town of towns) {
      // A degree of latitude has 111 km: most towns are farther than the last one by that alone.
      const last = found.length < count ? undefined : found.at(-1)?.km
      if (last !== undefined && Math.abs(town.latitude - latitude) * kmPerDegree > last) continue
      const km = distanceKm(town, { latitude, longitude })
      if (last !== undefined && km >= last) continue
      found.splice(found.findLastIndex((one) => one.km <= km) + 1, 0, { town, km })
      if (found.length > count) found.pop()
    }
    return found.map(({ town, km }) => ({ ...town, km }))
  }

  function resolveCoordinates(latitude: number, longitude: number): Center | null {
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null
    const [town] = nearest(latitude, longitude, 1)
    return town && town.km <= maxTownKm ? centerOf(town) : null
  }

  /** Returns the cities that all of the words name. */
  function citiesNamed(words: string[]): NamedPlace[] {
    const match = names.match(words, 0)
    if (!match || match.length < words.length) return []
    const cities = match.places.filter(({ level }) => level === 'city')
    const isShared = cities.length < match.places.length
    return isShared ? cities.filter(({ population }) => population >= minSharedPopulation) : cities
  }

  function resolveName(text: string): Center | null {
    const words = tokenize(text)
    const plain = withoutWordsAround(words)
    const [city] = [words, plain].map(citiesNamed).find((cities) => cities.length > 0) ?? []
    if (city) return regionCenter(city)
    return betweenTowns.test(text) ? resolveTwins(words.filter((word) => word !== 'and')) : null
  }

  /** Returns the first of two towns near each other, with the names of both. */
  function resolveTwins(words: string[]): Center | null {
    let nearest: { km: number; center: Center } | null = null
    for (let at = 1; at < words.length; at++)
      for (const one of citiesNamed(words.slice(0, at)))
        for (const other of citiesNamed(words.slice(at))) {
          const [center, second] = [townOf(one), townOf(other)]
          if (!center || !second || center === second) continue
          const km = distanceKm(center, second)
          if (km > (nearest?.km ?? maxTwinKm)) continue
          const name = [center, second].map((town) => town.name.split(', ', 1)[0]).join('-')
          nearest = { km, center: { ...centerOf(center), name } }
        }
    return nearest?.center ?? null
  }

  /** Returns the town of a postal code: at the end of a text, or beside the name of a town. Other numbers are those of houses. */
  function resolvePostalCode(text: string): Center | null {
    for (const { code, at, town } of findPostalCodes(text, countryCodes).reverse()) {
      const end = at + code.length
      const named = resolveName(text.slice(0, at) + text.slice(end))
      const found = (end === text.length || named ? town : null) ?? named
      if (found) return found
    }
    return null
  }

  const townOf = ({ ids: [first] }: NamedPlace) => townById.get(first ?? 0)

  const regionCenter = (place: NamedPlace): Center | null => {
    const town = townOf(place)
    return town ? { ...centerOf(town), name: place.name } : null
  }

  return {
    nearest,
    /** Returns the town of a name, a ZIP or postal code, or `latitude,longitude`; null far from every town, and for states. */
    find(typed: string): Center | null {
      if (typed.length > maxLength) return null
      const text = typed.trim()
      const coordinates = text.match(coordinatesForm)
      if (coordinates) return resolveCoordinates(Number(coordinates[1]), Number(coordinates[2]))
      return resolvePostalCode(text) ?? resolveName(text)
    },
  }
}

function withoutWordsAround(words: string[]): string[] {
  const first = words.findIndex((word) => !beforeTown.has(word))
  const last = words.findLastIndex((word) => !afterTown.has(word))
  return first === -1 ? [] : words.slice(first, last + 1)
}

const centerOf = ({ name, latitude, longitude, country }: Center): Center => ({
  name,
  latitude,
  longitude,
  country,
})

/** How many towns are read between two slices of time. */
const townsPerStep = 500

function* townsOf({ countries, states, cities }: CatalogPlaces): Generator<void, Town[]> {
  const codes = new Map(countries.map(({ id, code }) => [id, code]))
  const stateById = new Map(states.map((state) => [state.id, state]))
  const towns: Town[] = []
  for (const { id, state_id, name, latitude, longitude } of cities) {
    if (towns.length % townsPerStep === 0) yield
    const state = stateById.get(state_id)
    const country = codes.get(state?.country_id ?? 0) ?? ''
    towns.push({ id, name: fullName(name, state?.name), latitude, longitude, country })
  }
  return towns
}
