import { formatCount, formatDay } from '../../shared/format.ts'
import type { Overview } from '../../shared/moderation.ts'
import { formatNumber } from '../../shared/site-format.ts'
import { Card } from '../ui/card.tsx'
import { DayBars } from '../ui/day-bars.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

type Days = Overview['days']

const allSeries = [
  { key: 'users', title: 'New users', one: 'new user', many: 'new users' },
  { key: 'listings', title: 'New ads', one: 'new ad', many: 'new ads' },
  { key: 'reports', title: 'Reports', one: 'report', many: 'reports' },
  { key: 'messages', title: 'Messages', one: 'message', many: 'messages' },
] as const
type Series = (typeof allSeries)[number]

export function Activity({ days }: { days: Days }) {
  return (
    <section aria-labelledby="activity" className="mt-8">
      <h2 id="activity" className="text-lg">
        Last 30 days
      </h2>
      <Card className="mt-3">
        <ul className="grid gap-px overflow-hidden rounded-t-lg bg-line sm:grid-cols-2">
          {allSeries.map((series) => (
            <SeriesChart key={series.key} days={days} series={series} />
          ))}
        </ul>
        <Disclosure
          summary={<span className="text-sm font-semibold">Show as a table</span>}
          className="border-t border-line px-4"
        >
          <ActivityTable days={days} />
        </Disclosure>
      </Card>
    </section>
  )
}

type SeriesChartProps = { days: Days; series: Series }

function SeriesChart({ days, series: { key, title, one, many } }: SeriesChartProps) {
  const total = days.reduce((sum, day) => sum + day[key], 0)
  return (
    <li className="bg-surface p-4">
      <p className="mb-2 flex items-baseline justify-between gap-3">
        <span className="text-sm font-semibold">{title}</span>
        <span className="font-display text-lg font-bold tabular-nums">{formatNumber(total)}</span>
      </p>
      <DayBars
        label={describeDays(days, key, formatCount(total, one, many))}
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
  const summary = `${total} in ${days.length} days`
  return busiest && busiest[key] > 0
    ? `${summary}, up to ${busiest[key]} a day (${formatDay(busiest.day)}).`
    : `${summary}.`
}

/** Leaves out the year. */
const formatShortDay = (day: Days[number] | undefined) =>
  day ? formatDay(day.day).replace(/, \d+$/, '') : ''

function ActivityTable({ days }: { days: Days }) {
  return (
    <div className="overflow-x-auto pb-4">
      <table className="w-full text-right text-sm tabular-nums">
        <caption className="sr-only">Last 30 days, newest first</caption>
        <thead>
          <tr className="border-b border-line text-xs text-soft">
            <th scope="col" className="py-2 pr-3 text-left font-semibold">
              Day
            </th>
            {allSeries.map(({ key, title }) => (
              <th key={key} scope="col" className="py-2 pl-3 font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {formatDay(day.day)}
              </th>
              {allSeries.map(({ key }) => (
                <td key={key} className="py-1.5 pl-3">
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
