import type { CalendarEvent } from '../../../shared/event-fields.ts'
import { isOvernight } from '../../../shared/event-times.ts'
import { paths } from '../../paths.ts'
import { formatClock, formatTimeOn } from './calendar-text.ts'

/** Says in words that an event was canceled or postponed. */
export function EventMarks({ event: { canceled, postponed } }: { event: CalendarEvent }) {
  if (!canceled && !postponed) return null
  return <strong className="text-danger">{canceled ? 'Canceled' : 'Postponed'} </strong>
}

/** One event of a day: when, what, and where. */
export function EventLine({ day, event }: { day: string; event: CalendarEvent }) {
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
