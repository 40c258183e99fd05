/** Instants of days and times in a time zone. */
import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { addDays, dayIn } from '../../../../shared/days.ts'
import type { Occurrence } from '../../../../shared/event-fields.ts'

/** Lists ask for the same few days again and again, and a calculation takes longer than rendering a card. */
const midnights = new LRUCache<string, string>({ max: 5_000 })

/**
 * Returns the ISO instant of a day and a time such as `19:30`. As RFC 5545 says: a time that a clock change skips is as much
 * later as the clock is moved, and of a time that occurs twice, the first one counts.
 */
export const instantOf = (day: string, time: string, timeZone: string): string =>
  toIso(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).epochMilliseconds)

/** Returns what clocks show at a local time such as `2027-03-14T02:30`, which they may skip. */
export const shownAt = (time: string, timeZone: string): string =>
  Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone).toPlainDateTime().toString().slice(0, 16)

/** Returns the local time of an ISO instant, such as `2026-11-20T09:00`. */
export const localTimeOf = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16)

/** Returns the ISO instant at which a day begins. That is not midnight where the clock changes then. */
export function startOfDay(day: string, timeZone: string): string {
  const key = `${day} ${timeZone}`
  let instant = midnights.get(key)
  if (instant === undefined) {
    instant = toIso(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
    midnights.set(key, instant)
  }
  return instant
}

/** Returns the ISO instant at which a day is over. */
export const endOfDay = (day: string, timeZone: string): string => startOfDay(addDays(day, 1), timeZone)

/** Returns when the date starts or ends or the day changes at its place, whatever is next after `now`, in milliseconds. */
export function nextEventChange(
  { startsAt, endsAt }: Pick<Occurrence, 'startsAt' | 'endsAt'>,
  timeZone: string,
  now: Date,
): number {
  const instants = [startsAt, endsAt, endOfDay(dayIn(timeZone, now), timeZone)].map(Date.parse)
  return Math.min(...instants.filter((instant) => instant > now.getTime()))
}

const toIso = (milliseconds: number) => new Date(milliseconds).toISOString()
