/** Events of a calendar that take place on several days in a row. They are shown once, as a bar over their days. */
import type { CalendarDay, DayEvent } from '../../../shared/contract/browse.ts'
import { daysBetween } from '../../../shared/days.ts'
import { isOvernight } from '../../../shared/event-times.ts'

export type Bar = {
  event: DayEvent
  /** The column of its first day, from 0. */
  from: number
  /** How many days it has of those shown. */
  days: number
  /** The row of the bar, from 0. */
  lane: number
}

export const isBar = (event: DayEvent): boolean =>
  event.daily !== null || (event.startDate !== event.endDate && !isOvernight(event))

/**
 * Returns the bars of consecutive days, the first to begin first, each in the first row that is free on its days. `known` are all days of the
 * calendar: each lists only some of its events.
 */
export function barsOf(days: readonly CalendarDay[], known = days): Bar[] {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const found = new Map<string, { event: DayEvent; start: string }>()
  for (const { day, events } of known)
    for (const event of events.filter(isBar)) {
      const key = event.daily ? event._id : `${event._id} ${event.startDate}`
      if (!found.has(key)) found.set(key, { event, start: event.daily ? day : event.startDate })
    }
  const ends: number[] = []
  return [...found.values()]
    .map(({ event, start }) => {
      const end = event.daily ? (event.daily.until ?? last) : event.endDate
      const from = Math.max(daysBetween(first, start), 0)
      return { event, from, days: Math.min(daysBetween(first, end) + 1, days.length) - from }
    })
    .filter(({ from, days: length }) => length > 0 && from < days.length)
    .sort((a, b) => a.from - b.from || b.days - a.days)
    .map((bar) => {
      const free = ends.findIndex((end) => end < bar.from)
      const lane = free < 0 ? ends.length : free
      ends[lane] = bar.from + bar.days - 1
      return { ...bar, lane }
    })
}
