/**
 * The places of an event with registration, for each of its dates. Whoever goes joins the waiting list, and `fillPlaces` gives free places to
 * those who have waited longest. It locks the event, so that no place is given twice and nobody is passed.
 */
import { sql } from 'kysely'
import { checkInCodePath } from '../../../shared/check-in-code.ts'
import type { Registration } from '../../../shared/event-fields.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Notifications } from '../notifications/service.ts'
import type { CheckInCodes } from './check-in.ts'
import { type AttendedFacts, attendedFacts, endOfDays, fromAttended, joinDate } from './queries.ts'

export type PlaceOptions = {
  notifications: Pick<Notifications, 'topicEmail'>
  clock: Clock
  codes: Pick<CheckInCodes, 'create'>
}

/** How many people move up in one transaction, which the others of the event wait for. */
const batchSize = 100

/**
 * Locks the places of an event for the transaction. Returns null for an event without registration. The listing comes first, as in the
 * transactions that change dates: they wait for each other there, and not with half of their rows locked.
 */
export async function lockRegistration(tx: Connection, listingId: string): Promise<Registration | null> {
  await sql`select from listing where id = ${listingId} for key share`.execute(tx)
  const { rows } = await sql<{ registration: Registration | null }>`
    select registration from event_details where listing_id = ${listingId} for update`.execute(tx)
  return rows[0]?.registration ?? null
}

/** Gives the free places of each date to those who wait, and tells them. The caller has locked the registration. Returns how many moved up. */
export async function fillPlaces(
  tx: Connection,
  { notifications, clock, codes }: PlaceOptions,
  listingId: string,
): Promise<number> {
  const { rows: moved } = await sql<{ id: string }>`
    with attending as (
      select attendance.id, attendance.waiting_since, date.id as date_id,
        coalesce(date.ends_at, ${endOfDays}) > ${clock().toISOString()}::timestamptz
          and listing.canceled is null and date.canceled is null as is_on
      from attendance
      join listing on listing.id = attendance.listing_id and listing.status in ('active', 'reported')
      join profile on profile.id = attendance.profile_id
      join account on account.id = profile.account_id and account.suspended_at is null
      ${joinDate}
      where attendance.listing_id = ${listingId} and attendance.state = 'going'
    ), queue as (
      select id, is_on and (
        row_number() over (partition by date_id order by waiting_since, id) <= (
          select capacity - (select count(*) from attending taken
            where taken.date_id is not distinct from attending.date_id and taken.waiting_since is null)
          from event_details where listing_id = ${listingId} and registration is not null and capacity is not null)
        or not exists (select from event_details
          where listing_id = ${listingId} and registration is not null and capacity is not null)) as moves
      from attending where waiting_since is not null
    )
    update attendance set waiting_since = null
    where id in (select id from queue where moves order by id limit ${sql.lit(batchSize)})
    returning id`.execute(tx)
  if (moved.length === 0) return 0
  const { rows } = await sql<AttendedFacts>`
    select ${attendedFacts} ${fromAttended}
    where attendance.id = any(${moved.map(({ id }) => id)}::uuid[]) and attendance.registered`.execute(tx)
  for (const { id, profileId, listingId, ...event } of rows)
    await notifications.topicEmail(tx, profileId, 'event-place', {
      ...event,
      link: publicPaths.listing('event', listingId),
      calendar: publicPaths.eventCalendar(listingId),
      code: codes.create(id),
      picture: checkInCodePath(listingId, codes.create(id)),
    })
  return moved.length
}

/**
 * Selects the events with a date that has both a free place and someone who waits. When a date without times is over is computed only for
 * those, because it takes most of the time.
 */
export const selectFillable = (now: Date) => sql<{ id: string }>`
  with waiting as (
    select distinct attendance.listing_id, date.id as date_id, date.current, date.ends_at ${fromAttended}
    join profile on profile.id = attendance.profile_id
    join account on account.id = profile.account_id and account.suspended_at is null
    where attendance.waiting_since is not null and listing.status in ('active', 'reported')
      and listing.canceled is null and date.canceled is null
      and coalesce(date.ends_at > ${now.toISOString()}::timestamptz,
        listing.end_date >= ${now.toISOString().slice(0, 10)}::date - 1)
  ), fillable as materialized (
    select waiting.listing_id, waiting.ends_at
    from waiting join event_details on event_details.listing_id = waiting.listing_id
    where registration is null or capacity is null or capacity > (
      select count(*) from attendance taken
      join profile on profile.id = taken.profile_id
      join account on account.id = profile.account_id and account.suspended_at is null
      where taken.listing_id = waiting.listing_id and taken.state = 'going' and taken.waiting_since is null
        and (taken.occurrence_id is not distinct from waiting.date_id
          or taken.occurrence_id is null and waiting.current))
  )
  select distinct listing.id from fillable join listing on listing.id = fillable.listing_id
  where coalesce(fillable.ends_at, ${endOfDays}) > ${now.toISOString()}::timestamptz`

/**
 * Fills the places that nobody gave back themselves: of people who were suspended or deleted their account, and those that the author
 * added. Each event is a transaction.
 */
export async function fillAllPlaces(database: Database, options: PlaceOptions): Promise<void> {
  const { rows } = await selectFillable(options.clock()).execute(database.kysely)
  for (const { id } of rows) {
    let moved = batchSize
    while (moved === batchSize)
      moved = await database.kysely.transaction().execute(async (tx) => {
        await lockRegistration(tx, id)
        return fillPlaces(tx, options, id)
      })
  }
}
