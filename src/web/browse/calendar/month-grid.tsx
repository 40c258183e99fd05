import type { CalendarDay } from '../../../shared/contract/browse.ts'
import { t } from '../../../shared/translate.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { pathWith } from '../lists/url-params.ts'
import { EventMarks } from './agenda.tsx'
import { type Bar, barsOf, isBar } from './bars.ts'
import {
  formatBar,
  formatClock,
  formatDayEvents,
  formatMonth,
  formatWeekday,
  weekdaysFrom,
} from './calendar-text.ts'
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
          {weekdaysFrom(weekStart).map(({ name, short }) => (
            <th key={name} scope="col">
              <abbr title={name} className="no-underline">
                {short}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => {
          const bars = barsOf(week, days).filter(({ lane }) => lane < maxLanes)
          return (
            <tr key={week[0]?.day}>
              {week.map((day, column) => (
                <DayCell
                  key={day.day}
                  day={day}
                  calendar={calendar}
                  lanes={lanesAt(bars, column)}
                  column={column}
                />
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** What a cell shows, apart from a link to the others. */
const maxLines = 3
const maxLanes = maxLines

/** Returns the bars on a day by row, with gaps. */
function lanesAt(bars: Bar[], column: number): (Bar | undefined)[] {
  const present = bars.filter(({ from, days }) => from <= column && column < from + days)
  const rows = Math.max(0, ...present.map(({ lane }) => lane + 1))
  return Array.from({ length: rows }, (_, row) => present.find(({ lane }) => lane === row))
}

type DayCellProps = {
  day: CalendarDay
  calendar: ListCalendar
  lanes: (Bar | undefined)[]
  column: number
}

function DayCell({ day: { day, total, events }, calendar, lanes, column }: DayCellProps) {
  const location = useLocation()
  const { month, today, day: chosen } = calendar
  const isOther = monthOf(day) !== month
  const single = events.filter((event) => !isBar(event)).slice(0, maxLines - lanes.length)
  const more = total - single.length - lanes.filter(Boolean).length
  const path = pathWith(location, { month: monthOf(day), day })
  return (
    <td className={isOther ? 'bg-sunken/50' : 'bg-surface'}>
      <a
        href={path}
        data-day={day}
        data-page="keep-scroll"
        rel="nofollow"
        aria-label={formatDayEvents(day, total)}
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
          {lanes.map((bar, row) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have places
            if (bar?.from !== column) return <li key={row} aria-hidden className="min-h-6" />
            const { event, days } = bar
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have places
              <li key={row} data-days={days} className="day-span calendar-bar">
                <a
                  href={paths.listing('event', event._id)}
                  className="calendar-event"
                  title={`${event.title}, ${formatBar(event)}`}
                >
                  <EventMarks event={event} />
                  <bdi>{event.title}</bdi> <span className="text-soft">{formatBar(event)}</span>
                </a>
              </li>
            )
          })}
          {single.map((event) => (
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
                aria-label={t('{count} more on {day}', { count: more, day: formatWeekday(day) })}
              >
                {t('+{count} more', { count: more })}
              </a>
            </li>
          )}
        </ul>
      )}
    </td>
  )
}
