/** `GET` of a listing's page followed by `/flyer.pdf`: a flyer for its author to print, drawn on every request. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contactVisibilityOf } from '../../../shared/contact-visibility.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import type { Occurrence } from '../../../shared/event-fields.ts'
import { type Author, type Kind, ListingIdSchema, type Service } from '../../../shared/listing.ts'
import { visibleValues, visitor } from '../../../shared/listing-fields/field.ts'
import { formatContextOf, shownLines } from '../../../shared/listing-fields/format.ts'
import { localField, localName } from '../../../shared/local-names.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { canEditListing, type Viewer } from '../../../shared/policy.ts'
import { type ListingPrice, priceParts } from '../../../shared/price.ts'
import type { CurrentSettings, SiteSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import type { ListingFields } from '../listing-fields/service.ts'
import type { ListingService } from '../listings/service.ts'
import { toDisplayAddress, toDisplayText, wordsOf } from './display-text.ts'
import type { Draw, LoadPhoto } from './drawings.ts'
import { drawnLookOf } from './drawn-look.ts'
import { linesOf, maxFlyerDates, type PlacedListing, type SeriesDates } from './listing-lines.ts'

/** Per network, because drawing takes long. */
const budget = { name: 'flyers', perMinute: 20, burst: 20 }

export type ListingFlyersOptions = {
  draw: Draw
  loadPhoto: LoadPhoto
  listings: Pick<ListingService, 'get'>
  listingFields: ListingFields
  /** Returns the dates of an event that are not over, soonest first. */
  listUpcoming: (
    event: { _id: string; schedule: unknown; occurrence: Occurrence },
    limit: number,
  ) => Promise<Occurrence[]>
  viewerOf: ViewerOf
  settings: CurrentSettings
  publicUrl: string
  store: ImageStore
}

export function mountListingFlyers(app: FastifyInstance, options: ListingFlyersOptions) {
  const { draw, loadPhoto, listings, listingFields, listUpcoming, viewerOf, publicUrl } = options
  const route = { compress: false as const, config: { budget } }
  for (const kind of ['service', 'event'] as const) {
    app.get<{ Params: { id: string } }>(publicPaths.listingFlyer(kind, ':id'), route, (request, reply) =>
      sendFlyer(kind, request.params.id, request, reply),
    )
  }

  async function sendFlyer(kind: Kind, pathId: string, request: FastifyRequest, reply: FastifyReply) {
    const { success, data } = ListingIdSchema.safeParse({ id: pathId })
    if (!success) throw notFound(kind)
    const { id } = data
    const path = publicPaths.listing(kind, id)
    reply.header('cache-control', 'private, no-store')
    const viewer = await viewerOf(request, reply)
    // Signing in leads back to a page, not to a file: from the listing, the flyer is one click away.
    if (!viewer) return reply.redirect(`/signin?to=${encodeURIComponent(path)}`)
    const flyer = await drawFlyer(viewer, kind, id, path)
    return reply
      .header('content-disposition', `inline; filename="flyer-${id}.pdf"`)
      .type('application/pdf')
      .send(flyer)
  }

  async function findSeries(listing: Awaited<ReturnType<typeof listings.get>>): Promise<SeriesDates | null> {
    if (!('schedule' in listing) || !listing.schedule?.rule) return null
    // Some may be canceled.
    return { schedule: listing.schedule, dates: await listUpcoming(listing, 3 * maxFlyerDates) }
  }

  /** Returns a one-page PDF, for the author and admins. `path` is that of the listing's page. */
  async function drawFlyer(viewer: Viewer, kind: Kind, id: string, path: string): Promise<Buffer> {
    const listing = await listings.get(viewer, kind, id)
    if (!canEditListing(viewer, listing)) {
      throw new AppError(
        'forbidden',
        t(
          '{kind, select, service {Only the poster can print a flyer for this service.} other {Only the poster can print a flyer for this event.}}',
          { kind },
        ),
      )
    }
    if (listing.status === 'hidden') {
      throw new AppError(
        'conflict',
        t(
          '{kind, select, service {This service is hidden, so no one could open it from a flyer.} other {This event is hidden, so no one could open it from a flyer.}}',
          { kind },
        ),
      )
    }
    const [cover] = listing.images
    const photo = cover ? await loadPhoto(cover) : null
    const series = await findSeries(listing)
    const settings = options.settings()
    const fields = (await listingFields.all()).map(localField)
    // A printed flyer hangs in public, so it shows only what visitors may see.
    const values = visibleValues(fields, listing.fields, visitor)
    const own = shownLines(fields, values, 'flyer', formatContextOf(listing, settings.currency))
    const facts = flyerFacts({ ...listing, series }, path, { own, settings, publicUrl })
    const look = await drawnLookOf(settings, 'flyer', options.store)
    return draw({ template: 'listing-flyer', format: 'pdf', facts, photo, look })
  }
}

/** No page has space for more. */
const maxDescriptionLength = 1600

/** A series at a venue has as many. More would leave no space for the description. */
const maxLines = 5
const maxLineLength = 100

type PrintedListing = Pick<Service, 'title' | 'description' | 'category' | 'subcategory'> &
  ListingPrice &
  PlacedListing & { author: Author; messages_only: boolean; series: SeriesDates | null }

function flyerFacts(
  listing: PrintedListing,
  path: string,
  { own, settings, publicUrl }: { own: string[]; settings: SiteSettings; publicUrl: string },
) {
  const { title, description, category, subcategory, author } = listing
  const { before, amount, after } = priceParts(listing, settings.currency)
  const takesMessages = contactVisibilityOf(settings.contactVisibility, listing) === 'messages'
  const link = `${publicUrl}${path}`
  return {
    ...wordsOf(link),
    link,
    call: toDisplayText(t('Scan for more')),
    site: settings.name,
    product: toDisplayText(settings.name),
    title: toDisplayText(title),
    topic: toDisplayText(localName(subcategory ?? category)),
    price: {
      before: toDisplayText(before),
      amount: toDisplayText(amount),
      after: toDisplayText(after),
    },
    lines: [
      ...linesOf(listing, listing.series),
      ...own.map((line) => toDisplayText(line, maxLineLength)),
    ].slice(0, maxLines),
    description: toDisplayText(description, maxDescriptionLength),
    contact: toDisplayText(
      takesMessages ? t('Message me on {site}', { site: settings.name }) : contactOf(author),
      80,
    ),
    // The site's address: nobody types the listing's long one, which is in the QR code.
    address: toDisplayAddress(publicUrl),
    'photo-alt': title,
  }
}

/** The most useful contact on a tear-off strip, which the author prints and puts up. */
const contactOf = ({ phone, business_email, email }: Author): string => phone || business_email || email
