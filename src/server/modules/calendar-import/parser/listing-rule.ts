/** Turns recurrence rules of calendars into those that listings can have. */
import ICAL from 'ical.js'
import { parseRule } from '../../../../shared/recurrence.ts'
import type { CalendarTime } from '../calendar-event.ts'
import { timeIn } from './calendar-times.ts'

type Parts = Map<string, string>

/**
 * Returns the rule for a series whose next date is the one after `passed` others; null if listings cannot have such a rule.
 * `start` is its first date.
 */
export function toListingRule(recur: ICAL.Recur, start: CalendarTime, passed: number): string | null {
  const parts: Parts = new Map(
    recur
      .toString()
      .split(';')
      .map((part) => part.split('=', 2) as [string, string]),
  )
  setUntil(parts, recur, start)
  if (recur.count) parts.set('COUNT', String(recur.count - passed))
  if (parts.get('INTERVAL') === '1') parts.delete('INTERVAL')
  if (!parts.has('INTERVAL') || parts.get('FREQ') !== 'WEEKLY') parts.delete('WKST')
  weekdaysAreWeekly(parts)
  positionIsPartOfDay(parts)
  if (parts.get('FREQ') === 'MONTHLY' && !parts.has('BYDAY') && !parts.has('BYMONTHDAY'))
    parts.set('BYMONTHDAY', String(Number(start.day.slice(8))))
  const rule = [...parts].map(([name, value]) => `${name}=${value}`).join(';')
  return parseRule(rule) ? rule : null
}

/** Rules of listings end on a day. In calendars, the end of a rule with times is in UTC. */
function setUntil(parts: Parts, { until }: ICAL.Recur, { zone }: CalendarTime) {
  if (!until) return
  const isUtc = !until.isDate && until.zone === ICAL.Timezone.utcTimezone
  const day = isUtc && zone ? timeIn(until.toJSDate().toISOString(), zone).day : until.toString().slice(0, 10)
  parts.set('UNTIL', day.replaceAll('-', ''))
}

/** `FREQ=DAILY;BYDAY=MO,TU` repeats every week on these days. */
function weekdaysAreWeekly(parts: Parts) {
  if (parts.get('FREQ') === 'DAILY' && parts.has('BYDAY') && !parts.has('INTERVAL'))
    parts.set('FREQ', 'WEEKLY')
}

/** `BYDAY=TU;BYSETPOS=2` is `BYDAY=2TU`. */
function positionIsPartOfDay(parts: Parts) {
  const [day = '', position = ''] = [parts.get('BYDAY'), parts.get('BYSETPOS')]
  if (parts.get('FREQ') !== 'MONTHLY' || !/^[A-Z]{2}$/.test(day) || !/^-?\d$/.test(position)) return
  parts.set('BYDAY', position + day)
  parts.delete('BYSETPOS')
}
