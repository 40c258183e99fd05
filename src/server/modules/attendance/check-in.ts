/**
 * The list at the door of an event, for its author. Browsers check people in without a connection and send that later, several of them
 * perhaps the same person: the first check-in counts.
 */
import { sql } from 'kysely'
import type { CheckInList, CheckIns, Expected } from '../../../shared/contract/check-in.ts'
import { notFound } from '../../../shared/errors.ts'
import { canEditListing, type Viewer } from '../../../shared/policy.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Connection, type Database, isoTimestamp } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { createIdTokens } from '../../platform/id-tokens.ts'
import { shownName } from '../accounts/service.ts'
import type { ListingService } from '../listings/service.ts'
import { findDate, joinDate } from './queries.ts'

/** A code is the id of an attendance, signed. */
export const createCheckInCodes = (secret: string) => createIdTokens(secret, 'check-in')
export type CheckInCodes = ReturnType<typeof createCheckInCodes>

type Options = {
  database: Database
  listings: ListingService
  rateLimiter: RateLimiter
  clock: Clock
  codes: CheckInCodes
}

export function createCheckIn({ database, listings, rateLimiter, clock, codes }: Options) {
  /** Throws as if the page did not exist for those who may not edit the event. */
  async function findOwn(viewer: Viewer, id: string) {
    const event = await listings.getEvent(viewer, id)
    if (!canEditListing(viewer, event)) throw notFound('event')
    return event
  }

  return {
    async list(viewer: Viewer, id: string, day?: string): Promise<CheckInList> {
      const { title, occurrence } = await findOwn(viewer, id)
      const scheduled = day ?? occurrence.scheduled
      const date = (await findDate(database.kysely, id, scheduled)) ?? { ...occurrence, id: null }
      if (date.scheduled !== scheduled) throw notFound('date')
      const { startDate, endDate, startTime, endTime } = date
      const people = await listExpected(database.kysely, id, date.id)
      return {
        title,
        date: { scheduled, startDate, endDate, startTime, endTime },
        people: people.map(({ id, ...person }) => ({ code: codes.create(id), ...person })),
      }
    },

    async record(viewer: Viewer, id: string, { entries }: CheckIns) {
      await findOwn(viewer, id)
      const now = clock().toISOString()
      const known = entries.flatMap(({ code, present, at = now }) => {
        const attendance = codes.read(code)
        return attendance ? [{ id: attendance, code, present, at: [at, now].toSorted()[0] ?? now }] : []
      })
      const states = await database.kysely.transaction().execute(async (tx) => {
        await rateLimiter.consume('checkInByAccount', viewer.accountId, tx)
        // In one order, so that two browsers that send the same people wait for each other instead of deadlocking.
        for (const { id: attendance, present, at } of known.toSorted(byId))
          await store(tx, id, { attendance, present, at })
        return readStates(
          tx,
          id,
          known.map(({ id }) => id),
        )
      })
      const codeOf = new Map(known.map(({ id, code }) => [id, code]))
      return { people: states.map(({ id, checkedIn }) => ({ code: codeOf.get(id) ?? '', checkedIn })) }
    },
  }
}

const byId = (one: { id: string }, other: { id: string }) =>
  one.id < other.id ? -1 : Number(one.id > other.id)

type StoredPerson = Omit<Expected, 'code'> & { id: string }

/** People who have a place on a date. An event without times has one. */
async function listExpected(
  connection: Connection,
  listingId: string,
  dateId: number | null,
): Promise<StoredPerson[]> {
  const { rows } = await sql<StoredPerson>`
    select attendance.id, case when attendance.registered or attendance.show_name then ${shownName} end as name,
      attendance.answers, ${isoTimestamp(sql`attendance.checked_in`)} as "checkedIn"
    from attendance
    join listing on listing.id = attendance.listing_id
    join profile on profile.id = attendance.profile_id
    left join account on account.id = profile.account_id
    ${joinDate}
    where attendance.listing_id = ${listingId} and date.id is not distinct from ${dateId}::bigint
      and attendance.state = 'going' and attendance.waiting_since is null and account.suspended_at is null
    order by lower(${shownName}) nulls last, attendance.id`.execute(connection)
  return rows
}

type Entry = { attendance: string; present: boolean; at: string }

/** The first check-in counts, and taking it back does not undo a later one. */
async function store(tx: Connection, listingId: string, { attendance, present, at }: Entry): Promise<void> {
  await sql`
    update attendance set checked_in = ${present ? at : null}::timestamptz
    where id = ${attendance} and listing_id = ${listingId} and state = 'going' and waiting_since is null
      and ${present ? sql`(checked_in is null or checked_in > ${at}::timestamptz)` : sql`checked_in <= ${at}::timestamptz`}`.execute(
    tx,
  )
}

async function readStates(tx: Connection, listingId: string, ids: string[]) {
  const { rows } = await sql<{ id: string; checkedIn: string | null }>`
    select id, ${isoTimestamp(sql`checked_in`)} as "checkedIn" from attendance
    where id = any(${ids}::uuid[]) and listing_id = ${listingId} and state = 'going' and waiting_since is null`.execute(
    tx,
  )
  return rows
}
