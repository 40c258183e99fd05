/** Draws towns on a MapLibre map. Loaded only where a map is shown. */
import 'maplibre-gl/dist/maplibre-gl.css'
import '../../ui/map/map.css'
import {
  AttributionControl,
  type GeoJSONSource,
  LngLatBounds,
  Map as MapLibreMap,
  Marker,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { Town } from '../../../shared/contract/browse.ts'
import { localPlace } from '../../../shared/local-names.ts'
import { t } from '../../../shared/translate.ts'
import { mapTexts } from '../../ui/map/map-texts.ts'
import { townLabel } from './list-map.ts'
import { addCountries, mapStyle, markerLayers, maxStyleZoom } from './map-style.ts'

/** Towns closer than this many pixels are one cluster. */
const clusterRadius = 48
/** For an operator's style: no location in lists is finer than a town. */
const maxTownZoom = 10
const padding = 48

export type TownMap = ReturnType<typeof drawMap>

/** Throws where WebGL is not available. `onChoose` gets the label of a town. */
export function drawMap(
  container: HTMLElement,
  towns: Town[],
  styleUrl: string,
  onChoose: (label: string) => void,
) {
  setWorkerUrl(workerUrl)
  const bounds = boundsOf(towns)
  const maxZoom = styleUrl ? maxTownZoom : maxStyleZoom
  const map = new MapLibreMap({
    container,
    maxZoom,
    bounds,
    fitBoundsOptions: { padding, maxZoom: maxStyleZoom },
    style: styleUrl || mapStyle(),
    locale: mapTexts(),
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    // One finger scrolls the page.
    cooperativeGestures: true,
  })
  map.addControl(new NavigationControl({ showCompass: false }))
  if (styleUrl) map.addControl(new AttributionControl({ compact: true }))

  let chosen: string | null = null
  const shown = new Map<string, Marker>()

  map.on('load', () => {
    if (!styleUrl && towns.some(isAbroad)) addCountries(map)
    map.addSource('ads', {
      type: 'geojson',
      data: toFeatures(towns),
      cluster: true,
      clusterRadius,
      // Closer up, nothing would separate them.
      clusterMaxZoom: maxZoom - 1,
      clusterProperties: { count: ['+', ['get', 'count']] },
    })
    // Sources without a layer load no tiles.
    map.addLayer({ id: 'ads', type: 'circle', source: 'ads', paint: { 'circle-opacity': 0 } })
    if (!styleUrl) for (const layer of markerLayers()) map.addLayer(layer)
  })
  map.on('render', () => map.getSource('ads') && map.isSourceLoaded('ads') && showMarkers())

  function showMarkers() {
    const present = new Set<string>()
    for (const { properties, geometry } of map.querySourceFeatures('ads')) {
      if (geometry.type !== 'Point') continue
      const position = geometry.coordinates as [number, number]
      const cluster = properties as Cluster
      const key = cluster.label ?? `cluster ${cluster.cluster_id}`
      present.add(key)
      if (shown.has(key)) continue
      const element = markerOf(cluster, () =>
        cluster.label ? onChoose(cluster.label) : void zoomInto(cluster.cluster_id, position),
      )
      shown.set(key, new Marker({ element }).setLngLat(position).addTo(map))
    }
    for (const [key, marker] of shown) {
      if (present.has(key)) continue
      marker.remove()
      shown.delete(key)
    }
    highlight()
  }

  async function zoomInto(id: number, center: [number, number]) {
    const zoom = await map.getSource<GeoJSONSource>('ads')?.getClusterExpansionZoom(id)
    if (zoom !== undefined) map.easeTo({ center, zoom })
  }

  function highlight() {
    for (const [key, marker] of shown) {
      marker.getElement().setAttribute('aria-pressed', String(key === chosen))
    }
  }

  return {
    /** Highlights a town, or none. */
    choose(label: string | null) {
      chosen = label
      highlight()
    },
    remove: () => map.remove(),
  }
}

/** A point of the source: a town, which has a label, or several towns. */
type Cluster = { label?: string; cluster_id: number; point_count: number; count: number }

/** Returns a real button, so that the keyboard and screen readers reach it. */
function markerOf({ label, point_count, count }: Cluster, onClick: () => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = label ? 'town-marker' : 'town-marker town-cluster'
  button.textContent = count > 999 ? '999+' : String(count)
  const name = label
    ? t('{town}: {count, plural, one {# ad} other {# ads}}', { town: localPlace(label), count })
    : t('{towns} towns with {count, plural, one {# ad} other {# ads}}: zoom in', {
        towns: point_count,
        count,
      })
  button.setAttribute('aria-label', name)
  button.title = label ? localPlace(label) : ''
  button.addEventListener('click', (event) => {
    event.stopPropagation()
    onClick()
  })
  return button
}

const toFeatures = (towns: Town[]): Parameters<GeoJSONSource['setData']>[0] => ({
  type: 'FeatureCollection',
  features: towns.map((town) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [town.longitude, town.latitude] },
    properties: { name: town.name, label: townLabel(town), count: town.count },
  })),
})

/** Where `regions.json` has no outlines. */
const isAbroad = ({ longitude, latitude }: Town) => longitude > -45 || latitude < 0

function boundsOf(towns: Town[]): LngLatBounds {
  const bounds = new LngLatBounds()
  for (const { longitude, latitude } of towns) bounds.extend([longitude, latitude])
  // Most of the United States and the south of Canada.
  return bounds.isEmpty() ? new LngLatBounds([-125, 25], [-66, 52]) : bounds
}
