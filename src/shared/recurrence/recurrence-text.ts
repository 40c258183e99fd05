/** Says in words how an event repeats. */
import { formatDay } from '../format.ts'
import { formatList } from '../name-lists.ts'
import { dayFormat } from '../site-format.ts'
import { parseRule, type Recurrence, type Weekday, weekdayNames, weekdays } from './recurrence.ts'

const workdays = 'MO,TU,WE,TH,FR'
const ordinals: Record<number, string> = {
  [-1]: 'last',
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
}
const shortDay = dayFormat({ month: 'long', day: 'numeric' })
/** More exceptions are only counted. */
const maxNamedExceptions = 5

/** Returns the weekday of a day such as `2026-11-24`. */
export const weekdayOf = (day: string): Weekday => weekdays[new Date(day).getUTCDay()] ?? 'SU'

/** Returns which of its weekdays in the month a day is, from 1 to 5. */
export const weekOfMonth = (day: string): number => Math.ceil(Number(day.slice(8)) / 7)

/** Returns `1st`, `2nd`, `3rd`, or `24th`. */
export function ordinal(count: number): string {
  const isTeen = count % 100 > 10 && count % 100 < 14
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${suffix}`
}

/** Returns the position of a weekday in its month in words, such as `last Tuesday`. */
export const nthWeekday = (position: number, day: Weekday): string =>
  `${ordinals[position]} ${weekdayNames[day]}`

export type Repetition = {
  /** An RFC 5545 rule that `parseRule` reads. */
  rule: string
  /** The first day. */
  startDate: string
  exceptions?: readonly string[]
}

/** Formats a day as `December 1`, with the year if it is not that of `startDate`. */
export const formatDayOfSeries = (day: string, startDate: string): string =>
  day.slice(0, 4) === startDate.slice(0, 4) ? shortDay(day) : formatDay(day)

/** Describes a series, such as `Every second Tuesday until June 30, except May 12`. */
export function describeRecurrence({ rule, startDate, exceptions = [] }: Repetition): string {
  const recurrence = parseRule(rule)
  if (!recurrence) return 'Repeats'
  const { until, count } = recurrence
  const format = (day: string) => formatDayOfSeries(day, startDate)
  return [
    describeFrequency(recurrence, startDate),
    until && ` until ${format(until)}`,
    count !== null && (count === 1 ? ', once' : `, ${count} times`),
    exceptions.length > 0 && `, except ${describeExceptions(exceptions, format)}`,
  ]
    .filter(Boolean)
    .join('')
}

function describeFrequency({ frequency, interval, days, monthDay, nth }: Recurrence, startDate: string) {
  switch (frequency) {
    case 'daily':
      return `Every ${nthUnit(interval)}day`
    case 'weekly': {
      const shown = days.length > 0 ? days : [weekdayOf(startDate)]
      if (shown.length === 7 && interval === 1) return 'Every day'
      if (shown.join() === workdays) return interval === 1 ? 'Every weekday' : weeks(interval, 'weekdays')
      // From Monday on, as people say them.
      const listed = shown.toSorted((one, other) => order(one) - order(other)).map((day) => weekdayNames[day])
      return shown.length === 1 || interval === 1
        ? `Every ${nthUnit(interval)}${formatList(listed)}`
        : weeks(interval, formatList(listed))
    }
    case 'monthly': {
      const day = nth ? nthWeekday(nth.position, nth.day) : dayOfMonth(monthDay, startDate)
      return interval === 1 ? `Every month on the ${day}` : `Every ${nthUnit(interval)}month on the ${day}`
    }
  }
}

const weeks = (interval: number, days: string) => `Every ${nthUnit(interval)}week on ${days}`
const order = (day: Weekday) => (weekdays.indexOf(day) + 6) % 7
const dayOfMonth = (monthDay: number | null, startDate: string) =>
  monthDay === -1 ? 'last day' : ordinal(monthDay ?? Number(startDate.slice(8)))
/** `Every second week`, but `every 6th week`. */
const nthUnit = (interval: number) => (interval === 1 ? '' : `${ordinals[interval] ?? ordinal(interval)} `)

function describeExceptions(exceptions: readonly string[], format: (day: string) => string): string {
  const sorted = exceptions.toSorted()
  const rest = sorted.length - maxNamedExceptions
  return rest <= 1
    ? formatList(sorted.map(format))
    : formatList([...sorted.slice(0, maxNamedExceptions).map(format), `${rest} other dates`])
}
