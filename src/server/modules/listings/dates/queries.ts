/** Reads and locks events whose dates are changed. */
import { sql } from 'kysely'
import type { Occurrence } from '../../../../shared/event-fields.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { occurrenceJson } from '../schedule/store.ts'

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
