/** Places whose clocks differ, for tests of when events take place. */
import { dayIn } from '../../../src/shared/days.ts'

export const eventPlaces = [
  { state: 'Hawaii', city: 'Honolulu', timeZone: 'Pacific/Honolulu' },
  { state: 'New York', city: 'New York City', timeZone: 'America/New_York' },
  {
    country: 'Canada',
    state: 'Newfoundland and Labrador',
    city: "St. John's",
    timeZone: 'America/St_Johns',
  },
]

/** Returns the day and time on clocks in a time zone, such as `2026-11-01 09:30`. */
export function clockIn(timeZone: string, instant: Date): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return `${dayIn(timeZone, instant)} ${time.format(instant)}`
}
