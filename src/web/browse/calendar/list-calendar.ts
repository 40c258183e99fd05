/** The calendar of a list of events: which days it shows, and its URLs. */
import type { CalendarDay } from '../../../shared/contract/browse.ts'
import { addDays, isDay } from '../../../shared/days.ts'
import type { SiteSettings } from '../../../shared/settings/table.ts'

export const calendarViews = ['month', 'week', 'agenda'] as const
export type WeekStart = SiteSettings['weekStart']
export type CalendarView = (typeof calendarViews)[number]

type CalendarRange = NonNullable<ReturnType<typeof readCalendar>>

export type ListCalendar = CalendarRange &
  ReturnType<typeof neighborsOf> & {
    today: string
    days: CalendarDay[]
    /** The chosen day of a month, with more of its events. */
    chosen: CalendarDay | null
  }

/** A month in the side column: the number of events on each of its days. */
export type MonthCounts = { month: string; today: string; totals: number[] } & ReturnType<typeof monthsAround>

/** The calendar begins with the month before the current one, and ends with the twelfth after it, like series. */
const monthsBefore = 1
const monthsAfter = 12
/** Days that an agenda and a week have. */
const daysShown = 7

export const monthOf = (day: string): string => day.slice(0, 7)
export const firstDayOf = (month: string): string => `${month}-01`
export const lastDayOf = (month: string): string => addDays(firstDayOf(addMonths(month, 1)), -1)

/** Returns the month some months later. */
function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** Returns how many days of a week come before a day. */
export const dayOfWeek = (day: string, weekStart: WeekStart): number =>
  (new Date(day).getUTCDay() + (weekStart === 'monday' ? 6 : 0)) % 7

/** Returns the first day of the week of a day. */
const firstOfWeek = (day: string, weekStart: WeekStart): string => addDays(day, -dayOfWeek(day, weekStart))

function isWithin(month: string, today: string): boolean {
  const current = monthOf(today)
  return month >= addMonths(current, -monthsBefore) && month <= addMonths(current, monthsAfter)
}

/**
 * Reads from the URL which part of the calendar it requests, leniently: what the calendar does not have becomes today. Returns null
 * if the URL requests no calendar. `month` is the one shown, such as `2026-12`, or that of the first day; `day` is the chosen one of a
 * month, or the first of a week or an agenda. The days from `from` to `to` are shown.
 */
export function readCalendar(query: URLSearchParams, today: string, weekStart: WeekStart) {
  const view = calendarViews.find((name) => name === query.get('view'))
  if (!view) return null
  const wanted = query.get('day') ?? ''
  const day = isDay(wanted) && isWithin(monthOf(wanted), today) ? wanted : null
  if (view !== 'month') {
    const start = day ?? today
    return { view, month: monthOf(start), day: start, from: start, to: addDays(start, daysShown - 1) }
  }
  const month = readMonth(query, today) ?? monthOf(day ?? today)
  const chosen = day && monthOf(day) === month ? day : monthOf(today) === month ? today : firstDayOf(month)
  const from = firstOfWeek(firstDayOf(month), weekStart)
  return { view, month, day: chosen, from, to: addDays(firstOfWeek(lastDayOf(month), weekStart), 6) }
}

/** Returns the month that the URL names; null without one that the calendar has. */
export function readMonth(query: URLSearchParams, today: string): string | null {
  const named = query.get('month') ?? ''
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(named) && isWithin(named, today) ? named : null
}

/** Returns the months before and after one; null at the end of the calendar. */
export function monthsAround(month: string, today: string) {
  const [previous, next] = [addMonths(month, -1), addMonths(month, 1)]
  return { previous: isWithin(previous, today) ? previous : null, next: isWithin(next, today) ? next : null }
}

/** Returns the month, or the first day, before and after what is shown; null at the end of the calendar. */
export function neighborsOf({ view, month, day }: CalendarRange, today: string) {
  if (view === 'month') return monthsAround(month, today)
  const next = addDays(day, daysShown)
  return {
    previous: isWithin(monthOf(addDays(day, -1)), today) ? addDays(day, -daysShown) : null,
    next: isWithin(monthOf(next), today) ? next : null,
  }
}

/** The parameters of a list that a calendar replaces. */
export const withoutDays = { when: null, from: null, to: null, hide_ended: null }

/** The parameters that a list does not share with a calendar and a map. */
const withoutView = { view: null, month: null, day: null, town: null }

/** Returns the parameters of the list of one day. */
export const listOfDay = (day: string) => ({ ...withoutDays, ...withoutView, from: day, to: day })
