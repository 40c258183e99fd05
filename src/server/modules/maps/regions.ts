/** The outlines of the maps: states, provinces, lakes, and neighbors from Natural Earth, which pages draw, too. */
import { readFileSync } from 'node:fs'
import { geoArea, geoBounds } from 'd3-geo'
import type { CatalogPlaces } from '../catalog/service.ts'

type Ring = [longitude: number, latitude: number][]
type MultiPolygon = { type: 'MultiPolygon'; coordinates: Ring[][] }
type Bounds = { west: number; south: number; east: number; north: number }
export type Region = {
  kind: 'state' | 'lake' | 'neighbor' | 'country'
  /** A state's name as the catalog has it, or a country's two letters. Empty for what is neither. */
  name: string
  shape: MultiPolygon
  bounds: Bounds
}
type Feature = { properties: { kind: Region['kind'] | 'sea'; name: string }; geometry: MultiPolygon }

const fileOf = (name: string) => new URL(`../../../web/browse/map/${name}.json`, import.meta.url)
let america: Region[] | null = null
let others: Region[] | null = null

/** Returns the regions of North America. Reads them on first use: most processes draw no map. */
function regionsOfAmerica(): Region[] {
  america ??= readRegions(fileOf('regions'))
  return america
}

/** Returns all regions: the countries of the other continents, too, which few sites have. */
function allRegions(): Region[] {
  others ??= readRegions(fileOf('countries'))
  return [...others, ...regionsOfAmerica()]
}

function readRegions(file: URL): Region[] {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as { features: Feature[] }
  return features.flatMap(({ properties: { kind, name }, geometry }) => {
    // A rectangle below the others, on maps that are not clipped.
    if (kind === 'sea') return []
    const coordinates = geometry.coordinates.map((rings) => rings.map(windRing))
    const shape = { type: geometry.type, coordinates }
    const [[west, south], [east, north]] = geoBounds(shape)
    return [{ kind, name, shape, bounds: { west, south, east, north } }]
  })
}

/** The whole sphere has 4π. A ring around more than half of it is the other way around. */
const isInsideOut = (ring: Ring) => geoArea({ type: 'Polygon', coordinates: [ring] }) > 2 * Math.PI

/** Returns the ring as d3-geo expects it: clockwise if it is an outline, counterclockwise if it is a hole. */
const windRing = (ring: Ring, index: number): Ring =>
  isInsideOut(ring) === index > 0 ? ring : ring.toReversed()

/** Returns the regions to draw around a town in this state, and the one that it is in: the state if it has an outline, else the country. */
export function regionsAround(
  { name, country_id }: Pick<CatalogPlaces['states'][number], 'name' | 'country_id'>,
  countries: CatalogPlaces['countries'],
): { regions: Region[]; home: Region | null } {
  const regions = regionsOfAmerica()
  const code = countries.find(({ id }) => id === country_id)?.code ?? ''
  const state = regions.find((region) => region.kind === 'state' && region.name === name)
  if (state && statesOf.includes(code)) return { regions, home: state }
  const all = allRegions()
  return { regions: all, home: all.find((region) => region.kind !== 'state' && region.name === code) ?? null }
}

/** The countries whose states have outlines. */
const statesOf = ['US', 'CA']
