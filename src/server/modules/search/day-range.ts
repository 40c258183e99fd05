import { addDays, daysBetween } from '../../../shared/days.ts'
import type { Day, DayFilter } from './engine.ts'
import { daysOfWhen } from './relative-days.ts'

const firstDay = '2000-01-01'

/** Returns the first and the last day that a filter means on the day `today`. An open end is left out. */
export function rangeOn(days: DayFilter, today: Day): { from?: Day | undefined; to?: Day | undefined } {
  if (!('when' in days)) return days
  const { from, to } = daysOfWhen(days.when, daysBetween(firstDay, today))
  return { from: addDays(firstDay, from), to: addDays(firstDay, to) }
}
