import { sql } from 'kysely'
import type { Answer } from '../../../shared/answers.ts'
import type {
  AttendanceAnswer,
  AttendanceDate,
  AttendanceState,
  AttendedEvent,
} from '../../../shared/contract/attendance.ts'
import { maxAttendanceDates, maxAttendedEvents, maxAttendeeNames } from '../../../shared/limits.ts'
import {
  type Connection,
  type Database,
  isoTimestamp,
  placeholder,
} from '../../platform/database/database.ts'
import { shownName } from '../accounts/service.ts'
import type { Taxonomy } from '../catalog/service.ts'
import type { TopicFacts } from '../notifications/service.ts'

/** A date of an event. `id` is null without a schedule: then the event has this one date. */
export type StoredDate = Pick<
  AttendanceDate,
  'scheduled' | 'startDate' | 'endDate' | 'startTime' | 'endTime' | 'endsAt' | 'canceled'
> & { id: number | null }

/** Returns the next dates of an event with a schedule, or its last one if all are over. */
export async function findDates(
  { preparedQuery }: Database,
  listingId: string,
  now: Date,
): Promise<StoredDate[]> {
  const listing = placeholder('listing')
  const instant = sql`${placeholder('now')}::timestamptz`
  const compose = () => sql<StoredDate>`
    with chosen as (
      (select * from event_occurrence where listing_id = ${listing} and ends_at > ${instant}
       order by starts_at limit ${sql.lit(maxAttendanceDates)})
      union
      (select * from event_occurrence where listing_id = ${listing} order by ends_at desc limit 1)
    )
    select ${dateColumns} from chosen event_occurrence
    where ends_at > ${instant} or not exists (select from chosen later where later.ends_at > ${instant})
    order by starts_at, id limit ${sql.lit(maxAttendanceDates)}`
  return preparedQuery('attendance dates', compose, { listing: listingId, now: now.toISOString() })
}

/** Returns the date of an event that this day names, or null. */
export async function findDate(
  connection: Connection,
  listingId: string,
  scheduled: string,
): Promise<StoredDate | null> {
  const { rows } = await sql<StoredDate>`
    select ${dateColumns} from event_occurrence
    where listing_id = ${listingId} and scheduled = ${scheduled}::date order by part desc limit 1`.execute(
    connection,
  )
  return rows[0] ?? null
}

const dateColumns = sql`
  id, scheduled, start_date as "startDate", end_date as "endDate", to_char(start_time, 'HH24:MI') as "startTime",
  to_char(end_time, 'HH24:MI') as "endTime", ${isoTimestamp(sql`ends_at`)} as "endsAt", canceled is not null as canceled`

export type Count = { id: number | null; interested: number; going: number; waiting: number; names: string[] }

const isWaiting = sql`attendance.waiting_since is not null`
const answer = sql`case when ${isWaiting} then 'waiting' else attendance.state end`

/** Counts by date, without suspended people, who have no place. An entry without a date counts for the current one. */
export async function countAttendance({ preparedQuery }: Database, listingId: string): Promise<Count[]> {
  const compose = () => sql<Count>`
    with attending as (
      select ${answer} as state, attendance.show_name, attendance.created, attendance.profile_id,
        coalesce(attendance.occurrence_id,
          (select id from event_occurrence where listing_id = ${placeholder('listing')} and current)) as date_id
      from attendance join profile on profile.id = attendance.profile_id
      left join account on account.id = profile.account_id
      where attendance.listing_id = ${placeholder('listing')} and account.suspended_at is null
    )
    select date_id as id,
      count(*) filter (where state = 'interested')::int as interested,
      count(*) filter (where state = 'going')::int as going,
      count(*) filter (where state = 'waiting')::int as waiting,
      (select coalesce(json_agg(name order by created), '[]') from (
        select ${shownName} as name, shown.created
        from attending shown join profile on profile.id = shown.profile_id
        left join account on account.id = profile.account_id
        where shown.date_id is not distinct from attending.date_id and shown.state = 'going' and shown.show_name
          and ${shownName} is not null
        order by shown.created limit ${sql.lit(maxAttendeeNames)}) named) as names
    from attending group by date_id`
  return preparedQuery('attendance', compose, { listing: listingId })
}

export type Own = { id: number | null; attendance: string; state: AttendanceAnswer; queue: number | null }

/** Returns what an account answered about the dates of an event, and whether it last chose to show its name. */
export async function findOwn({ kysely }: Database, accountId: string, listingId: string) {
  const { rows } = await sql<{ own: Own[]; showName: boolean; answers: Answer[] }>`
    select
      (select coalesce(json_agg(json_build_object('attendance', attendance.id, 'state', ${answer}, 'id', coalesce(occurrence_id,
          (select id from event_occurrence where listing_id = ${listingId} and current)), 'queue', case when ${isWaiting} then (
            select count(*) from attendance before
            where before.listing_id = ${listingId} and before.occurrence_id is not distinct from attendance.occurrence_id
              and (before.waiting_since, before.id) <= (attendance.waiting_since, attendance.id)) end)), '[]')
       from attendance where profile_id = profile.id and listing_id = ${listingId}) as own,
      coalesce((select show_name from attendance where profile_id = profile.id order by created desc limit 1), false)
        as "showName",
      coalesce((select answers from attendance where profile_id = profile.id and listing_id = ${listingId} and answers <> '[]'
        order by created desc limit 1), '[]') as answers
    from profile where account_id = ${accountId}`.execute(kysely)
  return rows[0] ?? { own: [], showName: false, answers: [] }
}

export type NewAttendance = {
  id: string
  profileId: string
  listingId: string
  dateId: number | null
  state: AttendanceState
  /** If undefined, keeps the last choice. */
  showName: boolean | undefined
  /** The event takes registrations: whoever goes waits until `fillPlaces` gives them a place. */
  registers: boolean
  /** If undefined, keeps those of this date. */
  answers: Answer[] | undefined
}

/** What someone answered before the event had a schedule is for its current date: they keep their place there, and its code. */
export async function dateEarlierAnswer(tx: Connection, profileId: string, listingId: string): Promise<void> {
  await sql`
    update attendance set occurrence_id = date.id from event_occurrence date
    where profile_id = ${profileId} and attendance.listing_id = ${listingId} and occurrence_id is null
      and date.listing_id = ${listingId} and date.current
      and not exists (select from attendance given where given.profile_id = ${profileId} and given.occurrence_id = date.id)`.execute(
    tx,
  )
}

export async function storeAttendance(tx: Connection, entry: NewAttendance): Promise<void> {
  const { id, profileId, listingId, dateId, state, showName = null } = entry
  const registers = entry.registers && state === 'going'
  const answers = registers ? entry.answers && JSON.stringify(entry.answers) : '[]'
  // Of two for one date, this entry replaces the one made before the event had a schedule.
  await sql`
    delete from attendance where profile_id = ${profileId} and listing_id = ${listingId} and occurrence_id is null
      and ${dateId}::bigint is not null`.execute(tx)
  await sql`
    insert into attendance (id, profile_id, listing_id, occurrence_id, state, show_name, registered, waiting_since, answers)
    values (${id}, ${profileId}, ${listingId}, ${dateId}, ${state}, coalesce(${showName},
      (select show_name from attendance where profile_id = ${profileId} order by created desc limit 1), false),
      ${registers}, case when ${registers} then clock_timestamp() end,
      coalesce(${answers ?? null}::jsonb, '[]'))
    on conflict on constraint attendance_date_key do update set state = excluded.state,
      show_name = coalesce(${showName}, attendance.show_name), registered = excluded.registered,
      waiting_since = case when attendance.state = 'going' and excluded.state = 'going' then attendance.waiting_since
        else excluded.waiting_since end,
      answers = coalesce(${answers ?? null}::jsonb, attendance.answers),
      checked_in = case when excluded.state = 'going' then attendance.checked_in end`.execute(tx)
}

export async function deleteAttendance(
  tx: Connection,
  { accountId, listingId, dateId }: { accountId: string; listingId: string; dateId: number | null },
): Promise<void> {
  await sql`
    delete from attendance
    where profile_id = (select id from profile where account_id = ${accountId}) and listing_id = ${listingId}
      and (occurrence_id is null or occurrence_id = ${dateId})`.execute(tx)
}

/** An entry without a date, made before the event had a schedule, is for the current date. */
export const joinDate = sql`
  left join event_occurrence date on date.id = coalesce(attendance.occurrence_id,
    (select id from event_occurrence where listing_id = listing.id and current))`

type AttendedRow = Omit<AttendedEvent, 'country' | 'state' | 'city'> & Taxonomy['ids']

/** Returns the dates of public events that an account attends and that are not over, the next one first. */
export async function listAttended(
  { kysely }: Database,
  accountId: string,
  now: Date,
): Promise<AttendedRow[]> {
  const { rows } = await sql<AttendedRow>`
    select listing.id as "_id", listing.title, ${answer} as attendance,
      coalesce(date.scheduled, listing.start_date) as scheduled,
      coalesce(date.start_date, listing.start_date) as "startDate", coalesce(date.end_date, listing.end_date) as "endDate",
      to_char(date.start_time, 'HH24:MI') as "startTime", to_char(date.end_time, 'HH24:MI') as "endTime",
      listing.category_id, listing.subcategory_id, listing.country_id, listing.state_id, listing.city_id,
      coalesce((select venue_name from event_details where listing_id = listing.id), '') as venue_name,
      listing.canceled is not null or date.canceled is not null as canceled,
      listing.postponed is not null or date.postponed is not null as postponed
    from attendance
    join listing on listing.id = attendance.listing_id
    ${joinDate}
    where attendance.profile_id = (select id from profile where account_id = ${accountId})
      and listing.status in ('active', 'reported')
      and coalesce(date.ends_at, ${endOfDays}) > ${now.toISOString()}::timestamptz
    order by coalesce(date.starts_at, ${startOfDays}), listing.id
    limit ${sql.lit(maxAttendedEvents)}`.execute(kysely)
  return rows
}

/** The time zone of the place of `listing`. */
const timeZone = sql`place_time_zone(listing.city_id, listing.state_id, listing.country_id)`

/** When an event without a schedule is over. */
export const endOfDays = sql`place_instant((listing.end_date + 1)::timestamp, ${timeZone})`
/** When an event without a schedule begins. */
const startOfDays = sql`place_instant(listing.start_date::timestamp, ${timeZone})`

export type Attendee = {
  day: string
  state: AttendanceAnswer
  name: string | null
  /** They knew that the author sees their name and their answers. */
  registered: boolean
  answers: Answer[]
  /** An ISO instant. */
  checkedIn: string | null
}

/** Returns everyone who attends an event, by date and state. `name` is null for those who do not show it, and did not register. */
export async function listAttendees({ kysely }: Database, listingId: string): Promise<Attendee[]> {
  const { rows } = await sql<Attendee>`
    select coalesce(date.start_date, listing.start_date) as day, ${answer} as state,
      case when attendance.show_name or attendance.registered then ${shownName} end as name,
      attendance.registered as "registered", attendance.answers, ${isoTimestamp(sql`attendance.checked_in`)} as "checkedIn"
    from attendance
    join listing on listing.id = attendance.listing_id
    join profile on profile.id = attendance.profile_id
    left join account on account.id = profile.account_id
    ${joinDate}
    where attendance.listing_id = ${listingId} and account.suspended_at is null
    order by day, state, attendance.waiting_since, name nulls last, attendance.id`.execute(kysely)
  return rows
}

/** What an email says about a date that someone attends. */
export type AttendedFacts = Omit<TopicFacts<'event-reminder'>, 'link' | 'calendar'> & {
  id: string
  profileId: string
  listingId: string
}

export const attendedFacts = sql`
  attendance.id, attendance.profile_id as "profileId", listing.id as "listingId", listing.title,
  coalesce(date.start_date, listing.start_date) as "startDate", coalesce(date.end_date, listing.end_date) as "endDate",
  to_char(date.start_time, 'HH24:MI') as "startTime", to_char(date.end_time, 'HH24:MI') as "endTime",
  to_char(date.doors_time, 'HH24:MI') as "doorsTime",
  ${timeZone} as "timeZone", city.name as city, state.name as state, country.name as country,
  coalesce((select venue_name from event_details where listing_id = listing.id), '') as venue`

export const fromAttended = sql`
  from attendance
  join listing on listing.id = attendance.listing_id
  join country on country.id = listing.country_id
  left join state on state.id = listing.state_id
  left join city on city.id = listing.city_id
  ${joinDate}`

/** When a date begins, for reminders: one without a time at nine in the morning. */
const plannedBeginning = sql`
  select coalesce(date.starts_at, ${startOfDays}) + case when date.start_time is null then interval '9 hours' else '0' end
    as begins`

/** Marks the dates that have begun, of which nobody needs to be reminded anymore. */
export async function skipPastReminders({ kysely }: Database, now: Date): Promise<void> {
  await sql`
    update attendance set reminded = ${now.toISOString()}::timestamptz where id in (
      select attendance.id from attendance
      join listing on listing.id = attendance.listing_id
      ${joinDate}
      cross join lateral (${plannedBeginning}) planned
      where attendance.reminded is null and planned.begins <= ${now.toISOString()}::timestamptz)`.execute(
    kysely,
  )
}

/**
 * Locks the next reminder that is due and that no other process works on: one for a date that begins within 24 hours, if the person
 * answered earlier than that.
 */
export async function lockDueReminder(tx: Connection, now: Date): Promise<AttendedFacts | null> {
  const { rows } = await sql<AttendedFacts>`
    select ${attendedFacts} ${fromAttended}
    cross join lateral (${plannedBeginning}) planned
    where attendance.reminded is null and not ${isWaiting}
      and planned.begins - interval '24 hours' <= ${now.toISOString()}::timestamptz
      and planned.begins > ${now.toISOString()}::timestamptz
      and attendance.created <= planned.begins - interval '24 hours'
      and listing.status in ('active', 'reported') and not listing.archived
      and listing.canceled is null and listing.postponed is null and date.canceled is null and date.postponed is null
    order by planned.begins limit 1
    for update of attendance skip locked`.execute(tx)
  return rows[0] ?? null
}

export async function markReminded(tx: Connection, id: string, now: Date): Promise<void> {
  await tx.updateTable('attendance').set({ reminded: now.toISOString() }).where('id', '=', id).execute()
}
