/** Finds out until when a rendered page is right. Only the server runs this. */
import { dayIn, quarterHourMs } from '../../shared/days.ts'
import { nextAgoChange } from '../../shared/format.ts'
import type { ChangeObserver } from './use-now.ts'

export function createChangeObserver(renderedAt: string): {
  observer: ChangeObserver
  /** Returns the instant in milliseconds at which the page changes; Infinity if it does not. */
  changesAt: () => number
} {
  let changesAt = Number.POSITIVE_INFINITY
  const note = (instant: number) => {
    changesAt = Math.min(changesAt, instant)
  }
  return {
    observer: {
      age: (instant) => note(nextAgoChange(instant, renderedAt)),
      moment: (instant) => instant > renderedAt && note(Date.parse(instant)),
      dayEnd: (timeZone) => note(endOfDay(timeZone, renderedAt)),
    },
    changesAt: () => changesAt,
  }
}

function endOfDay(timeZone: string, now: string): number {
  const today = dayIn(timeZone, new Date(now))
  let next = Math.ceil(Date.parse(now) / quarterHourMs) * quarterHourMs
  while (dayIn(timeZone, new Date(next)) === today) next += quarterHourMs
  return next
}
