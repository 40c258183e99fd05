import { formatDay } from '../../shared/format.ts'
import type { Overview } from '../../shared/moderation.ts'
import { dayFormat, formatNumber } from '../../shared/site-format.ts'
import { msg, t } from '../../shared/translate.ts'
import { Card } from '../ui/card.tsx'
import { DayBars } from '../ui/day-bars.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

type Days = Overview['days']

const allSeries = [
  {
    key: 'users',
    title: msg('New users'),
    counted: msg('{count, plural, one {# new user} other {# new users}}'),
  },
  {
    key: 'listings',
    title: msg('New ads'),
    counted: msg('{count, plural, one {# new ad} other {# new ads}}'),
  },
  {
    key: 'reports',
    title: msg('Reports'),
    counted: msg('{count, plural, one {# report} other {# reports}}'),
  },
  {
    key: 'messages',
    title: msg('Messages'),
    counted: msg('{count, plural, one {# message} other {# messages}}'),
  },
] as const
type Series = (typeof allSeries)[number]

export function Activity({ days }: { days: Days }) {
  return (
    <section aria-labelledby="activity" className="mt-8">
      <h2 id="activity" className="text-lg">
        {t('Last 30 days')}
      </h2>
      <Card className="mt-3">
        <ul className="grid gap-px overflow-hidden rounded-t-lg bg-line sm:grid-cols-2">
          {allSeries.map((series) => (
            <SeriesChart key={series.key} days={days} series={series} />
          ))}
        </ul>
        <Disclosure
          summary={<span className="text-sm font-semibold">{t('Show as a table')}</span>}
          className="border-t border-line px-4"
        >
          <ActivityTable days={days} />
        </Disclosure>
      </Card>
    </section>
  )
}

type SeriesChartProps = { days: Days; series: Series }

function SeriesChart({ days, series: { key, title, counted } }: SeriesChartProps) {
  const total = days.reduce((sum, day) => sum + day[key], 0)
  return (
    <li className="bg-surface p-4">
      <p className="mb-2 flex items-baseline justify-between gap-3">
        <span className="text-sm font-semibold">{t(title)}</span>
        <span className="font-display text-lg font-bold tabular-nums">{formatNumber(total)}</span>
      </p>
      <DayBars
        label={describeDays(days, key, t(counted, { count: total }))}
        days={days.map((day) => ({ label: formatDay(day.day), count: day[key] }))}
      />
      <p className="mt-1 flex justify-between text-xs text-soft" aria-hidden>
        <span>{formatShortDay(days[0])}</span>
        <span>{formatShortDay(days.at(-1))}</span>
      </p>
    </li>
  )
}

/** Returns a text such as `42 new users in 30 days, up to 5 a day (November 3, 2026).` */
function describeDays(days: Days, key: Series['key'], total: string): string {
  const busiest = days.toSorted((a, b) => b[key] - a[key])[0]
  const count = days.length
  return busiest && busiest[key] > 0
    ? t('{total} in {count, plural, one {# day} other {# days}}, up to {most} a day ({day}).', {
        total,
        count,
        most: busiest[key],
        day: formatDay(busiest.day),
      })
    : t('{total} in {count, plural, one {# day} other {# days}}.', { total, count })
}

const dayOfYear = dayFormat({ month: 'long', day: 'numeric' })
const formatShortDay = (day: Days[number] | undefined) => (day ? dayOfYear(day.day) : '')

function ActivityTable({ days }: { days: Days }) {
  return (
    <div className="overflow-x-auto pb-4">
      <table className="w-full text-end text-sm tabular-nums">
        <caption className="sr-only">{t('Last 30 days, newest first')}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-soft">
            <th scope="col" className="py-2 pe-3 text-start font-semibold">
              {t('Day')}
            </th>
            {allSeries.map(({ key, title }) => (
              <th key={key} scope="col" className="py-2 ps-3 font-semibold">
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 pe-3 text-start font-normal">
                {formatDay(day.day)}
              </th>
              {allSeries.map(({ key }) => (
                <td key={key} className="py-1.5 ps-3">
                  {formatNumber(day[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
