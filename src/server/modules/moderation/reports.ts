/** Reporting a listing. Anyone may do it, once. Only admins learn who reported. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { AppError, gone, notFound } from '../../../shared/errors.ts'
import { reportsToHide } from '../../../shared/limits.ts'
import type { Kind, ListingStatus } from '../../../shared/listing.ts'
import { reports as messages } from '../../../shared/messages/forms.ts'
import { isAdmin, type Viewer } from '../../../shared/policy.ts'
import type { ReportReason } from '../../../shared/report-reasons.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { deriveKey } from '../../platform/keys.ts'
import { ensureProfile } from '../accounts/service.ts'
import type { ListingService } from '../listings/service.ts'

type ReportInput = { reason: ReportReason; note: string }
type Reporter = { reporter_id: string | null; visitor_hash: string | null }
type LockedListing = { status: ListingStatus; author_id: string }
type Options = { database: Database; listings: ListingService; rateLimiter: RateLimiter; secret: string }

export function createReports({ database, listings, rateLimiter, secret }: Options) {
  const key = deriveKey(secret, 'visitors who report')
  const hashOf = (network: string) => createHmac('sha256', key).update(network).digest('base64url')

  async function reporterOf(viewer: Viewer | null, network: string): Promise<Reporter> {
    if (!viewer) return { reporter_id: null, visitor_hash: hashOf(network) }
    return { reporter_id: (await ensureProfile(database, viewer)).profileId, visitor_hash: null }
  }

  /** Comes first, so that someone over the limit causes no queries. */
  async function consumeRateLimits(viewer: Viewer | null, network: string) {
    await rateLimiter.consume('reportByAddress', network)
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
        if (listing.author_id === reporter.reporter_id) throw new AppError('invalid', messages.own)
        if (listing.status === 'hidden' && !isAdmin(viewer)) throw notFound(kind)
        const { numInsertedOrUpdatedRows = 0n } = await tx
          .insertInto('report')
          .values({ id: uuid(), listing_id: id, ...reporter, ...input })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        // The same person reported it before: accepted, but counted once.
        if (numInsertedOrUpdatedRows === 0n) return
        if (isAdmin(viewer) || (await hasEnoughReports(tx, id))) await listings.status.hide(tx, [id])
        else await listings.status.report(tx, id)
      })
    },
  }
}

async function lockListing(tx: Connection, kind: Kind, id: string): Promise<LockedListing | null> {
  const { rows } = await sql<LockedListing>`
    select status, author_id from listing where id = ${id} and kind = ${kind} for update`.execute(tx)
  return rows[0] ?? null
}

/** Whether enough different people have reported it to hide it; until then it stays public. */
async function hasEnoughReports(tx: Connection, id: string): Promise<boolean> {
  const { rows } = await sql<{ reports: number }>`
    select count(*)::int as reports from report where listing_id = ${id} and resolved is null`.execute(tx)
  return (rows[0]?.reports ?? 0) >= reportsToHide
}
