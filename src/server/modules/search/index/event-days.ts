/**
 * The days on which series take place, as postings of reserved terms: one for each day, month, and year, so that a range of any
 * length is a few of them. Days are counted from 2000-01-01.
 */
import type { EventDays } from '../../../../shared/search.ts'

export type DayRange = { from: number; to: number }

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const
type Weekday = (typeof weekdays)[number]
/** Days that depend on today: those of the filter, and what else a search text can name. */
export type RelativeDays =
  | EventDays
  | 'this-week'
  | 'next-week'
  | 'next-weekend'
  | 'this-month'
  | 'next-month'
  | Weekday
  | `next-${Weekday}`
  | (typeof months)[number]

/**
 * A day, a month, or a year, with the term of the series that take place in it. `number` counts those of its length, and `block` is a
 * key of the 32 of its length that begin at a multiple of 32.
 */
export type DayUnit = DayRange & { number: number; block: string; term: string }

const unitOf = (
  length: 'day' | 'month' | 'year',
  unit: Pick<DayUnit, 'number' | 'from' | 'to' | 'term'>,
): DayUnit => ({ ...unit, block: `${length} ${unit.number >> 5}` })

const dayMs = 86_400_000
const epoch = Date.UTC(2000, 0, 1)

const dateOf = (day: number) => new Date(epoch + day * dayMs)
const dayOfDate = (year: number, month: number, date: number) => (Date.UTC(year, month, date) - epoch) / dayMs

// No word contains a colon.
const dayTerm = (day: number) => `day:${day}`
const monthTerm = (year: number, month: number) => `month:${year}-${month + 1}`
const yearTerm = (year: number) => `year:${year}`

/** Returns the terms of a series that takes place on these days. */
export function termsOfDays(days: readonly number[]): Set<string> {
  const terms = new Set<string>()
  for (const day of days) {
    const date = dateOf(day)
    terms.add(dayTerm(day))
    terms.add(monthTerm(date.getUTCFullYear(), date.getUTCMonth()))
    terms.add(yearTerm(date.getUTCFullYear()))
  }
  return terms
}

/** A series with more days than this is indexed with the first of them. */
const maxSeriesDays = 4_000

/** Returns the distinct days of dates, in ascending order and up to `lastDay`. */
export function daysOfDates(
  { starts, lengths }: { starts: number[]; lengths: number[] },
  lastDay: number,
): number[] {
  const days = new Set<number>()
  for (const [at, start] of starts.entries()) {
    const end = Math.min(start + (lengths[at] ?? 0), lastDay)
    for (let day = Math.max(start, 0); day <= end && days.size < maxSeriesDays; day++) days.add(day)
  }
  return [...days].sort((a, b) => a - b)
}

/** Longer ranges are made of months and years, where they can. */
const maxSingleDays = 62

/** Returns the units of a range, in ascending order: at most about 260. */
export function unitsOf({ from, to }: DayRange): DayUnit[] {
  const units: DayUnit[] = []
  const isLong = to - from >= maxSingleDays
  for (let first = from; first <= to; ) {
    const unit = (isLong && longUnitAt(first, to)) || dayUnit(first)
    units.push(unit)
    first = unit.to + 1
  }
  return units
}

const dayUnit = (day: number) => unitOf('day', { number: day, from: day, to: day, term: dayTerm(day) })

/** Returns the year or the month that begins on a day, if it does not end after `last`. */
function longUnitAt(day: number, last: number): DayUnit | null {
  const date = dateOf(day)
  if (date.getUTCDate() !== 1) return null
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  const endOfYear = dayOfDate(year + 1, 0, 1) - 1
  if (month === 0 && endOfYear <= last)
    return unitOf('year', { number: year, from: day, to: endOfYear, term: yearTerm(year) })
  const endOfMonth = dayOfDate(year, month + 1, 1) - 1
  if (endOfMonth > last) return null
  const term = monthTerm(year, month)
  return unitOf('month', { number: year * 12 + month, from: day, to: endOfMonth, term })
}

/** Returns the days that `when` names on the day `today`. The weekend is Saturday and Sunday, or what is left of it. Weeks begin on Monday. */
export function daysOfWhen(when: RelativeDays, today: number): DayRange {
  const date = dateOf(today)
  const weekday = date.getUTCDay()
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const sunday = today + ((7 - weekday) % 7)
  switch (when) {
    case 'today':
      return { from: today, to: today }
    case 'tomorrow':
      return { from: today + 1, to: today + 1 }
    case 'week':
      return { from: today, to: today + 6 }
    case 'weekend':
      return { from: Math.max(today, sunday - 1), to: sunday }
    case 'next-weekend':
      return { from: sunday + 6, to: sunday + 7 }
    case 'this-week':
      return { from: today, to: sunday }
    case 'next-week':
      return { from: sunday + 1, to: sunday + 7 }
    case 'this-month':
      return { from: today, to: dayOfDate(year, month + 1, 1) - 1 }
    case 'next-month':
      return { from: dayOfDate(year, month + 1, 1), to: dayOfDate(year, month + 2, 1) - 1 }
  }
  const named = (months as readonly string[]).indexOf(when)
  if (named >= 0) {
    const of = named < month ? year + 1 : year
    return { from: Math.max(today, dayOfDate(of, named, 1)), to: dayOfDate(of, named + 1, 1) - 1 }
  }
  const day = weekdays.findIndex((name) => when.endsWith(name))
  const first = when.startsWith('next-') ? sunday + ((day + 6) % 7) + 1 : today + ((day - weekday + 7) % 7)
  return { from: first, to: first }
}
