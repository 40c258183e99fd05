/**
 * Admins' decisions about listings. Each decision locks its listings first, so that the second of two admins sees what the
 * first did. The audit entries and emails are written in the same transaction.
 */
import { sql } from 'kysely'
import type { CallRequest } from '../../../shared/contract.ts'
import { type Decision, decisions as decisionTable } from '../../../shared/decisions.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Kind, ListingStatus } from '../../../shared/listing.ts'
import type { ModeratorScope } from '../../../shared/policy.ts'
import { msg, t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { type AuditActor, latestListingEvents, recordAudit } from '../audit/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { Notifications } from '../notifications/service.ts'
import { listingInScope } from '../roles/service.ts'
import type { Statements } from '../statements/service.ts'

export type ModeratedListing = {
  id: string
  kind: Kind
  title: string
  status: ListingStatus
  /** The author's. */
  email: string
  name: string
}
type LockedListing = ModeratedListing & {
  authorId: string
  hiddenBySuspension: boolean
  authorSuspended: boolean
  hasOpenReports: boolean
}

type DecisionInput = CallRequest<'decide'>['body'] & {
  /** Treats listings of the other kind as missing. */
  kind?: Kind
}
type Skipped = { id: string; code: 'not_found' | 'conflict'; message: string }
type DecisionResult = { decided: string[]; auditEntryIds: number[]; skipped: Skipped[] }

export type Decisions = ReturnType<typeof createDecisions>

/** The transition that must be allowed, and what makes it. */
type Effect = {
  action: Parameters<ListingService['status']['allows']>[0]
  apply: (tx: Connection, ids: string[], by: { profileId: string; reason: string }) => Promise<number>
}

type Options = {
  database: Database
  listings: ListingService
  notifications: Notifications
  statements: Statements
}

export function createDecisions({ database, listings, notifications, statements }: Options) {
  const { status } = listings
  const effects: Record<Decision, Effect> = {
    approve: { action: 'approve', apply: status.approve },
    hide: { action: 'hide', apply: status.hide },
    remove: { action: 'removeByAdmin', apply: status.removeByAdmin },
  }

  function canDecide(listing: LockedListing, { decision, onlyOpenReports }: DecisionInput): boolean {
    if (onlyOpenReports && !listing.hasOpenReports) return false
    if (isBlockedBySuspension(listing, decision)) return false
    // Hiding a hidden listing again resolves the reports that were made before it was hidden.
    if (decision === 'hide' && listing.status === 'hidden') return listing.hasOpenReports
    return listings.status.allows(effects[decision].action, listing.status)
  }

  /** States the decision to the author, or that an earlier one has ended. An approval is news only if the listing was hidden. */
  async function stateDecision(
    tx: Connection,
    { profileId }: AuditActor,
    { decision, reason: rule }: DecisionInput,
    listing: LockedListing & { entryId: number | null },
  ) {
    const { id, kind, title, email, name, entryId, authorId } = listing
    if (decision !== 'approve')
      return void (await statements.createStatement(tx, {
        profileId: authorId,
        listing: { id, kind, title },
        kind: decision === 'hide' ? 'hide' : 'removal',
        rule,
        decidedBy: profileId,
        entryId,
      }))
    const isTold = await statements.endStatement(tx, { listingId: id, entryId, by: profileId })
    if (!isTold && listing.status === 'hidden')
      await notifications.moderated(tx, 'listing-restore', email, { name, kind, title })
  }

  /** Decides each listing that still allows it, and says why it skipped the others. */
  async function decideIn(tx: Connection, actor: AuditActor, input: DecisionInput): Promise<DecisionResult> {
    const ids = [...new Set(input.ids)]
    const found = await lockListings(tx, ids, actor.scope, input.kind)
    const decidable = found.filter((listing) => canDecide(listing, input))
    const decided = decidable.map(({ id }) => id)
    const by = { profileId: actor.profileId, reason: input.reason }
    await effects[input.decision].apply(tx, decided, by)
    const auditEntryIds = await resolveReports(tx, actor, input, decidable)
    for (const [index, listing] of decidable.entries())
      await stateDecision(tx, actor, input, { ...listing, entryId: auditEntryIds[index] ?? null })
    const skippedIds = ids.filter((id) => !decided.includes(id))
    return { decided, auditEntryIds, skipped: await explainSkipped(tx, input.decision, skippedIds, found) }
  }

  return {
    decideIn,
    decide: (actor: AuditActor, input: DecisionInput): Promise<DecisionResult> =>
      database.kysely.transaction().execute((tx) => decideIn(tx, actor, input)),
  }
}

/** Until the suspension is lifted, its listings stay hidden, and approving another one would make it public. */
const isBlockedBySuspension = (listing: LockedListing, decision: Decision): boolean =>
  decision !== 'remove' &&
  (listing.hiddenBySuspension ||
    (decision === 'approve' && listing.authorSuspended && listing.status === 'hidden'))

/** Resolves the open reports of these listings and records the decision. Returns the ids of the audit entries. */
async function resolveReports(
  tx: Connection,
  actor: AuditActor,
  { decision, reason }: DecisionInput,
  listings: LockedListing[],
): Promise<number[]> {
  const ids = listings.map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows } = await sql<{ resolved: string }>`
    with resolved as (
      update report set resolved = now() where listing_id = any(${ids}::uuid[]) and resolved is null returning 1
    ) select now()::text as resolved, count(*) from resolved`.execute(tx)
  return recordAudit(
    tx,
    actor,
    listings.map((listing) => ({
      action: `listing.${decision}` as const,
      target: { type: 'listing' as const, id: listing.id },
      before: { status: listing.status },
      after: { status: decisionTable[decision].leadsTo, resolved: rows[0]?.resolved },
      reason,
    })),
  )
}

/**
 * Locks in the order of the ids, so that two decisions about the same listings wait for each other instead of
 * deadlocking. Reads only after locking: a query that had to wait would still see the reports, and the category, from before the wait.
 * Leaves out those beyond the scope, which are like missing ones.
 */
async function lockListings(
  tx: Connection,
  ids: string[],
  scope: ModeratorScope | null,
  kind?: Kind,
): Promise<LockedListing[]> {
  await sql`select from listing where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  const { rows } = await sql<LockedListing>`
    select listing.id, listing.kind, listing.title, listing.status, listing.hidden_by_suspension as "hiddenBySuspension",
      account.suspended_at is not null as "authorSuspended",
      exists (select from report where report.listing_id = listing.id and resolved is null) as "hasOpenReports",
      profile.email, profile.name, profile.id as "authorId"
    from listing join profile on profile.id = listing.author_id
    left join account on account.id = profile.account_id
    where listing.id = any(${ids}::uuid[]) and ${listingInScope(scope)}`.execute(tx)
  return kind ? rows.filter((listing) => listing.kind === kind) : rows
}

/** What another admin was faster with, by the action in the audit log. */
const alreadyDone = new Map([
  ['listing.restore', msg('This ad was already restored by {by}.')],
  ['listing.approve', msg('This ad was already approved by {by}.')],
  ['listing.hide', msg('This ad was already hidden by {by}.')],
  ['listing.remove', msg('This ad was already removed by {by}.')],
])

async function explainSkipped(
  tx: Connection,
  decision: Decision,
  ids: string[],
  found: LockedListing[],
): Promise<Skipped[]> {
  if (ids.length === 0) return []
  const latestEvents = await latestListingEvents(tx, ids)
  return ids.map((id) => {
    const listing = found.find((candidate) => candidate.id === id)
    if (!listing) return { id, code: 'not_found', message: t('This ad no longer exists.') }
    const conflict = (message: string): Skipped => ({ id, code: 'conflict', message })
    if (isBlockedBySuspension(listing, decision))
      return conflict(t('The poster is suspended. Lift the suspension first, or remove the ad.'))
    const event = latestEvents.get(id)
    const done = event && alreadyDone.get(event.action)
    if (done) return conflict(t(done, { by: event.by ?? t('a former admin') }))
    if (listing.status === 'deleted') return conflict(t('The poster deleted this ad.'))
    return conflict(t('There’s nothing left to decide here.'))
  })
}

/** Decides one listing without a reason. Throws `not_found` or `conflict` if it was skipped. */
export async function decideOne(
  decisions: Decisions,
  actor: AuditActor,
  { id, ...input }: Omit<DecisionInput, 'ids' | 'reason' | 'onlyOpenReports'> & { id: string },
): Promise<void> {
  const { skipped } = await decisions.decide(actor, {
    ...input,
    ids: [id],
    reason: '',
    onlyOpenReports: false,
  })
  const [first] = skipped
  if (first) throw new AppError(first.code, first.message)
}
