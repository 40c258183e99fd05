/**
 * Owns every change of a listing's status. Each function runs in the caller's transaction, changes only the listings whose status
 * allows it, and returns how many it changed; who may do it, and what else happens, is decided by its callers.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ListingStatus, RestorableStatus } from '../../../shared/listing.ts'
import type { Connection } from '../../platform/database/database.ts'

/** In which states each action can change a listing. */
const allowed = {
  /** A report below the threshold: the listing stays public. */
  report: ['active', 'reported'],
  /** Admins hide, and so do enough reports. Hiding a hidden listing again only resolves its open reports. */
  hide: ['active', 'reported', 'hidden'],
  /** What its author scheduled. */
  publish: ['hidden'],
  approve: ['reported', 'hidden'],
  removeByAuthor: ['active', 'reported', 'hidden'],
  removeByAdmin: ['active', 'reported', 'hidden'],
  /** Undoes `hide`, `approve`, or `removeByAdmin`. */
  restore: ['active', 'hidden', 'deleted'],
  suspendAuthor: ['active', 'reported'],
  liftSuspension: ['hidden'],
} as const satisfies Record<string, readonly ListingStatus[]>

export type StatusAction = keyof typeof allowed

async function change(
  connection: Connection,
  action: StatusAction,
  { set, where }: Record<'set' | 'where', RawBuilder<unknown>>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update listing set ${set}
    where ${where} and status in (${sql.join(allowed[action].map((status) => sql.lit(status)))})`.execute(
    connection,
  )
  return Number(numAffectedRows)
}

const isOneOf = (ids: string[]) => sql`id = any(${ids}::uuid[])`

export const listingStatus = {
  /** Returns whether `action` can change a listing that has this status. */
  allows: (action: StatusAction, status: ListingStatus): boolean =>
    allowed[action].some((each) => each === status),

  report: (tx: Connection, id: string) =>
    change(tx, 'report', { set: sql`status = 'reported'`, where: sql`id = ${id}` }),

  hide: (tx: Connection, ids: string[]) =>
    change(tx, 'hide', { set: sql`status = 'hidden', publish_at = null`, where: isOneOf(ids) }),

  /** A scheduled service that is approved early is asked about as if it were posted now. */
  async approve(tx: Connection, ids: string[]) {
    await sql`
      update service_renewal set since = now() from listing
      where listing.id = listing_id and listing_id = any(${ids}::uuid[]) and status = 'hidden'
        and publish_at is not null`.execute(tx)
    return change(tx, 'approve', {
      set: sql`status = 'active', posted = case when publish_at is null then posted else now() end, publish_at = null`,
      where: isOneOf(ids),
    })
  },

  /** Publishes scheduled listings as if they were posted now. */
  publish: (tx: Connection, ids: string[], now: Date) =>
    change(tx, 'publish', {
      set: sql`status = 'active', posted = ${now}, publish_at = null`,
      where: sql`${isOneOf(ids)} and publish_at is not null`,
    }),

  /** A soft delete. Bumps the version, so that an edit which was prepared before the deletion fails. */
  removeByAuthor: (connection: Connection, id: string) =>
    change(connection, 'removeByAuthor', {
      set: sql`status = 'deleted', hidden_by_suspension = false, version = version + 1`,
      where: sql`id = ${id}`,
    }),

  /** Keeps the status from before a suspension, because the suspension may be lifted before the removal is undone. */
  removeByAdmin: (tx: Connection, ids: string[], by: { profileId: string; reason: string }) =>
    change(tx, 'removeByAdmin', {
      set: sql`status = 'deleted', hidden_by_suspension = false,
        previous_status = case when hidden_by_suspension then previous_status else status end,
        removed_by = ${by.profileId}, removal_reason = ${by.reason}`,
      where: isOneOf(ids),
    }),

  /** The listing of a suspended author stays hidden until the suspension is lifted, and gets `status` then. */
  restore: (
    tx: Connection,
    id: string,
    { status, authorSuspended }: { status: RestorableStatus; authorSuspended: boolean },
  ) =>
    change(tx, 'restore', {
      set: sql`status = ${authorSuspended ? 'hidden' : status},
        previous_status = ${authorSuspended ? status : null}, hidden_by_suspension = ${authorSuspended},
        removed_by = null, removal_reason = ''`,
      where: sql`id = ${id}`,
    }),

  suspendAuthor: (tx: Connection, authorId: string) =>
    change(tx, 'suspendAuthor', {
      set: sql`previous_status = status, status = 'hidden', hidden_by_suspension = true`,
      where: sql`author_id = ${authorId}`,
    }),

  /** Gives listings the status that they had before the suspension. */
  liftSuspension: (tx: Connection, authorId: string) =>
    change(tx, 'liftSuspension', {
      set: sql`status = coalesce(previous_status, 'active'), previous_status = null, hidden_by_suspension = false`,
      where: sql`author_id = ${authorId} and hidden_by_suspension`,
    }),
}
