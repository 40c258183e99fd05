/** The lines of a flyer and of a share image that say when and where. */
import type { Occurrence, Schedule } from '../../../shared/event-fields.ts'
import { formatPlace, formatTown } from '../../../shared/format.ts'
import type { Event, Service } from '../../../shared/listing.ts'
import { formatList } from '../../../shared/name-lists.ts'
import { describeRecurrence, formatDayOfSeries } from '../../../shared/recurrence/recurrence-text.ts'
import { t } from '../../../shared/translate.ts'
import { type DisplayText, toDisplayText, toDisplayTimes } from './display-text.ts'

type EventFields = Pick<Event, 'occurrence' | 'attendance_mode' | 'venue'>
export type PlacedListing = Pick<Service, 'country' | 'state' | 'city'> & Partial<EventFields>

/** A series with its next dates, soonest first. */
export type SeriesDates = { schedule: Schedule; dates: Occurrence[] }
/** How many dates of a series a flyer names. */
export const maxFlyerDates = 4

/** Returns the lines: when, the venue, and the town. Of a series, the next date, or with `series` also its rule and later dates. */
export function linesOf(listing: PlacedListing, series: SeriesDates | null = null): DisplayText[] {
  const { occurrence, attendance_mode, venue } = listing
  // A service has none of these.
  if (!occurrence || !venue) return [toDisplayText(formatPlace(listing))]
  const when = series ? seriesLines(series, occurrence) : [toDisplayTimes(occurrence)]
  if (attendance_mode === 'online') return [...when, toDisplayText(t('Online'))]
  const where = [venue.name, venue.address].filter(Boolean).join(', ')
  return [...when, ...[where, formatTown(listing)].filter(Boolean).map((line) => toDisplayText(line))]
}

function seriesLines({ schedule, dates }: SeriesDates, current: Occurrence): DisplayText[] {
  const taking = dates.filter(({ canceled, postponed }) => !canceled && !postponed)
  const [next = current, ...later] = taking.slice(0, maxFlyerDates)
  const days = later.map(({ startDate }) => formatDayOfSeries(startDate, next.startDate))
  return [
    toDisplayText(describeRecurrence({ ...schedule, rule: schedule.rule ?? '' })),
    toDisplayTimes(next),
    ...(days.length > 0 ? [toDisplayText(t('Then {days}', { days: formatList(days) }))] : []),
  ]
}
