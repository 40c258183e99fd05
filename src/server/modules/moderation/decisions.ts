/**
 * What admins decide about listings. Each decision locks the listings first, so of two admins the second finds what the
 * first did and is told; it writes the log and the letters in the same transaction.
 */
import { sql } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { Kind, ListingStatus } from '../../../shared/listing.ts'
import type { Decision } from '../../../shared/moderation.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { type AuditAction, type AuditActor, latestAuditEvents, recordAudit } from '../audit/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { Notifications } from '../notifications/service.ts'

export type Decided = {
  id: string
  kind: Kind
  title: string
  status: ListingStatus
  /** Hidden because its author is suspended. */
  hiddenBySuspension: boolean
  openReports: boolean
  email: string
  name: string
}
type Asked = {
  ids: string[]
  decision: Decision
  reason: string
  /** Only what still has open reports: what a colleague has decided meanwhile is theirs. */
  onlyOpenReports?: boolean
  kind?: Kind
}
export type Outcome = {
  decided: string[]
  auditEntryIds: number[]
  skipped: { id: string; message: string }[]
}

const statusAfter = { approve: 'active', hide: 'hidden', remove: 'deleted' } as const
const actionOf = { approve: 'approve', hide: 'hide', remove: 'removeByAdmin' } as const

export type Decisions = ReturnType<typeof createDecisions>

export function createDecisions(database: Database, listings: ListingService, notifications: Notifications) {
  function canDecide(listing: Decided, { decision, onlyOpenReports = false, kind }: Asked): boolean {
    if (kind && listing.kind !== kind) return false
    if (onlyOpenReports && !listing.openReports) return false
    if (listing.hiddenBySuspension && decision !== 'remove') return false
    // Hiding a hidden listing again means resolving the reports that came in before it was hidden.
    if (decision === 'hide' && listing.status === 'hidden') return listing.openReports
    return listings.status.allows(actionOf[decision], listing.status)
  }

  async function changeStatus(tx: Connection, actor: AuditActor, ids: string[], { decision, reason }: Asked) {
    if (decision === 'approve') await listings.status.approve(tx, ids)
    else if (decision === 'hide') await listings.status.hide(tx, ids)
    else await listings.status.removeByAdmin(tx, ids, { profileId: actor.profileId, reason })
  }

  return {
    /** Says of each whether it was decided now, else why not. */
    async decide(actor: AuditActor, asked: Asked): Promise<Outcome> {
      const ids = [...new Set(asked.ids)]
      return database.kysely.transaction().execute(async (tx) => {
        const found = await lockListings(tx, ids)
        const allowed = found.filter((listing) => canDecide(listing, asked))
        const decided = allowed.map(({ id }) => id)
        await changeStatus(tx, actor, decided, asked)
        const auditEntryIds = await resolveReports(tx, actor, asked, allowed)
        await notifications.listingsDecided(tx, asked, allowed)
        const late = ids.filter((id) => !decided.includes(id))
        return { decided, auditEntryIds, skipped: await explain(tx, late, found) }
      })
    },
  }
}

/** Resolves the open reports and records the decisions. Returns the ids of the audit entries. */
async function resolveReports(
  tx: Connection,
  actor: AuditActor,
  { decision, reason }: Asked,
  listings: Decided[],
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
      after: { status: statusAfter[decision], resolved: rows[0]?.resolved },
      reason,
    })),
  )
}

/**
 * In the order of their ids, so that two who decide about the same wait for each other instead of for ever. Read only once
 * they are locked: a question that had to wait would still see the reports as they were before the wait.
 */
async function lockListings(tx: Connection, ids: string[]): Promise<Decided[]> {
  await sql`select from listing where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  const { rows } = await sql<Decided>`
    select listing.id, listing.kind, listing.title, listing.status, listing.hidden_by_suspension as "hiddenBySuspension",
      exists (select from report where report.listing_id = listing.id and resolved is null) as "openReports",
      profile.email, profile.name
    from listing join profile on profile.id = listing.author_id
    where listing.id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

const deedInWords: Partial<Record<AuditAction, string>> = {
  'listing.approve': 'approved',
  'listing.hide': 'hidden',
  'listing.remove': 'removed',
  'listing.restore': 'restored',
}

async function explain(tx: Connection, ids: string[], found: Decided[]): Promise<Outcome['skipped']> {
  if (ids.length === 0) return []
  const deeds = await latestAuditEvents(tx, ids)
  return ids.map((id) => {
    const listing = found.find((candidate) => candidate.id === id)
    if (!listing) return { id, message: 'This ad is not there any more.' }
    if (listing.hiddenBySuspension)
      return { id, message: 'Its author is suspended. Lift the suspension first, or remove the ad.' }
    const deed = deeds.get(id)
    const word = deed && deedInWords[deed.action]
    if (word) return { id, message: `This ad has been ${word} already, by ${deed.by ?? 'a former admin'}.` }
    const gone = listing.status === 'deleted'
    return {
      id,
      message: gone ? 'This ad was deleted by its author.' : 'There is nothing left to decide here.',
    }
  })
}

/** One listing, or the sentence that says why not. */
export async function decideOne(
  decisions: Decisions,
  actor: AuditActor,
  asked: Omit<Asked, 'ids'> & { id: string },
): Promise<void> {
  const { id, ...rest } = asked
  const { skipped } = await decisions.decide(actor, { ...rest, ids: [id] })
  const [late] = skipped
  if (late) throw new AppError('conflict', late.message)
}
