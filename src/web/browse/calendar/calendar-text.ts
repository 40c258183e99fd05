/** Formats months, days, and times of calendars. */
import type { DayEvent } from '../../../shared/contract/browse.ts'
import { addDays, daysFrom } from '../../../shared/days.ts'
import type { CalendarEvent } from '../../../shared/event-fields.ts'
import { formatTime } from '../../../shared/event-times.ts'
import { dayFormat } from '../../../shared/site-format.ts'
import { t } from '../../../shared/translate.ts'
import type { WeekStart } from './list-calendar.ts'

const monthOfYear = dayFormat({ month: 'long', year: 'numeric' })
const shortDay = dayFormat({ month: 'short', day: 'numeric' })

/** Formats `2026-12` as `December 2026`. */
export const formatMonth = (month: string): string => monthOfYear(`${month}-01`)

/** Formats a day as `Saturday, December 5`. */
export const formatWeekday: (day: string) => string = dayFormat({
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

/** Formats the days from `first` to `last` as `Dec 5 – Dec 11`. */
export const formatDays = (first: string, last: string): string => `${shortDay(first)} – ${shortDay(last)}`

/** Formats `19:30` as `7:30 PM`, and `19:00` as `7 PM`. */
export const formatClock = (time: string): string => formatTime(time).replace(':00 ', ' ')

/** Formats when an event takes place on a day: `7:30 PM`, `All day`, or if it began earlier, `Until Dec 6` or `Until 2 AM`. */
export function formatTimeOn(day: string, event: CalendarEvent): string {
  const { startDate, endDate, startTime, endTime } = event
  if (startDate < day) {
    if (endDate === day && endTime !== null) return t('Until {time}', { time: formatClock(endTime) })
    return endDate === day ? t('Last day') : t('Until {day}', { day: shortDay(endDate) })
  }
  return startTime === null ? t('All day') : formatClock(startTime)
}

const longDay = dayFormat({ month: 'long', day: 'numeric' })
const longDayOfYear = dayFormat({ month: 'long', day: 'numeric', year: 'numeric' })

/** Formats when an event of several days takes place: `Daily until November 30`, or `Nov 27 – Nov 29`. */
export function formatBar({ daily, startDate, endDate }: DayEvent): string {
  if (!daily) return formatDays(startDate, endDate)
  if (!daily.until) return t('Daily')
  const format = daily.until.slice(0, 4) === startDate.slice(0, 4) ? longDay : longDayOfYear
  return t('Daily until {day}', { day: format(daily.until) })
}

/** Formats a day and its number of events as `Saturday, December 5: 3 events`. */
export const formatDayEvents = (day: string, count: number): string =>
  t('{day}: {count, plural, one {# event} other {# events}}', { day: formatWeekday(day), count })

const weekdayName = dayFormat({ weekday: 'long' })
const shortWeekdayName = dayFormat({ weekday: 'short' })

/** Returns the names of the days of a week in its order, and their abbreviations. */
export const weekdaysFrom = (weekStart: WeekStart): { name: string; short: string }[] =>
  daysFrom(firstOfWeek[weekStart], addDays(firstOfWeek[weekStart], 6)).map((day) => ({
    name: weekdayName(day),
    short: shortWeekdayName(day),
  }))

/** Any Sunday and Monday. */
const firstOfWeek: Record<WeekStart, string> = { sunday: '2026-11-01', monday: '2026-11-02' }
