/** Compares an event with the saved searches after its dates have changed. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { findDocumentDates } from '../../search/service.ts'

/**
 * Changes the dates of a stored event, and queues it for the saved searches: an edit is news to those that did not find it by its
 * earlier dates. The trigger on `listing` sees neither the dates, nor a change within the first and the last day. The daily job that adds
 * dates to series does not call this: nobody has changed these.
 */
export async function matchNewDates(tx: Connection, listingId: string, change: () => Promise<void>) {
  const before = await findDocumentDates(tx, listingId)
  await change()
  const dates = sql`jsonb_build_object('dates', ${JSON.stringify(before)}::jsonb)`
  await sql`
    select queue_listing_match(listing.id, to_jsonb(listing)) from listing
    where id = ${listingId} and status in ('active', 'reported') and exists (select from saved_search)`.execute(
    tx,
  )
  // An ad that waits already keeps what it was at first; a new one was nothing.
  await sql`
    update listing_to_match set before = before || ${dates}
    where listing_id = ${listingId} and before is not null and not before ? 'dates'`.execute(tx)
}
