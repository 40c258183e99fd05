import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { CalendarReport } from '../../../shared/contract/imported-calendars.ts'
import { type Connection, isoTimestamp } from '../../platform/database/database.ts'
import type { CalendarEvent } from './calendar-event.ts'
import type { Validators } from './fetch-calendar.ts'

const ofAccount = (accountId: string) =>
  sql`profile_id = (select id from profile where account_id = ${accountId})`
const isoColumn = (name: string) => isoTimestamp(sql.ref(name))

export type CalendarRow = {
  id: string
  url: string
  name: string
  refreshed: string | null
  nextRefresh: string | null
  failure: string
  truncated: boolean
  report: CalendarReport | null
}

export async function listCalendars(connection: Connection, accountId: string): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select id, url, name, ${isoColumn('refreshed')} as refreshed, ${isoColumn('next_refresh')} as "nextRefresh", failure,
      truncated, report
    from imported_calendar where ${ofAccount(accountId)} order by id`.execute(connection)
  return rows
}

/** Locks the profile, so that two concurrent requests cannot both pass a limit. */
export async function countCalendarsLocked(tx: Connection, profileId: string): Promise<number> {
  await sql`select from profile where id = ${profileId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from imported_calendar
    where profile_id = ${profileId} and url <> ''`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Returns the id of the calendar, new or not. The one without a URL is that of the uploaded files, and is never due. */
export async function insertCalendar(tx: Connection, profileId: string, url: string): Promise<string> {
  const [name, nextRefresh] = url === '' ? ['Uploaded files', null] : ['', sql`now()`]
  const { rows } = await sql<{ id: string }>`
    insert into imported_calendar (id, profile_id, url, name, next_refresh)
    values (${uuid()}, ${profileId}, ${url}, ${name}, ${nextRefresh})
    on conflict (profile_id, url) do update set next_refresh = excluded.next_refresh
    returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

export async function countUpcoming(tx: Connection, calendarId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from imported_event
    where calendar_id = ${calendarId} and ends_at > now()`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function recordFile(tx: Connection, id: string, report: CalendarReport): Promise<void> {
  await sql`
    update imported_calendar set refreshed = now(), report = ${JSON.stringify(report)}
    where id = ${id}`.execute(tx)
}

/** Makes a calendar due, also after it failed for too long. Returns whether the account has it. */
export async function makeDue(tx: Connection, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update imported_calendar set next_refresh = now(), failures = 0, failing_since = null
    where id = ${id} and url <> '' and ${ofAccount(accountId)}`.execute(tx)
  return numAffectedRows === 1n
}

export async function deleteCalendar(
  connection: Connection,
  accountId: string,
  id: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from imported_calendar where id = ${id} and ${ofAccount(accountId)}`.execute(connection)
  return numAffectedRows === 1n
}

/** Adds a job for these calendars, or for all that are due. One is read at a time, and none twice. */
export async function addRefreshJobs(connection: Connection, id: string | null = null): Promise<void> {
  await sql`
    select graphile_worker.add_job('refresh_imported_calendar', json_build_object('id', id),
      queue_name => 'imported_calendars', job_key => 'refresh_imported_calendar:' || id)
    from (
      select imported_calendar.id from imported_calendar
      join profile on profile.id = profile_id join account on account.id = profile.account_id
      where account.suspended_at is null
        and ${id === null ? sql`next_refresh <= now()` : sql`imported_calendar.id = ${id}`}
      order by next_refresh limit 500) due`.execute(connection)
}

export type DueCalendar = Validators & {
  id: string
  url: string
  failures: number
  failingSince: string | null
}

/** Returns null for a calendar that was removed meanwhile, or is not due. */
export async function findDue(connection: Connection, id: string): Promise<DueCalendar | null> {
  const { rows } = await sql<DueCalendar>`
    select id, url, etag, last_modified as "lastModified", failures, ${isoColumn('failing_since')} as "failingSince"
    from imported_calendar where id = ${id} and next_refresh <= now()`.execute(connection)
  return rows[0] ?? null
}

type Success = Validators & {
  name: string | null
  truncated: boolean | null
  report: CalendarReport | null
  nextRefreshSeconds: number
}

/** A null keeps what is stored. */
export async function recordSuccess(tx: Connection, id: string, success: Success): Promise<void> {
  await sql`
    update imported_calendar set etag = ${success.etag}, last_modified = ${success.lastModified},
      name = coalesce(${success.name}, name), truncated = coalesce(${success.truncated}, truncated),
      report = coalesce(${success.report && JSON.stringify(success.report)}::jsonb, report),
      refreshed = now(), failures = 0, failing_since = null, failure = '',
      next_refresh = now() + make_interval(secs => ${success.nextRefreshSeconds})
    where id = ${id}`.execute(tx)
}

/** Without `nextRefreshSeconds`, the calendar is not read again. */
export async function recordFailure(
  connection: Connection,
  id: string,
  { failure, nextRefreshSeconds }: { failure: string; nextRefreshSeconds: number | null },
): Promise<void> {
  await sql`
    update imported_calendar set failures = failures + 1, failing_since = coalesce(failing_since, now()), failure = ${failure},
      next_refresh = now() + make_interval(secs => ${nextRefreshSeconds}::float8)
    where id = ${id}`.execute(connection)
}

export type ListedEventRow = {
  id: string
  calendarId: string
  content: Omit<CalendarEvent, 'description'>
  removed: boolean
  dismissed: boolean
  listingId: string | null
  changed: boolean
}

export type EventRow = ListedEventRow & {
  content: CalendarEvent
  /** The content when the author posted it or last reviewed it. */
  reviewed: CalendarEvent | null
}

const listedColumns = sql`imported_event.id, calendar_id as "calendarId",
  removed is not null as removed, dismissed is not null as dismissed, listing_id as "listingId",
  listing_id is not null and hash <> reviewed_hash as changed`
const ownEvents = (accountId: string) => sql`imported_event
  join imported_calendar on imported_calendar.id = calendar_id and ${ofAccount(accountId)}`
/** Whose ad still exists, if there was one. */
const hasListing = sql`(listing_id is null or exists (
  select from listing where listing.id = listing_id and status <> 'deleted'))`

/** Returns the account's events that are not over, soonest first. Their descriptions can have 20 MB. */
export async function listEvents(connection: Connection, accountId: string): Promise<ListedEventRow[]> {
  const { rows } = await sql<ListedEventRow>`
    select ${listedColumns}, content - 'description' as content from ${ownEvents(accountId)}
    where ends_at > now() and ${hasListing} order by starts_at, imported_event.id`.execute(connection)
  return rows
}

export async function findEvent(
  connection: Connection,
  accountId: string,
  id: string,
): Promise<EventRow | null> {
  const { rows } = await sql<EventRow>`
    select ${listedColumns}, content, reviewed_content as reviewed
    from ${ownEvents(accountId)} where imported_event.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export async function setDismissed(connection: Connection, id: string, dismissed: boolean): Promise<void> {
  await sql`update imported_event set dismissed = ${dismissed ? sql`now()` : null}
    where id = ${id}`.execute(connection)
}

export async function setReviewed(connection: Connection, id: string): Promise<void> {
  await sql`update imported_event set reviewed_content = content, reviewed_hash = hash
    where id = ${id}`.execute(connection)
}

/** Connects an event with the ad that was made of it. Returns whether the account wrote this ad. */
export async function setListing(
  connection: Connection,
  { id, listingId, accountId }: { id: string; listingId: string; accountId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update imported_event set listing_id = listing.id, dismissed = null, reviewed_content = content, reviewed_hash = hash
    from listing join profile on profile.id = author_id
    where imported_event.id = ${id} and listing.id = ${listingId} and listing.kind = 'event'
      and listing.status <> 'deleted' and profile.account_id = ${accountId}`.execute(connection)
  return numAffectedRows === 1n
}
