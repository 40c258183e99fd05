/**
 * The map of a list: `view=map` in the URL shows it, and `town` names the town whose listings are shown. Only such pages
 * load its code.
 */
import type { Api } from '../../shared/api-client.ts'
import type { Kind } from '../../shared/listing.ts'
import type { MapQuery } from '../../shared/map.ts'
import type { ListMap } from './list-map.ts'

let loaded: typeof import('./map-view.tsx') | null = null

export const isMap = (query: URLSearchParams) => query.get('view') === 'map'

/** Loads the code of the map. A page that has a map must not be rendered before. */
export async function loadMapCode() {
  loaded ??= await import('./map-view.tsx')
  return loaded
}

/** Returns the component that shows a map, once its code has loaded. */
export const loadedMapView = () => loaded?.MapView

/** Returns null unless the URL asks for the map. */
export async function loadMap(
  api: Api,
  query: URLSearchParams,
  kind: Kind,
  filters: Omit<MapQuery, 'kind'>,
): Promise<ListMap | null> {
  return isMap(query) ? (await loadMapCode()).loadListMap(api, query, { ...filters, kind }) : null
}
