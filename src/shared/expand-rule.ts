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

type Month = { year: number; month: number }

/** Returns the days of a rule in order, exceptions included. Returns none before `start`, whatever the rule says. */
export function expandRule({ rule, start, from = start, until, limit }: RuleInput): string[] {
  const recurrence = parseRule(rule)
  if (!recurrence) return []
  const last = recurrence.until !== null && recurrence.until < until ? recurrence.until : until
  const most = recurrence.count ?? Number.POSITIVE_INFINITY
  const days: string[] = []
  const periods = periodsOf(recurrence, start, /(^|;)WKST=SU(;|$)/i.test(rule) ? 'SU' : 'MO')
  // Without a count, nothing depends on the days before the first one to return.
  let period = recurrence.count === null && from > start ? periods.indexAt(from) : 0
  for (let counted = 0; ; period++) {
    if (periods.firstDay(period) > last) return days
    for (const day of periods.days(period)) {
      if (day < start) continue
      if (day > last || counted === most || days.length === limit) return days
      counted += 1
      if (day >= from) days.push(day)
    }
  }
}

/** The days, weeks, or months in which a rule has days, by their index. */
type Periods = {
  firstDay: (index: number) => string
  indexAt: (day: string) => number
  days: (index: number) => string[]
}

function periodsOf(rule: Recurrence, start: string, weekStart: 'SU' | 'MO'): Periods {
  if (rule.frequency === 'monthly') return monthsOf(rule, start)
  const length = rule.frequency === 'weekly' ? 7 : 1
  const first = rule.frequency === 'weekly' ? addDays(start, -daysSince(weekStart, weekdayOf(start))) : start
  const firstDay = (index: number) => addDays(first, index * rule.interval * length)
  const wanted = rule.days.length > 0 ? rule.days : [weekdays[weekdayOf(start)] ?? 'SU']
  const offsets =
    rule.frequency === 'weekly'
      ? wanted.map((day) => daysSince(weekStart, weekdays.indexOf(day))).sort((one, other) => one - other)
      : [0]
  return {
    firstDay,
    indexAt: (day) => Math.max(0, Math.floor(daysBetween(first, day) / (rule.interval * length))),
    days: (index) => offsets.map((offset) => addDays(firstDay(index), offset)),
  }
}

function monthsOf({ interval, monthDay, nth }: Recurrence, start: string): Periods {
  const indexOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  const monthAt = (index: number): Month => {
    const months = indexOf(start) + index * interval
    return { year: Math.floor(months / 12), month: months % 12 }
  }
  return {
    firstDay: (index) => dayOf(monthAt(index), 1),
    indexAt: (day) => Math.max(0, Math.floor((indexOf(day) - indexOf(start)) / interval)),
    days: (index) => {
      const month = monthAt(index)
      const length = new Date(Date.UTC(month.year, month.month + 1, 0)).getUTCDate()
      const date = nth ? dateOfWeekday(month, length, nth) : monthDay === -1 ? length : (monthDay ?? 0)
      return date >= 1 && date <= length ? [dayOf(month, date)] : []
    },
  }
}

/** Returns the date in the month of its first, second, … or last such weekday, which may be after its end. */
function dateOfWeekday(
  month: Month,
  length: number,
  { position, day }: NonNullable<Recurrence['nth']>,
): number {
  const first = 1 + ((weekdays.indexOf(day) - weekdayOf(dayOf(month, 1)) + 7) % 7)
  return position === -1 ? first + 7 * Math.floor((length - first) / 7) : first + 7 * (position - 1)
}

const dayOf = ({ year, month }: Month, date: number) =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
const weekdayOf = (day: string) => new Date(day).getUTCDay()
const daysSince = (weekStart: 'SU' | 'MO', weekday: number) => (weekday + (weekStart === 'MO' ? 6 : 0)) % 7
