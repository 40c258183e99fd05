/** Stores schedules and their dates. Each function runs in the caller's transaction. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { isoTimestamp } from '../../../platform/database/database.ts'
import type { Plan, SchedulePart } from './occurrences.ts'

const hoursAndMinutes = (column: string) => sql`to_char(${sql.ref(column)}, 'HH24:MI')`

/** A date as JSON under its wire names. */
export const occurrenceJson = (relation: string) => sql`json_build_object(
  'scheduled', ${sql.ref(`${relation}.scheduled`)},
  'startDate', ${sql.ref(`${relation}.start_date`)}, 'endDate', ${sql.ref(`${relation}.end_date`)},
  'startTime', ${hoursAndMinutes(`${relation}.start_time`)}, 'endTime', ${hoursAndMinutes(`${relation}.end_time`)},
  'doorsTime', ${hoursAndMinutes(`${relation}.doors_time`)},
  'startsAt', ${isoTimestamp(sql.ref(`${relation}.starts_at`))}, 'endsAt', ${isoTimestamp(sql.ref(`${relation}.ends_at`))},
  'canceled', ${sql.ref(`${relation}.canceled`)} is not null, 'postponed', ${sql.ref(`${relation}.postponed`)} is not null)`

/** A part of a schedule as JSON, with the fields of `SchedulePart`. */
export const schedulePartJson = (relation: string) => sql`json_build_object(
  'part', ${sql.ref(`${relation}.part`)},
  'startDate', ${sql.ref(`${relation}.start_date`)}, 'endDate', ${sql.ref(`${relation}.end_date`)},
  'startTime', ${hoursAndMinutes(`${relation}.start_time`)}, 'endTime', ${hoursAndMinutes(`${relation}.end_time`)},
  'doorsTime', ${hoursAndMinutes(`${relation}.doors_time`)}, 'rule', ${sql.ref(`${relation}.rule`)},
  'exceptions', to_json(${sql.ref(`${relation}.exceptions`)}))`

export async function findSchedule(connection: Connection, listingId: string): Promise<SchedulePart[]> {
  const { rows } = await sql<{ part: SchedulePart }>`
    select ${schedulePartJson('event_schedule')} as part
    from event_schedule where listing_id = ${listingId} order by event_schedule.part`.execute(connection)
  return rows.map(({ part }) => part)
}

/** Removes the schedule with its dates: the event lasts whole days. */
export async function deleteSchedule(tx: Connection, listingId: string) {
  await tx.deleteFrom('event_schedule').where('listing_id', '=', listingId).execute()
}

/** Replaces the schedule by these parts and their dates. Dates that were changed on their own stay as they are. */
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
    insert into event_occurrence (listing_id, part, scheduled, start_date, end_date, start_time, end_time, doors_time,
      starts_at, ends_at)
    select ${listingId}, "part", "scheduled", "startDate", "endDate", "startTime", "endTime", "doorsTime", "startsAt", "endsAt"
    from json_to_recordset(${JSON.stringify(plan.occurrences)}::json) as planned("part" smallint, "scheduled" date,
      "startDate" date, "endDate" date, "startTime" time, "endTime" time, "doorsTime" time,
      "startsAt" timestamptz, "endsAt" timestamptz)
    on conflict (listing_id, part, scheduled) do update set start_date = excluded.start_date, end_date = excluded.end_date,
      start_time = excluded.start_time, end_time = excluded.end_time, doors_time = excluded.doors_time,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at
    where not event_occurrence.changed`.execute(tx)
}

/** Marks the current or next date that takes place, else the current or next one, else the last one. */
export async function updateCurrentOccurrence(tx: Connection, listingId: string, now: Date) {
  await sql`update event_occurrence set current = false where listing_id = ${listingId} and current`.execute(
    tx,
  )
  await sql`
    update event_occurrence set current = true
    where id = (
      select id from event_occurrence where listing_id = ${listingId}
      order by ends_at <= ${now.toISOString()}::timestamptz, canceled is not null,
        case when ends_at <= ${now.toISOString()}::timestamptz then -extract(epoch from ends_at) else extract(epoch from starts_at) end,
        id
      limit 1)`.execute(tx)
}
