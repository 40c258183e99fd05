/** Finds the next date by a rule that listings cannot have. */
import ICAL from 'ical.js'
import { formatParts, type RuleParts } from './listing-rule.ts'
import { type Source, UnreadableEvent } from './source.ts'

const maxSkippedDates = 20_000
type Search = { firstDay: string; isNext: (day: string) => boolean; source: Source }

/** Returns null if all dates are over. Throws `UnreadableEvent` for a rule that takes too long. */
export function findOtherDate(
  parts: RuleParts,
  start: string,
  { firstDay, isNext, source }: Search,
): string | null {
  if (/^(SECOND|MINUTE|HOUR)LY$/.test(parts.get('FREQ') ?? '')) return isNext(start) ? start : null
  const found = source.withinTime(() => {
    const iterator = ICAL.Recur.fromString(formatParts(parts)).iterator(
      ICAL.Time.fromDateString(laterStart(parts, start, firstDay)),
    )
    for (let skipped = 0; skipped < maxSkippedDates; skipped++) {
      const day = iterator.next()?.toString().slice(0, 10)
      if (day === undefined) return { day: null }
      if (day >= firstDay && isNext(day)) return { day }
    }
    return null
  })
  if (!found)
    throw new UnreadableEvent('We couldn’t find its next date. Its rule has an error, or repeats too often.')
  return found.day
}

/** Returns a start from which the rule has the same dates, in fewer steps. */
function laterStart(parts: RuleParts, start: string, firstDay: string): string {
  if (parts.has('COUNT') || parts.has('INTERVAL')) return start
  // The rule may mean the date of its start, which may be a leap day, or its weekday.
  const step = parts.has('BYDAY') || !/WEEKLY/.test(parts.get('FREQ') ?? '') ? 4 : 28
  const years = Number(firstDay.slice(0, 4)) - Number(start.slice(0, 4)) - 1
  const year = Number(start.slice(0, 4)) + Math.max(0, Math.floor(years / step)) * step
  return `${year}${start.slice(4)}`
}
