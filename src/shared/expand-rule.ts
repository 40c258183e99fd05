/** Lists the days of a recurrence rule. */
import { addDays, daysBetween } from './days.ts'
import { parseRule, type Recurrence, weekdays } from './recurrence/recurrence.ts'

export type RuleInput = {
  /** A rule that `parseRule` reads. */
  rule: string
  /** The first day, which must be one by the rule. */
  start: string
  /** The first day to return; `start` by default. With `COUNT`, days are counted from `start` all the same. */
  from?: string
  /** The last day to return. */
  until: string
  /** The most days to return. */
  limit: number
}

/** Returns the days of a rule in order, exceptions included. Returns none before `start`, whatever the rule says. */
export function expandRule({ rule, start, from = start, until, limit }: RuleInput): string[] {
  const recurrence = parseRule(rule)
  if (!recurrence) return []
  const { interval, count } = recurrence
  const last = recurrence.until !== null && recurrence.until < until ? recurrence.until : until
  const period = periodOf(recurrence, start, /(^|;)WKST=SU(;|$)/i.test(rule) ? 'SU' : 'MO')
  const days: string[] = []
  let at = period.numberOf(start)
  // Without a count, nothing depends on the days before the first one to return.
  if (count === null && from > start) at += interval * Math.floor((period.numberOf(from) - at) / interval)
  for (let counted = 0; period.firstDay(at) <= last; at += interval) {
    for (const day of period.days(at)) {
      if (day < start) continue
      if (day > last || counted === count || days.length === limit) return days
      counted += 1
      if (day >= from) days.push(day)
    }
  }
  return days
}

/** A day, a week, or a month, by its number since 1970. */
type Period = {
  numberOf: (day: string) => number
  firstDay: (number: number) => string
  /** Returns the days that a rule has in it, in order. */
  days: (number: number) => string[]
}

function periodOf(rule: Recurrence, start: string, weekStart: 'SU' | 'MO'): Period {
  if (rule.frequency === 'monthly')
    return {
      numberOf: monthOf,
      firstDay: (month) => dayOf(month, 1),
      days: (month) => daysOfMonth(rule, month),
    }
  if (rule.frequency === 'daily') {
    const firstDay = (number: number) => addDays('1970-01-01', number)
    return {
      numberOf: (day) => daysBetween('1970-01-01', day),
      firstDay,
      days: (number) => [firstDay(number)],
    }
  }
  const firstDay = (week: number) => addDays(weekStart === 'SU' ? '1969-12-28' : '1969-12-29', 7 * week)
  const wanted = rule.days.length > 0 ? rule.days.map((name) => weekdays.indexOf(name)) : [weekdayOf(start)]
  const offsets = wanted.map((weekday) => (weekday - weekdayOf(firstDay(0)) + 7) % 7).sort()
  return {
    numberOf: (day) => Math.floor(daysBetween(firstDay(0), day) / 7),
    firstDay,
    days: (week) => offsets.map((offset) => addDays(firstDay(week), offset)),
  }
}

/** Returns the day that a monthly rule has in a month, if that month has it. */
function daysOfMonth({ monthDay, nth }: Recurrence, month: number): string[] {
  const length = Number(dayOf(month + 1, 0).slice(8))
  const date = nth ? dateOfWeekday(month, length, nth) : monthDay === -1 ? length : (monthDay ?? 0)
  return date >= 1 && date <= length ? [dayOf(month, date)] : []
}

/** Returns the date in the month of its first, second, … or last such weekday, which may be after its end. */
function dateOfWeekday(
  month: number,
  length: number,
  { position, day }: NonNullable<Recurrence['nth']>,
): number {
  const first = 1 + ((weekdays.indexOf(day) - weekdayOf(dayOf(month, 1)) + 7) % 7)
  return position === -1 ? first + 7 * Math.floor((length - first) / 7) : first + 7 * (position - 1)
}

const monthOf = (day: string) => (Number(day.slice(0, 4)) - 1970) * 12 + Number(day.slice(5, 7)) - 1
const dayOf = (month: number, date: number) =>
  new Date(Date.UTC(1970, month, date)).toISOString().slice(0, 10)
const weekdayOf = (day: string) => new Date(day).getUTCDay()
