/** Stores schedules and their dates. Each function runs in the caller's transaction. */
import { sql } from 'kysely'
import type { Occurrence } from '../../../../shared/event-fields.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Plan, PlannedOccurrence, SchedulePart } from './occurrences.ts'

/** `generatedUntil` is the day up to which there are dates; null if there are all. */
export type StoredPart = SchedulePart & { generatedUntil: string | null }

const hoursAndMinutes = (column: string) => sql`to_char(${sql.ref(column)}, 'HH24:MI')`

/** A date as `occurrenceJson` returns it: dates and times as PostgreSQL writes them, instants in seconds since 1970. */
export type OccurrenceRow = [
  scheduled: string,
  startDate: string,
  endDate: string,
  startTime: string | null,
  endTime: string | null,
  doorsTime: string | null,
  startsAt: number,
  endsAt: number,
  canceled: boolean,
  postponed: boolean,
]

/** A date as JSON. Naming and formatting its fields in PostgreSQL would take three times as long. */
export const occurrenceJson = (relation: string) => {
  const columns = ['scheduled', 'start_date', 'end_date', 'start_time', 'end_time', 'doors_time']
  const column = (name: string) => sql.ref(`${relation}.${name}`)
  return sql`json_build_array(${sql.join(columns.map(column))},
    extract(epoch from ${column('starts_at')}), extract(epoch from ${column('ends_at')}),
    ${column('canceled')} is not null, ${column('postponed')} is not null)`
}

/** Returns a date with its wire names and formats. */
export function toOccurrence(row: OccurrenceRow): Occurrence {
  const [
    scheduled,
    startDate,
    endDate,
    startTime,
    endTime,
    doorsTime,
    startsAt,
    endsAt,
    canceled,
    postponed,
  ] = row
  return {
    ...{ scheduled, startDate, endDate },
    ...{ startTime: toMinutes(startTime), endTime: toMinutes(endTime), doorsTime: toMinutes(doorsTime) },
    ...{ startsAt: toTimestamp(startsAt), endsAt: toTimestamp(endsAt), canceled, postponed },
  }
}

/** `19:30:00` → `19:30` */
const toMinutes = (time: string | null) => time?.slice(0, 5) ?? null
const toTimestamp = (seconds: number) => new Date(seconds * 1000).toISOString()

/** A part of a schedule as JSON, with the fields of `StoredPart`. */
export const schedulePartJson = (relation: string) => sql`json_build_object(
  'part', ${sql.ref(`${relation}.part`)},
  'startDate', ${sql.ref(`${relation}.start_date`)}, 'endDate', ${sql.ref(`${relation}.end_date`)},
  'startTime', ${hoursAndMinutes(`${relation}.start_time`)}, 'endTime', ${hoursAndMinutes(`${relation}.end_time`)},
  'doorsTime', ${hoursAndMinutes(`${relation}.doors_time`)}, 'rule', ${sql.ref(`${relation}.rule`)},
  'exceptions', to_json(${sql.ref(`${relation}.exceptions`)}),
  'generatedUntil', ${sql.ref(`${relation}.generated_until`)})`

export async function findSchedule(connection: Connection, listingId: string): Promise<StoredPart[]> {
  const { rows } = await sql<{ part: StoredPart }>`
    select ${schedulePartJson('event_schedule')} as part
    from event_schedule where listing_id = ${listingId} order by event_schedule.part`.execute(connection)
  return rows.map(({ part }) => part)
}

/** Removes the schedule with its dates, if there is one: the event lasts whole days. */
export async function deleteSchedule(tx: Connection, listingId: string, now: Date) {
  const { numDeletedRows } = await tx
    .deleteFrom('event_schedule')
    .where('listing_id', '=', listingId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await updateCurrentOccurrence(tx, listingId, now)
}

/** Replaces the schedule by these parts and their dates. Dates that were changed on their own keep their days and times. */
export async function storeSchedule(
  tx: Connection,
  listingId: string,
  parts: (SchedulePart & { plan: Plan })[],
  now: Date,
) {
  await tx
    .deleteFrom('event_schedule')
    .where('listing_id', '=', listingId)
    .where('part', 'not in', [-1, ...parts.map(({ part }) => part)])
    .execute()
  for (const { plan, ...part } of parts) await storePart(tx, listingId, part, plan)
  await updateCurrentOccurrence(tx, listingId, now)
}

async function storePart(tx: Connection, listingId: string, part: SchedulePart, plan: Plan) {
  await sql`
    insert into event_schedule (listing_id, part, start_date, end_date, start_time, end_time, doors_time, rule, exceptions,
      generated_until)
    values (${listingId}, ${part.part}, ${part.startDate}, ${part.endDate}, ${part.startTime}, ${part.endTime},
      ${part.doorsTime}, ${part.rule}, ${part.exceptions}::date[], ${plan.generatedUntil})
    on conflict (listing_id, part) do update set start_date = excluded.start_date, end_date = excluded.end_date,
      start_time = excluded.start_time, end_time = excluded.end_time, doors_time = excluded.doors_time,
      rule = excluded.rule, exceptions = excluded.exceptions, generated_until = excluded.generated_until`.execute(
    tx,
  )
  await sql`
    delete from event_occurrence
    where listing_id = ${listingId} and part = ${part.part}
      and scheduled <> all(${plan.occurrences.map(({ scheduled }) => scheduled)}::date[])`.execute(tx)
  await sql`
    ${insertOccurrences(listingId, plan.occurrences)}
    on conflict (listing_id, part, scheduled) do update set start_date = excluded.start_date, end_date = excluded.end_date,
      start_time = excluded.start_time, end_time = excluded.end_time, doors_time = excluded.doors_time,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at
    where not event_occurrence.changed`.execute(tx)
}

export const insertOccurrences = (listingId: string, occurrences: PlannedOccurrence[]) => sql`
  insert into event_occurrence (listing_id, part, scheduled, start_date, end_date, start_time, end_time, doors_time,
    starts_at, ends_at)
  select ${listingId}, "part", "scheduled", "startDate", "endDate", "startTime", "endTime", "doorsTime", "startsAt", "endsAt"
  from json_to_recordset(${JSON.stringify(occurrences)}::json) as planned("part" smallint, "scheduled" date,
    "startDate" date, "endDate" date, "startTime" time, "endTime" time, "doorsTime" time,
    "startsAt" timestamptz, "endsAt" timestamptz)`

/**
 * Corrects the instants of dates whose place has changed, chooses the date that lists show at `now`, and tells the lists, the search
 * index, and cached pages. Call it after each change of a schedule or its dates, in a transaction that has locked the listing.
 */
export async function updateCurrentOccurrence(tx: Connection, listingId: string, now: Date) {
  const ids = sql`array[${listingId}]::uuid[]`
  await sql`select update_event_states(${ids}, ${now.toISOString()}::timestamptz)`.execute(tx)
  // The state is the same if only a later date has changed, which searches by date find.
  await sql`select note_list_changes(${ids})`.execute(tx)
}
