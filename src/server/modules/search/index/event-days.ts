/**
 * The days on which series take place, as postings of reserved terms: one for each day, month, and year, so that a range of any
 * length is a few of them. Days are counted from 2000-01-01.
 */
import { type DayRange, dateOf, dayOfDate } from '../relative-days.ts'

/**
 * A day, a month, or a year, with the term of the series that take place in it. `number` counts those of its length, and `block` is a
 * key of the 32 of its length that begin at a multiple of 32.
 */
export type DayUnit = DayRange & { number: number; block: string; term: string }

const unitOf = (
  length: 'day' | 'month' | 'year',
  unit: Pick<DayUnit, 'number' | 'from' | 'to' | 'term'>,
): DayUnit => ({ ...unit, block: `${length} ${unit.number >> 5}` })

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
