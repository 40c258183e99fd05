/** Formats months, days, and times of calendars. */
import type { CalendarEvent } from '../../../shared/event-fields.ts'
import { formatTime } from '../../../shared/event-times.ts'
import { formatCount } from '../../../shared/format.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
const monthFormat = format({ month: 'long', year: 'numeric' })
const dayFormat = format({ weekday: 'long', month: 'long', day: 'numeric' })
const shortDayFormat = format({ month: 'short', day: 'numeric' })

/** Formats `2026-12` as `December 2026`. */
export const formatMonth = (month: string): string => monthFormat.format(new Date(`${month}-01`))

/** Formats a day as `Saturday, December 5`. */
export const formatWeekday = (day: string): string => dayFormat.format(new Date(day))

/** Formats the days from `first` to `last` as `Dec 5 – Dec 11`. */
export const formatDays = (first: string, last: string): string =>
  `${shortDayFormat.format(new Date(first))} – ${shortDayFormat.format(new Date(last))}`

/** Formats `19:30` as `7:30 PM`, and `19:00` as `7 PM`. */
export const formatClock = (time: string): string => formatTime(time).replace(':00 ', ' ')

/** Formats when an event takes place on a day: `7:30 PM`, `All day`, or if it began earlier, `Until Dec 6` or `Until 2 AM`. */
export function formatTimeOn(day: string, event: CalendarEvent): string {
  const { startDate, endDate, startTime, endTime } = event
  if (startDate < day) {
    if (endDate === day && endTime !== null) return `Until ${formatClock(endTime)}`
    return endDate === day ? 'Last day' : `Until ${shortDayFormat.format(new Date(endDate))}`
  }
  return startTime === null ? 'All day' : formatClock(startTime)
}

export const formatEvents = (count: number): string => formatCount(count, 'event', 'events')

export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
