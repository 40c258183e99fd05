/** The statements that insert and update listings. Each runs in the caller's transaction. `status.ts` has the rest. */
import { sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import type { PriceUnit } from '../../../shared/price.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Taxonomy } from '../catalog/service.ts'

/** The columns that an author fills in. Pictures are stored separately. */
export type ListingColumns = Taxonomy['ids'] & {
  title: string
  description: string
  price: number
  /** If one of these is undefined, an update keeps the stored value and an insert stores an empty one. */
  price_unit?: PriceUnit | null | undefined
  business_email?: string | undefined
  phone?: string | undefined
  facebook?: string | undefined
  instagram?: string | undefined
  messages_only?: boolean | undefined
  event_availability?: 'available' | 'soldout' | undefined
  start_date?: string | undefined
  end_date?: string | undefined
  archived?: false
  postponed?: null
}

export async function insertListing(
  tx: Connection,
  listing: ListingColumns & { id: string; kind: Kind; author_id: string },
) {
  await tx.insertInto('listing').values(listing).execute()
}

/** Returns false if the listing is deleted or no longer has this version. */
export async function updateListing(
  tx: Connection,
  id: string,
  columns: ListingColumns,
  version: number | undefined,
): Promise<boolean> {
  let update = tx
    .updateTable('listing')
    .set({ ...columns, edited: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
  if (version !== undefined) update = update.where('version', '=', version)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns false if the event is deleted, or is already as wished: then nothing is new about it. */
export async function setCanceled(tx: Connection, id: string, canceled: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update listing set canceled = ${canceled ? sql`now()` : null}, edited = now(), version = version + 1
    where id = ${id} and kind = 'event' and status <> 'deleted' and (canceled is not null) <> ${canceled}`.execute(
    tx,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Returns false if the event is deleted, or is already as wished. */
export async function setPostponed(tx: Connection, id: string, postponed: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update listing set postponed = ${postponed ? sql`now()` : null}, edited = now(), version = version + 1
    where id = ${id} and kind = 'event' and status <> 'deleted' and (postponed is not null) <> ${postponed}`.execute(
    tx,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Replaces the pictures of a listing. */
export async function setPictures(tx: Connection, listingId: string, imageIds: string[]) {
  await tx.deleteFrom('listing_image').where('listing_id', '=', listingId).execute()
  if (imageIds.length === 0) return
  await tx
    .insertInto('listing_image')
    .values(imageIds.map((image_id, position) => ({ listing_id: listingId, position, image_id })))
    .execute()
}

/** Identifies one post: a form sends the same key again when it repeats a request. */
export type IdempotencyKey = { author_id: string; key: string; body_hash: string }
type PostedListing = { listing_id: string; body_hash: string }

/** Null if nothing was posted with this key. */
export async function findPostedListing(
  connection: Connection,
  { author_id, key }: IdempotencyKey,
): Promise<PostedListing | null> {
  const posted = await connection
    .selectFrom('idempotency_key')
    .select(['listing_id', 'body_hash'])
    .where('author_id', '=', author_id)
    .where('key', '=', key)
    .executeTakeFirst()
  return posted ?? null
}

/** Returns whether the key was unused. Waits for a concurrent transaction that uses it. */
export async function claimIdempotencyKey(
  tx: Connection,
  key: IdempotencyKey,
  listing_id: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('idempotency_key')
    .values({ ...key, listing_id })
    .onConflict((conflict) => conflict.columns(['author_id', 'key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
