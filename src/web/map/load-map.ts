/** The map of a list: `view=map` in the URL shows it, and `town` names the town whose listings are shown. */
import type { Api } from '../../shared/api-client.ts'
import type { Kind } from '../../shared/listing.ts'
import type { MapQuery } from '../../shared/map.ts'
import { defer } from '../ui/deferred.tsx'
import { type ListMap, townLabel } from './map-url.ts'

export const mapView = defer(async () => (await import('./map-view.tsx')).MapView)

/** Returns null unless the URL asks for the map. */
export async function loadMap(
  api: Api,
  query: URLSearchParams,
  kind: Kind,
  filters: Omit<MapQuery, 'kind'>,
): Promise<ListMap | null> {
  if (query.get('view') !== 'map') return null
  const [towns] = await Promise.all([api.listTowns({ query: { ...filters, kind } }), mapView.preload()])
  const town = towns.find((candidate) => townLabel(candidate) === query.get('town')) ?? null
  return { towns, town }
}

/** The filters that restrict a list to the chosen town. */
export const townFilters = (map: ListMap | null) =>
  map?.town ? { country: map.town.country, state: map.town.state, city: map.town.name } : {}
