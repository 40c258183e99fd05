/**
 * Owns every change of a listing's status. Each function runs in the caller's transaction and changes only the listings
 * whose status its row of the table allows; who may do it, and what else happens, is decided by its callers.
 */
import { sql } from 'kysely'
import type { ListingStatus, RestorableStatus } from '../../../shared/listing.ts'
import type { Connection } from '../../platform/database/database.ts'

type Transition = { from: readonly ListingStatus[]; to: readonly ListingStatus[] }

/** From which states each action leads, and to which. */
export const transitions = {
  /** A report below the threshold: the listing stays public. */
  report: { from: ['active', 'reported'], to: ['reported'] },
  /** By an admin or by enough reports. Hiding a hidden listing again only resolves its open reports. */
  hide: { from: ['active', 'reported', 'hidden'], to: ['hidden'] },
  approve: { from: ['reported', 'hidden'], to: ['active'] },
  removeByAuthor: { from: ['active', 'reported', 'hidden'], to: ['deleted'] },
  removeByAdmin: { from: ['active', 'reported', 'hidden'], to: ['deleted'] },
  /** Undoes `hide`, `approve`, or `removeByAdmin`. */
  restore: { from: ['active', 'hidden', 'deleted'], to: ['active', 'reported', 'hidden'] },
  suspendAuthor: { from: ['active', 'reported'], to: ['hidden'] },
  /** Back to the status before the suspension. */
  liftSuspension: { from: ['hidden'], to: ['active', 'reported', 'hidden'] },
} as const satisfies Record<string, Transition>

export type StatusAction = keyof typeof transitions

/** The condition of `allows` in SQL. */
const allowed = (action: StatusAction) =>
  sql`status in (${sql.join(transitions[action].from.map((status) => sql.lit(status)))})`

/** One function per transition. Each returns how many listings it changed. */
export const listingStatus = {
  /** Returns whether `action` can change a listing that has this status. */
  allows(action: StatusAction, status: ListingStatus): boolean {
    const { from }: Transition = transitions[action]
    return from.includes(status)
  },

  report: (tx: Connection, id: string) =>
    count(
      sql`
      update listing set status = 'reported' where id = ${id} and ${allowed('report')}`.execute(tx),
    ),

  hide: (tx: Connection, ids: string[]) =>
    count(
      sql`
      update listing set status = 'hidden' where id = any(${ids}::uuid[]) and ${allowed('hide')}`.execute(tx),
    ),

  approve: (tx: Connection, ids: string[]) =>
    count(
      sql`
      update listing set status = 'active' where id = any(${ids}::uuid[]) and ${allowed('approve')}`.execute(
        tx,
      ),
    ),

  /** A soft delete. Bumps the version, so that an edit which was prepared before the deletion fails. */
  removeByAuthor: (connection: Connection, id: string) =>
    count(
      sql`
      update listing set status = 'deleted', hidden_by_suspension = false, version = version + 1
      where id = ${id} and ${allowed('removeByAuthor')}`.execute(connection),
    ),

  /** Keeps the status from before a suspension, because the suspension may be lifted before the removal is undone. */
  removeByAdmin: (tx: Connection, ids: string[], by: { profileId: string; reason: string }) =>
    count(
      sql`
      update listing set status = 'deleted', hidden_by_suspension = false,
        previous_status = case when hidden_by_suspension then previous_status else status end,
        removed_by = ${by.profileId}, removal_reason = ${by.reason}
      where id = any(${ids}::uuid[]) and ${allowed('removeByAdmin')}`.execute(tx),
    ),

  /** The listing of a suspended author stays hidden until the suspension is lifted, and gets `status` then. */
  restore: (
    tx: Connection,
    id: string,
    { status, authorSuspended }: { status: RestorableStatus; authorSuspended: boolean },
  ) =>
    count(
      sql`
      update listing set status = ${authorSuspended ? 'hidden' : status},
        previous_status = ${authorSuspended ? status : null}, hidden_by_suspension = ${authorSuspended},
        removed_by = null, removal_reason = ''
      where id = ${id} and ${allowed('restore')}`.execute(tx),
    ),

  suspendAuthor: (tx: Connection, authorId: string) =>
    count(
      sql`
      update listing set previous_status = status, status = 'hidden', hidden_by_suspension = true
      where author_id = ${authorId} and ${allowed('suspendAuthor')}`.execute(tx),
    ),

  liftSuspension: (tx: Connection, authorId: string) =>
    count(
      sql`
      update listing set status = coalesce(previous_status, 'active'), previous_status = null, hidden_by_suspension = false
      where author_id = ${authorId} and hidden_by_suspension and ${allowed('liftSuspension')}`.execute(tx),
    ),
}

async function count(result: Promise<{ numAffectedRows?: bigint }>): Promise<number> {
  const { numAffectedRows = 0n } = await result
  return Number(numAffectedRows)
}
