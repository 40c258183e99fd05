import type { Occurrence } from '../../shared/event-fields.ts'
import { formatEventStart } from '../../shared/event-times.ts'
import { useMoments } from '../now.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/text-link.tsx'

/** The page of an event lists this many dates. */
export const shownDates = 5

/** The next dates of a series, with a link to all of them. `dates` has one more than are shown if there are more. */
export function UpcomingDates({ id, dates }: { id: string; dates: Occurrence[] }) {
  const shown = dates.slice(0, shownDates)
  useMoments(...shown.map(({ endsAt }) => endsAt))
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="dates" className="mt-5 border-t border-line pt-4 text-sm">
      <h2 id="dates" className="text-base">
        Next dates
      </h2>
      <ul className="mt-2 space-y-1.5">
        {shown.map((date) => (
          <li key={date.scheduled}>
            <DateText date={date} />
          </li>
        ))}
      </ul>
      {dates.length > shownDates && (
        <p className="mt-1">
          <TextLink href={paths.eventDates(id)} className="inline-flex min-h-11 items-center print:hidden">
            Show all dates
          </TextLink>
        </p>
      )}
    </section>
  )
}

/** When a date is, or that it does not take place then. */
export function DateText({ date }: { date: Occurrence }) {
  const text = formatEventStart(date)
  const state = date.canceled ? 'Canceled' : date.postponed ? 'Postponed' : null
  if (!state) return text
  return (
    <>
      <s className="text-soft">{text}</s> <strong className="whitespace-nowrap">{state}</strong>
    </>
  )
}
