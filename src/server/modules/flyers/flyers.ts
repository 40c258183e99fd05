/** The module as the app sees it: the site's flyers, listing flyers, and share pictures. */
import type { FastifyInstance } from 'fastify'
import type { Product } from '../../../shared/product.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import type { ListingService } from '../listings/service.ts'
import { createDiskCache } from './disk-cache.ts'
import { createDrawings } from './drawings.ts'
import { createListingFlyers } from './listing-flyer.ts'
import { mountListingFlyers } from './mount-listing-flyers.ts'
import { mountSharePictures } from './mount-share-pictures.ts'
import { mountSiteFlyers } from './mount-site-flyers.ts'
import { createPhotoLoader } from './photos.ts'
import { createSharePictures } from './share-pictures.ts'

type FlyersOptions = {
  listings: ListingService
  /** `shareFolder` holds the disk cache of share pictures. */
  pictures: { store: ImageStore; shareFolder: string }
  viewerOf: ViewerOf
  rateLimit: number | null
  product: Product
  publicUrl: string
}

export function mountFlyers(app: FastifyInstance, options: FlyersOptions) {
  const { listings, pictures, viewerOf, rateLimit, product, publicUrl } = options
  const { draw, stop } = createDrawings(app.log)
  app.addHook('onClose', () => stop())
  mountSiteFlyers(app, { draw, product, publicUrl })
  const loadPhoto = createPhotoLoader(pictures.store)
  const flyers = createListingFlyers({ draw, loadPhoto, listings, product, publicUrl })
  mountListingFlyers(app, { flyers, viewerOf, rateLimit })
  const kept = createDiskCache(pictures.shareFolder)
  const sharePictures = createSharePictures({ draw, loadPhoto, kept, product })
  mountSharePictures(app, { sharePictures, listings, rateLimit })
}
