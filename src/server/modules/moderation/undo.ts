/** Undoing an entry of the audit log. If the listing has changed since then, undoing is a conflict. */

import { sql } from 'kysely'
import type { AuditAction } from '../../../shared/audit-actions.ts'
import { decisionNames } from '../../../shared/decisions.ts'
import { AppError } from '../../../shared/errors.ts'
import { undoDays } from '../../../shared/limits.ts'
import type { ListingStatus, RestorableStatus } from '../../../shared/listing.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { type AuditActor, type AuditEntryRow, getAuditEntry, recordAudit } from '../audit/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { MessageCases } from '../messages/service.ts'
import type { Notifications } from '../notifications/service.ts'
import type { SellerModeration } from '../sellers/service.ts'
import type { Statements } from '../statements/service.ts'
import type { ModeratedListing } from './decisions.ts'
import { resolveReviewRequest } from './reports.ts'
import type { Suspensions } from './suspensions.ts'

/** `before` and `after` of an entry as `decisions.ts` writes them. */
type Before = { status: RestorableStatus }
type After = { status: ListingStatus; resolved: string }

const sellerActions: AuditAction[] = [
  'recommendation.hide',
  'recommendation.hide-reply',
  'seller-report.close',
]
const fieldActions: AuditAction[] = ['field.add', 'field.change', 'field.order']
const topicActions: AuditAction[] = ['category.add', 'category.change', 'category.order', 'category.set']
const topicMoves: AuditAction[] = ['category.merge', 'category.move']
const placeActions: AuditAction[] = ['place.add', 'place.change']
const placeMoves: AuditAction[] = ['place.merge', 'place.move']
const undoable: AuditAction[] = [
  ...decisionNames.map((name) => `listing.${name}` as const),
  'account.suspend',
  'appeal.uphold',
  ...sellerActions,
  'conversation-report.close',
  ...fieldActions,
  ...topicActions,
  ...topicMoves,
  ...placeActions,
  ...placeMoves,
  'setting.change',
  'invitation.create',
  'text.change',
]
/** Closing a report was not undoable in earlier versions, whose entries do not say which reports it closed. */
const isUndoable = ({ action, after }: AuditEntryRow) =>
  undoable.includes(action) && (after !== null || !action.endsWith('-report.close'))
const isTooOld = ({ at }: AuditEntryRow) => Date.now() - Date.parse(at) > undoDays * 86_400_000

export const canUndo = (entry: AuditEntryRow) => !entry.undone && isUndoable(entry) && !isTooOld(entry)

/** Undoes changes of fields. */
export type FieldUndo = { undo: (actor: AuditActor, entry: AuditEntryRow) => Promise<void> }

/** Undoes changes of one kind. */
export type UndoEntry = (actor: AuditActor, entry: AuditEntryRow) => Promise<void>

type Options = {
  database: Database
  listings: ListingService
  suspensions: Suspensions
  statements: Statements
  notifications: Notifications
  sellers: Pick<SellerModeration, 'undo'>
  messages: Pick<MessageCases, 'undoClosed'>
  fieldChanges: FieldUndo
  undoSetting: UndoEntry
  undoTopics: UndoEntry
  undoTopicMove: UndoEntry
  undoPlaces: UndoEntry
  undoPlaceMove: UndoEntry
  undoText: UndoEntry
}

export function createUndo(options: Options) {
  const {
    database,
    listings,
    suspensions,
    statements,
    notifications,
    sellers,
    messages,
    fieldChanges,
    undoSetting,
    undoTopics,
    undoTopicMove,
    undoPlaces,
    undoPlaceMove,
    undoText,
  } = options

  async function undoDecision(tx: Connection, actor: AuditActor, entry: AuditEntryRow) {
    const before = entry.before as Before
    const after = entry.after as After
    const listing = await lockListing(tx, entry.targetId)
    if (listing?.status !== after.status)
      throw new AppError('conflict', t('The ad has changed since then, so this can no longer be undone.'))
    const { authorSuspended } = listing
    // If a suspension had hidden a removed listing, only its row knows the status from before the suspension.
    const previousStatus = (entry.action === 'listing.remove' && listing.previousStatus) || before.status
    const status = authorSuspended ? 'hidden' : previousStatus
    await listings.status.restore(tx, listing.id, { status: previousStatus, authorSuspended })
    await sql`
      update report set resolved = null
      where listing_id = ${listing.id} and resolved = ${after.resolved}::timestamptz`.execute(tx)
    const isPublic = status === 'active' || status === 'reported'
    if (isPublic) await resolveReviewRequest(tx, listing.id)
    const [restored = 0] = await recordAudit(tx, actor, [
      {
        action: 'listing.restore',
        target: { type: 'listing', id: listing.id },
        before: { status: listing.status },
        after: { status },
        undoes: entry.id,
      },
    ])
    const by = actor.profileId
    const isTold = await statements.undoEntry(tx, entry.id, { entryId: restored, by })
    if (isPublic && entry.action !== 'listing.approve' && !isTold)
      await notifications.moderated(tx, 'listing-restore', listing.email, listing)
  }

  async function reopenAppeal(tx: Connection, actor: AuditActor, entry: AuditEntryRow) {
    const { statement } = entry.after as { statement: string }
    await statements.reopenAppeal(tx, statement)
    const target = { type: 'profile' as const, id: entry.targetId }
    await recordAudit(tx, actor, [{ action: 'case.reopen', target, undoes: entry.id }])
  }

  async function withdrawInvitation(actor: AuditActor, { id, targetId }: AuditEntryRow) {
    const target = { type: 'invitation' as const, id: targetId }
    await recordAudit(database.kysely, actor, [{ action: 'invitation.withdraw', target, undoes: id }])
  }

  async function undo(actor: AuditActor, entryId: number): Promise<void> {
    const entry = await getAuditEntry(database.kysely, entryId, actor.scope)
    if (entry.undone) throw new AppError('conflict', t('This has already been undone.'))
    if (!isUndoable(entry)) throw new AppError('conflict', t('This can’t be undone.'))
    if (isTooOld(entry))
      throw new AppError(
        'conflict',
        t('This is more than {days} days old and can no longer be undone.', { days: undoDays }),
      )
    if (entry.action === 'account.suspend') return suspensions.lift(actor, entry.targetId, entry.id)
    if (entry.action === 'setting.change') return undoSetting(actor, entry)
    if (topicMoves.includes(entry.action)) return undoTopicMove(actor, entry)
    if (placeMoves.includes(entry.action)) return undoPlaceMove(actor, entry)
    if (placeActions.includes(entry.action)) return undoPlaces(actor, entry)
    if (topicActions.includes(entry.action)) return undoTopics(actor, entry)
    if (entry.action === 'text.change') return undoText(actor, entry)
    if (fieldActions.includes(entry.action)) return fieldChanges.undo(actor, entry)
    if (entry.action === 'invitation.create') return withdrawInvitation(actor, entry)
    const undoIn = sellerActions.includes(entry.action)
      ? sellers.undo
      : entry.action === 'conversation-report.close'
        ? messages.undoClosed
        : entry.action === 'appeal.uphold'
          ? reopenAppeal
          : undoDecision
    await database.kysely.transaction().execute((tx) => undoIn(tx, actor, entry))
  }
  return { undo, undoDecision }
}

async function lockListing(tx: Connection, id: string) {
  type LockedListing = ModeratedListing & {
    previousStatus: RestorableStatus | null
    authorSuspended: boolean
  }
  const { rows } = await sql<LockedListing>`
    select listing.id, listing.kind, listing.title, listing.status, listing.previous_status as "previousStatus",
      profile.email, profile.name, account.suspended_at is not null as "authorSuspended"
    from listing join profile on profile.id = listing.author_id
    left join account on account.id = profile.account_id
    where listing.id = ${id} for update of listing`.execute(tx)
  return rows[0] ?? null
}
