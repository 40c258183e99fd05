/** A list of events as a calendar: a month, a week, or an agenda. Everything is links, so it works without scripts. */

import { type Message, msg, t } from '../../../shared/translate.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { pathWith } from '../lists/url-params.ts'
import { Agenda } from './agenda.tsx'
import { formatDays, formatMonth } from './calendar-text.ts'
import { calendarViews, type ListCalendar, monthOf, type CalendarView as View } from './list-calendar.ts'
import { MonthGrid } from './month-grid.tsx'
import { Step } from './step.tsx'

const viewLabels: Record<View, Message> = { month: msg('Month'), week: msg('Week'), agenda: msg('Agenda') }

type CalendarViewProps = { calendar: ListCalendar }

export function CalendarView({ calendar }: CalendarViewProps) {
  const { view, days, chosen } = calendar
  return (
    <section aria-label={t('Calendar')}>
      <Heading calendar={calendar} />
      {view === 'month' ? (
        <>
          <MonthGrid calendar={calendar} />
          {chosen && <Agenda days={[chosen]} shown="all" />}
        </>
      ) : (
        <Agenda days={days} shown={view === 'week' ? 'all' : 'with-events'} columns={view === 'week'} />
      )}
    </section>
  )
}

function Heading({ calendar }: CalendarViewProps) {
  const { view, month, day, from, to, today, previous, next } = calendar
  const location = useLocation()
  // Search engines need none of these paths: every event is in lists.
  const path = (changes: Record<string, string | null>) => pathWith(location, changes)
  const title =
    view === 'month'
      ? formatMonth(month)
      : t('{days}, {year}', { days: formatDays(from, to), year: to.slice(0, 4) })
  const pathTo = (at: string) =>
    view === 'month' ? path({ month: at, day: null }) : path({ day: at, month: null })
  const isPresent = view === 'month' ? month === monthOf(today) : from <= today && to >= today
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="flex items-center gap-1">
        <Step
          to={previous && pathTo(previous)}
          label={view === 'month' ? t('Previous month') : t('Previous week')}
          icon="chevron-left"
        />
        <h2 className="min-w-36 text-center text-lg" aria-live="polite">
          {title}
        </h2>
        <Step
          to={next && pathTo(next)}
          label={view === 'month' ? t('Next month') : t('Next week')}
          icon="chevron-right"
        />
        {!isPresent && (
          <a
            href={path({ month: null, day: null })}
            rel="nofollow"
            data-page="keep-scroll"
            className="view-link"
          >
            {t('Today')}
          </a>
        )}
      </div>
      <nav aria-label={t('Part of the calendar')}>
        <ul className="flex">
          {calendarViews.map((name) => (
            <li key={name}>
              <a
                href={path(
                  name === 'month'
                    ? { view: name, month: monthOf(day), day }
                    : { view: name, month: null, day },
                )}
                aria-current={name === view ? 'page' : undefined}
                rel="nofollow"
                data-page="keep-scroll"
                className="view-link"
              >
                {t(viewLabels[name])}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
