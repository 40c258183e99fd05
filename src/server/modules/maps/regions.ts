/** The outlines of the maps: states, provinces, lakes, and neighbors from Natural Earth, which pages draw, too. */
import { readFileSync } from 'node:fs'
import { geoArea, geoBounds, geoContains } from 'd3-geo'
import type { CatalogPlaces } from '../catalog/service.ts'

type Ring = [longitude: number, latitude: number][]
type MultiPolygon = { type: 'MultiPolygon'; coordinates: Ring[][] }
type Bounds = { west: number; south: number; east: number; north: number }
export type Region = { kind: 'state' | 'lake' | 'neighbor'; shape: MultiPolygon; bounds: Bounds }
type Feature = { properties: { kind: Region['kind'] | 'sea' }; geometry: MultiPolygon }

const file = new URL('../../../web/browse/map/regions.json', import.meta.url)
let regions: Region[] | null = null

/** Returns all regions. Reads them on first use: most processes draw no map. */
export function allRegions(): Region[] {
  regions ??= readRegions()
  return regions
}

function readRegions(): Region[] {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as { features: Feature[] }
  return features.flatMap(({ properties: { kind }, geometry }) => {
    // A rectangle below the others, on maps that are not clipped.
    if (kind === 'sea') return []
    const coordinates = geometry.coordinates.map((rings) => rings.map(windRing))
    const shape = { type: geometry.type, coordinates }
    const [[west, south], [east, north]] = geoBounds(shape)
    return [{ kind, shape, bounds: { west, south, east, north } }]
  })
}

/** The whole sphere has 4π. A ring around more than half of it is the other way around. */
const isInsideOut = (ring: Ring) => geoArea({ type: 'Polygon', coordinates: [ring] }) > 2 * Math.PI

/** Returns the ring as d3-geo expects it: clockwise if it is an outline, counterclockwise if it is a hole. */
const windRing = (ring: Ring, index: number): Ring =>
  isInsideOut(ring) === index > 0 ? ring : ring.toReversed()

/** How many of its largest towns tell which region a state is. */
const maxTowns = 5
/** A town on the coast can be outside the outline by this much. In degrees. */
const tolerance = 0.1
const offsets = [
  [0, 0],
  [0, tolerance],
  [0, -tolerance],
  [tolerance, 0],
  [-tolerance, 0],
] as const

function containsPoint(
  { bounds: { west, south, east, north }, shape }: Region,
  point: [number, number],
): boolean {
  const [longitude, latitude] = point
  const isOutside =
    latitude < south || latitude > north || (west < east && (longitude < west || longitude > east))
  return !isOutside && geoContains(shape, point)
}

/** Returns the region of a state, or null. */
export function findRegionOf(stateId: number, { cities }: CatalogPlaces): Region | null {
  const towns = cities
    .filter(({ state_id }) => state_id === stateId)
    .sort((a, b) => b.population - a.population)
    .slice(0, maxTowns)
  const states = allRegions().filter(({ kind }) => kind === 'state')
  const found = towns.flatMap(({ latitude, longitude }) => {
    const points = offsets.map(([east, north]): [number, number] => [longitude + east, latitude + north])
    const region = points
      .map((point) => states.find((state) => containsPoint(state, point)))
      .find((containing) => containing !== undefined)
    return region ? [region] : []
  })
  const votes = [...Map.groupBy(found, (region) => region)].sort(([, a], [, b]) => b.length - a.length)
  return votes[0]?.[0] ?? null
}
