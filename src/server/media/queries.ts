import { sql } from 'kysely'
import { type Connection, type Database, slot } from '../database/database.ts'

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

/** What a profile has sent within a day, in bytes, and in how many seconds the first of it will be a day old. */
export async function findUploaded(connection: Connection, uploaderId: string) {
  const { rows } = await sql<{ received: number; wait: number }>`
    select coalesce(sum(received), 0)::bigint as received,
      coalesce(ceil(extract(epoch from min(created) + interval '1 day' - now())), 0)::int as wait
    from image
    where uploader_id = ${uploaderId} and created > now() - interval '1 day' and doomed is null`.execute(
    connection,
  )
  return rows[0] ?? { received: 0, wait: 0 }
}

/** Makes whoever else counts this profile's uploads wait until the transaction ends. */
export async function lockUploader(tx: Connection, uploaderId: string) {
  await sql`select from profile where id = ${uploaderId} for no key update`.execute(tx)
}

/** Not yet to be used: its files come next. */
export async function insertPicture(tx: Connection, picture: NewPicture) {
  await tx
    .insertInto('image')
    .values({ ...picture, stored: null })
    .execute()
}

export async function markStored({ kysely }: Database, id: string) {
  await sql`update image set stored = now() where id = ${id}`.execute(kysely)
}

/** From now on it is not there for anybody; its files, and then its row, are left to the tidying. */
export async function doomPicture({ kysely }: Database, id: string) {
  await sql`update image set doomed = now() where id = ${id}`.execute(kysely)
}

export type ServedPicture = {
  /** No listing uses it, or one that everybody may see. */
  isPublic: boolean
  /** Authors, by email, of the hidden listings that use it. */
  hiddenOf: string[]
}

const served = () => sql<ServedPicture>`
  select count(listing.id) = 0 or bool_or(listing.status in ('active', 'reported')) as "isPublic",
    coalesce(array_agg(profile.email) filter (where listing.status = 'hidden'), '{}') as "hiddenOf"
  from image
  left join listing_image on listing_image.image_id = image.id
  left join listing on listing.id = listing_image.listing_id
  left join profile on profile.id = listing.author_id
  where image.url = ${slot('url')} and image.stored is not null and image.doomed is null
  group by image.id`

/** Null for a picture that is not there, not yet, or no longer. */
export async function findServed(database: Database, url: string): Promise<ServedPicture | null> {
  const [picture] = await database.recalled('served picture', served, { url })
  return picture ?? null
}
