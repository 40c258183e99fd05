import type { ReactNode } from 'react'
import type { ListMap } from '../map/list-map.ts'
import { DeferredPart, defer } from '../ui/deferred.tsx'

/** The map of a list. A page's loader loads its code, through `loadList`. */
export const mapPart = defer(async () => (await import('../map/map-view.tsx')).MapView)

type WithMapProps = {
  map: ListMap | null
  /** Returns the path of a page of the list. */
  to: (page: number) => string
  /** Renders the cards. Gets the path of a page of the list, which keeps the map. */
  children: (to: (page: number) => string) => ReactNode
}

/** The cards of a list, beside its map if the URL asks for it. */
export const WithMap = ({ map, to, children }: WithMapProps) =>
  map ? <DeferredPart part={mapPart} props={{ map, to, children }} /> : children(to)
