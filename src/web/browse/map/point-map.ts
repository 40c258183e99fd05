/** Draws the map on which an author chooses a point. Loaded only with its dialog. */
import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { AttributionControl, Map as MapLibreMap, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import names from './names.json'

export type Point = { latitude: number; longitude: number }

const maxZoom = 19
/** How much is shown around a point, around a town, and of a country. */
const zooms = { point: 13, town: 10, country: 3 }

type Start = { point: Point; zoom: number }

/** Returns where the map starts: at the point as typed, else at the town, else in the middle of the United States. */
export function findStart(typed: Record<keyof Point, string>, town: { state: string; city: string }): Start {
  const [latitude, longitude] = [Number(typed.latitude), Number(typed.longitude)]
  const isPoint = typed.latitude.trim() !== '' && typed.longitude.trim() !== ''
  if (isPoint && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
    return { point: { latitude, longitude }, zoom: zooms.point }
  const found = findTown(town)
  if (found) return { point: found, zoom: zooms.town }
  return { point: { latitude: 39.8, longitude: -98.6 }, zoom: zooms.country }
}

type NamedPoint = [name: string, longitude: number, latitude: number, ...rest: unknown[]]

/** Finds the town of this name that is nearest to the middle of the state: the names of towns do not name their state. */
function findTown({ state, city }: { state: string; city: string }): Point | null {
  const [, eastward = 0, northward = 0] =
    (names.states as NamedPoint[]).find(([name]) => name === state) ?? []
  const distance = ([, longitude, latitude]: NamedPoint) =>
    Math.hypot(longitude - eastward, latitude - northward)
  const [nearest] = (names.towns as NamedPoint[])
    .filter(([name]) => name === city)
    .sort((a, b) => distance(a) - distance(b))
  return nearest ? { longitude: nearest[1], latitude: nearest[2] } : null
}

type PointMapOptions = Start & { styleUrl: string; onMove: (point: Point) => void }

/** Reports the point in the middle whenever it has changed. Returns what removes the map. Throws where WebGL is not available. */
export function drawPointMap(
  container: HTMLElement,
  { point, zoom, styleUrl, onMove }: PointMapOptions,
): () => void {
  setWorkerUrl(workerUrl)
  const map = new MapLibreMap({
    container,
    zoom,
    maxZoom,
    center: [point.longitude, point.latitude],
    style: styleUrl,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
  })
  map.addControl(new NavigationControl({ showCompass: false }))
  map.addControl(new AttributionControl({ compact: true }))
  map.on('moveend', () => {
    const { lat, lng } = map.getCenter().wrap()
    onMove({ latitude: lat, longitude: lng })
  })
  return () => map.remove()
}
