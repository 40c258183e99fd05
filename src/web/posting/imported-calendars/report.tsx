import { formatCount } from '../../../shared/format.ts'
import type { CalendarReport } from '../../../shared/imported-calendar.ts'

/** Says how many events of a calendar were read, and why others were not. */
export function Report({ report }: { report: CalendarReport }) {
  const { unreadable, skipped } = report
  return (
    <div className="mt-2 text-sm">
      <p className="text-soft">{sentenceOf(report)}</p>
      {unreadable > 0 && (
        <details className="mt-1">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
            {formatCount(unreadable, 'event', 'events')} not read
          </summary>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {skipped.map(({ title, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and titles can be equal
              <li key={index} className="wrap-anywhere" dir="auto">
                <b>{title}</b>: {reason}
              </li>
            ))}
            {unreadable > skipped.length && <li>{unreadable - skipped.length} more</li>}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Such as `12 events read. 3 events are over.` */
function sentenceOf({ read, over }: Pick<CalendarReport, 'read' | 'over'>): string {
  const past = over === 0 ? '' : ` ${formatCount(over, 'event is', 'events are')} over.`
  return `${formatCount(read, 'event', 'events')} read.${past}`
}
