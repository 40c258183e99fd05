/** What is stored of an event beyond the columns of its listing: its schedule with all dates, its venue, and its tickets. */

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { dayIn } from '../../../shared/days.ts'
import { AppError } from '../../../shared/errors.ts'
import type { eventInputFields } from '../../../shared/event-fields.ts'
import { formatDay } from '../../../shared/format.ts'
import { maxOccurrences } from '../../../shared/limits.ts'
import type { NewEvent } from '../../../shared/listing-input.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'
import { storeEventDetails } from './event-details.ts'
import { instantsOf, type Plan, planOccurrences, type SchedulePart } from './schedule/occurrences.ts'
import { deleteSchedule, type StoredPart, storeSchedule } from './schedule/store.ts'

/** What an event says beyond the content of every listing. */
export type EventContent = Pick<NewEvent, 'startDate' | 'endDate' | keyof typeof eventInputFields>
type PlannedPart = SchedulePart & { plan: Plan }

/** An event as stored, if it exists. */
export type StoredEvent = { startDate: string; endDate: string; parts?: StoredPart[] | null }

export type EventPlan = {
  /** There are none if the event has no times and takes place once. */
  parts: PlannedPart[]
  /** The first and the last day, over all dates. */
  startDate: string
  endDate: string
  /** The instant at which the last date is over. */
  endsAt: string
}

/** Returns the schedule of an input, which replaces the latest part of a series; without one, the stored one. Throws `invalid`. */
export function planEvent(
  input: EventContent,
  { timeZone, now, stored = null }: { timeZone: string; now: Date; stored?: StoredEvent | null },
): EventPlan {
  const { startDate, endDate } = input
  const today = dayIn(timeZone, now)
  const parts = partsOf(input, stored)
    .map(toPart)
    .map((part) => ({
      ...part,
      plan: planOccurrences(part, timeZone, today, storedHorizon(part, stored)),
    }))
  if (parts.length === 0) {
    const { endsAt } = instantsOf({ startDate, endDate, startTime: null, endTime: null }, timeZone)
    return { parts, startDate, endDate, endsAt }
  }
  for (const part of parts) requireDates(part)
  requireOrder(parts)
  const dates = parts.flatMap(({ plan }) => plan.occurrences)
  return {
    parts,
    startDate: min(dates.map((date) => date.startDate)),
    endDate: max(dates.map((date) => date.endDate)),
    endsAt: max(dates.map((date) => date.endsAt)),
  }
}

function partsOf(input: EventContent, stored: StoredEvent | null): SchedulePart[] {
  const { schedule, startDate, endDate } = input
  if (schedule === undefined) return keptParts(input, stored)
  if (schedule === null || (schedule.startTime === null && schedule.rule === null)) return []
  const earlier = schedule.rule === null ? [] : (stored?.parts?.slice(0, -1) ?? [])
  const { part = 0 } = stored?.parts?.at(-1) ?? {}
  return [...earlier, { part: earlier.length > 0 ? part : 0, startDate, endDate, ...schedule }]
}

function keptParts({ startDate, endDate }: EventContent, stored: StoredEvent | null): SchedulePart[] {
  const [first, ...others] = stored?.parts ?? []
  if (!stored || !first) return []
  if (first.rule === null) return [{ ...first, startDate, endDate }]
  // An earlier client sends back what it got, which are the first and the last day of the series.
  if (startDate === stored.startDate && endDate === stored.endDate) return [first, ...others]
  const message = t('This event repeats. To change its dates, send its schedule, too.')
  throw new AppError('invalid', message, { startDate: message })
}

const toPart = ({
  generatedUntil: _generatedUntil,
  ...part
}: SchedulePart & Partial<StoredPart>): SchedulePart => part

/** Other edits of an endless series keep its last day: followers would be notified of a new one. */
function storedHorizon(part: SchedulePart, stored: StoredEvent | null): string | null {
  const { generatedUntil = null, ...before } = stored?.parts?.find((other) => other.part === part.part) ?? {}
  return isDeepStrictEqual(before, part) ? generatedUntil : null
}

/** Throws `invalid` for a part without dates, with too many, with some that overlap, or that does not begin with one. */
export function requireDates({ startDate, rule, plan }: PlannedPart) {
  const fail = (message: string, field = 'schedule.rule') => {
    throw new AppError('invalid', message, { [field]: message })
  }
  if (plan.tooMany)
    fail(
      t(
        'This event would have more than {max} dates. Please choose an earlier end, or repeat it less often.',
        { max: maxOccurrences },
      ),
    )
  if (plan.occurrences.length === 0)
    fail(t('This event would have no dates. Please remove an exception, or choose a later end.'))
  const overlaps = plan.occurrences.some(({ endsAt }, index) => {
    const next = plan.occurrences[index + 1]
    return next !== undefined && next.startsAt < endsAt
  })
  if (overlaps)
    fail(
      t(
        'Each date would last until after the next one begins. The end date is that of the first date; when the event stops repeating is a separate choice.',
      ),
      'endDate',
    )
  if (rule !== null && !plan.includesStart)
    fail(
      t('The first day, {day}, is not one by the rule. Please choose another start date, or other days.', {
        day: startDate,
      }),
    )
}

/** A new part names its dates by days after those of the earlier ones. */
function requireOrder(parts: PlannedPart[]) {
  const [latest, previous] = parts.toReversed()
  const last = previous?.plan.occurrences.at(-1)?.scheduled
  if (!latest || !last || latest.startDate > last) return
  const message = t('Earlier dates of this event last until {day}. Please choose a later start date.', {
    day: formatDay(last),
  })
  throw new AppError('invalid', message, { startDate: message })
}

/** Returns whether the event begins on another day or at another time, or repeats otherwise. */
export function hasNewDate(stored: StoredEvent, { parts, startDate, endDate }: EventPlan): boolean {
  const old = stored.parts ?? []
  const timing = (part: SchedulePart) =>
    JSON.stringify([part.startDate, part.endDate, part.startTime, part.endTime, part.rule])
  // The end of a series that has no end moves with each day.
  if (parts.length === 0 || old.length === 0)
    return parts.length !== old.length || stored.startDate !== startDate || stored.endDate !== endDate
  return parts.map(timing).join() !== old.map(timing).join()
}

/** Stores everything of an event that is not in the columns of its listing. */
export async function storeEvent(
  tx: Connection,
  listingId: string,
  { input, plan, now }: { input: EventContent; plan: EventPlan; now: Date },
) {
  // Before its dates: a registration locks the details, and then its date.
  await sql`select from event_details where listing_id = ${listingId} for update`.execute(tx)
  if (plan.parts.length > 0) await storeSchedule(tx, listingId, plan.parts, now)
  else await deleteSchedule(tx, listingId, now)
  await storeEventDetails(tx, listingId, input)
}

export const min = (texts: string[]): string => texts.toSorted()[0] ?? ''
export const max = (texts: string[]): string => texts.toSorted().at(-1) ?? ''
