/**
 * The days on which series take place, as postings of reserved terms: one for each day, month, and year, so that a range of any
 * length is a few of them. Days are counted from 2000-01-01.
 */

import { type DayRange, dateOf, dayOfDate } from '../../relative-days.ts'

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

/** A day, a month, or a year, with the term of the series that take place in it. */
export type DayUnit = DayRange & { term: string }

const dayUnit = (day: number): DayUnit => ({ from: day, to: day, term: dayTerm(day) })

/** Longer ranges are made of months and years, where they can. */
const maxSingleDays = 62

/**
 * Returns the units of a range in ascending order, at most about 260: a series takes place in the range if it has one of their terms.
 * Each is of at most `maxDays` days.
 */
export function unitsOf({ from, to }: DayRange, maxDays = Number.POSITIVE_INFINITY): DayUnit[] {
  const units: DayUnit[] = []
  const isLong = to - from >= maxSingleDays
  for (let first = from; first <= to; ) {
    const unit = (isLong && longUnitAt(first, to, maxDays)) || dayUnit(first)
    units.push(unit)
    first = unit.to + 1
  }
  return units
}

/** Returns the months of a year, or the days of a month. */
export const partsOf = (unit: DayUnit): DayUnit[] => unitsOf(unit, unit.to - unit.from)

/** Returns the year or the month that begins on a day, if it does not end after `last`. */
function longUnitAt(day: number, last: number, maxDays: number): DayUnit | null {
  const date = dateOf(day)
  if (date.getUTCDate() !== 1) return null
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const endOfYear = dayOfDate(year + 1, 0, 1) - 1
  if (month === 0 && endOfYear <= last && endOfYear - day < maxDays)
    return { from: day, to: endOfYear, term: yearTerm(year) }
  const endOfMonth = dayOfDate(year, month + 1, 1) - 1
  return endOfMonth <= last ? { from: day, to: endOfMonth, term: monthTerm(year, month) } : null
}
