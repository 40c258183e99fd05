/** Taking back what the log says was done. What has changed since then is not overwritten: that is a conflict. */
import { sql } from 'kysely'
import { AppError, notFound } from '../../../shared/errors.ts'
import { undoDays } from '../../../shared/limits.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import {
  type AuditAction,
  type AuditActor,
  type EntryRow,
  findAuditEntry,
  recordAudit,
} from '../audit/service.ts'
import type { Notifications } from '../notifications/service.ts'
import type { Decided } from './decisions.ts'
import type { Suspensions } from './suspensions.ts'

type Changed = { status: Decided['status']; resolved?: string }

const undoable: AuditAction[] = ['listing.approve', 'listing.hide', 'listing.remove', 'account.suspend']
const isUndoable = ({ action }: EntryRow) => undoable.includes(action)
const isTooOld = ({ at }: EntryRow) => Date.now() - Date.parse(at) > undoDays * 86_400_000

export const canUndo = (entry: EntryRow) => !entry.undone && isUndoable(entry) && !isTooOld(entry)

export function createUndo(database: Database, suspensions: Suspensions, notifications: Notifications) {
  async function undoDecision(tx: Connection, actor: AuditActor, entry: EntryRow) {
    const before = entry.before as Changed
    const after = entry.after as Changed
    const listing = await lockListing(tx, entry.targetId)
    if (listing?.status !== after.status)
      throw new AppError('conflict', 'The ad has changed since then, so this cannot be taken back any more.')
    const status = listing.authorSuspended ? 'hidden' : before.status
    await tx
      .updateTable('listing')
      .set({ status, removed_by: null, removal_reason: '', hidden_by_suspension: listing.authorSuspended })
      .set({ previous_status: listing.authorSuspended ? (before.status as 'active') : null })
      .where('id', '=', listing.id)
      .execute()
    await sql`update report set resolved = null
      where listing_id = ${listing.id} and resolved = ${after.resolved ?? null}::timestamptz`.execute(tx)
    await recordAudit(tx, actor, [
      {
        action: 'listing.restore',
        target: { type: 'listing', id: listing.id },
        before: { status: listing.status },
        after: { status },
        undoes: entry.id,
      },
    ])
    const back = status === 'active' || status === 'reported'
    if (back && entry.action !== 'listing.approve') await notifications.listingRestored(tx, listing)
  }

  return async (actor: AuditActor, entryId: number): Promise<void> => {
    const entry = await findAuditEntry(database.kysely, entryId)
    if (!entry) throw notFound('entry')
    if (entry.undone) throw new AppError('conflict', 'This has been taken back already.')
    if (!isUndoable(entry)) throw new AppError('conflict', 'This cannot be taken back.')
    if (isTooOld(entry))
      throw new AppError(
        'conflict',
        `This is more than ${undoDays} days ago and cannot be taken back any more.`,
      )
    if (entry.action === 'account.suspend') return suspensions.lift(actor, entry.targetId, entry.id)
    await database.kysely.transaction().execute((tx) => undoDecision(tx, actor, entry))
  }
}

async function lockListing(tx: Connection, id: string) {
  const { rows } = await sql<Decided & { authorSuspended: boolean }>`
    select listing.id, listing.kind, listing.title, listing.status, profile.email, profile.name,
      account.suspended_at is not null as "authorSuspended"
    from listing join profile on profile.id = listing.author_id
    left join account on account.id = profile.account_id
    where listing.id = ${id} for update of listing`.execute(tx)
  return rows[0] ?? null
}
