/** Calendar days such as `2026-11-20`, which have no time zone. */
import { indexedDaysAfterEnd } from './limits.ts'

const dayMs = 86_400_000

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** Events whose last day is before this one are shown, and search engines are not told of them any more. */
export const indexedSince = (today: string): string => addDays(today, -indexedDaysAfterEnd)
