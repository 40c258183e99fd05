import { sql } from 'kysely'
import type { ModeratorScope } from '../../../shared/policy.ts'
import { type Connection, type Database, placeholder } from '../../platform/database/database.ts'
import { listingInScope } from '../roles/service.ts'

export type NewPicture = {
  id: string
  uploader_id: string
  url: string
  width: number
  height: number
  format: 'webp'
  bytes: number
  received: number
  placeholder: string
}

/** Returns what a profile has uploaded in the last day, in bytes, and when the oldest of it will no longer count. */
export async function findUploadUsage(connection: Connection, uploaderId: string) {
  const { rows } = await sql<{ received: number; secondsUntilFree: number }>`
    select coalesce(sum(received), 0)::bigint as received,
      coalesce(ceil(extract(epoch from min(created) + interval '1 day' - now())), 0)::int as "secondsUntilFree"
    from image
    where uploader_id = ${uploaderId} and created > now() - interval '1 day'
    and pending_deletion_since is null`.execute(connection)
  return rows[0] ?? { received: 0, secondsUntilFree: 0 }
}

/** Serializes the quota checks of this profile until the transaction ends. Returns false if the profile is gone. */
export async function lockUploader(tx: Connection, uploaderId: string): Promise<boolean> {
  const { rows } = await sql`select from profile where id = ${uploaderId} for no key update`.execute(tx)
  return rows.length > 0
}

/** Inserts a picture that cannot be used until `markStored`, once its files are stored. */
export async function insertPicture(tx: Connection, picture: NewPicture) {
  await tx
    .insertInto('image')
    .values({ ...picture, stored: null })
    .execute()
}

/** Returns false if the account was deleted in the meantime, and the picture with it. */
export async function markStored(connection: Connection, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update image set stored = now() where id = ${id} and pending_deletion_since is null`.execute(connection)
  return numAffectedRows === 1n
}

export async function markForDeletion({ kysely }: Database, id: string) {
  await sql`update image set pending_deletion_since = now() where id = ${id}`.execute(kysely)
}

export type ServedPicture = {
  /** Whether no listing uses it, or a public one does. */
  isPublic: boolean
  /** The email addresses of the authors of hidden listings that use it. */
  hiddenListingAuthors: string[]
}

const composeServed = () => sql<ServedPicture>`
  select count(listing.id) = 0 or bool_or(listing.status in ('active', 'reported')) as "isPublic",
    coalesce(array_agg(profile.email) filter (where listing.status = 'hidden'), '{}') as "hiddenListingAuthors"
  from image
  left join listing_image on listing_image.image_id = image.id
  left join listing on listing.id = listing_image.listing_id
  left join profile on profile.id = listing.author_id
  where image.url = ${placeholder('url')} and image.stored is not null and image.pending_deletion_since is null
  group by image.id`

/** Returns null if the picture does not exist, is not stored yet, or is about to be deleted. */
export async function findServedPicture(database: Database, url: string): Promise<ServedPicture | null> {
  const [picture] = await database.preparedQuery('served picture', composeServed, { url })
  return picture ?? null
}

/** Returns whether a listing in the scope of a moderator uses the picture. */
export async function isPictureInScope({ kysely }: Database, url: string, scope: ModeratorScope | null) {
  const { rows } = await sql`
    select from image join listing_image on listing_image.image_id = image.id
    join listing on listing.id = listing_image.listing_id
    where image.url = ${url} and ${listingInScope(scope)} limit 1`.execute(kysely)
  return rows.length > 0
}

/** Marks pictures that no listing has used for a day. Demo pictures are part of the program and stay. */
export async function markUnusedForDeletion({ kysely }: Database) {
  // A listing that starts using one now holds a lock on its row, and this update sees the new value.
  await sql`
    update image set pending_deletion_since = now()
    where unused_since < now() - interval '1 day' and pending_deletion_since is null
    and url not like '/demo-pictures/%'`.execute(kysely)
}

export async function listPendingDeletion({ kysely }: Database) {
  const { rows } = await sql<{ id: string; url: string }>`
    select id, url from image where pending_deletion_since is not null order by id`.execute(kysely)
  return rows
}

export async function deletePicture(tx: Connection, id: string) {
  await sql`delete from image where id = ${id} and pending_deletion_since is not null`.execute(tx)
}
