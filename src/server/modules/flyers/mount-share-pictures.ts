/** `GET /share/{id}.jpg` and `/share/site.jpg`: the pictures that stand beside links to this site. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import { ListingIdSchema } from '../../../shared/listing.ts'
import { sharePicturesPath, sharePictureType, siteShareUrl } from '../../../shared/share-picture.ts'
import { networkOf } from '../../platform/http/ip-rate-limit.ts'
import type { ListingService } from '../listings/service.ts'
import type { SharePicture, SharePictures } from './share-pictures.ts'

/** From one network: those who show links to many have few. */
const picturesAMinute = 120

type Parts = { sharePictures: SharePictures; listings: Pick<ListingService, 'get'>; rateLimit: number | null }

export function mountSharePictures(app: FastifyInstance, { sharePictures, listings, rateLimit }: Parts) {
  const max = Math.max(1, Math.round(picturesAMinute * (rateLimit ?? 1)))
  const limited = {
    compress: false as const,
    // The limit of the API has a list of what it leaves alone, which is all but the API.
    config: { rateLimit: { max, timeWindow: '1 minute', keyGenerator, allowList: [] } },
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

const keyGenerator = (request: FastifyRequest) => networkOf(request.ip)

function send(request: FastifyRequest, reply: FastifyReply, { content, tag }: SharePicture) {
  const etag = `"${tag}"`
  // Kept by others for minutes only: the listing may be hidden.
  reply.headers({
    etag,
    'cache-control': 'public, max-age=300',
    'content-security-policy': policy,
    ...forAll,
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(sharePictureType).send(content)
}

/** Other sites show it beside their links. */
const forAll = { 'cross-origin-resource-policy': 'cross-origin' }

/** A picture may do nothing at all, wherever it is opened. */
const policy = "sandbox; default-src 'none'"
