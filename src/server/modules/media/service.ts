/** What other modules use of media: pictures of listings and messages, and the content of stored files. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { AppError, notFound } from '../../../shared/errors.ts'
import { messagePhotosPath } from '../../../shared/message-photo.ts'
import { parsePictureUrl, picturesPath, pictureUrl } from '../../../shared/picture.ts'
import { photosPath } from '../../../shared/profile-photo.ts'
import { parseSiteFile, siteFileUrl } from '../../../shared/site-files.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'
import { isNotModified } from '../../platform/http/etag.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import {
  asStorageError,
  closeWorkFolder,
  isStorageKey,
  openWorkFolder,
  type PictureStorage,
  storageKey,
  storageKeysOf,
} from './storage.ts'

/** Where pictures of listings can be: on this site, and on the image host if there is one. */
export type PictureSites = {
  publicUrl: string
  imageHost: { deliveryUrl: string } | null
}

type RequirePicturesInput = {
  /** As the listing's `images` name them. */
  urls: string[]
  /** Profiles whose pictures may be used: the author's and the editing admin's. The first one owns new pictures. */
  owners: [string, ...string[]]
  /** The listing that will use them. It may keep the ones it already uses. */
  listingId: string
}

/**
 * Returns the ids of the pictures in order, without duplicates, and locks them, so that cleanup cannot delete them. Throws
 * `invalid` for a picture that does not exist or belongs to someone else. Never fetches a URL.
 */
export async function requirePictures(
  tx: Connection,
  sites: PictureSites,
  { urls: inputUrls, owners, listingId }: RequirePicturesInput,
): Promise<string[]> {
  const urls = [...new Set(inputUrls.map((url) => toPath(url, sites.publicUrl)))]
  if (urls.length === 0) return []
  const hosted = urls.filter((url) => isHosted(url, sites))
  if (hosted.length > 0) await registerHosted(tx, hosted, owners[0])
  const { rows } = await sql<{ id: string; url: string }>`
    select image.id, image.url from image
    where url = any(${urls}) and stored is not null and pending_deletion_since is null
      and url not like ${`${photosPath}%`} and url not like ${`${messagePhotosPath}%`}
      and (
        exists (select from listing_image used where used.image_id = image.id and used.listing_id = ${listingId})
        or uploader_id = any(${owners}::uuid[])
          and not exists (
            select from listing_image used join listing on listing.id = used.listing_id
            where used.image_id = image.id and listing.status = 'deleted')
      )
    order by image.id for update of image`.execute(tx)
  const idOf = new Map(rows.map(({ id, url }) => [url, id]))
  return urls.map((url) => idOf.get(url) ?? reject())
}

/** Returns a URL of this site as a path, which is how its pictures are stored. */
const toPath = (url: string, publicUrl: string) =>
  url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url

/** Accepts only normalized URLs, so that `..` or `@` in one cannot lead elsewhere. */
function isHosted(url: string, { imageHost }: PictureSites): boolean {
  if (!imageHost || url.length > 500 || !url.startsWith(imageHost.deliveryUrl)) return false
  return URL.canParse(url) && new URL(url).href === url
}

/** Registers pictures on the image host with the first listing that uses them. They belong to its author. */
async function registerHosted(tx: Connection, urls: string[], owner: string) {
  await tx
    .insertInto('image')
    .values(urls.map((url) => ({ id: uuid(), uploader_id: owner, url, format: '' })))
    .onConflict((conflict) => conflict.column('url').doNothing())
    .execute()
}

function reject(): never {
  const message = t(
    'One of the photos is not on this site or belongs to another ad. Please upload it again or remove it.',
  )
  throw new AppError('invalid', message, { images: message })
}

/** Returns the WebP file of a picture of this site, or null. Throws `unavailable` if the store cannot be reached. */
export async function readPicture(store: ImageStore, url: string): Promise<Buffer | null> {
  const picture = parsePictureUrl(url)
  const key = picture && storageKey(pictureUrl({ ...picture, format: 'webp' }))
  const file = key && (await asStorageError(store.read(key)))
  return file ? asStorageError(buffer(file.stream)) : null
}

const filesPerQuery = 500

/** Yields the storage key of every file of the pictures that the site shows, and of its own files. */
export async function* listStoredFiles(connection: Connection): AsyncGenerator<string> {
  let lastId = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string; url: string }>`
      select id, url from image where stored is not null and pending_deletion_since is null and id > ${lastId}
      order by id limit ${filesPerQuery}`.execute(connection)
    for (const { url } of rows) yield* storageKeysOf(url)
    lastId = rows.at(-1)?.id ?? lastId
    if (rows.length < filesPerQuery) break
  }
  // Backups are also made of the database of an older version.
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('public.site_file') is not null as found`.execute(connection)
  if (!tables[0]?.found) return
  const { rows } = await sql<{ name: string }>`select name from site_file order by name`.execute(connection)
  for (const { name } of rows) yield storageKey(siteFileUrl(name))
}

export type PictureFolders = Pick<PictureStorage, 'store' | 'workFolder'>

/** Stores one file. Throws if the site could not have given it this key. */
export async function storeFile({ store, workFolder }: PictureFolders, key: string, content: Uint8Array) {
  if (!isStorageKey(key)) throw new Error(`${key} is not a file of the site.`)
  const folder = await openWorkFolder(workFolder)
  try {
    const file = join(folder, 'file')
    await writeFile(file, content, { mode: 0o600 })
    await store.put(key, file)
  } finally {
    await closeWorkFolder(folder)
  }
}

/** Stores a file of the operator's own. */
export const storeSiteFile = (folders: PictureFolders, name: string, content: Uint8Array): Promise<void> =>
  asStorageError(storeFile(folders, storageKey(siteFileUrl(name)), content))

/** Returns the content of a file of the operator's own; null if there is none of this name. */
export async function readSiteFile(store: ImageStore, name: string): Promise<Buffer | null> {
  const file = parseSiteFile(name) && (await asStorageError(store.read(storageKey(siteFileUrl(name)))))
  return file ? asStorageError(buffer(file.stream)) : null
}

export const removeSiteFile = (store: ImageStore, name: string): Promise<void> =>
  store.remove(storageKey(siteFileUrl(name)))

/** Of each route that serves pictures. The budget is per network, apart from pages: a page shows many pictures. */
export const pictureRoute = {
  method: ['GET', 'HEAD'],
  compress: false as const,
  config: { budget: { name: 'pictures', perMinute: 1_200, burst: 600 } },
} satisfies Partial<RouteOptions>

/** Sends the file of a picture to someone who may see it. Throws `not_found` without one. */
export async function sendStoredPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  store: ImageStore,
  path: string,
  caching: string,
) {
  const headers = { 'content-security-policy': sandboxPolicy, 'cache-control': caching }
  // The content of an address never changes.
  if (isNotModified(request, reply, `"${path}"`)) return reply.headers(headers).send()
  const stored = await asStorageError(store.read(storageKey(path)))
  if (!stored) throw notFound('picture')
  const { stream, bytes } = stored
  reply.headers(headers).type(`image/${path.split('.').at(-1)}`)
  if (bytes !== null) reply.header('content-length', bytes)
  if (request.method === 'HEAD') stream.destroy()
  return reply.send(request.method === 'HEAD' ? null : stream)
}

export type SentPhoto = {
  id: string
  /** Equal for photos that look alike. */
  look: string
  /** Equal for uploads of one file. */
  file: string
  /** It is part of a message already. */
  isUsed: boolean
}

/** What photos of a query's `image` look like: their size and a few color spots. */
const lookOf = sql`image.width || 'x' || image.height || image.placeholder`

/** Which file photos of a query's `image` are uploads of. Different files look alike: two pages of text, two dark rooms. */
export const fileOf = sql`${lookOf} || ' ' || image.received`

/** Returns the photos that a person uploaded for a message, in order, and locks them. Throws `invalid` for any other address. */
export async function requireMessagePhotos(
  tx: Connection,
  uploaderId: string,
  addresses: string[],
): Promise<SentPhoto[]> {
  const urls = [...new Set(addresses)]
  if (urls.length === 0) return []
  const { rows } = await sql<SentPhoto & { url: string }>`
    select image.id, image.url, ${lookOf} as look, ${fileOf} as file,
      exists (select from message_photo where image_id = image.id) as "isUsed"
    from image
    where url = any(${urls}) and url like ${`${messagePhotosPath}%`} and uploader_id = ${uploaderId}
      and stored is not null and pending_deletion_since is null
    order by image.id for update of image`.execute(tx)
  return urls.map((url) => rows.find((row) => row.url === url) ?? rejectPhoto())
}

/** Makes photos part of a message. They stay until the message is deleted. */
export async function attachToMessage(tx: Connection, messageId: string, photos: SentPhoto[]): Promise<void> {
  const ids = photos.map(({ id, isUsed }) => (isUsed ? rejectPhoto() : id))
  if (ids.length === 0) return
  await tx
    .insertInto('message_photo')
    .values(ids.map((image_id, position) => ({ message_id: messageId, position, image_id })))
    .execute()
  await sql`update image set unused_since = null where id = any(${ids})`.execute(tx)
}

function rejectPhoto(): never {
  const message = t('One of the photos is no longer available. Please choose it again.')
  throw new AppError('invalid', message, { photos: message })
}

/** Remembers the pictures of a site that is about to be replaced, until the transaction ends. */
export async function rememberReplacedPictures(tx: Connection) {
  await sql`create temporary table replaced_image on commit drop as select url from image`.execute(tx)
}

/** Hands the remembered pictures that the site does not have now to cleanup, which deletes their files. */
export async function discardReplacedPictures(tx: Connection) {
  await sql`
    insert into image (id, url, format, pending_deletion_since)
    select gen_random_uuid(), url, '', now() from replaced_image
    where not exists (select from image where image.url = replaced_image.url)
      and (url like ${`${picturesPath}%`} or url like ${`${photosPath}%`} or url like ${`${messagePhotosPath}%`})`.execute(
    tx,
  )
}
