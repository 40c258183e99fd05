/** The statements that update listings. Each runs in the caller's transaction. `status.ts` has the rest. */
import { sql } from 'kysely'
import type { FieldValues } from '../../../shared/listing-fields/field.ts'
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
  fields?: FieldValues | undefined
  language?: string | undefined
  event_availability?: 'available' | 'soldout' | undefined
  start_date?: string | undefined
  end_date?: string | undefined
  archived?: false
  postponed?: null
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

/** Returns false if the event is deleted, or already in that state. */
export async function setEventState(
  tx: Connection,
  id: string,
  column: 'canceled' | 'postponed',
  isSet: boolean,
): Promise<boolean> {
  const state = sql.ref(column)
  const { numAffectedRows = 0n } = await sql`
    update listing set ${state} = ${isSet ? sql`now()` : null}, edited = now(), version = version + 1
    where id = ${id} and kind = 'event' and status <> 'deleted' and (${state} is not null) <> ${isSet}`.execute(
    tx,
  )
  return numAffectedRows > 0n
}

/** Replaces the pictures of a listing. */
export async function setPictures(tx: Connection, listingId: string, imageIds: string[]) {
  await sql`delete from listing_image where listing_id = ${listingId}`.execute(tx)
  await sql`
    insert into listing_image (listing_id, position, image_id)
    select ${listingId}, position - 1, id from unnest(${imageIds}::uuid[]) with ordinality image (id, position)`.execute(
    tx,
  )
}

/** Identifies one post: a form sends the same key again when it repeats a request. */
type IdempotencyKey = { author_id: string; key: string; body_hash: string }

/** Claims a key for a listing, after waiting for a concurrent claim. Returns the earlier post with this key; null if there is none. */
export async function claimIdempotencyKey(
  tx: Connection,
  { author_id, key, body_hash }: IdempotencyKey,
  listing_id: string,
): Promise<{ listing_id: string; body_hash: string } | null> {
  const { numAffectedRows } = await sql`
    insert into idempotency_key (author_id, key, body_hash, listing_id)
    values (${author_id}, ${key}, ${body_hash}, ${listing_id}) on conflict (author_id, key) do nothing`.execute(
    tx,
  )
  if (numAffectedRows === 1n) return null
  const { rows } = await sql<{ listing_id: string; body_hash: string }>`
    select listing_id, body_hash from idempotency_key where author_id = ${author_id} and key = ${key}`.execute(
    tx,
  )
  return rows[0] ?? null
}
