/** The statements that post, change and delete listings. Each runs in the transaction that it is given. */
import { sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Taxonomy } from '../catalog/service.ts'

/** What an author decides about a listing; its pictures apart. */
export type ListingColumns = Taxonomy['ids'] & {
  title: string
  description: string
  price: number
  /** Left out, or undefined: as it was; on a new listing empty. */
  business_email?: string | undefined
  phone?: string | undefined
  facebook?: string | undefined
  instagram?: string | undefined
  event_availability?: 'available' | 'soldout' | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}

export async function insertListing(
  tx: Connection,
  listing: ListingColumns & { id: string; kind: Kind; author_id: string },
) {
  await tx.insertInto('listing').values(listing).execute()
}

/** Answers whether it was changed: not when it is deleted meanwhile, or no longer of the version that was seen. */
export async function updateListing(
  tx: Connection,
  id: string,
  written: ListingColumns,
  version: number | undefined,
): Promise<boolean> {
  let update = tx
    .updateTable('listing')
    .set({ ...written, edited: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
  if (version !== undefined) update = update.where('version', '=', version)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Shows these pictures and no others, in this order. */
export async function setPictures(tx: Connection, listingId: string, imageIds: string[]) {
  await tx.deleteFrom('listing_image').where('listing_id', '=', listingId).execute()
  if (imageIds.length === 0) return
  await tx
    .insertInto('listing_image')
    .values(imageIds.map((image_id, position) => ({ listing_id: listingId, position, image_id })))
    .execute()
}

/** One post, as its form names it. */
export type IdempotencyKey = { author_id: string; key: string; body_hash: string }
export type Posted = { listing_id: string; body_hash: string }

/** Null when nothing was posted with that key. */
export async function findPostedListing(
  connection: Connection,
  { author_id, key }: IdempotencyKey,
): Promise<Posted | null> {
  const posted = await connection
    .selectFrom('idempotency_key')
    .select(['listing_id', 'body_hash'])
    .where('author_id', '=', author_id)
    .where('key', '=', key)
    .executeTakeFirst()
  return posted ?? null
}

/** Answers whether the key was free. While another post with it is being written, waits for how that ends. */
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
