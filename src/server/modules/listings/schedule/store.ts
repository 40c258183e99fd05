/** Reads and stores schedules and their dates. What changes them runs in the caller's transaction. */
import { type RawBuilder, sql } from 'kysely'
import type { Occurrence } from '../../../../shared/event-fields.ts'
import { type Connection, type Database, isoTimestamp } from '../../../platform/database/database.ts'
import { findDocumentDates } from '../../search/service.ts'
import type { Plan, PlannedOccurrence, SchedulePart } from './occurrences.ts'

/** `generatedUntil` is the day up to which there are dates; null if there are all. */
export type StoredPart = SchedulePart & { generatedUntil: string | null }
/** `changed` says that the date was changed on its own. */
export type StoredDate = Occurrence & { part: number; changed: boolean }

const timeOf = (column: RawBuilder<unknown>) => sql`to_char(${column}, 'HH24:MI')`

/** Returns a row of `event_occurrence` as JSON, with the fields of `Occurrence`. */
export function occurrenceJson(relation: string) {
  const column = (name: string) => sql.ref(`${relation}.${name}`)
  return sql`json_build_object(
    'scheduled', ${column('scheduled')}, 'startDate', ${column('start_date')}, 'endDate', ${column('end_date')},
    'startTime', ${timeOf(column('start_time'))}, 'endTime', ${timeOf(column('end_time'))},
    'doorsTime', ${timeOf(column('doors_time'))},
    'startsAt', ${isoTimestamp(column('starts_at'))}, 'endsAt', ${isoTimestamp(column('ends_at'))},
    'canceled', ${column('canceled')} is not null, 'postponed', ${column('postponed')} is not null)`
}

/** Returns a row of `event_schedule` as JSON, with the fields of `StoredPart`. */
export function schedulePartJson(relation: string) {
  const column = (name: string) => sql.ref(`${relation}.${name}`)
  return sql`json_build_object(
    'part', ${column('part')}, 'startDate', ${column('start_date')}, 'endDate', ${column('end_date')},
    'startTime', ${timeOf(column('start_time'))}, 'endTime', ${timeOf(column('end_time'))},
    'doorsTime', ${timeOf(column('doors_time'))}, 'rule', ${column('rule')},
    'exceptions', to_json(${column('exceptions')}), 'generatedUntil', ${column('generated_until')})`
}

export async function findSchedule(connection: Connection, listingId: string): Promise<StoredPart[]> {
  const { rows } = await sql<{ part: StoredPart }>`
    select ${schedulePartJson('event_schedule')} as part
    from event_schedule where listing_id = ${listingId} order by event_schedule.part`.execute(connection)
  return rows.map(({ part }) => part)
}

/** Removes the schedule with its dates, if there is one: the event lasts whole days. */
export async function deleteSchedule(tx: Connection, listingId: string, now: Date) {
  const { numAffectedRows = 0n } =
    await sql`delete from event_schedule where listing_id = ${listingId}`.execute(tx)
  if (numAffectedRows > 0n) await updateCurrentOccurrence(tx, listingId, now)
}

/** Replaces the schedule by these parts and their dates. Dates that were changed on their own keep their days and times. */
export async function storeSchedule(
  tx: Connection,
  listingId: string,
  parts: (SchedulePart & { plan: Plan })[],
  now: Date,
) {
  const kept = parts.map(({ part }) => part)
  await sql`delete from event_schedule where listing_id = ${listingId} and part <> all(${kept}::int[])`.execute(
    tx,
  )
  for (const { plan, ...part } of parts) {
    await storePart(tx, listingId, { ...part, generatedUntil: plan.generatedUntil })
    await sql`
      delete from event_occurrence
      where listing_id = ${listingId} and part = ${part.part}
        and scheduled <> all(${plan.occurrences.map(({ scheduled }) => scheduled)}::date[])`.execute(tx)
    await sql`
      ${insertOccurrences(listingId, plan.occurrences)}
      on conflict (listing_id, part, scheduled) do update set ${newTimes} where not event_occurrence.changed`.execute(
      tx,
    )
  }
  await updateCurrentOccurrence(tx, listingId, now)
}

export async function storePart(tx: Connection, listingId: string, part: StoredPart) {
  await sql`
    insert into event_schedule (listing_id, part, start_date, end_date, start_time, end_time, doors_time, rule, exceptions,
      generated_until)
    values (${listingId}, ${part.part}, ${part.startDate}, ${part.endDate}, ${part.startTime}, ${part.endTime},
      ${part.doorsTime}, ${part.rule}, ${part.exceptions}::date[], ${part.generatedUntil})
    on conflict (listing_id, part) do update set start_date = excluded.start_date, end_date = excluded.end_date,
      start_time = excluded.start_time, end_time = excluded.end_time, doors_time = excluded.doors_time,
      rule = excluded.rule, exceptions = excluded.exceptions, generated_until = excluded.generated_until`.execute(
    tx,
  )
}

const newTimes = sql`start_date = excluded.start_date, end_date = excluded.end_date, start_time = excluded.start_time,
  end_time = excluded.end_time, doors_time = excluded.doors_time, starts_at = excluded.starts_at, ends_at = excluded.ends_at`

/** Inserts planned dates, or stored ones with their states as of `now`. The caller says what happens to those that exist. */
export const insertOccurrences = (
  listingId: string,
  occurrences: (PlannedOccurrence | StoredDate)[],
  now: Date | null = null,
) => sql`
  insert into event_occurrence (listing_id, part, scheduled, start_date, end_date, start_time, end_time, doors_time,
    starts_at, ends_at, canceled, postponed, changed)
  select ${listingId}, "part", "scheduled", "startDate", "endDate", "startTime", "endTime", "doorsTime", "startsAt", "endsAt",
    case when "canceled" then ${now}::timestamptz end, case when "postponed" then ${now}::timestamptz end,
    coalesce("changed", false)
  from json_to_recordset(${JSON.stringify(occurrences)}::json) as planned("part" smallint, "scheduled" date,
    "startDate" date, "endDate" date, "startTime" time, "endTime" time, "doorsTime" time,
    "startsAt" timestamptz, "endsAt" timestamptz, "canceled" boolean, "postponed" boolean, "changed" boolean)`

/** Returns every date, in the order of the rule. */
export async function findDates(tx: Connection, listingId: string): Promise<StoredDate[]> {
  const { rows } = await sql<{ occurrence: Occurrence; part: number; changed: boolean }>`
    select ${occurrenceJson('event_occurrence')} as occurrence, part, changed
    from event_occurrence where listing_id = ${listingId} order by scheduled`.execute(tx)
  return rows.map(({ occurrence, ...row }) => ({ ...occurrence, ...row }))
}

/** Returns the dates of an event that are not over, soonest first. */
export async function findUpcoming(
  { kysely }: Database,
  listingId: string,
  now: Date,
  limit: number,
): Promise<Occurrence[]> {
  const { rows } = await sql<{ occurrence: Occurrence }>`
    select ${occurrenceJson('event_occurrence')} as occurrence
    from event_occurrence
    where listing_id = ${listingId} and ends_at > ${now.toISOString()}::timestamptz
    order by starts_at, id limit ${limit}`.execute(kysely)
  return rows.map(({ occurrence }) => occurrence)
}

/** Locks an event, so that nobody else changes its dates meanwhile. Returns its version, or null if it is deleted. */
export async function lockEvent(tx: Connection, id: string): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from listing where id = ${id} and kind = 'event' and status <> 'deleted' for update`.execute(
    tx,
  )
  return rows[0]?.version ?? null
}

/** Counts as an edit of the event. Call it first: a trigger then stores what people knew before. */
export async function touchEvent(tx: Connection, id: string, span: { first: string; last: string }) {
  await sql`
    update listing set start_date = ${span.first}, end_date = ${span.last}, edited = now(), version = version + 1
    where id = ${id}`.execute(tx)
}

/** Replaces all dates. Those that stay keep when they were canceled or postponed. */
export async function storeDates(tx: Connection, listingId: string, dates: StoredDate[], now: Date) {
  await sql`
    delete from event_occurrence
    where listing_id = ${listingId} and (part, scheduled) not in (
      select "part", "scheduled" from json_to_recordset(${JSON.stringify(dates)}::json) as kept("part" smallint, "scheduled" date))`.execute(
    tx,
  )
  await sql`
    ${insertOccurrences(listingId, dates, now)}
    on conflict (listing_id, part, scheduled) do update set ${newTimes}, changed = excluded.changed,
      canceled = case when excluded.canceled is not null then coalesce(event_occurrence.canceled, excluded.canceled) end,
      postponed = case when excluded.postponed is not null then coalesce(event_occurrence.postponed, excluded.postponed) end`.execute(
    tx,
  )
}

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

/**
 * Changes the dates of a stored event, and queues it for the saved searches: an edit is news to those that did not find it by its
 * earlier dates. The trigger on `listing` sees neither the dates, nor a change within the first and the last day. The daily job that adds
 * dates to series does not call this: nobody has changed these.
 */
export async function matchNewDates(tx: Connection, listingId: string, change: () => Promise<void>) {
  const before = await findDocumentDates(tx, listingId)
  await change()
  const dates = sql`jsonb_build_object('dates', ${JSON.stringify(before)}::jsonb)`
  await sql`
    select queue_listing_match(listing.id, to_jsonb(listing)) from listing
    where id = ${listingId} and status in ('active', 'reported') and exists (select from saved_search)`.execute(
    tx,
  )
  // An ad that waits already keeps what it was at first; a new one was nothing.
  await sql`
    update listing_to_match set before = before || ${dates}
    where listing_id = ${listingId} and before is not null and not before ? 'dates'`.execute(tx)
}
