/** Lists the days of a recurrence rule. */
import ICAL from 'ical.js'

export type RuleInput = {
  /** An RFC 5545 rule of days. */
  rule: string
  /** The first day, which must be one by the rule. */
  start: string
  /** The last day to return. */
  until: string
  /** The most days to return. */
  limit: number
}

/** Returns the days of a rule in order, exceptions included. Returns none before `start`, whatever the rule says. */
export function expandRule({ rule, start, until, limit }: RuleInput): string[] {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateString(start))
  const days: string[] = []
  for (let next = iterator.next(); next && days.length < limit; next = iterator.next()) {
    const day = next.toString().slice(0, 10)
    if (day > until) break
    days.push(day)
  }
  return days
}
