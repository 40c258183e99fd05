/** Turns recurrence rules of calendars into those that listings can have. */
import { addDays } from '../../../../shared/days.ts'
import { formatRule, parseRule, weekdays } from '../../../../shared/recurrence/recurrence.ts'
import { inZoneOf, readTime, type ZonedTime } from './calendar-times.ts'
import type { Source } from './source.ts'

export type RuleParts = Map<string, string>

/** Higher counts are as good as none. */
const maxCount = 9_999

/** Returns the parts of a rule with its last day as `UNTIL`; null for a text that is no rule. */
export function readRule(text: string, start: ZonedTime, source: Source): RuleParts | null {
  const parts: RuleParts = new Map(
    text
      .toUpperCase()
      .replace(/\s|^RRULE:/g, '')
      .split(';')
      .filter((part) => /^[A-Z-]+=./.test(part))
      .map((part) => part.split('=', 2) as [string, string]),
  )
  if (!/^(SECOND|MINUTE|HOUR|DAI|WEEK|MONTH|YEAR)LY$/.test(parts.get('FREQ') ?? '')) return null
  setUntil(parts, start, source)
  if (Number(parts.get('COUNT')) > maxCount) parts.delete('COUNT')
  if (/^0*[01]?$/.test(parts.get('INTERVAL') ?? '')) parts.delete('INTERVAL')
  // Listings have one time, which some programs repeat here.
  const [hour, minute] = start.time?.split(':').map(Number) ?? []
  for (const [name, value] of [
    ['BYHOUR', hour],
    ['BYMINUTE', minute],
    ['BYSECOND', 0],
  ] as const)
    if (parts.has(name) && Number(parts.get(name)) === value) parts.delete(name)
  return parts
}

/** Rules of listings end on a day. In calendars, the end of a rule with times is in UTC. */
function setUntil(parts: RuleParts, start: ZonedTime, source: Source) {
  const text = parts.get('UNTIL')
  if (text === undefined) return
  const until = readTime(text, {}, source)
  parts.delete('UNTIL')
  // Some programs write an end in a remote future for none.
  if (!until || until.day >= '2200') return
  const isUtc = /Z$/.test(text)
  const local = isUtc ? inZoneOf(start, until) : until
  const isBeforeStart = start.time !== null && local.time !== null && local.time < start.time
  parts.set('UNTIL', addDays(local.day, isBeforeStart ? -1 : 0).replaceAll('-', ''))
}

/** Returns the rule that listings can have for a series that begins on this day; null if they cannot have such a rule. */
export function toListingRule(read: RuleParts, start: string): string | null {
  const parts = new Map(read)
  // Weeks begin on Monday unless the rule says otherwise.
  if (!parts.has('INTERVAL') || parts.get('FREQ') !== 'WEEKLY' || parts.get('WKST') === 'MO')
    parts.delete('WKST')
  weekdaysAreWeekly(parts)
  positionIsPartOfDay(parts)
  parts.set('BYDAY', (parts.get('BYDAY') ?? '').replaceAll('+', ''))
  if (!parts.get('BYDAY')) parts.delete('BYDAY')
  if (parts.get('FREQ') === 'MONTHLY' && !parts.has('BYDAY') && !parts.has('BYMONTHDAY'))
    parts.set('BYMONTHDAY', String(Number(start.slice(8))))
  const rule = formatParts(parts)
  return parseRule(rule) ? rule : null
}

export const formatParts = (parts: RuleParts): string =>
  [...parts].map(([name, value]) => `${name}=${value}`).join(';')

/** `FREQ=DAILY;BYDAY=MO,TU` and `FREQ=MONTHLY;BYDAY=MO,TU` repeat every week on these days. */
function weekdaysAreWeekly(parts: RuleParts) {
  const isOfMonth = /\d/.test(parts.get('BYDAY') ?? '') || parts.has('BYSETPOS') || parts.has('BYMONTHDAY')
  const isEvery = parts.has('BYDAY') && !parts.has('INTERVAL') && !isOfMonth
  if (isEvery && /^(DAILY|MONTHLY)$/.test(parts.get('FREQ') ?? '')) parts.set('FREQ', 'WEEKLY')
}

/** `BYDAY=TU;BYSETPOS=2` is `BYDAY=2TU`. */
function positionIsPartOfDay(parts: RuleParts) {
  const [day = '', position = ''] = [parts.get('BYDAY'), parts.get('BYSETPOS')]
  if (parts.get('FREQ') !== 'MONTHLY' || !/^[A-Z]{2}$/.test(day) || !/^-?\d$/.test(position)) return
  parts.set('BYDAY', position + day)
  parts.delete('BYSETPOS')
}

/** Returns the rule of a series whose days are some days later; null if listings cannot have it. */
export function shiftRule(rule: string, days: number): string | null {
  const recurrence = parseRule(rule)
  if (days === 0) return rule
  // A month or a week of several that ends between two days would have others.
  if (!recurrence || recurrence.frequency === 'monthly') return null
  if (recurrence.frequency === 'weekly' && recurrence.interval > 1 && recurrence.days.length > 1) return null
  const shifted = recurrence.days.map(
    (day) => weekdays[(((weekdays.indexOf(day) + days) % 7) + 7) % 7] ?? day,
  )
  return formatRule({
    ...recurrence,
    days: weekdays.filter((day) => shifted.includes(day)),
    until: recurrence.until && addDays(recurrence.until, days),
  })
}
