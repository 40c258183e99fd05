/** Compares the events of a calendar with those stored. Unchanged ones are not written. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Connection, isoTimestamp } from '../../platform/database/database.ts'
import type { CalendarEvent, FoundEvent, ParsedCalendar } from './calendar-event.ts'

type Stored = {
  id: string
  uid: string
  recurrenceId: string
  hash: string
  startsAt: string
  removed: boolean
}
type Planned = { id: string; event: FoundEvent; hash: string }

/** Returns a hash of what an author would review. The next date of a series is not part of it. */
function hashOf({
  uid,
  recurrenceId,
  start,
  end,
  exceptions,
  rule,
  partial,
  ...content
}: CalendarEvent): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

/**
 * Locks the calendar, so that it must still exist. Returns false if it does not. Events that are missing are marked as removed,
 * unless the calendar may have them all the same.
 */
export async function storeEvents(
  tx: Connection,
  calendarId: string,
  { events, skipped, truncated, isComplete }: ParsedCalendar,
): Promise<boolean> {
  const locked = await sql`select from imported_calendar where id = ${calendarId} for update`.execute(tx)
  if (locked.rows.length === 0) return false
  const stored = await readStored(tx, calendarId)
  const known = new Map(stored.map((row) => [keyOf(row), row]))
  const found = new Set(events.map(keyOf))
  const changed = events.flatMap((event): Planned[] => {
    const row = known.get(keyOf(event))
    const hash = hashOf(event)
    const isSame = row && row.hash === hash && row.startsAt === event.startsAt && !row.removed
    return isSame ? [] : [{ id: row?.id ?? uuid(), event, hash }]
  })
  await upsert(tx, calendarId, changed)
  // Later ones than those read may still be in the calendar.
  const lastRead = truncated ? (events.at(-1)?.startsAt ?? '') : null
  const unreadable = new Set(skipped.filter(({ kind }) => kind === 'unreadable').map(({ uid }) => uid))
  const isGone = (row: Stored) =>
    isComplete &&
    !found.has(keyOf(row)) &&
    !unreadable.has(row.uid) &&
    (lastRead === null || row.startsAt < lastRead)
  const removed = stored.filter((row) => !row.removed && isGone(row)).map(({ id }) => id)
  if (removed.length > 0)
    await sql`update imported_event set removed = now() where id = any(${removed}::uuid[]) and ends_at > now()`.execute(
      tx,
    )
  return true
}

const keyOf = ({ uid, recurrenceId }: { uid: string; recurrenceId: string }) => `${uid}\n${recurrenceId}`

async function readStored(tx: Connection, calendarId: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select id, uid, recurrence_id as "recurrenceId", hash, ${isoTimestamp(sql.ref('starts_at'))} as "startsAt",
      removed is not null as removed
    from imported_event where calendar_id = ${calendarId}`.execute(tx)
  return rows
}

async function upsert(tx: Connection, calendarId: string, planned: Planned[]) {
  if (planned.length === 0) return
  const rows = planned.map(({ id, hash, event: { startsAt, endsAt, ...content } }) => ({
    ...{ id, hash, content, starts_at: startsAt, ends_at: endsAt },
    ...{ uid: content.uid, recurrence_id: content.recurrenceId },
  }))
  await sql`
    insert into imported_event (id, calendar_id, uid, recurrence_id, content, hash, starts_at, ends_at)
    select id, ${calendarId}, uid, recurrence_id, content, hash, starts_at, ends_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as planned(id uuid, uid text, recurrence_id text, content jsonb,
      hash text, starts_at timestamptz, ends_at timestamptz)
    on conflict (calendar_id, uid, recurrence_id) do update set content = excluded.content, hash = excluded.hash,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at, removed = null`.execute(tx)
}

/** Deletes the events that are over and were not posted. */
export async function deletePastEvents(connection: Connection): Promise<void> {
  await sql`delete from imported_event where listing_id is null and ends_at < now()`.execute(connection)
}
