import { addDays } from '../../../shared/days.ts'
import type { Day, DayFilter } from './engine.ts'
import { dayNumberOf, daysOfWhen, firstDay } from './relative-days.ts'

/** Returns the first and the last day that a filter means on the day `today`. An open end is left out. */
export function rangeOn(days: DayFilter, today: Day): { from?: Day | undefined; to?: Day | undefined } {
  if (!('when' in days)) return days
  const { from, to } = daysOfWhen(days.when, dayNumberOf(today))
  return { from: addDays(firstDay, from), to: addDays(firstDay, to) }
}
