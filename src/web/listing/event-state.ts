import { formatEventOnNow } from '../../shared/event-times.ts'
import type { Event, ListedEvent, Service } from '../../shared/listing.ts'
import { useChangeObserver, useNow } from '../framework/page-expiry.ts'

/** Whether an event is over, sold out, canceled, or postponed. It can be all of these; a service is none of them. */
export type EventState = { ended: boolean; soldOut: boolean; canceled: boolean; postponed: boolean }

/** The instant at which an event is over. */
export type EventEnd = {
  endsAt: string
  /** Not the last date of its series: then it is not over yet, whatever the instant. */
  hasLater: boolean
}

export const endOf = ({ occurrence, endDate }: Pick<ListedEvent, 'occurrence' | 'endDate'>): EventEnd => ({
  endsAt: occurrence.endsAt,
  hasLater: endDate > occurrence.endDate,
})

/** Returns whether an event is over now, which changes while the page is open. */
export function useEnded({ endsAt, hasLater }: EventEnd): boolean {
  const now = useNow()
  useChangeObserver()?.moment(endsAt)
  return !hasLater && endsAt <= now
}

/** Services never end. */
const never: EventEnd = { endsAt: '', hasLater: true }

export function useEventState(listing: Service | Event): EventState {
  const event = 'startDate' in listing ? listing : null
  const ended = useEnded(event ? endOf(event) : never)
  if (!event) return { ended, soldOut: false, canceled: false, postponed: false }
  return { ended, soldOut: event.event_availability === 'soldout', ...calledOff(event) }
}

/** A series is canceled if all its dates are: lists show one that takes place, if there is any. */
export const calledOff = ({
  canceled,
  postponed,
  occurrence,
}: Pick<ListedEvent, 'canceled' | 'postponed' | 'occurrence'>) => ({
  canceled: canceled || occurrence.canceled,
  postponed: postponed || occurrence.postponed,
})

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
