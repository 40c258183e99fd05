/** What authors learn about their ads, as numbers and a chart. */
import type { AdStatistics } from '../../../shared/contract/statistics.ts'
import { addDays } from '../../../shared/days.ts'
import { formatDay } from '../../../shared/format.ts'
import { formatNumber } from '../../../shared/site-format.ts'
import { t } from '../../../shared/translate.ts'
import { DayBars } from '../../ui/day-bars.tsx'

type Numbers = Omit<AdStatistics, 'id'>
type NumbersProps = Numbers & {
  /** The first day. */
  since: string
}

const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)

export function totalOf(ads: Numbers[]): Numbers {
  const [first] = ads
  return {
    views: (first?.views ?? []).map((_, at) => sumOf(ads.map(({ views }) => views[at] ?? 0))),
    saves: sumOf(ads.map(({ saves }) => saves)),
    messages: sumOf(ads.map(({ messages }) => messages)),
    contacts: first?.contacts === null ? null : sumOf(ads.map(({ contacts }) => contacts ?? 0)),
  }
}

/** The numbers of one ad, in its row. */
export function AdNumbers({ views, saves, messages, contacts, since }: NumbersProps) {
  const others = [
    saves > 0 && t('{count, plural, one {# save} other {# saves}}', { count: saves }),
    messages > 0 && t('{count, plural, one {# message} other {# messages}}', { count: messages }),
    contacts !== null &&
      contacts > 0 &&
      t('{count, plural, one {# contact view} other {# contact views}}', { count: contacts }),
  ].filter(Boolean)
  return (
    <div className="mt-2 space-y-1 text-xs text-soft">
      {sumOf(views) > 0 && <ViewChart views={views} since={since} className="h-6 w-full" />}
      <p>
        {[t('{count, plural, one {# view} other {# views}}', { count: sumOf(views) }), ...others].join(' · ')}
      </p>
    </div>
  )
}

/** The numbers of all ads of the page's kind. */
export function Totals({ views, saves, messages, contacts, since }: NumbersProps) {
  const numbers = [
    { label: t('Views'), count: sumOf(views) },
    { label: t('Saves'), count: saves },
    { label: t('Messages'), count: messages },
    ...(contacts === null ? [] : [{ label: t('Contact views'), count: contacts }]),
  ]
  return (
    <section
      aria-labelledby="totals"
      className="mb-6 grid gap-x-8 gap-y-3 rounded-lg border border-line bg-surface p-4 shadow-sheet md:grid-cols-[auto_minmax(0,1fr)]"
    >
      <h2 id="totals" className="text-base md:col-span-2">
        {t('Last {count} days', { count: views.length })}
      </h2>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {numbers.map(({ label, count }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="font-display text-2xl font-bold tabular-nums">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {sumOf(views) > 0 && <ViewChart views={views} since={since} className="h-14 w-full" />}
      <p className="text-xs text-soft md:col-span-2">
        {t(
          'A view is a browser that opened an ad on a day. Yours and those of programs don’t count. We don’t record who they were.',
        )}
      </p>
    </section>
  )
}

function ViewChart({
  views,
  since,
  className,
}: Pick<NumbersProps, 'views' | 'since'> & { className: string }) {
  const most = Math.max(0, ...views)
  const days = views.map((count, at) => ({ label: formatDay(addDays(since, at)), count }))
  const [count, total] = [views.length, sumOf(views)]
  const label =
    most > 0
      ? t('Views on each of {count} days: {total} in all, most on {day} ({most}).', {
          count,
          total,
          most,
          day: days[views.indexOf(most)]?.label ?? '',
        })
      : t('Views on each of {count} days: {total} in all.', { count, total })
  return <DayBars label={label} days={days} className={className} />
}
