import type { Occurrence } from '../../../shared/event-fields.ts'
import { formatEventStart, formatEventStartShort } from '../../../shared/event-times.ts'
import { t } from '../../../shared/translate.ts'
import { useChangeObserver } from '../../framework/page-expiry.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/text-link.tsx'

/** `canEdit` links each date to the form that changes it. */
type DateListProps = { id: string; dates: Occurrence[]; canEdit: boolean }

/** The page of an event lists this many dates. */
export const shownDates = 5

/** The next dates of a series, with a link to all of them. `dates` has one more than are shown if there are more. */
export function UpcomingDates({ id, dates, canEdit }: DateListProps) {
  const shown = dates.slice(0, shownDates)
  const observer = useChangeObserver()
  for (const { endsAt } of shown) observer?.moment(endsAt)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="dates" className="mt-5 border-t border-line pt-4 text-sm">
      <h2 id="dates" className="text-base">
        {t('Next dates')}
      </h2>
      <DateList id={id} dates={shown} canEdit={canEdit} className="mt-2" />
      {dates.length > shownDates && (
        <p className="mt-1">
          <TextLink href={paths.eventDates(id)} className="inline-flex min-h-11 items-center print:hidden">
            {t('Show all dates')}
          </TextLink>
        </p>
      )}
    </section>
  )
}

export function DateList({ id, dates, canEdit, className }: DateListProps & { className: string }) {
  return (
    <ul className={`${className} ${canEdit ? 'divide-y divide-line *:py-0.5' : 'space-y-1.5'}`}>
      {dates.map((date) => (
        <li key={date.scheduled} className="flex items-center justify-between gap-x-4 tabular-nums">
          <span className="min-w-0">
            <DateText date={date} short />
          </span>
          {canEdit && (
            <TextLink
              href={paths.eventDate(id, date.scheduled)}
              aria-label={t('Change {date}', { date: formatEventStart(date) })}
              className="inline-flex min-h-11 items-center print:hidden"
            >
              {t('Change')}
            </TextLink>
          )}
        </li>
      ))}
    </ul>
  )
}

/** When a date is, or that it does not take place then. */
export function DateText({ date, short = false }: { date: Occurrence; short?: boolean }) {
  const text = short ? formatEventStartShort(date) : formatEventStart(date)
  const state = date.canceled ? t('Canceled') : date.postponed ? t('Postponed') : null
  if (!state) return text
  return (
    <>
      <s className="text-soft">{text}</s> <strong className="whitespace-nowrap">{state}</strong>
    </>
  )
}
