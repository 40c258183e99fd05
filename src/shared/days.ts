/** Calendar days such as `2026-11-20`, which have no time zone. */
import { indexedDaysAfterEnd } from './limits.ts'
import { memoize } from './memoize.ts'

const dayMs = 86_400_000

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** Returns how many days `last` is after `first`. */
export const daysBetween = (first: string, last: string): number =>
  (Date.parse(last) - Date.parse(first)) / dayMs

/** Returns the days from `first` to `last`. */
export const daysFrom = (first: string, last: string): string[] =>
  Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => addDays(first, at))

/** Search engines index events that end on this day or later. Older events keep their page. */
export const indexedSince = (today: string): string => addDays(today, -indexedDaysAfterEnd)

/** Returns whether the calendar has this day: `new Date('2026-02-30')` would silently be March 2. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const dayFormats = memoize((timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }))

/** Returns the calendar day in a time zone at an instant. */
export const dayIn = (timeZone: string, instant: Date): string => dayFormats(timeZone).format(instant)

/** Returns the hour in a time zone at an instant, from 0 to 23. */
export const hourIn = (timeZone: string, instant: Date): number =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(instant))
