/** Moves a date of a series and all that follow it: the part that they belong to ends, and another one begins. */

import { addDays, daysBetween } from '../../../../shared/days.ts'
import { AppError } from '../../../../shared/errors.ts'
import { expandRule } from '../../../../shared/expand-rule.ts'
import { maxOccurrences } from '../../../../shared/limits.ts'
import { formatRule, parseRule, type Recurrence, weekdays } from '../../../../shared/recurrence/recurrence.ts'
import { weekdayOf, weekOfMonth } from '../../../../shared/recurrence/recurrence-text.ts'
import { t } from '../../../../shared/translate.ts'
import type { SchedulePart } from '../schedule/occurrences.ts'

/** The days and times that a date gets. */
export type NewTimes = Pick<SchedulePart, 'startDate' | 'endDate' | 'startTime' | 'endTime' | 'doorsTime'>

export type MovedSeries = {
  /** The dates before; null if the first one is moved. */
  before: SchedulePart | null
  /** The moved date and those that follow. */
  after: SchedulePart
  /** The new day by the rule of each earlier one. */
  newDays: ReadonlyMap<string, string>
}

/** Moves the dates of `part` from `day` on, a day by its rule. `newPart` is the number of the part that begins there. */
export function moveSeries(
  part: SchedulePart & { rule: string },
  day: string,
  times: NewTimes,
  newPart: number,
): MovedSeries {
  const { rule, startDate, exceptions } = part
  const recurrence = requireRule(rule)
  const all = expandRule({ rule, start: startDate, until: lastDay, limit: maxOccurrences + 1 })
  const earlier = all.filter((planned) => planned < day)
  const moved = all.filter((planned) => planned >= day)
  const following = { ...recurrence, count: recurrence.count && recurrence.count - earlier.length }
  const next = moveRule(following, moved, day, times.startDate)
  const newAll = expandRule({ rule: next, start: times.startDate, until: lastDay, limit: moved.length })
  const newDays = new Map(moved.map((planned, index) => [planned, newAll[index] ?? planned]))
  const isFirst = earlier.length === 0
  return {
    before: isFirst
      ? null
      : {
          ...part,
          rule: formatRule({ ...recurrence, until: addDays(day, -1), count: null }),
          exceptions: exceptions.filter((exception) => exception < day),
        },
    after: {
      ...times,
      rule: next,
      part: isFirst ? part.part : newPart,
      exceptions: exceptions.flatMap((exception) => newDays.get(exception) ?? []),
    },
    newDays,
  }
}

const lastDay = '2199-12-31'

function requireRule(rule: string): Recurrence {
  const recurrence = parseRule(rule)
  if (!recurrence) throw new Error(`A stored rule is invalid: ${rule}`)
  return recurrence
}

/** Returns the rule of these dates after the first one has moved to another day. */
function moveRule(recurrence: Recurrence, days: string[], from: string, to: string): string {
  const shift = daysBetween(from, to)
  if (shift === 0) return formatRule(recurrence)
  const moved = { ...recurrence, ...daysOfRule(recurrence, shift, to), until: null }
  const { until } = recurrence
  const newDays = expandRule({
    rule: formatRule({ ...moved, count: null }),
    start: to,
    until: lastDay,
    limit: days.length,
  })
  // Not if a week then has other dates, as when Friday and Saturday of every second week become Saturday and Sunday.
  const isRegular = days.every((day, index) => newDays[index] === addDays(day, shift))
  if (newDays[0] !== to || (recurrence.frequency !== 'monthly' && !isRegular))
    throw invalidMove(t('These dates cannot move together. Please move them one by one, or edit the event.'))
  return formatRule({ ...moved, until: until && (newDays.at(-1) ?? to) })
}

function daysOfRule({ days, monthDay, nth }: Recurrence, shift: number, to: string): Partial<Recurrence> {
  const day = weekdayOf(to)
  const isLast = addDays(to, 1).endsWith('-01')
  return {
    days: days.map((old) => weekdays[(weekdays.indexOf(old) + (shift % 7) + 7) % 7] ?? old),
    monthDay: monthDay === null ? null : monthDay === -1 && isLast ? -1 : Number(to.slice(8)),
    nth: nth && { position: nth.position === -1 && isLastWeek(to) ? -1 : weekOfMonth(to), day },
  }
}

const isLastWeek = (day: string) => addDays(day, 7).slice(0, 7) !== day.slice(0, 7)

export function invalidMove(message: string): AppError {
  return new AppError('invalid', message, { startDate: message })
}
