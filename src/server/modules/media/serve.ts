/** Serves uploaded pictures. Viewers see those of the listings they may see. Profile photos are public. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../shared/errors.ts'
import { type PictureFormat, parsePictureUrl, picturesPath, pictureUrl } from '../../../shared/picture.ts'
import { canEditListing, isAdmin, type Viewer } from '../../../shared/policy.ts'
import { parsePhotoUrl, photosPath, photoUrl } from '../../../shared/profile-photo.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { isNotModified } from '../../platform/http/etag.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { findServedPicture, type ServedPicture } from './queries.ts'
import { asStorageError, storageKey } from './storage.ts'

/**
 * Browsers keep a picture. Shared caches ask again after five minutes, because a picture whose listing was hidden must not be
 * served from there for a year. The check costs one indexed query and no file.
 */
const publicCaching = 'public, max-age=31536000, s-maxage=300, immutable'
/** Per network, apart from pages: a page shows many pictures. */
const budget = { name: 'pictures', perMinute: 1_200, burst: 600 }

type PictureRouteOptions = { database: Database; store: ImageStore; viewerOf: ViewerOf }

type PictureFile = { url: string; format: PictureFormat }

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
    const path = request.raw.url?.split('?', 1)[0] ?? ''
    const file = fileAt(path)
    if (!file) throw notFound('picture')
    const { isPublic } = await requireVisible(file, () => viewerOf(request, reply))
    const headers = {
      'content-security-policy': sandboxPolicy,
      'cache-control': isPublic ? publicCaching : 'private, no-store',
    }
    // The content of an address never changes.
    if (isNotModified(request, reply, `"${path}"`)) return reply.headers(headers).send()
    const stored = await asStorageError(store.read(storageKey(path)))
    if (!stored) throw notFound('picture')
    const { stream, bytes } = stored
    reply.headers(headers).type(`image/${file.format}`)
    if (bytes !== null) reply.header('content-length', bytes)
    if (request.method === 'HEAD') stream.destroy()
    return reply.send(request.method === 'HEAD' ? null : stream)
  }

  async function requireVisible(file: PictureFile, getViewer: () => Promise<Viewer | null>) {
    const picture = await findServedPicture(database, file.url)
    if (!picture) throw notFound('picture')
    if (!picture.isPublic && !canView(await getViewer(), picture)) throw notFound('picture')
    return picture
  }
}

/** Hidden listings are visible to their authors and to admins, deleted ones to admins only. */
const canView = (viewer: Viewer | null, { hiddenListingAuthors }: ServedPicture) =>
  isAdmin(viewer) || hiddenListingAuthors.some((email) => canEditListing(viewer, { author: { email } }))

function fileAt(path: string): PictureFile | null {
  const photo = parsePhotoUrl(path)
  if (photo) return { url: photoUrl({ ...photo, size: 'large' }), format: 'webp' }
  const picture = parsePictureUrl(path)
  return (
    picture && {
      url: pictureUrl({ ...picture, variant: picture.width, format: 'webp' }),
      format: picture.format,
    }
  )
}
