/** The map of a list: `view=map` in the URL shows it, and `town` names the town whose listings are shown. */
import type { Api } from '../../../shared/api-client.ts'
import type { MapQuery } from '../../../shared/map.ts'
import { mapPart } from '../filtered-list/list-view.tsx'
import { type ListMap, toListMap } from './list-map.ts'

/** Returns null unless the URL asks for the map. */
export async function loadMap(api: Api, query: URLSearchParams, filters: MapQuery): Promise<ListMap | null> {
  if (query.get('view') !== 'map') return null
  const [towns] = await Promise.all([api.listTowns({ query: filters }), mapPart.preload()])
  return toListMap(towns, query.get('town'))
}
