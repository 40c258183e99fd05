import type { ReactNode } from 'react'
import { DeferredPart, defer, LatePart } from '../../framework/deferred.tsx'
import type { LoadedList } from './list-page.ts'

/** The map and the calendar of a list. A page's loader loads their code, through `loadList`. */
export const mapPart = defer(async () => (await import('../map/map-view.tsx')).MapView)
export const calendarPart = defer(async () => (await import('../calendar/calendar-view.tsx')).CalendarView)

type ListViewProps = {
  loaded: LoadedList
  /** Returns the path of a page of the list. */
  to: (page: number) => string
  /** Renders the cards. Gets the path of a page of the list, which keeps the map. */
  children: (to: (page: number) => string) => ReactNode
}

/** The cards of a list, or what the URL asks for: the cards beside a map, or a calendar. */
export function ListView({ loaded: { map, calendar }, to, children }: ListViewProps) {
  if (calendar) return <LatePart part={calendarPart} props={{ calendar }} />
  return map ? <DeferredPart part={mapPart} props={{ map, to, children }} /> : children(to)
}
