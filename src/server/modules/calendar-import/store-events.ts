/** Stores the events of a calendar that was read. Unchanged ones are not written. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { CalendarReport } from '../../../shared/contract/imported-calendars.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { CalendarEvent, ParsedCalendar } from './calendar-event.ts'

/** The fields that authors do not review, or that change as the dates of a series pass. */
const unreviewed = ['uid', 'recurrenceId', 'start', 'end', 'exceptions', 'rule', 'partial']

function hashOf(event: CalendarEvent): string {
  const content = JSON.stringify(event, (key, value) => (unreviewed.includes(key) ? undefined : value))
  return createHash('sha256').update(content).digest('base64url')
}

/** Returns false if the calendar is gone. Marks missing events as removed, unless the calendar may still have them. */
export async function storeEvents(
  tx: Connection,
  calendarId: string,
  { events, skipped, truncated, isComplete }: ParsedCalendar,
): Promise<boolean> {
  const locked = await sql`select from imported_calendar where id = ${calendarId} for update`.execute(tx)
  if (locked.rows.length === 0) return false
  const rows = events.map((event) => {
    const { startsAt, endsAt, ...content } = event
    return { id: uuid(), hash: hashOf(content), content, starts_at: startsAt, ends_at: endsAt }
  })
  await sql`
    insert into imported_event (id, calendar_id, uid, recurrence_id, content, hash, starts_at, ends_at)
    select id, ${calendarId}, content->>'uid', content->>'recurrenceId', content, hash, starts_at, ends_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as found(id uuid, content jsonb, hash text,
      starts_at timestamptz, ends_at timestamptz)
    on conflict (calendar_id, uid, recurrence_id) do update set content = excluded.content, hash = excluded.hash,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at, removed = null
    where imported_event.hash <> excluded.hash or imported_event.starts_at <> excluded.starts_at
      or imported_event.removed is not null`.execute(tx)
  if (!isComplete) return true
  const unreadable = skipped.filter(({ kind }) => kind === 'unreadable').map(({ uid }) => uid)
  // Later ones than those read may still be in the calendar.
  const lastRead = truncated ? events.at(-1)?.startsAt : null
  await sql`
    update imported_event set removed = now()
    where calendar_id = ${calendarId} and removed is null and ends_at > now() and uid <> all(${unreadable}::text[])
      and starts_at < coalesce(${lastRead}::timestamptz, 'infinity')
      and (uid, recurrence_id) not in (
        select * from unnest(${events.map(({ uid }) => uid)}::text[], ${events.map(({ recurrenceId }) => recurrenceId)}::text[])
      )`.execute(tx)
  return true
}

export async function deletePastEvents(connection: Connection): Promise<void> {
  await sql`delete from imported_event where listing_id is null and ends_at < now()`.execute(connection)
}

const maxListed = 20

export function reportOf({ read, skipped }: ParsedCalendar): CalendarReport {
  const unreadable = skipped.filter(({ kind }) => kind === 'unreadable')
  return {
    read,
    over: skipped.filter(({ kind }) => kind === 'over').length,
    unreadable: unreadable.length,
    skipped: unreadable.slice(0, maxListed).map(({ title, reason }) => ({ title, reason })),
  }
}
