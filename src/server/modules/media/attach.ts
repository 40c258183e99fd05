import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { AppError } from '../../../shared/errors.ts'
import type { Connection } from '../../platform/database/database.ts'

/** Where the pictures of listings may be: on this site, and on the image host if there is one. */
export type PictureSites = {
  publicUrl: string
  imageHost: { deliveryUrl: string } | null
}

type Wanted = {
  /** As the listing's `images` name them. */
  urls: string[]
  /** Profiles whose pictures may be used: the author's, and that of the admin who edits. The first owns new ones. */
  owners: [string, ...string[]]
  /** The listing that is to show them; what it shows already it may keep. */
  listingId: string
}

/**
 * The ids of pictures, in the order wanted and each once; locked until the transaction ends, so that none is tidied
 * away meanwhile. Throws `invalid` for a picture that is not there or not theirs: nothing is fetched to find out.
 */
export async function requirePictures(
  tx: Connection,
  sites: PictureSites,
  { urls: sent, owners, listingId }: Wanted,
): Promise<string[]> {
  const urls = [...new Set(sent.map((url) => ownPath(url, sites.publicUrl)))]
  if (urls.length === 0) return []
  const hosted = urls.filter((url) => isHosted(url, sites))
  if (hosted.length > 0) await registerHosted(tx, hosted, owners[0])
  const { rows } = await sql<{ id: string; url: string }>`
    select image.id, image.url from image
    where url = any(${urls}) and stored is not null and pending_deletion_since is null
      and (
        exists (select from listing_image used where used.image_id = image.id and used.listing_id = ${listingId})
        or uploader_id = any(${owners}::uuid[])
          and not exists (
            select from listing_image used join listing on listing.id = used.listing_id
            where used.image_id = image.id and listing.status = 'deleted')
      )
    order by image.id for update of image`.execute(tx)
  const idOf = new Map(rows.map(({ id, url }) => [url, id]))
  return urls.map((url) => idOf.get(url) ?? refuse())
}

/** An address of this site as its path: that is how pictures are known here. */
const ownPath = (url: string, publicUrl: string) =>
  url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url

/** Only as browsers write it themselves, so that no `..` or `@` in it leads elsewhere. */
function isHosted(url: string, { imageHost }: PictureSites): boolean {
  if (!imageHost || url.length > 500 || !url.startsWith(imageHost.deliveryUrl)) return false
  return URL.canParse(url) && new URL(url).href === url
}

/** A picture on the image host is known from the first listing on that names it, and is its author's. */
async function registerHosted(tx: Connection, urls: string[], owner: string) {
  await tx
    .insertInto('image')
    .values(urls.map((url) => ({ id: uuid(), uploader_id: owner, url, format: '' })))
    .onConflict((conflict) => conflict.column('url').doNothing())
    .execute()
}

function refuse(): never {
  const sentence =
    'One of the pictures is not on this site, or belongs to another ad. Please upload it again, or leave it out.'
  throw new AppError('invalid', sentence, { images: sentence })
}
