import { type ReactNode, useEffect, useRef } from 'react'
import { DeferredPart, defer, LatePart } from '../ui/deferred.tsx'
import type { LoadedList } from './list-page.ts'
import { moveBetweenDays } from './move-between-days.ts'

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
  if (calendar) return <Calendar calendar={calendar} />
  return map ? <DeferredPart part={mapPart} props={{ map, to, children }} /> : children(to)
}

/** The arrow keys work before the code of the calendar has loaded: React stops events in such a part. */
function Calendar({ calendar }: { calendar: NonNullable<LoadedList['calendar']> }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    element?.addEventListener('keydown', moveBetweenDays)
    return () => element?.removeEventListener('keydown', moveBetweenDays)
  }, [])
  return (
    <div ref={frame}>
      <LatePart part={calendarPart} props={{ calendar }} />
    </div>
  )
}
