/** When an event takes place, as cards and pages show it. */
import { formatEventOnNow } from '../../shared/event-times.ts'
import type { ListedEvent } from '../../shared/listing.ts'
import { useChangeObserver, useNow } from '../framework/page-expiry.ts'

/** The current or next date of an event. Times are null for all day. */
export type EventDates = Pick<
  ListedEvent['occurrence'],
  'startDate' | 'endDate' | 'startTime' | 'endTime' | 'startsAt' | 'endsAt'
> & { timeZone: string; canceled: boolean; postponed: boolean }

/** Returns until when an event takes place that is on now, or null. */
export function useOnNow(dates: EventDates): string | null {
  const { timeZone, startsAt, endsAt, startDate, endDate } = dates
  const now = useNow()
  const observer = useChangeObserver()
  observer?.moment(startsAt)
  observer?.moment(endsAt)
  // The remaining days count only while it is on.
  if (startDate !== endDate && startsAt <= now && now < endsAt) observer?.dayEnd(timeZone)
  if (dates.canceled || dates.postponed) return null
  return formatEventOnNow(dates, { timeZone, now })
}
