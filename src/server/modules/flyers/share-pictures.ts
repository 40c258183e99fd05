/** The picture of each listing that stands beside links to it, and that of the site: what they show, and where they are kept. */
import { createHash } from 'node:crypto'
import { formatDayRange, formatPlace, formatPrice } from '../../../shared/format.ts'
import type { Event, Service } from '../../../shared/listing.ts'
import type { Product } from '../../../shared/product.ts'
import type { KeptFiles } from './disk-cache.ts'
import { said } from './display-text.ts'
import type { DrawingOrder } from './drawing-process.ts'
import type { Draw } from './drawings.ts'
import type { PhotoOf } from './photos.ts'

/** Raised when the drawing itself changes, so that what was kept before is drawn anew. */
const edition = 1

type Shown = Omit<Service, 'author' | 'placeholders'> & Partial<Pick<Event, 'startDate' | 'endDate'>>
type Site = { product: Product }
type Parts = Site & { draw: Draw; kept: KeptFiles; loadPhoto: PhotoOf }

/** `tag` changes with whatever the picture shows. */
export type SharePicture = { content: Buffer; tag: string }

export type SharePictures = ReturnType<typeof createSharePictures>

export function createSharePictures({ draw, kept, loadPhoto, ...site }: Parts) {
  /** Several who ask at once, as those do who show a link to many, share one drawing. */
  const drawing = new Map<string, Promise<Buffer>>()

  function picture(owner: string, order: Omit<DrawingOrder, 'photo'>, photo: string | undefined) {
    const tag = createHash('sha256')
      .update(JSON.stringify([edition, order, photo]))
      .digest('base64url')
      .slice(0, 22)
    let content = drawing.get(tag)
    if (!content) {
      content = find(owner, tag, order, photo).finally(() => drawing.delete(tag))
      drawing.set(tag, content)
    }
    return content.then((found): SharePicture => ({ content: found, tag }))
  }

  async function find(owner: string, tag: string, order: Omit<DrawingOrder, 'photo'>, address?: string) {
    const found = await kept.read(owner, tag)
    if (found) return found
    const photo = address ? await loadPhoto(address) : null
    const drawn = await draw({ ...order, photo })
    await kept.put(owner, tag, drawn)
    return drawn
  }

  return {
    ofListing: (listing: Shown) =>
      picture(
        listing._id,
        { template: 'share-picture', as: 'jpeg', facts: factsOf(listing, site) },
        listing.images[0],
      ),
    ofSite: () =>
      picture('site', { template: 'site-picture', as: 'jpeg', facts: siteFacts(site) }, undefined),
  }
}

function factsOf(listing: Shown, { product }: Site): DrawingOrder['facts'] {
  const { title, price, startDate, endDate } = listing
  const days = startDate && endDate ? [said(formatDayRange(startDate, endDate))] : []
  return {
    product: said(product.name),
    title: said(title),
    price: said(formatPrice(price, product.currency)),
    lines: [...days, said(formatPlace(listing))],
  }
}

const siteFacts = ({ product }: Site): DrawingOrder['facts'] => ({
  product: said(product.name),
  tagline: said(product.tagline),
  pictures: ['bread-1', 'market-1', 'dog-walk-1', 'guitar-1'].map((name) => `/demo/pictures/${name}.svg`),
})
