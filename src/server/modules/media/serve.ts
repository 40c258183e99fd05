/** Serves uploaded pictures. Viewers see those of the listings they may see. Profile photos are public. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../shared/errors.ts'
import { parsePictureUrl, picturesPath, pictureUrl } from '../../../shared/picture.ts'
import { canModerate, isAdmin, isAuthor, scopeOf, type Viewer } from '../../../shared/policy.ts'
import { parsePhotoUrl, photosPath, photoUrl } from '../../../shared/profile-photo.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { findServedPicture, isPictureInScope, type ServedPicture } from './queries.ts'
import { pictureRoute, sendStoredPicture } from './service.ts'

/**
 * Browsers keep a picture. Shared caches ask again after five minutes, because a picture whose listing was hidden must not be
 * served from there for a year. The check costs one indexed query and no file.
 */
const publicCaching = 'public, max-age=31536000, s-maxage=300, immutable'

const privateCaching = 'private, no-store'

type PictureRouteOptions = { database: Database; store: ImageStore; viewerOf: ViewerOf }

export function mountPictures(app: FastifyInstance, { database, store, viewerOf }: PictureRouteOptions) {
  for (const path of [picturesPath, photosPath])
    app.route({
      url: `${path}*`,
      ...pictureRoute,
      handler: sendPicture,
    })

  /** Hidden listings are visible to their authors, and to admins and moderators, deleted ones only to the latter. */
  async function canView(viewer: Viewer | null, url: string, { hiddenListingAuthors }: ServedPicture) {
    if (!viewer) return false
    if (isAdmin(viewer) || hiddenListingAuthors.some((email) => isAuthor(viewer, { author: { email } })))
      return true
    return canModerate(viewer) && isPictureInScope(database, url, scopeOf(viewer))
  }

  async function sendPicture(request: FastifyRequest, reply: FastifyReply) {
    // The raw URL: a picture has exactly one spelling of its address.
    const path = request.raw.url?.split('?', 1)[0] ?? ''
    const url = recordedUrl(path)
    const picture = url && (await findServedPicture(database, url))
    if (!picture) throw notFound('picture')
    const { isPublic } = picture
    if (!isPublic && !(await canView(await viewerOf(request, reply), url, picture))) throw notFound('picture')
    return sendStoredPicture(request, reply, store, path, isPublic ? publicCaching : privateCaching)
  }
}

/** Returns the URL under which the picture of this file is recorded, or null for a path of no picture. */
function recordedUrl(path: string): string | null {
  const photo = parsePhotoUrl(path)
  if (photo) return photoUrl({ ...photo, size: 'large' })
  const picture = parsePictureUrl(path)
  return picture && pictureUrl({ ...picture, variant: picture.width, format: 'webp' })
}
