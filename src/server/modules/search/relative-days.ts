/** The days that words such as `weekend` and `next friday` name. Days are counted from 2000-01-01. */
import { daysBetween } from '../../../shared/days.ts'
import type { EventDays } from '../../../shared/list-filters.ts'

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
  | 'day-after-tomorrow'
  | 'this-week'
  | 'next-week'
  | 'next-weekend'
  | 'this-month'
  | 'next-month'
  | Weekday
  | `next-${Weekday}`
  | (typeof months)[number]

/** Day 0. */
export const firstDay = '2000-01-01'

/** Returns the number of a day such as `2026-11-27`, which may be negative. */
export const dayNumberOf = (day: string): number => daysBetween(firstDay, day)

const dayMs = 86_400_000
const epoch = Date.UTC(2000, 0, 1)

export const dateOf = (day: number): Date => new Date(epoch + day * dayMs)
export const dayOfDate = (year: number, month: number, date: number): number =>
  (Date.UTC(year, month, date) - epoch) / dayMs

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
    case 'day-after-tomorrow':
      return { from: today + 2, to: today + 2 }
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
