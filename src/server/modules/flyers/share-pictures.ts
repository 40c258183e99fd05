/** `GET /share/{id}.jpg` and `/share/site.jpg`: the pictures that other sites show with links to this one. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError, notFound } from '../../../shared/errors.ts'
import { languagePart, readerLanguage } from '../../../shared/language.ts'
import { type Kind, ListingIdSchema, type Service } from '../../../shared/listing.ts'
import { sharePicturesPath, sharePictureType, siteShareUrl } from '../../../shared/picture.ts'
import { formatPrice } from '../../../shared/price.ts'
import type { CurrentSettings, SiteSettings } from '../../../shared/settings/table.ts'
import { isNotModified } from '../../platform/http/etag.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import { varyByLanguage } from '../../platform/language/request-language.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import type { ListingService } from '../listings/service.ts'
import { readSiteFile } from '../media/service.ts'
import { toDisplayText } from './display-text.ts'
import type { DrawingJob } from './draw.ts'
import type { Draw, LoadPhoto } from './drawings.ts'
import { drawnLookOf, lookKeyOf } from './drawn-look.ts'
import { linesOf, type PlacedListing } from './listing-lines.ts'

/** Increase this when a template changes, so that others ask for the picture again. */
const templateVersion = 2
/** About 50 pictures, for links that many people open at once. */
const maxCachedBytes = 4 * 1024 * 1024

/** Per network, because drawing takes long. The crawlers of large sites use few networks. */
const budget = { name: 'share-images', perMinute: 120, burst: 120 }

type SharePicturesOptions = {
  draw: Draw
  loadPhoto: LoadPhoto
  listings: Pick<ListingService, 'get'>
  settings: CurrentSettings
  store: ImageStore
}

type SharedListing = Omit<Service, 'author' | 'placeholders'> & PlacedListing
type SharePicture = {
  job: Omit<DrawingJob, 'photo' | 'look'>
  photoUrl?: string | undefined
  /** Changes with the look of the site. */
  look?: string | undefined
  /** The name of a file that is the picture. */
  file?: string
}

export function mountSharePictures(
  app: FastifyInstance,
  { draw, loadPhoto, listings, settings, store }: SharePicturesOptions,
) {
  const route = { compress: false as const, config: { budget } }
  app.get(siteShareUrl, route, (request, reply) => {
    const site = settings()
    return send(request, reply, {
      job: { template: 'site-picture', format: 'jpeg', facts: siteFacts(site) },
      look: lookKeyOf(site, 'share-picture'),
      ...(site.sharePicture && { file: site.sharePicture }),
    })
  })
  app.get<{ Params: { id: string } }>(`${sharePicturesPath}:id.jpg`, route, async (request, reply) => {
    const { success, data } = ListingIdSchema.safeParse(request.params)
    if (!success) throw notFound('picture')
    const listing = await findPublic(data.id)
    const site = settings()
    return send(request, reply, {
      job: { template: 'share-picture', format: 'jpeg', facts: listingFacts(listing, site) },
      photoUrl: listing.images[0],
      look: lookKeyOf(site, 'share-picture'),
    })
  })

  /** Returns the listing as a visitor sees it, even for its author: the picture is for others. */
  async function findPublic(id: string) {
    return find('service', id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return find('event', id)
      throw error
    })
  }

  const find = (kind: Kind, id: string) => listings.get(null, kind, id)

  /** The keys are hashes of everything that a picture shows. Concurrent requests share a drawing. */
  const pictures = new LRUCache<string, Buffer, SharePicture>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length,
    // Those who wait for a drawing get it, even if others take its place meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (_hash, _stale, { context: { job, photoUrl, file } }) => {
      const own = file && (await readSiteFile(store, file))
      if (own) return own
      const look = await drawnLookOf(settings(), 'share-picture', store)
      return draw({ ...job, photo: photoUrl ? await loadPhoto(photoUrl) : null, look })
    },
  })

  async function send(request: FastifyRequest, reply: FastifyReply, picture: SharePicture) {
    const hash = createHash('sha256')
      .update(JSON.stringify([templateVersion, picture]))
      .digest('base64url')
      .slice(0, 22)
    const headers = {
      // Only a few minutes, because the listing may be hidden.
      'cache-control': 'public, max-age=300',
      'content-security-policy': sandboxPolicy,
      // Other sites embed it next to their links.
      'cross-origin-resource-policy': 'cross-origin',
    }
    varyByLanguage(request, reply)
    if (isNotModified(request, reply, `"${hash}"`)) return reply.headers(headers).send()
    const content = await pictures.forceFetch(hash, { context: picture })
    return reply.headers(headers).type(sharePictureType).send(content)
  }
}

function listingFacts(listing: SharedListing, settings: SiteSettings): DrawingJob['facts'] {
  return {
    language: languagePart(readerLanguage()),
    product: toDisplayText(settings.name),
    title: toDisplayText(listing.title),
    price: toDisplayText(formatPrice(listing, settings.currency)),
    lines: linesOf(listing),
  }
}

const siteFacts = (settings: SiteSettings): DrawingJob['facts'] => ({
  language: languagePart(readerLanguage()),
  product: toDisplayText(settings.name),
  tagline: toDisplayText(settings.tagline),
  pictures: ['bread-1', 'market-1', 'dog-walk-1', 'guitar-1'].map((name) => `/demo/pictures/${name}.svg`),
})
