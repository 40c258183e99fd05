import type { CalendarDay } from '../../../shared/contract/browse.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { pathWith } from '../lists/url-params.ts'
import { EventMarks } from './agenda.tsx'
import { formatClock, formatEvents, formatMonth, formatWeekday, weekdaysFrom } from './calendar-text.ts'
import { type ListCalendar, monthOf } from './list-calendar.ts'

/** A month as a table. Each day leads to its agenda below; wide screens also show the first events. */
export function MonthGrid({ calendar }: { calendar: ListCalendar }) {
  const { month, days } = calendar
  const { weekStart } = useSite().settings
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <table className="calendar-month">
      <caption className="sr-only">{formatMonth(month)}</caption>
      <thead>
        <tr>
          {weekdaysFrom(weekStart).map((name) => (
            <th key={name} scope="col">
              <abbr title={name} className="no-underline">
                {name.slice(0, 3)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((day) => (
              <DayCell key={day.day} day={day} calendar={calendar} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayCell({ day: { day, total, events }, calendar }: { day: CalendarDay; calendar: ListCalendar }) {
  const location = useLocation()
  const { month, today, day: chosen } = calendar
  const isOther = monthOf(day) !== month
  const more = total - events.length
  const path = pathWith(location, { month: monthOf(day), day })
  return (
    <td className={isOther ? 'bg-sunken/50' : 'bg-surface'}>
      <a
        href={path}
        data-day={day}
        data-page="keep-scroll"
        rel="nofollow"
        aria-label={`${formatWeekday(day)}: ${formatEvents(total)}`}
        aria-current={day === today ? 'date' : undefined}
        className={`calendar-day ${day === chosen ? 'chosen-day' : ''} ${isOther ? 'text-soft' : ''}`}
      >
        <span className="day-number">{Number(day.slice(8))}</span>
        {total > 0 && (
          <span aria-hidden className="day-count md:hidden">
            {total > 99 ? '99+' : total}
          </span>
        )}
      </a>
      {total > 0 && (
        <ul className="hidden px-1 pb-1 md:block">
          {events.map((event) => (
            <li key={event._id}>
              <a href={paths.listing('event', event._id)} className="calendar-event" title={event.title}>
                <EventMarks event={event} />
                {event.startTime !== null && event.startDate === day && (
                  <span className="text-soft">{formatClock(event.startTime)} </span>
                )}
                <bdi>{event.title}</bdi>
              </a>
            </li>
          ))}
          {more > 0 && (
            <li>
              <a
                href={path}
                data-page="keep-scroll"
                rel="nofollow"
                className="calendar-event font-semibold text-accent"
                aria-label={`${more} more on ${formatWeekday(day)}`}
              >
                +{more} more
              </a>
            </li>
          )}
        </ul>
      )}
    </td>
  )
}
