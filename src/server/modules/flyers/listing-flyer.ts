/** A flyer for one listing, which its author prints: what it says, and how to reach the author. */
import { AppError } from '../../../shared/errors.ts'
import { formatDayRange, formatPlace, formatPrice } from '../../../shared/format.ts'
import type { Author, Event, Kind, Service } from '../../../shared/listing.ts'
import { canEditListing, type Viewer } from '../../../shared/policy.ts'
import type { Product } from '../../../shared/product.ts'
import { requireViewer } from '../../platform/http/guards.ts'
import type { ListingService } from '../listings/service.ts'
import { said } from './display-text.ts'
import type { Draw } from './drawings.ts'
import type { PhotoOf } from './photos.ts'
import { plainAddress } from './site-flyers.ts'

type Site = { product: Product; publicUrl: string }
type Parts = Site & { draw: Draw; loadPhoto: PhotoOf; listings: Pick<ListingService, 'get'> }

export type ListingFlyers = ReturnType<typeof createListingFlyers>

export function createListingFlyers({ draw, loadPhoto, listings, ...site }: Parts) {
  return {
    /** A PDF of one sheet, for the author and admins. `path` is that of the listing's page. */
    async draw(viewer: Viewer | null, kind: Kind, id: string, path: string): Promise<Buffer> {
      const asking = requireViewer(viewer)
      const listing = await listings.get(asking, kind, id)
      if (!canEditListing(asking, listing)) {
        throw new AppError('forbidden', `Only its author can print a flyer for this ${kind}.`)
      }
      if (listing.status === 'hidden') {
        throw new AppError('conflict', `This ${kind} is hidden, so a flyer would lead nobody to it.`)
      }
      const [first] = listing.images
      const photo = first ? await loadPhoto(first) : null
      return draw({ template: 'listing-flyer', as: 'pdf', facts: factsOf(listing, path, site), photo })
    },
  }
}

/** More fits on no sheet. */
const longestDescription = 1600

type Printed = Pick<
  Service,
  'title' | 'price' | 'description' | 'country' | 'state' | 'city' | 'category' | 'subcategory'
> &
  Partial<Pick<Event, 'startDate' | 'endDate'>> & { author: Author }

function factsOf(listing: Printed, path: string, { product, publicUrl }: Site) {
  const { title, price, description, startDate, endDate, category, subcategory, author } = listing
  const days = startDate && endDate ? [said(formatDayRange(startDate, endDate))] : []
  return {
    link: `${publicUrl}${path}`,
    site: product.name,
    product: said(product.name),
    title: said(title),
    topic: said(subcategory ?? category),
    price: said(formatPrice(price, product.currency)),
    lines: [...days, said(formatPlace(listing))],
    description: said(description, longestDescription),
    contact: said(wayToReach(author), 80),
    // That of the listing has forty letters nobody types: the code has it.
    address: plainAddress(publicUrl),
    'photo-shows': title,
  }
}

/** The one that people expect on a strip of paper, of those that the page shows to everybody. */
const wayToReach = ({ phone, business_email, email }: Author): string => phone || business_email || email
