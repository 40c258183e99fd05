/** What a change of dates does to a series, without the database. */

import type { DateAction, OccurrenceChange } from '../../../../shared/contract/event-dates.ts'
import { addDays, dayIn, daysBetween } from '../../../../shared/days.ts'
import { AppError } from '../../../../shared/errors.ts'
import { formatRule, parseRule } from '../../../../shared/recurrence/recurrence.ts'
import { t } from '../../../../shared/translate.ts'
import { requireDates } from '../event-input.ts'
import {
  instantsOf,
  type PlannedOccurrence,
  placedAt,
  planOccurrences,
  type SchedulePart,
} from '../schedule/occurrences.ts'
import type { StoredDate, StoredPart } from '../schedule/store.ts'
import { invalidMove, moveSeries, type NewTimes } from './move-series.ts'

export type Series = { parts: StoredPart[]; dates: StoredDate[] }
export type ChangeContext = { timeZone: string; now: Date }
type DatesChange = OccurrenceChange & { day: string }

/** Returns the series after the change. Throws `not_found` for a day without a date, and `invalid` for an impossible change. */
export function changeSeries(series: Series, change: DatesChange, context: ChangeContext): Series {
  if (isMoved(series, change)) return series
  const date = requireDate(series, change.day, context)
  if (change.action === 'move') {
    if (date.canceled) throw new AppError('invalid', t('This date is canceled. Please put it back on first.'))
    const times = timesOf(change)
    requireUpcoming(times, context)
    return change.scope === 'this'
      ? moveOne(series, date, times, context)
      : moveFollowing(series, date, times, context)
  }
  const isMeant = (other: StoredDate) =>
    change.scope === 'this'
      ? other === date
      : other.scheduled >= date.scheduled && other.endsAt > context.now.toISOString()
  const plan = planOf(series, context)
  const dates = series.dates.map((other) =>
    isMeant(other) ? withState(other, change.action, plan.get(other.scheduled)) : other,
  )
  const isEnd = change.scope === 'following' && change.action !== 'restore'
  return { parts: isEnd ? endSeries(series) : series.parts, dates }
}

/** Returns whether this and the following dates were already moved, so that none is on the named day anymore. */
function isMoved({ parts, dates }: Series, { action, scope, day, ...times }: DatesChange): boolean {
  if (action !== 'move' || scope !== 'following' || dates.some(({ scheduled }) => scheduled === day))
    return false
  const wanted = timesOf(times)
  return parts.some((part) => hasTimes(part, wanted))
}

function requireDate({ dates }: Series, day: string, { now }: ChangeContext): StoredDate {
  const date = dates.find(({ scheduled }) => scheduled === day)
  if (!date) throw new AppError('not_found', t('This event has no date on {day}.', { day }))
  if (date.endsAt <= now.toISOString()) throw new AppError('invalid', t('This date is over.'))
  return date
}

function timesOf({
  startDate = '',
  endDate = startDate,
  startTime,
  endTime,
  doorsTime,
}: Pick<OccurrenceChange, 'startDate' | 'endDate' | 'startTime' | 'endTime' | 'doorsTime'>): NewTimes {
  return { startDate, endDate, startTime, endTime, doorsTime }
}

const timeNames = ['startDate', 'endDate', 'startTime', 'endTime', 'doorsTime'] as const
const hasTimes = (one: NewTimes, other: NewTimes) => timeNames.every((name) => one[name] === other[name])

function requireUpcoming(times: NewTimes, { timeZone, now }: ChangeContext) {
  if (instantsOf(times, timeZone).endsAt <= now.toISOString())
    throw invalidMove(t('This would be over already. Please choose a later date or time.'))
}

/** Returns the dates as the schedule says, by their day. */
function planOf({ parts }: Series, { timeZone, now }: ChangeContext): Map<string, PlannedOccurrence> {
  const today = dayIn(timeZone, now)
  const planned = parts.flatMap((part) => planOccurrences(part, timeZone, today).occurrences)
  return new Map(planned.map((date) => [date.scheduled, date]))
}

const isAsPlanned = (date: StoredDate, planned: PlannedOccurrence | undefined) =>
  planned !== undefined && hasTimes(date, planned)

function withState(date: StoredDate, action: DateAction, planned: PlannedOccurrence | undefined): StoredDate {
  const canceled = action === 'cancel' || (action === 'postpone' && date.canceled)
  const postponed = action === 'postpone' && !date.canceled
  const isPlain = !canceled && !postponed && isAsPlanned(date, planned)
  return { ...date, canceled, postponed, changed: !isPlain }
}

/** A date that gets a new day or time is not postponed anymore. */
function moveOne(series: Series, date: StoredDate, times: NewTimes, context: ChangeContext): Series {
  const moved = { ...date, ...placedAt(times, context.timeZone), postponed: false }
  const changed = !isAsPlanned(moved, planOf(series, context).get(date.scheduled))
  return {
    ...series,
    dates: series.dates.map((other) => (other === date ? { ...moved, changed } : other)),
  }
}

function moveFollowing(series: Series, date: StoredDate, times: NewTimes, context: ChangeContext): Series {
  const { scheduled } = date
  const part = series.parts.find((part) => part.part === date.part)
  if (!part || part.rule === null) return moveOne(series, date, times, context)
  const earlier = series.parts.filter(({ startDate }) => startDate < part.startDate)
  const later = series.parts.filter(({ startDate }) => startDate > part.startDate)
  if (later.length > 0 && times.startDate !== scheduled)
    throw invalidMove(
      t(
        'Later dates of this event already have other days. Please move these dates one by one, or change only their time.',
      ),
    )
  const kept = series.dates.filter((other) => other.scheduled < scheduled)
  const previous = kept.at(-1)
  if (previous && times.startDate <= previous.scheduled)
    throw invalidMove(t('These dates must stay after the one before. Please choose a later date.'))
  const newPart = Math.max(...series.parts.map(({ part }) => part)) + 1
  const { before, after, newDays } = moveSeries({ ...part, rule: part.rule }, scheduled, times, newPart)
  const changed = series.dates.filter((other) => other.changed && other.scheduled > scheduled)
  const isAlone = (other: StoredDate) => !isAsPlanned(other, plan.get(other.scheduled))
  const plan = planOf(series, context)
  const old = new Map(
    changed.map((other) => [
      newDays.get(other.scheduled) ?? other.scheduled,
      { ...other, isAlone: isAlone(other) },
    ]),
  )
  const moved = [after, ...later.map((part) => withTimes(part, times))].map((part) =>
    replan(part, old, context),
  )
  return {
    parts: [
      ...earlier,
      ...(before ? [{ ...before, generatedUntil: null }] : []),
      ...moved.map(({ part }) => part),
    ],
    dates: [...kept, ...moved.flatMap(({ dates }) => dates)],
  }
}

/** Later parts keep their days. */
const withTimes = (part: SchedulePart, { startDate, endDate, ...times }: NewTimes): SchedulePart => ({
  ...part,
  ...times,
  endDate: addDays(part.startDate, daysBetween(startDate, endDate)),
})

/** `old` has the dates that were changed, by their new days: canceled and postponed ones stay so, and moved ones stay moved. */
function replan(
  part: SchedulePart,
  old: ReadonlyMap<string, StoredDate & { isAlone: boolean }>,
  { timeZone, now }: ChangeContext,
): { part: StoredPart; dates: StoredDate[] } {
  const plan = planOccurrences(part, timeZone, dayIn(timeZone, now))
  requireDates({ ...part, plan })
  const dates = plan.occurrences.map((planned): StoredDate => {
    const { isAlone, ...date } = old.get(planned.scheduled) ?? { isAlone: false }
    if (!('scheduled' in date)) return { ...planned, canceled: false, postponed: false, changed: false }
    return { ...date, ...(isAlone ? { part: planned.part, scheduled: planned.scheduled } : planned) }
  })
  return { part: { ...part, generatedUntil: plan.generatedUntil }, dates }
}

/** A series without an end ends with its last date, so that no dates are added to those that are canceled. */
function endSeries({ parts, dates }: Series): StoredPart[] {
  const last = dates.at(-1)
  return parts.map((part) => {
    const recurrence = part.rule === null ? null : parseRule(part.rule)
    if (!recurrence || !last || part.part !== last.part || part.generatedUntil === null) return part
    const rule = formatRule({ ...recurrence, count: null, until: last.scheduled })
    return { ...part, rule, generatedUntil: null }
  })
}
