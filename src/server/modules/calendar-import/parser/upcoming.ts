/** When events begin and end, by which the upcoming ones are chosen. */
import { addDays } from '../../../../shared/days.ts'
import type { ReadEvent } from './read-event.ts'
import type { Source } from './source.ts'

/** All-day and floating events are in the site's time zone. */
export const startsAt = ({ start }: ReadEvent, { siteZone }: Source): string =>
  start.instant ?? siteZone.toInstant({ day: start.day, time: start.time ?? '00:00' })

/** Without an end time, an event ends with its last day. */
export function endsAt({ end }: ReadEvent, { siteZone }: Source): string {
  if (end.instant) return end.instant
  const clock = end.clock && end.zone !== 'UTC' ? end.clock : siteZone
  return clock.toInstant(
    end.time === null ? { day: addDays(end.day, 1), time: '00:00' } : { day: end.day, time: end.time },
  )
}
