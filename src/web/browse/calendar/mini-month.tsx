import { t } from '../../../shared/translate.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { useSite } from '../../framework/site-context.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { pathWith } from '../lists/url-params.ts'
import { formatDayEvents, formatMonth, weekdaysFrom } from './calendar-text.ts'
import { dayOfWeek, firstDayOf, listOfDay, type MonthCounts, withoutDays } from './list-calendar.ts'
import { Step } from './step.tsx'

type MiniMonthProps = { counts: MonthCounts }

/** A month beside a list of events: the current one, until another is chosen. Days with events lead to the list of the day. */
export function MiniMonth({ counts }: MiniMonthProps) {
  const { month, previous, next } = counts
  const location = useLocation()
  const pathTo = (month: string | null) => month && pathWith(location, { month })
  return (
    <nav aria-label={t('Events by day')}>
      <Disclosure
        initiallyOpen={location.search.includes('month=')}
        className="unfold-wide max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-1 max-lg:shadow-sheet"
        summary={<span className="px-3 text-sm font-semibold">{formatMonth(month)}</span>}
      >
        <div className="rounded-lg bg-surface p-2 lg:border lg:border-line">
          <div className="flex items-center justify-between">
            <Step to={pathTo(previous)} label={t('Previous month')} icon="chevron-left" />
            <span className="text-sm font-semibold" aria-live="polite">
              {formatMonth(month)}
            </span>
            <Step to={pathTo(next)} label={t('Next month')} icon="chevron-right" />
          </div>
          <Days counts={counts} />
          <a
            href={pathWith(location, { ...withoutDays, town: null, day: null, view: 'month', month: null })}
            rel="nofollow"
            className="side-link mt-1 text-sm"
          >
            {t('Open the calendar')}
          </a>
        </div>
      </Disclosure>
    </nav>
  )
}

function Days({ counts: { month, today, totals } }: MiniMonthProps) {
  const location = useLocation()
  const { weekStart } = useSite().settings
  const first = dayOfWeek(firstDayOf(month), weekStart)
  const cells = [
    ...Array.from({ length: first }, () => null),
    ...totals.map((total, at) => ({ total, date: at + 1 })),
  ]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    cells.slice(week * 7, week * 7 + 7),
  )
  return (
    <table className="mini-month">
      <caption className="sr-only">{formatMonth(month)}</caption>
      <thead>
        <tr>
          {weekdaysFrom(weekStart).map(({ name, short }) => (
            <th key={name} scope="col">
              <abbr title={name} className="no-underline">
                {short.slice(0, 2)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          <tr key={week.find(Boolean)?.date}>
            {row === 0 && first > 0 && <td colSpan={first} />}
            {week
              .filter((cell) => cell !== null)
              .map(({ total, date }) => {
                const day = `${month}-${String(date).padStart(2, '0')}`
                const current = day === today ? 'date' : undefined
                return (
                  <td key={date}>
                    {total > 0 ? (
                      <a
                        href={pathWith(location, listOfDay(day))}
                        rel="nofollow"
                        aria-label={formatDayEvents(day, total)}
                        aria-current={current}
                      >
                        {date}
                      </a>
                    ) : (
                      <span aria-current={current}>{date}</span>
                    )}
                  </td>
                )
              })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
