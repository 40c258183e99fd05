import type { CalendarDay } from '../../../shared/contract/browse.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { pathWith } from '../map/list-map.ts'
import { formatEvents, formatWeekday } from './calendar-text.ts'
import { EventLine } from './event-line.tsx'
import { withoutDays } from './list-calendar.ts'

type AgendaProps = {
  days: CalendarDay[]
  /** Whether days without events are listed, too. */
  shown: 'all' | 'with-events'
  /** On wide screens, the days are columns. */
  columns?: boolean
}

/** The events of each day as lists. */
export function Agenda({ days, shown, columns = false }: AgendaProps) {
  const listed = shown === 'all' ? days : days.filter(({ total }) => total > 0)
  if (listed.length === 0) return <p className="rounded-lg bg-sunken p-4">No events in these days.</p>
  return (
    <div className={columns ? 'calendar-week' : 'space-y-5'}>
      {listed.map((day) => (
        <AgendaDay key={day.day} day={day} />
      ))}
    </div>
  )
}

function AgendaDay({ day: { day, total, events } }: { day: CalendarDay }) {
  const location = useLocation()
  const list = pathWith(location, { ...withoutDays, view: null, month: null, day: null, from: day, to: day })
  return (
    <section aria-label={formatWeekday(day)} className="mt-4 min-w-0">
      <h3 className="mb-1.5 text-base">{formatWeekday(day)}</h3>
      {total === 0 ? (
        <p className="text-sm text-soft">No events</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {events.map((event) => (
            <EventLine key={event._id} day={day} event={event} />
          ))}
        </ul>
      )}
      {total > 0 && (
        <a href={list} rel="nofollow" className="side-link mt-1 text-sm">
          {total > events.length ? `See all ${formatEvents(total)}` : 'Show with pictures'}
        </a>
      )}
    </section>
  )
}
