/** `GET /share/{id}.jpg` and `/share/site.jpg`: the pictures that stand beside links to this site. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import { ListingIdSchema } from '../../../shared/listing.ts'
import { sharePicturesPath, sharePictureType, siteShareUrl } from '../../../shared/picture.ts'
import { isNotModified } from '../../platform/http/etag.ts'
import { routeRateLimit } from '../../platform/http/ip-rate-limit.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import type { ListingService } from '../listings/service.ts'
import type { SharePicture, SharePictures } from './share-pictures.ts'

/** From one network: those who show links to many have few. */
const picturesAMinute = 120

type Parts = { sharePictures: SharePictures; listings: Pick<ListingService, 'get'>; rateLimit: number | null }

export function mountSharePictures(app: FastifyInstance, { sharePictures, listings, rateLimit }: Parts) {
  const limited = {
    compress: false as const,
    config: routeRateLimit(picturesAMinute, rateLimit),
  }
  app.get(siteShareUrl, limited, async (request, reply) => send(request, reply, await sharePictures.ofSite()))
  app.get<{ Params: { id: string } }>(`${sharePicturesPath}:id.jpg`, limited, async (request, reply) => {
    const { success, data } = ListingIdSchema.safeParse(request.params)
    if (!success) throw notFound('picture')
    return send(request, reply, await sharePictures.ofListing(await findPublic(data.id)))
  })

  /** As a visitor sees it, whoever asks: the picture is for others to see. */
  async function findPublic(id: string) {
    return find('service', id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return find('event', id)
      throw error
    })
  }

  const find = (kind: Kind, id: string) => listings.get(null, kind, id)
}

function send(request: FastifyRequest, reply: FastifyReply, { content, tag }: SharePicture) {
  // Kept by others for minutes only: the listing may be hidden.
  reply.headers({
    'cache-control': 'public, max-age=300',
    'content-security-policy': sandboxPolicy,
    ...forAll,
  })
  if (isNotModified(request, reply, `"${tag}"`)) return reply.send()
  return reply.type(sharePictureType).send(content)
}

/** Other sites show it beside their links. */
const forAll = { 'cross-origin-resource-policy': 'cross-origin' }
