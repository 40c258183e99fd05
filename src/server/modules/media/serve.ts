/**
 * `GET /pictures/*` and `GET /profile-photos/*`: the files of uploaded pictures. A viewer can see a picture if they can see a
 * listing that uses it. Profile photos are public: they appear with the ads of their owner.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../shared/errors.ts'
import { type PictureFormat, parsePictureUrl, picturesPath, pictureUrl } from '../../../shared/picture.ts'
import { canEditListing, isAdmin, type Viewer } from '../../../shared/policy.ts'
import { parsePhotoUrl, photosPath, photoUrl } from '../../../shared/profile-photo.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { isNotModified } from '../../platform/http/etag.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import type { ImageStore, StoredFile } from '../../platform/storage/image-store.ts'
import { findServedPicture, type ServedPicture } from './queries.ts'
import { asStorageError, photoStorageKey, storageKey } from './storage.ts'

/**
 * Browsers keep a picture they have shown. Caches that many people share ask again after five minutes, with the ETag: a
 * picture whose listing was hidden must not be served from there for a year. Its check costs one indexed query and no file.
 */
const publicCaching = 'public, max-age=31536000, s-maxage=300, immutable'
/** Per network, apart from pages: a page shows many pictures. */
const budget = { name: 'pictures', perMinute: 1_200, burst: 600 }

type PictureRouteOptions = { database: Database; store: ImageStore; viewerOf: ViewerOf }

/** A file of a picture. */
type PictureFile = {
  /** The URL under which the picture is recorded. */
  url: string
  storageKey: string
  etag: string
  format: PictureFormat
}

export function mountPictures(app: FastifyInstance, { database, store, viewerOf }: PictureRouteOptions) {
  for (const path of [picturesPath, photosPath])
    app.route({
      url: `${path}*`,
      method: ['GET', 'HEAD'],
      compress: false,
      config: { budget },
      handler: sendPicture,
    })

  async function sendPicture(request: FastifyRequest, reply: FastifyReply) {
    // The raw URL: a picture has exactly one spelling of its address.
    const file = fileAt(request.raw.url?.split('?', 1)[0] ?? '')
    if (!file) throw notFound('picture')
    const { isPublic } = await requireVisible(file, () => viewerOf(request, reply))
    const headers = {
      'content-security-policy': sandboxPolicy,
      'cache-control': isPublic ? publicCaching : 'private, no-store',
    }
    if (isNotModified(request, reply, file.etag)) return reply.headers(headers).send()
    const { stream, bytes } = await open(file)
    reply.headers(headers).type(`image/${file.format}`)
    if (bytes !== null) reply.header('content-length', bytes)
    if (request.method === 'HEAD') stream.destroy()
    return reply.send(request.method === 'HEAD' ? null : stream)
  }

  /** Looks up the viewer only for pictures that are not public. */
  async function requireVisible(file: PictureFile, getViewer: () => Promise<Viewer | null>) {
    const picture = await findServedPicture(database, file.url)
    if (!picture) throw notFound('picture')
    if (!picture.isPublic && !canView(await getViewer(), picture)) throw notFound('picture')
    return picture
  }

  async function open(file: PictureFile): Promise<StoredFile> {
    const stored = await asStorageError(store.read(file.storageKey))
    if (!stored) throw notFound('picture')
    return stored
  }
}

/** Hidden listings are visible to their authors and to admins, deleted ones to admins only. */
const canView = (viewer: Viewer | null, { hiddenListingAuthors }: ServedPicture) =>
  isAdmin(viewer) || hiddenListingAuthors.some((email) => canEditListing(viewer, { author: { email } }))

/** The content of an address never changes, so its parts are its ETag. Returns null for a path of no picture. */
function fileAt(path: string): PictureFile | null {
  const photo = parsePhotoUrl(path)
  if (photo) {
    const url = photoUrl({ ...photo, size: 'large' })
    return { url, storageKey: photoStorageKey(photo), etag: `"${photo.key}-${photo.size}"`, format: 'webp' }
  }
  const picture = parsePictureUrl(path)
  if (!picture) return null
  const { key, width, variant, format } = picture
  return {
    url: pictureUrl({ ...picture, variant: width, format: 'webp' }),
    storageKey: storageKey(picture),
    etag: `"${key}-${variant}-${format}"`,
    format,
  }
}
