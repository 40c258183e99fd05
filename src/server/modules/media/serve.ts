/** `GET /pictures/*`: the files of uploaded pictures. A viewer can see a picture if they can see a listing that uses it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../shared/errors.ts'
import { type PictureUrlParts, parsePictureUrl, picturesPath, pictureUrl } from '../../../shared/picture.ts'
import { canEditListing, isAdmin, type Viewer } from '../../../shared/policy.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { isNotModified } from '../../platform/http/etag.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import type { ImageStore, StoredFile } from '../../platform/storage/image-store.ts'
import { findServedPicture, type ServedPicture } from './queries.ts'
import { asStorageError, storageKey } from './storage.ts'

type PictureRouteOptions = { database: Database; store: ImageStore; viewerOf: ViewerOf }
type OpenPicture = StoredFile & { isPublic: boolean }

export function mountPictures(app: FastifyInstance, { database, store, viewerOf }: PictureRouteOptions) {
  app.route({ url: `${picturesPath}*`, method: ['GET', 'HEAD'], compress: false, handler: sendPicture })

  async function sendPicture(request: FastifyRequest, reply: FastifyReply) {
    // The raw URL: a picture has exactly one spelling of its address.
    const address = parsePictureUrl(request.raw.url?.split('?', 1)[0] ?? '')
    if (!address) throw notFound('picture')
    const { stream, bytes, isPublic } = await open(address, () => viewerOf(request, reply))
    reply.headers({
      'content-security-policy': sandboxPolicy,
      'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
    })
    const isFresh = isNotModified(request, reply, etagOf(address))
    if (isFresh || request.method === 'HEAD') stream.destroy()
    if (isFresh) return reply.send()
    reply.type(`image/${address.format}`)
    if (bytes !== null) reply.header('content-length', bytes)
    return reply.send(request.method === 'HEAD' ? null : stream)
  }

  /** Looks up the viewer only for pictures that are not public. */
  async function open(
    address: PictureUrlParts,
    getViewer: () => Promise<Viewer | null>,
  ): Promise<OpenPicture> {
    const widest = pictureUrl({ ...address, variant: address.width, format: 'webp' })
    const picture = await findServedPicture(database, widest)
    if (!picture) throw notFound('picture')
    if (!picture.isPublic && !canView(await getViewer(), picture)) throw notFound('picture')
    const file = await asStorageError(store.read(storageKey(address)))
    if (!file) throw notFound('picture')
    return { ...file, isPublic: picture.isPublic }
  }
}

/** Hidden listings are visible to their authors and to admins, deleted ones to admins only. */
const canView = (viewer: Viewer | null, { hiddenListingAuthors }: ServedPicture) =>
  isAdmin(viewer) || hiddenListingAuthors.some((email) => canEditListing(viewer, { author: { email } }))

/** The content of an address never changes. */
const etagOf = ({ key, variant, format }: PictureUrlParts) => `"${key}-${variant}-${format}"`
