/** The dates of an event by its schedule. */
import { Temporal } from 'temporal-polyfill'
import { addDays, daysBetween } from '../../../../shared/days.ts'
import type { Schedule } from '../../../../shared/event-fields.ts'
import { expandRule } from '../../../../shared/expand-rule.ts'
import { generatedMonths, maxOccurrences } from '../../../../shared/limits.ts'
import { parseRule } from '../../../../shared/recurrence/recurrence.ts'
import { endOfDay, instantOf, shownAt, startOfDay } from './instants.ts'

/** A part of a schedule: the days of its first date, its times, and how it repeats. Times are such as `19:30`. */
export type SchedulePart = Schedule & { part: number }

/** A date as the schedule says. */
export type PlannedOccurrence = Omit<SchedulePart, 'rule' | 'exceptions'> & {
  scheduled: string
  startsAt: string
  endsAt: string
}

export type Plan = {
  occurrences: PlannedOccurrence[]
  /** Up to which day there are dates; null if there are all. */
  generatedUntil: string | null
  /** Whether the rule has more dates than a series can have. */
  tooMany: boolean
  /** Whether the first day is one by the rule. */
  includesStart: boolean
}

/** An endless series can be years old. Only its dates to come count towards the limit. */
const maxDaysOfEndlessRule = 20_000

/**
 * Returns the dates of one part, up to twelve months after `today` or after its first date, or up to the day `horizon`.
 */
export function planOccurrences(
  part: SchedulePart,
  timeZone: string,
  today: string,
  horizon: string | null = null,
): Plan {
  const { rule, exceptions, startDate } = part
  if (rule === null)
    return {
      occurrences: [planned(part, startDate, timeZone)],
      generatedUntil: null,
      tooMany: false,
      includesStart: true,
    }
  const { until, count } = parseRule(rule) ?? {}
  const last = horizon ?? addMonths(startDate > today ? startDate : today, generatedMonths)
  // A rule with an end counts as a whole, and one without an end as far as it is generated.
  const isEndless = !until && !count
  const all = expandRule({
    rule,
    start: startDate,
    until: isEndless ? last : '2199-12-31',
    limit: isEndless ? maxDaysOfEndlessRule : maxOccurrences + 1,
  })
  const excluded = new Set(exceptions)
  const days = all.filter((day) => day <= last && !excluded.has(day))
  return {
    occurrences: days.map((day) => planned(part, day, timeZone)),
    generatedUntil: isEndless || all.some((day) => day > last) ? last : null,
    tooMany: (isEndless ? all.filter((day) => day >= today) : all).length > maxOccurrences,
    includesStart: all[0] === startDate,
  }
}

/** Returns whether a series by this rule can begin on this day. */
export const isFirstDay = (day: string, rule: string): boolean =>
  expandRule({ rule, start: day, until: day, limit: 1 }).length > 0

function planned(
  { rule: _rule, exceptions: _exceptions, ...part }: SchedulePart,
  scheduled: string,
  timeZone: string,
): PlannedOccurrence {
  const days = {
    startDate: scheduled,
    endDate: addDays(scheduled, daysBetween(part.startDate, part.endDate)),
  }
  return { ...part, scheduled, ...placedAt({ ...part, ...days }, timeZone) }
}

type Times = Pick<SchedulePart, 'startDate' | 'endDate' | 'startTime' | 'endTime' | 'doorsTime'>

/**
 * Returns a date as clocks show it, and when it starts and ends. Clocks skip an hour in spring: a date that would start then starts
 * as much later as they are moved, and lasts as long as always. Without an end time, it ends with its last day.
 */
export function placedAt(times: Times, timeZone: string): Times & { startsAt: string; endsAt: string } {
  const shown = shownTimes(times, timeZone)
  const { startDate, endDate, startTime, endTime } = shown
  return {
    ...shown,
    startsAt:
      startTime === null ? startOfDay(startDate, timeZone) : instantOf(startDate, startTime, timeZone),
    endsAt: endTime === null ? endOfDay(endDate, timeZone) : instantOf(endDate, endTime, timeZone),
  }
}

/** Returns when a date starts and ends. */
export function instantsOf(times: Omit<Times, 'doorsTime'>, timeZone: string) {
  const { startsAt, endsAt } = placedAt({ ...times, doorsTime: null }, timeZone)
  return { startsAt, endsAt }
}

function shownTimes(times: Times, timeZone: string): Times {
  const { startDate, endDate, startTime, endTime, doorsTime } = times
  const start = startTime && `${startDate}T${startTime}`
  const shownStart = start && shownAt(start, timeZone)
  if (!start || !shownStart) return times
  const end = endTime === null ? null : `${endDate}T${endTime}`
  const shift = minutesBetween(start, shownStart)
  const shownEnd = end && shownAt(shift === 0 ? end : laterBy(end, shift), timeZone)
  return {
    startDate: shownStart.slice(0, 10),
    startTime: shownStart.slice(11),
    endDate: shownEnd ? shownEnd.slice(0, 10) : endDate,
    endTime: shownEnd?.slice(11) ?? null,
    doorsTime: doorsTime && shownAt(`${startDate}T${doorsTime}`, timeZone).slice(11),
  }
}

const minutesBetween = (one: string, other: string) =>
  (Date.parse(`${other}Z`) - Date.parse(`${one}Z`)) / 60_000
const laterBy = (time: string, minutes: number) =>
  new Date(Date.parse(`${time}Z`) + minutes * 60_000).toISOString().slice(0, 16)

/** Returns the same day some months later, or the last day of that month. */
export const addMonths = (day: string, months: number): string =>
  Temporal.PlainDate.from(day).add({ months }).toString()
