import { sql } from 'kysely'
import { type Connection, type Database, placeholder } from '../../platform/database/database.ts'

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
export async function findUploadUsage(connection: Connection, uploaderId: string) {
  const { rows } = await sql<{ received: number; wait: number }>`
    select coalesce(sum(received), 0)::bigint as received,
      coalesce(ceil(extract(epoch from min(created) + interval '1 day' - now())), 0)::int as wait
    from image
    where uploader_id = ${uploaderId} and created > now() - interval '1 day' and pending_deletion_since is null`.execute(
    connection,
  )
  return rows[0] ?? { received: 0, wait: 0 }
}

/** Makes whoever else counts this profile's uploads wait until the transaction ends. False when there is none any more. */
export async function lockUploader(tx: Connection, uploaderId: string): Promise<boolean> {
  const { rows } = await sql`select from profile where id = ${uploaderId} for no key update`.execute(tx)
  return rows.length > 0
}

/** Not yet to be used: its files come next. */
export async function insertPicture(tx: Connection, picture: NewPicture) {
  await tx
    .insertInto('image')
    .values({ ...picture, stored: null })
    .execute()
}

/** False when its account was deleted meanwhile, and it with that. */
export async function markStored({ kysely }: Database, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update image set stored = now() where id = ${id} and pending_deletion_since is null`.execute(kysely)
  return numAffectedRows === 1n
}

/** From now on it is not there for anybody; its files, and then its row, are left to the tidying. */
export async function doomPicture({ kysely }: Database, id: string) {
  await sql`update image set pending_deletion_since = now() where id = ${id}`.execute(kysely)
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
  where image.url = ${placeholder('url')} and image.stored is not null and image.pending_deletion_since is null
  group by image.id`

/** Null for a picture that is not there, not yet, or no longer. */
export async function findServed(database: Database, url: string): Promise<ServedPicture | null> {
  const [picture] = await database.preparedQuery('served picture', served, { url })
  return picture ?? null
}

/** What no listing has used for a day. The drawings of the demo are files of the program, and stay. */
export async function doomUnused({ kysely }: Database) {
  // A listing that takes one up meanwhile holds its row, and says so there.
  await sql`
    update image set pending_deletion_since = now()
    where unused_since < now() - interval '1 day' and pending_deletion_since is null and url not like '/demo-pictures/%'`.execute(
    kysely,
  )
}

export async function listDoomed({ kysely }: Database, after: string, limit: number) {
  const { rows } = await sql<{ id: string; url: string }>`
    select id, url from image where pending_deletion_since is not null and id > ${after || lowestId} order by id limit ${limit}`.execute(
    kysely,
  )
  return rows
}

const lowestId = '00000000-0000-0000-0000-000000000000'

export async function deleteDoomed({ kysely }: Database, id: string) {
  await sql`delete from image where id = ${id} and pending_deletion_since is not null`.execute(kysely)
}
