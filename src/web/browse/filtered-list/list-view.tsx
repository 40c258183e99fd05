import type { ReactNode } from 'react'
import { DeferredSection, defer, LazySection } from '../../framework/sections/deferred.tsx'
import type { NoListingsProps } from '../lists/no-listings.tsx'
import type { ListPage, LoadedList } from './list-page.ts'

/** The sections of a list that work without scripts. A page's loader loads their code, through `loadList`. */
export const listSections = defer(async () => (await import('../results/list-section.tsx')).ListSection)

/** The map and the calendar of a list. A page's loader loads their code, through `loadList`. */
export const mapSection = defer(async () => (await import('../map/map-view.tsx')).MapView)
export const calendarSection = defer(async () => (await import('../calendar/calendar-view.tsx')).CalendarView)

type ListViewProps = {
  loaded: LoadedList
  /** Returns the path of a page of the list. */
  to: (page: number) => string
  /** Renders the cards. Gets the path of a page of the list, which keeps the map. */
  children: (to: (page: number) => string) => ReactNode
}

/** The cards of a list, or what the URL asks for: the cards beside a map, or a calendar. */
export function ListView({ loaded: { map, calendar }, to, children }: ListViewProps) {
  if (calendar) return <LazySection section={calendarSection} props={{ calendar }} />
  return map ? <DeferredSection section={mapSection} props={{ map, to, children }} /> : children(to)
}

type EmptyListProps = { page: ListPage; empty: NoListingsProps }

/** Says that a list is empty, and where to go. Its code loads only then. */
export const EmptyList = ({ page, empty }: EmptyListProps) => (
  <LazySection section={listSections} props={{ section: 'empty', ...page, empty }} />
)
