/** A street map of one tile: land everywhere, and a road along 97.74° west. */
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'

const headerBytes = 127

/** Returns an archive of PMTiles, version 3, in the schema of Protomaps, without compression. */
export function createStreetMap(): Buffer {
  const tile = worldTile()
  // One entry: the tile 0 once, of this length, at offset 0.
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1])
  const metadata = Buffer.from('{}')
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const sections = [directory, metadata, Buffer.alloc(0), tile]
  let at = headerBytes
  for (const [index, section] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(section.length), 16 + 16 * index)
    at += section.length
  }
  for (const position of [72, 80, 88]) header.writeBigUInt64LE(1n, position)
  const [clustered, noCompression, vectorTiles] = [1, 1, 1]
  header.set([clustered, noCompression, noCompression, vectorTiles, 0, 0], 96)
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 10_000_000, 102 + 4 * index)
  return Buffer.concat([header, ...sections])
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}

function worldTile(): Buffer {
  const ring = [
    [-180, -85],
    [180, -85],
    [180, 85],
    [-180, 85],
    [-180, -85],
  ]
  const layers = {
    earth: tileOf({ type: 'Polygon', coordinates: [ring] }, { kind: 'earth' }),
    roads: tileOf(
      {
        type: 'LineString',
        coordinates: [
          [-97.74, -80],
          [-97.74, 80],
        ],
      },
      { kind: 'highway', min_zoom: 0 },
    ),
  }
  return Buffer.from(fromGeojsonVt(layers, { version: 2, extent: 4096 }))
}

function tileOf(geometry: GeoJSON.Geometry, properties: GeoJSON.GeoJsonProperties) {
  const index = new GeoJSONVT({ type: 'Feature', geometry, properties }, { maxZoom: 0, buffer: 0 })
  const tile = index.getTile(0, 0, 0)
  if (!tile) throw new Error('The shape is not in the tile.')
  return tile
}
