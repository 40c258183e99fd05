/**
 * Asks admins to review a hidden listing again. A request is the author's own open report of it, so it is in the same queue as other
 * reports, and the next decision resolves it.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { AppError, notFound } from '../../../shared/errors.ts'
import { isNotHidden } from '../../../shared/messages/forms.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { ensureProfile } from '../accounts/service.ts'

/** Does nothing for a listing that is not hidden, or that only a suspension hides. A listing has one open request. */
export async function addReviewRequest(connection: Connection, listingId: string): Promise<void> {
  await sql`
    insert into report (id, listing_id, reporter_id)
    select ${uuid()}, id, author_id from listing
    where id = ${listingId} and status = 'hidden' and not hidden_by_suspension
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

export function createReviewRequests({
  database,
  rateLimiter,
}: {
  database: Database
  rateLimiter: RateLimiter
}) {
  return async ({ viewer }: AuthedContext, listingId: string): Promise<void> => {
    await rateLimiter.consume('reportByAccount', viewer.accountId)
    const { profileId } = await ensureProfile(database, viewer)
    const listing = await database.kysely
      .selectFrom('listing')
      .select('status')
      .where('id', '=', listingId)
      .where('author_id', '=', profileId)
      .where('status', '<>', 'deleted')
      .executeTakeFirst()
    if (!listing) throw notFound('ad')
    if (listing.status !== 'hidden') throw new AppError('conflict', isNotHidden)
    await addReviewRequest(database.kysely, listingId)
  }
}
