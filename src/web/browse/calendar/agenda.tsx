import type { CalendarDay, DayEvent } from '../../../shared/contract/browse.ts'
import type { CalendarEvent } from '../../../shared/event-fields.ts'
import { isOvernight } from '../../../shared/event-times.ts'
import { t } from '../../../shared/translate.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { paths } from '../../paths.ts'
import { pathWith } from '../lists/url-params.ts'
import { type Bar, barsOf, isBar } from './bars.ts'
import { formatBar, formatClock, formatTimeOn, formatWeekday } from './calendar-text.ts'
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
  if (listed.length === 0) return <p className="rounded-lg bg-sunken p-4">{t('No events in these days.')}</p>
  // A single day is the place to see all that it has.
  if (days.length === 1) return listed.map((day) => <AgendaDay key={day.day} day={day} events={day.events} />)
  const bars = barsOf(days)
  return (
    <>
      {bars.length > 0 && <Bars bars={bars} columns={columns} />}
      <div className={columns ? 'calendar-week' : 'space-y-5'}>
        {listed.map((day) => {
          const events = day.events.filter((event) => !isBar(event))
          const hasMore = day.total > day.events.length
          if (events.length === 0 && !hasMore && shown === 'with-events') return null
          return <AgendaDay key={day.day} day={day} events={events} />
        })}
      </div>
    </>
  )
}

/** The events of several days, each once: as bars over columns, elsewhere as a list. */
function Bars({ bars, columns }: { bars: Bar[]; columns: boolean }) {
  return (
    <section aria-label={t('On several days')} className="mt-4">
      <h3 className="mb-1.5 text-base">{t('On several days')}</h3>
      <ul className={columns ? 'week-bars' : 'day-list'}>
        {bars.map(({ event, from, days }) => (
          <li
            key={`${event._id} ${event.startDate}`}
            data-from={from + 1}
            data-days={days}
            className="day-span relative px-4 py-2.5 hover:bg-sunken/60"
          >
            <EventLink event={event} />
            <span className="block text-sm text-soft">
              {formatBar(event)} · {placeOf(event)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function EventLink({ event }: { event: DayEvent }) {
  return (
    <>
      <EventMarks event={event} />
      <a
        href={paths.listing('event', event._id)}
        dir="auto"
        className="font-semibold break-words text-ink after:absolute after:inset-0 hover:underline"
      >
        {event.title}
      </a>
    </>
  )
}

const placeOf = ({ city, state, country }: DayEvent) => [city, state].filter(Boolean).join(', ') || country

/** `events` are those that are listed here: others are bars. */
function AgendaDay({ day: { day, total, events: found }, events }: { day: CalendarDay; events: DayEvent[] }) {
  const location = useLocation()
  const list = pathWith(location, listOfDay(day))
  return (
    <section aria-label={formatWeekday(day)} className="mt-4 min-w-0">
      <h3 className="mb-1.5 text-base">{formatWeekday(day)}</h3>
      {events.length === 0 ? (
        total === found.length && (
          <p className="text-sm text-soft">{total === 0 ? t('No events') : t('No others')}</p>
        )
      ) : (
        <ul className="day-list">
          {events.map((event) => (
            <EventLine key={event._id} day={day} event={event} />
          ))}
        </ul>
      )}
      {total > 0 && (
        <a href={list} rel="nofollow" className="side-link mt-1 text-sm">
          {total > found.length
            ? t('See all {count, plural, one {# event} other {# events}}', { count: total })
            : t('View as list')}
        </a>
      )}
    </section>
  )
}

/** Marks a canceled or postponed event. */
export function EventMarks({ event: { canceled, postponed } }: { event: CalendarEvent }) {
  if (!canceled && !postponed) return null
  return <strong className="text-danger">{canceled ? t('Canceled') : t('Postponed')} </strong>
}

/** One event of a day: when, what, and where. */
function EventLine({ day, event }: { day: string; event: DayEvent }) {
  const { startDate, endDate, endTime } = event
  const endsThen = startDate === day && (endDate === day || isOvernight(event))
  return (
    <li className="relative flex gap-2 px-4 py-2.5 hover:bg-sunken/60">
      <span className="w-23 shrink-0 text-sm text-soft tabular-nums">
        {formatTimeOn(day, event)}
        {endsThen && endTime !== null && (
          <span className="block">{t('to {time}', { time: formatClock(endTime) })}</span>
        )}
      </span>
      <span className="min-w-0">
        <EventLink event={event} />
        <span className="block text-sm text-soft">{placeOf(event)}</span>
      </span>
    </li>
  )
}
