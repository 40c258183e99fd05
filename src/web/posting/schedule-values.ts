/** The form's fields for times and repeating, and the schedule that they describe. */

import type { Schedule, ScheduleInput } from '../../shared/event-fields.ts'
import {
  formatRule,
  maxInterval,
  parseRule,
  type Recurrence,
  type Weekday,
  weekdays,
} from '../../shared/recurrence/recurrence.ts'
import { weekdayOf, weekOfMonth } from '../../shared/recurrence/recurrence-text.ts'
import { t } from '../../shared/translate.ts'

export const timeFields = ['schedule.startTime', 'schedule.endTime', 'schedule.doorsTime'] as const
export const repeatFields = [
  /** How it repeats, one of `repetitions`, or empty. Errors of the rule appear here. */
  'schedule.rule',
  'schedule.interval',
  'schedule.SU',
  'schedule.MO',
  'schedule.TU',
  'schedule.WE',
  'schedule.TH',
  'schedule.FR',
  'schedule.SA',
  /** Empty for never, `until`, or `count`. */
  'schedule.ends',
  'schedule.until',
  'schedule.count',
  /** Days, separated by commas. */
  'schedule.exceptions',
] as const
export const scheduleFields = [...timeFields, ...repeatFields] as const
export type ScheduleField = (typeof scheduleFields)[number]
export type ScheduleValues = Record<ScheduleField | 'startDate' | 'endDate', string>

const repetitions = [
  'daily',
  'weekly',
  'monthly-date',
  'monthly-nth',
  'monthly-last',
  'monthly-last-day',
] as const
export type Repetition = (typeof repetitions)[number]

/** Returns the days, separated by commas, in order and each once. */
export const joinDays = (days: string[]): string => [...new Set(days)].toSorted().join(',')
export const splitDays = (text: string): string[] => text.split(',').filter(Boolean)

const chosen = 'yes'

export function fromSchedule(schedule: Schedule): Partial<Record<ScheduleField, string>> {
  const { startDate, startTime, endTime, doorsTime, rule, exceptions } = schedule
  const times = {
    'schedule.startTime': startTime ?? '',
    'schedule.endTime': endTime ?? '',
    'schedule.doorsTime': doorsTime ?? '',
  }
  const recurrence = rule === null ? null : parseRule(rule)
  if (!recurrence) return times
  const { interval, days, until, count } = recurrence
  // The weekday of the first date is always one of them.
  const others = days.filter((day) => day !== weekdayOf(startDate))
  return {
    ...times,
    'schedule.rule': repetitionOf(recurrence),
    'schedule.interval': interval === 1 ? '' : String(interval),
    ...Object.fromEntries(others.map((day) => [`schedule.${day}`, chosen])),
    'schedule.ends': until ? 'until' : count === null ? '' : 'count',
    'schedule.until': until ?? '',
    'schedule.count': count === null ? '' : String(count),
    'schedule.exceptions': joinDays(exceptions),
  }
}

function repetitionOf({ frequency, monthDay, nth }: Recurrence): Repetition {
  if (frequency !== 'monthly') return frequency
  if (nth) return nth.position === -1 ? 'monthly-last' : 'monthly-nth'
  return monthDay === -1 ? 'monthly-last-day' : 'monthly-date'
}

/** Returns what the fields describe, not yet validated; null for whole days, once. */
export function toSchedule(values: ScheduleValues): ScheduleInput | null {
  const time = (name: ScheduleField) => values[name] || null
  const rule = toRule(values)
  const times = {
    startTime: time('schedule.startTime'),
    endTime: time('schedule.endTime'),
    doorsTime: time('schedule.doorsTime'),
  }
  if (rule === null && Object.values(times).every((value) => value === null)) return null
  return { ...times, rule, exceptions: rule === null ? [] : splitDays(values['schedule.exceptions']) }
}

/** Returns the RFC 5545 rule, null for an event that takes place once. */
export function toRule(values: ScheduleValues): string | null {
  const { startDate } = values
  const repetition = repetitions.find((name) => name === values['schedule.rule'])
  if (!repetition || !startDate) return null
  const ends = values['schedule.ends']
  const day = weekdayOf(startDate)
  const monthDays: Partial<Record<Repetition, number>> = {
    'monthly-date': Number(startDate.slice(8)),
    'monthly-last-day': -1,
  }
  const positions: Partial<Record<Repetition, number>> = {
    'monthly-nth': weekOfMonth(startDate),
    'monthly-last': -1,
  }
  const position = positions[repetition]
  return formatRule({
    frequency: repetition === 'daily' || repetition === 'weekly' ? repetition : 'monthly',
    interval: wholeNumber(values['schedule.interval']) ?? 1,
    days: repetition === 'weekly' ? chosenDays(values) : [],
    monthDay: monthDays[repetition] ?? null,
    nth: position === undefined ? null : { position, day },
    until: ends === 'until' ? values['schedule.until'] || null : null,
    count: ends === 'count' ? wholeNumber(values['schedule.count']) : null,
  })
}

function chosenDays(values: ScheduleValues): Weekday[] {
  const first = weekdayOf(values.startDate)
  return weekdays.filter((day) => day === first || values[`schedule.${day}`] === chosen)
}

const wholeNumber = (text: string): number | null => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null)

/** Returns what is wrong with the fields that the rule is made of. The schemas check the rest. */
export function checkRepetition(values: ScheduleValues): Partial<Record<ScheduleField, string>> {
  if (!values['schedule.rule']) return {}
  const { 'schedule.interval': interval, 'schedule.until': until, 'schedule.count': count } = values
  const every = interval.trim() === '' ? 1 : wholeNumber(interval)
  return {
    ...((every === null || every < 1 || every > maxInterval) && {
      'schedule.interval': t('Please enter a whole number from 1 to {max}.', { max: maxInterval }),
    }),
    ...(values['schedule.ends'] === 'until' &&
      (until === '' || until < values.startDate) && {
        'schedule.until': t(
          'Please choose the last day on which it may take place, on or after the start date.',
        ),
      }),
    ...(values['schedule.ends'] === 'count' &&
      !wholeNumber(count) && { 'schedule.count': t('Please enter how many dates there are, such as 10.') }),
  }
}
