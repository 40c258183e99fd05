import { DeferredSection, defer, LazySection } from '../../framework/sections/deferred.tsx'
import type { ListingGrid } from '../cards/listing-grid.tsx'
import type { NoListingsProps } from '../lists/no-listings.tsx'
import type { ListPage } from './list-page.ts'

/** The sections of a list that work without scripts. A page's loader loads their code, through `loadList`. */
export const listSections = defer(async () => (await import('../results/list-section.tsx')).ListSection)

/** The map and the calendar of a list. A page's loader loads their code, through `loadList`. */
export const mapSection = defer(async () => (await import('../map/map-view.tsx')).MapView)
export const calendarSection = defer(async () => (await import('../calendar/calendar-view.tsx')).CalendarView)

type ListViewProps = {
  page: ListPage
  /** Passed in, because the forms of ads load this file, too, and no cards. */
  Grid: typeof ListingGrid
  to: (page: number) => string
  empty: NoListingsProps
}

/** The cards of a list, or what the URL asks for: the cards beside a map, or a calendar. Below, ways to follow the list. */
export function ListView({ page, Grid, to, empty }: ListViewProps) {
  const { map, calendar, list, page: number } = page.loaded
  const cards = (to: (page: number) => string) => (
    <Grid
      list={list}
      page={number}
      to={to}
      empty={<LazySection section={listSections} props={{ section: 'empty', ...page, empty }} />}
    />
  )
  return (
    <>
      {calendar && <LazySection section={calendarSection} props={{ calendar }} />}
      {map && <DeferredSection section={mapSection} props={{ map, to, children: cards }} />}
      {!calendar && !map && cards(to)}
      <LazySection section={listSections} props={{ section: 'feeds', ...page }} />
    </>
  )
}
