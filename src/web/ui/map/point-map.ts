/** Draws the streets around a point: where an author chooses it, and where an event takes place. Loaded only where they are shown. */
import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { AttributionControl, Map as MapLibreMap, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { mapTexts } from './map-texts.ts'
import { colorScheme } from './open-style.ts'

export type Point = { latitude: number; longitude: number }

const maxZoom = 19
/** How much is shown around a point, around a town, and of the world. */
const zooms = { point: 15, town: 11, world: 1 }

type Start = { point: Point; zoom: number }

/** Returns the point as typed; null for none. */
export function pointOf({ latitude, longitude }: Record<keyof Point, string>): Point | null {
  if (latitude.trim() === '' || longitude.trim() === '') return null
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null
}

/** Returns where the map starts: at the point as typed, else at the town, else with all of the world. */
export function startOf(typed: Point | null, town: Point | null): Start {
  if (typed) return { point: typed, zoom: zooms.point }
  if (town) return { point: town, zoom: zooms.town }
  return { point: { latitude: 30, longitude: 0 }, zoom: zooms.world }
}

type PointMapOptions = Start & {
  styleUrl: string
  /** Gets the point in the middle whenever it has changed. Without it, a pin stays at the point. */
  onMove?: (point: Point) => void
}

/** Returns what removes the map. Throws where WebGL is not available. */
export function drawPointMap(
  container: HTMLElement,
  { point, zoom, styleUrl, onMove }: PointMapOptions,
): () => void {
  setWorkerUrl(workerUrl)
  container.dataset.scheme = colorScheme()
  const center: [number, number] = [point.longitude, point.latitude]
  const map = new MapLibreMap({
    container,
    zoom,
    maxZoom,
    center,
    style: styleUrl,
    locale: mapTexts(),
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    // On a page, one finger scrolls the page.
    cooperativeGestures: !onMove,
  })
  map.addControl(new NavigationControl({ showCompass: false }))
  map.addControl(new AttributionControl({ compact: true }))
  if (onMove)
    map.on('moveend', () => {
      const { lat, lng } = map.getCenter().wrap()
      onMove({ latitude: lat, longitude: lng })
    })
  else {
    const element = document.createElement('span')
    element.className = 'place-pin'
    new Marker({ element }).setLngLat(center).addTo(map)
  }
  return () => map.remove()
}
