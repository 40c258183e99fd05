/** `GET /share/{id}.jpg` and `/share/site.jpg`: the pictures that other sites show with links to this one. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../../shared/errors.ts'
import { type Kind, ListingIdSchema, type Service } from '../../../shared/listing.ts'
import { sharePicturesPath, sharePictureType, siteShareUrl } from '../../../shared/picture.ts'
import { formatPrice } from '../../../shared/price.ts'
import type { Product } from '../../../shared/product.ts'
import { isNotModified } from '../../platform/http/etag.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import type { ListingService } from '../listings/service.ts'
import type { DiskCache } from './disk-cache.ts'
import { toDisplayText } from './display-text.ts'
import type { DrawingJob } from './draw.ts'
import type { Draw, LoadPhoto } from './drawings.ts'
import { linesOf, type PlacedListing } from './listing-lines.ts'

/** Increase this when a template changes, so that cached pictures are drawn again. */
const templateVersion = 2

/** Per network, because drawing takes long. The crawlers of large sites use few networks. */
const budget = { name: 'share-images', perMinute: 120, burst: 120 }

type SharePicturesOptions = {
  draw: Draw
  loadPhoto: LoadPhoto
  cache: DiskCache
  listings: Pick<ListingService, 'get'>
  product: Product
}

type SharedListing = Omit<Service, 'author' | 'placeholders'> & PlacedListing
type SharePictureJob = Omit<DrawingJob, 'photo'>

/** The ETag is a hash of everything that the picture shows. */
type SharePicture = { content: Buffer; etag: string }

export function mountSharePictures(
  app: FastifyInstance,
  { draw, loadPhoto, cache, listings, product }: SharePicturesOptions,
) {
  const route = { compress: false as const, config: { budget } }
  app.get(siteShareUrl, route, async (request, reply) => {
    const facts = siteFacts(product)
    return send(request, reply, await getPicture('site', { template: 'site-picture', format: 'jpeg', facts }))
  })
  app.get<{ Params: { id: string } }>(`${sharePicturesPath}:id.jpg`, route, async (request, reply) => {
    const { success, data } = ListingIdSchema.safeParse(request.params)
    if (!success) throw notFound('picture')
    const listing = await findPublic(data.id)
    const facts = listingFacts(listing, product)
    const job = { template: 'share-picture', format: 'jpeg', facts } as const
    return send(request, reply, await getPicture(listing._id, job, listing.images[0]))
  })

  /** Returns the listing as a visitor sees it, even for its author: the picture is for others. */
  async function findPublic(id: string) {
    return find('service', id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return find('event', id)
      throw error
    })
  }

  const find = (kind: Kind, id: string) => listings.get(null, kind, id)

  /** Concurrent requests for the same picture share one drawing. */
  const inFlight = new Map<string, Promise<Buffer>>()

  async function getPicture(key: string, job: SharePictureJob, photoUrl?: string): Promise<SharePicture> {
    const etag = createHash('sha256')
      .update(JSON.stringify([templateVersion, job, photoUrl]))
      .digest('base64url')
      .slice(0, 22)
    let content = inFlight.get(etag)
    if (!content) {
      content = readOrDraw(key, etag, job, photoUrl).finally(() => inFlight.delete(etag))
      inFlight.set(etag, content)
    }
    return { content: await content, etag }
  }

  async function readOrDraw(key: string, etag: string, job: SharePictureJob, photoUrl?: string) {
    const cached = await cache.get(key, etag)
    if (cached) return cached
    const photo = photoUrl ? await loadPhoto(photoUrl) : null
    const content = await draw({ ...job, photo })
    await cache.set(key, etag, content)
    return content
  }
}

function listingFacts(listing: SharedListing, product: Product): DrawingJob['facts'] {
  return {
    product: toDisplayText(product.name),
    title: toDisplayText(listing.title),
    price: toDisplayText(formatPrice(listing, product.currency)),
    lines: linesOf(listing),
  }
}

const siteFacts = (product: Product): DrawingJob['facts'] => ({
  product: toDisplayText(product.name),
  tagline: toDisplayText(product.tagline),
  pictures: ['bread-1', 'market-1', 'dog-walk-1', 'guitar-1'].map((name) => `/demo/pictures/${name}.svg`),
})

function send(request: FastifyRequest, reply: FastifyReply, { content, etag }: SharePicture) {
  reply.headers({
    // Only a few minutes, because the listing may be hidden.
    'cache-control': 'public, max-age=300',
    'content-security-policy': sandboxPolicy,
    // Other sites embed it next to their links.
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (isNotModified(request, reply, `"${etag}"`)) return reply.send()
  return reply.type(sharePictureType).send(content)
}
