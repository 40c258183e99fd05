/**
 * The look of the built-in map: states, provinces, lakes, and towns in the colors of the site. Where nothing is drawn, as before the
 * outlines have loaded, there is land, not sea.
 */
import type {
  ExpressionSpecification,
  FillLayerSpecification,
  FilterSpecification,
  LineLayerSpecification,
  Map as MapLibreMap,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { localName } from '../../../shared/local-names.ts'
import countries from './countries.json?url'
import names from './names.json'
import regions from './regions.json?url'

/** Without an address of glyphs, the map draws letters with the fonts of the page. */
const font = ['Nunito', 'sans-serif']

/** Towns have a name from this zoom level on, if they have at least so many thousand people. */
const minPeople: ExpressionSpecification = ['step', ['zoom'], 700, 4, 400, 5, 150, 6, 60, 7, 0]

/** How close the outlines may be looked at: closer, hardly any of them are in view. */
export const maxStyleZoom = 7

/** Returns the style in the current color scheme. It contacts no other host. */
export const mapStyle = (): StyleSpecification => ({
  version: 8,
  sources: {
    regions: geojson(regions),
    states: { type: 'geojson', data: toPoints(names.states) },
    towns: { type: 'geojson', data: toPoints(names.towns) },
  },
  layers: [
    { id: 'land', type: 'background', paint: { 'background-color': colorOf('--sunken') } },
    fill('sea', '--sky'),
    fill('neighbor', '--line'),
    fill('state', '--sunken'),
    fill('lake', '--sky'),
    borders('state'),
    {
      id: 'state-names',
      type: 'symbol',
      source: 'states',
      minzoom: 3,
      maxzoom: 7,
      layout: {
        ...textLayout,
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.08,
        'text-size': 11,
      },
      paint: textPaint('--soft'),
    },
    {
      id: 'town-names',
      type: 'symbol',
      source: 'towns',
      filter: ['>=', ['get', 'people'], minPeople],
      layout: { ...textLayout, 'symbol-sort-key': ['-', ['get', 'people']], 'text-size': 12 },
      paint: textPaint('--soft'),
    },
  ],
})

const geojson = (file: string) => ({ type: 'geojson' as const, data: new URL(file, location.href).href })

/** Adds the countries of the other continents, which a map of North America need not load, below everything else. */
export function addCountries(map: MapLibreMap): void {
  map.addSource('countries', geojson(countries))
  const add = (layer: FillLayerSpecification | LineLayerSpecification) =>
    map.addLayer({ ...layer, id: `countries-${layer.id}`, source: 'countries' }, 'sea')
  add(fill('sea', '--sky'))
  add(fill('country', '--sunken'))
  add(fill('lake', '--sky'))
  add(borders('country'))
}

/** The regions of one kind in one color. */
const fill = (kind: string, token: string): FillLayerSpecification => ({
  id: kind,
  type: 'fill',
  source: 'regions',
  filter: isKind(kind),
  paint: { 'fill-color': colorOf(token) },
})

const borders = (kind: string): LineLayerSpecification => ({
  id: 'borders',
  type: 'line',
  source: 'regions',
  filter: isKind(kind),
  paint: { 'line-color': colorOf('--edge'), 'line-width': 0.75 },
})

const isKind = (kind: string): FilterSpecification => ['==', ['get', 'kind'], kind]

/** The names of towns below the markers, and invisible dots that keep other names from behind them. A source `ads` has the towns. */
export const markerLayers = (): SymbolLayerSpecification[] => [
  {
    id: 'marker-spaces',
    type: 'symbol',
    source: 'ads',
    layout: { 'text-field': '●', 'text-font': font, 'text-size': 30, 'text-allow-overlap': true },
    paint: { 'text-opacity': 0 },
  },
  {
    id: 'ad-town-names',
    type: 'symbol',
    source: 'ads',
    filter: ['!', ['has', 'point_count']],
    layout: { ...textLayout, 'text-anchor': 'top', 'text-offset': [0, 1.4], 'text-size': 13 },
    paint: textPaint('--ink'),
  },
]

const textLayout = { 'text-field': ['get', 'name'] as ['get', string], 'text-font': font, 'text-padding': 6 }
const textPaint = (token: string) => ({
  'text-color': colorOf(token),
  'text-halo-color': colorOf('--sunken'),
  'text-halo-width': 1.5,
})

const colorOf = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(token).trim()

/** A row has a name, a position, and for a town the people in thousands. */
const toPoints = (rows: (string | number)[][]) => ({
  type: 'FeatureCollection' as const,
  features: rows.map(([name, longitude, latitude, people]) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [Number(longitude), Number(latitude)] },
    properties: { name: localName(String(name)), people },
  })),
})
