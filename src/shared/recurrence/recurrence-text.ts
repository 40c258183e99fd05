/** Says in words how an event repeats. */
import { formatDay } from '../format.ts'
import { formatList } from '../name-lists.ts'
import { dayFormat } from '../site-format.ts'
import { t } from '../translate.ts'
import { parseRule, type Recurrence, type Weekday, weekdays } from './recurrence.ts'

const workdays = 'MO,TU,WE,TH,FR'
const shortDay = dayFormat({ month: 'long', day: 'numeric' })
const weekdayName = dayFormat({ weekday: 'long' })
/** More exceptions are only counted. */
const maxNamedExceptions = 5

/** Returns the weekday of a day such as `2026-11-24`. */
export const weekdayOf = (day: string): Weekday => weekdays[new Date(day).getUTCDay()] ?? 'SU'

/** Returns which of its weekdays in the month a day is, from 1 to 5. */
export const weekOfMonth = (day: string): number => Math.ceil(Number(day.slice(8)) / 7)

/** Returns the name of a weekday. January 1, 2023 was a Sunday. */
const nameOf = (day: Weekday): string => weekdayName(`2023-01-0${weekdays.indexOf(day) + 1}`)

/** Returns `1st`, `2nd`, `3rd`, or `24th`, for a day of a month. */
export const ordinal = (day: number): string =>
  t('{day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { day })

/** Returns the position of a weekday in its month in words, such as `last Tuesday`. */
const nthWeekday = (position: number, day: Weekday): string =>
  t(
    '{position, select, 1 {first {weekday}} 2 {second {weekday}} 3 {third {weekday}} 4 {fourth {weekday}} 5 {fifth {weekday}} other {last {weekday}}}',
    { position: String(position), weekday: nameOf(day) },
  )

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
  if (!recurrence) return t('Repeats')
  const { until, count } = recurrence
  const format = (day: string) => formatDayOfSeries(day, startDate)
  const frequency = describeFrequency(recurrence, startDate)
  const series = until
    ? t('{frequency} until {day}', { frequency, day: format(until) })
    : count === null
      ? frequency
      : t('{count, plural, =1 {{frequency}, once} other {{frequency}, # times}}', { frequency, count })
  if (exceptions.length === 0) return series
  const days = describeExceptions(exceptions, format)
  return t('{count, plural, other {{series}, except {days}}}', { count: exceptions.length, series, days })
}

function describeFrequency({ frequency, interval, days, monthDay, nth }: Recurrence, startDate: string) {
  const isEvery = interval === 1
  switch (frequency) {
    case 'daily':
      return isEvery ? t('Every day') : t('Every {nth} day', { nth: nthOf(interval) })
    case 'weekly': {
      const shown = days.length > 0 ? days : [weekdayOf(startDate)]
      if (shown.length === 7 && isEvery) return t('Every day')
      if (shown.join() === workdays)
        return isEvery ? t('Every weekday') : t('Every {nth} week on weekdays', { nth: nthOf(interval) })
      // From Monday on, as people say them.
      const listed = formatList(shown.toSorted((one, other) => order(one) - order(other)).map(nameOf))
      if (isEvery) return t('Every {weekdays}', { weekdays: listed })
      return shown.length === 1
        ? t('Every {nth} {weekday}', { nth: nthOf(interval), weekday: listed })
        : t('Every {nth} week on {weekdays}', { nth: nthOf(interval), weekdays: listed })
    }
    case 'monthly': {
      const day = nth ? nthWeekday(nth.position, nth.day) : dayOfMonth(monthDay, startDate)
      return isEvery
        ? t('Every month on the {day}', { day })
        : t('Every {nth} month on the {day}', { nth: nthOf(interval), day })
    }
  }
}

const order = (day: Weekday) => (weekdays.indexOf(day) + 6) % 7
const dayOfMonth = (monthDay: number | null, startDate: string) =>
  monthDay === -1 ? t('last day') : ordinal(monthDay ?? Number(startDate.slice(8)))
/** Returns the word for an interval, as in `every second week` and `every 6th week`. */
const nthOf = (interval: number): string =>
  t(
    '{interval, selectordinal, =2 {second} =3 {third} =4 {fourth} =5 {fifth} one {#st} two {#nd} few {#rd} other {#th}}',
    { interval },
  )

function describeExceptions(exceptions: readonly string[], format: (day: string) => string): string {
  const sorted = exceptions.toSorted()
  const rest = sorted.length - maxNamedExceptions
  return rest <= 1
    ? formatList(sorted.map(format))
    : formatList([
        ...sorted.slice(0, maxNamedExceptions).map(format),
        t('{count} other dates', { count: rest }),
      ])
}
