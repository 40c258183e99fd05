import type { CalendarDay } from '../../../shared/contract/browse.ts'
import type { CalendarEvent } from '../../../shared/event-fields.ts'
import { isOvernight } from '../../../shared/event-times.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { paths } from '../../paths.ts'
import { pathWith } from '../lists/url-params.ts'
import { formatClock, formatEvents, formatTimeOn, formatWeekday } from './calendar-text.ts'
import { listOfDay } from './list-calendar.ts'

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
  const list = pathWith(location, listOfDay(day))
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
          {total > events.length ? `See all ${formatEvents(total)}` : 'View as list'}
        </a>
      )}
    </section>
  )
}

/** Marks a canceled or postponed event. */
export function EventMarks({ event: { canceled, postponed } }: { event: CalendarEvent }) {
  if (!canceled && !postponed) return null
  return <strong className="text-danger">{canceled ? 'Canceled' : 'Postponed'} </strong>
}

/** One event of a day: when, what, and where. */
function EventLine({ day, event }: { day: string; event: CalendarEvent }) {
  const { _id, title, city, state, country, startDate, endDate, endTime } = event
  const endsThen = startDate === day && (endDate === day || isOvernight(event))
  return (
    <li className="relative flex gap-2 px-4 py-2.5 hover:bg-sunken/60">
      <span className="w-23 shrink-0 text-sm text-soft tabular-nums">
        {formatTimeOn(day, event)}
        {endsThen && endTime !== null && <span className="block">to {formatClock(endTime)}</span>}
      </span>
      <span className="min-w-0">
        <EventMarks event={event} />
        <a
          href={paths.listing('event', _id)}
          dir="auto"
          className="font-semibold break-words text-ink after:absolute after:inset-0 hover:underline"
        >
          {title}
        </a>
        <span className="block text-sm text-soft">{[city, state].filter(Boolean).join(', ') || country}</span>
      </span>
    </li>
  )
}
