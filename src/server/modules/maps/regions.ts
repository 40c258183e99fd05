/** The outlines of the maps: states, provinces, lakes, and neighbors from Natural Earth, which pages draw, too. */
import { readFileSync } from 'node:fs'
import { geoArea, geoBounds } from 'd3-geo'
import type { CatalogPlaces } from '../catalog/service.ts'

type Ring = [longitude: number, latitude: number][]
type MultiPolygon = { type: 'MultiPolygon'; coordinates: Ring[][] }
type Bounds = { west: number; south: number; east: number; north: number }
export type Region = {
  kind: 'state' | 'lake' | 'neighbor'
  /** As the catalog has it; empty for what is no state. */
  name: string
  shape: MultiPolygon
  bounds: Bounds
}
type Feature = { properties: { kind: Region['kind'] | 'sea'; name: string }; geometry: MultiPolygon }

const file = new URL('../../../web/browse/map/regions.json', import.meta.url)
let regions: Region[] | null = null

/** Returns all regions. Reads them on first use: most processes draw no map. */
export function allRegions(): Region[] {
  regions ??= readRegions()
  return regions
}

function readRegions(): Region[] {
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

/** Returns the region of a state, or null. */
export const findRegionOf = ({ name }: CatalogPlaces['states'][number]): Region | null =>
  allRegions().find((region) => region.kind === 'state' && region.name === name) ?? null
