/** Reads and stores the dates of an event that are changed on their own. Each runs in the caller's transaction. */
import { sql } from 'kysely'
import type { Occurrence } from '../../../../shared/event-fields.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import type { SchedulePart } from '../schedule/occurrences.ts'
import { type OccurrenceRow, occurrenceJson, schedulePartJson, toOccurrence } from '../schedule/store.ts'

export type StoredPart = SchedulePart & { generatedUntil: string | null }
export type StoredDate = Occurrence & { part: number; changed: boolean }

/** Returns the dates of an event that are not over, soonest first. */
export async function findUpcoming(
  { kysely }: Database,
  listingId: string,
  now: Date,
  limit: number,
): Promise<Occurrence[]> {
  const { rows } = await sql<{ occurrence: OccurrenceRow }>`
    select ${occurrenceJson('event_occurrence')} as occurrence
    from event_occurrence
    where listing_id = ${listingId} and ends_at > ${now.toISOString()}::timestamptz
    order by starts_at, id limit ${limit}`.execute(kysely)
  return rows.map(({ occurrence }) => toOccurrence(occurrence))
}

/** Locks an event, so that nobody else changes its dates meanwhile. Returns its version, or null if it is deleted. */
export async function lockEvent(tx: Connection, id: string): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from listing where id = ${id} and kind = 'event' and status <> 'deleted' for update`.execute(
    tx,
  )
  return rows[0]?.version ?? null
}

export async function findParts(tx: Connection, listingId: string): Promise<StoredPart[]> {
  const { rows } = await sql<{ part: SchedulePart; generatedUntil: string | null }>`
    select ${schedulePartJson('event_schedule')} as part, generated_until as "generatedUntil"
    from event_schedule where listing_id = ${listingId} order by event_schedule.part`.execute(tx)
  return rows.map(({ part, generatedUntil }) => ({ ...part, generatedUntil }))
}

/** Returns every date, in the order of the rule. */
export async function findDates(tx: Connection, listingId: string): Promise<StoredDate[]> {
  const { rows } = await sql<{ occurrence: OccurrenceRow; part: number; changed: boolean }>`
    select ${occurrenceJson('event_occurrence')} as occurrence, part, changed
    from event_occurrence where listing_id = ${listingId} order by scheduled`.execute(tx)
  return rows.map(({ occurrence, ...row }) => ({ ...toOccurrence(occurrence), ...row }))
}

/** Counts as an edit of the event. Call it first: a trigger then notes what people knew before. */
export async function touchEvent(tx: Connection, id: string, span: { first: string; last: string }) {
  await sql`
    update listing set start_date = ${span.first}, end_date = ${span.last}, edited = now(), version = version + 1
    where id = ${id}`.execute(tx)
}

export async function storePart(tx: Connection, listingId: string, part: StoredPart) {
  const columns = {
    start_date: part.startDate,
    end_date: part.endDate,
    start_time: part.startTime,
    end_time: part.endTime,
    doors_time: part.doorsTime,
    rule: part.rule,
    exceptions: part.exceptions,
    generated_until: part.generatedUntil,
  }
  await tx
    .insertInto('event_schedule')
    .values({ listing_id: listingId, part: part.part, ...columns })
    .onConflict((conflict) => conflict.columns(['listing_id', 'part']).doUpdateSet(columns))
    .execute()
}

/** Replaces all dates. Those that stay keep when they were canceled or postponed. */
export async function storeDates(tx: Connection, listingId: string, dates: StoredDate[], now: Date) {
  const instant = sql`${now.toISOString()}::timestamptz`
  const planned = sql`json_to_recordset(${JSON.stringify(dates)}::json) as planned("part" smallint, "scheduled" date,
    "startDate" date, "endDate" date, "startTime" time, "endTime" time, "doorsTime" time,
    "startsAt" timestamptz, "endsAt" timestamptz, "canceled" boolean, "postponed" boolean, "changed" boolean)`
  await sql`
    delete from event_occurrence stored
    where listing_id = ${listingId} and not exists (
      select from ${planned} where planned.part = stored.part and planned.scheduled = stored.scheduled)`.execute(
    tx,
  )
  await sql`
    insert into event_occurrence as stored (listing_id, part, scheduled, start_date, end_date, start_time, end_time,
      doors_time, starts_at, ends_at, canceled, postponed, changed)
    select ${listingId}, "part", "scheduled", "startDate", "endDate", "startTime", "endTime", "doorsTime", "startsAt", "endsAt",
      case when planned."canceled" then ${instant} end, case when planned."postponed" then ${instant} end, planned."changed"
    from ${planned}
    on conflict (listing_id, part, scheduled) do update set
      start_date = excluded.start_date, end_date = excluded.end_date, start_time = excluded.start_time,
      end_time = excluded.end_time, doors_time = excluded.doors_time, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, changed = excluded.changed,
      canceled = case when excluded.canceled is not null then coalesce(stored.canceled, excluded.canceled) end,
      postponed = case when excluded.postponed is not null then coalesce(stored.postponed, excluded.postponed) end`.execute(
    tx,
  )
}
