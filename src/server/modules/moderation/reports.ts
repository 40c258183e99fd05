/** Reporting a listing. Anyone may do it, once. Only admins learn who reported. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { CallRequest } from '../../../shared/contract.ts'
import { AppError, gone, notFound } from '../../../shared/errors.ts'
import { establishedAccountDays, reportsToHide } from '../../../shared/limits.ts'
import type { Kind, ListingStatus } from '../../../shared/listing.ts'
import { reports as messages } from '../../../shared/messages/forms.ts'
import { isAdmin, type Viewer } from '../../../shared/policy.ts'
import { type ReportReason, reportReasonLabels } from '../../../shared/report-reasons.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { createNetworkHash } from '../../platform/network-hash.ts'
import { ensureProfile } from '../accounts/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { Statements } from '../statements/service.ts'

type ReportInput = CallRequest<'reportService'>['body']
type Reporter = {
  reporter_id: string | null
  /** Identifies a visitor. */
  visitor_hash: string | null
  /** The network of an account, hashed like a visitor's. */
  network_hash: string | null
}
type LockedListing = { status: ListingStatus; author_id: string; title: string }
type Options = {
  database: Database
  listings: ListingService
  rateLimiter: RateLimiter
  statements: Statements
  secret: string
}

export function createReports({ database, listings, rateLimiter, statements, secret }: Options) {
  const hashOf = createNetworkHash(secret, 'visitors who report')

  async function reporterOf(viewer: Viewer | null, network: string): Promise<Reporter> {
    const hash = hashOf(network)
    if (!viewer) return { reporter_id: null, visitor_hash: hash, network_hash: null }
    const { profileId } = await ensureProfile(database, viewer)
    return { reporter_id: profileId, visitor_hash: null, network_hash: hash }
  }

  /** Comes first, so that someone over the limit causes no queries. */
  async function consumeRateLimits(viewer: Viewer | null, network: string) {
    await rateLimiter.consumeFrom('reportByAddress', network)
    if (viewer) await rateLimiter.consume('reportByAccount', viewer.accountId)
  }

  return {
    async report({ viewer, network = '' }: RequestContext, kind: Kind, id: string, input: ReportInput) {
      await consumeRateLimits(viewer, network)
      const reporter = await reporterOf(viewer, network)
      await database.kysely.transaction().execute(async (tx) => {
        const listing = await lockListing(tx, kind, id)
        if (!listing) throw notFound(kind)
        if (listing.status === 'deleted') throw gone(kind)
        if (listing.author_id === reporter.reporter_id) throw new AppError('invalid', t(messages.own))
        if (listing.status === 'hidden' && !isAdmin(viewer)) throw notFound(kind)
        if (await isResolvedFor(tx, id, reporter)) return
        const { numInsertedOrUpdatedRows = 0n } = await tx
          .insertInto('report')
          .values({ id: uuid(), listing_id: id, ...reporter, ...input })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        // The same person reported it before: accepted, but counted once.
        if (numInsertedOrUpdatedRows === 0n) return
        const byAdmin = isAdmin(viewer)
        if (!byAdmin && !(await hasEnoughReports(tx, id))) return void (await listings.status.report(tx, id))
        await listings.status.hide(tx, [id])
        if (listing.status === 'hidden') return
        await statements.createStatement(tx, {
          profileId: listing.author_id,
          listing: { id, kind, title: listing.title },
          kind: 'hide',
          rule: byAdmin ? reasonOf(input.reason) : 'reports',
          decidedBy: byAdmin ? reporter.reporter_id : null,
        })
      })
    },
  }
}

/**
 * Asks admins to review a hidden listing that its author changed. A request is the author's own open report of it, so it is in the same
 * queue as other reports, and the next decision resolves it. Does nothing for a listing that is not hidden, that only a suspension hides,
 * or whose author has appealed, which shows it to them, too.
 */
export async function addReviewRequest(connection: Connection, listingId: string): Promise<void> {
  await sql`
    insert into report (id, listing_id, reporter_id)
    select ${uuid()}, id, author_id from listing
    where id = ${listingId} and status = 'hidden' and not hidden_by_suspension and publish_at is null
      and not exists (
        select from statement join appeal on appeal.statement_id = statement.id
        where statement.listing_id = listing.id and statement.ended is null and appeal.decided is null)
    on conflict (listing_id, reporter_id) where reporter_id is not null
    do update set resolved = null, created = now() where report.resolved is not null`.execute(connection)
}

/** A listing that is public again needs no review. */
export async function resolveReviewRequest(tx: Connection, listingId: string): Promise<void> {
  await sql`
    update report set resolved = now() from listing
    where listing.id = ${listingId} and report.listing_id = listing.id and report.reporter_id = listing.author_id
      and report.resolved is null`.execute(tx)
}

/** For the author of a listing that an admin reported, as a saved reason. */
const reasonOf = (reason: ReportReason) => (reason === 'other' ? '' : reportReasonLabels[reason])

async function lockListing(tx: Connection, kind: Kind, id: string): Promise<LockedListing | null> {
  const { rows } = await sql<LockedListing>`
    select status, author_id, title from listing where id = ${id} and kind = ${kind} for update`.execute(tx)
  return rows[0] ?? null
}

/** Whether an account on this visitor's network reported the listing before it was approved: probably the same person. */
async function isResolvedFor(tx: Connection, id: string, { visitor_hash }: Reporter): Promise<boolean> {
  if (visitor_hash === null) return false
  const { rows } = await sql`
    select from report
    where listing_id = ${id} and network_hash = ${visitor_hash} and resolved is not null limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Whether enough different people have reported it to hide it. Until then it stays public and waits for an admin. Visitors and
 * accounts that were new when they reported it never hide a listing: anyone can be several of them.
 */
async function hasEnoughReports(tx: Connection, id: string): Promise<boolean> {
  const { rows } = await sql<{ reports: number }>`
    select count(*)::int as reports
    from report
    join profile on profile.id = report.reporter_id
    join account on account.id = profile.account_id
    where report.listing_id = ${id} and report.resolved is null
      and account.email_verified and account.suspended_at is null
      and account.created <= report.created - make_interval(days => ${establishedAccountDays})`.execute(tx)
  return (rows[0]?.reports ?? 0) >= reportsToHide
}
