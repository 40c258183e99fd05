import type { CallReply } from '../../../shared/contract.ts'
import { cardText, formatEventPlace } from '../../../shared/format.ts'
import type {
  Freshness,
  Kind,
  ListedEvent,
  ListedService,
  OwnEvent,
  OwnService,
} from '../../../shared/listing.ts'
import type { ListingPrice } from '../../../shared/price.ts'
import { summarizeRecurrence } from '../../../shared/recurrence-summary.ts'
import type { EventDates } from '../../listing/event-state.ts'
import { calledOff, type EventEnd, endOf } from '../../listing/event-state.ts'

/** The fields of a listing that lists show, and no others: the browser gets them twice, as HTML and as state. */
export type Card = ListingPrice & {
  kind: Kind
  category: string
  id: string
  title: string
  summary: string
  subcategory: string | null
  image: string | null
  /** A tiny version of the image as a `data:` URL, or an empty string. */
  placeholder: string
  posted: string
  /** A service that may not be offered anymore. */
  stale?: true
  place: string
  /** How many people recommend the author; missing if none does. */
  recommendations?: number
  /** From the place that the list is near, such as `3 mi away`. */
  distance?: string
  event: CardEvent | null
}

/** The current or next date of an event, and whether one can still go. */
type CardEvent = EventDates & EventEnd & { soldOut: boolean; repeats?: string }

/** A card in the author's own list. It does not reveal reports. */
export type OwnCard = Card & {
  hidden: boolean
  freshness: Freshness
  renewBy: string | null
  contactViewers: number
}

export type CardPage = {
  cards: Card[]
  total: number
  totalPages: number
  /** Whether there are more than `total` says. */
  more?: boolean
  /** How many cards match the whole search. The others, which follow, match some of its words. */
  full?: number
  /** Whether the others match no words, but are in the same categories. */
  related?: boolean
}

export function toCardPage(
  reply: CallReply<'listServices'> | CallReply<'listEvents'>,
  cardTextLength: number,
): CardPage {
  const { total, totalPages } = reply
  const listings = 'services' in reply ? reply.services : reply.events
  return { cards: listings.map((listing) => toCard(listing, cardTextLength)), total, totalPages }
}

export const toOwnCard = (listing: OwnService | OwnEvent, cardTextLength: number): OwnCard => ({
  ...toCard(listing, cardTextLength),
  hidden: listing.status === 'hidden',
  freshness: listing.freshness,
  renewBy: 'renewBy' in listing ? listing.renewBy : null,
  contactViewers: listing.contact_viewers ?? 0,
})

export function toCard(listing: ListedService | ListedEvent, cardTextLength: number): Card {
  const event = 'startDate' in listing ? listing : null
  return {
    kind: event ? 'event' : 'service',
    category: listing.category,
    id: listing._id,
    title: listing.title,
    summary: cardText(listing.description, cardTextLength),
    subcategory: listing.subcategory,
    image: listing.images[0] ?? null,
    placeholder: listing.placeholders[0] ?? '',
    price: listing.price,
    price_unit: listing.price_unit,
    ...(event && event.price_max !== null && { price_max: event.price_max }),
    ...(event?.pay_what_you_can && { pay_what_you_can: true }),
    posted: listing.posted,
    // Saved ads may be archived. Events are archived long after their end, which they show.
    ...(!event && listing.freshness !== 'current' && { stale: true }),
    ...(listing.recommendations > 0 && { recommendations: listing.recommendations }),
    place: placeOf(listing),
    event: event && toCardEvent(event),
  }
}

function toCardEvent(event: ListedEvent): CardEvent {
  const { startDate, endDate, startTime, endTime, startsAt } = event.occurrence
  return {
    startDate,
    endDate,
    startTime,
    endTime,
    startsAt,
    timeZone: event.time_zone,
    soldOut: event.event_availability === 'soldout',
    ...calledOff(event),
    ...endOf(event),
    ...(event.rule && { repeats: summarizeRecurrence(event.rule) }),
  }
}

/** The town; of an event, with its venue, or that it is online. */
function placeOf(listing: ListedService | ListedEvent): string {
  const town = [listing.city, listing.state].filter(Boolean).join(', ') || listing.country
  if (!('startDate' in listing)) return town
  if (listing.attendance_mode === 'online' || !listing.state) return formatEventPlace(listing)
  return listing.venue_name ? `${listing.venue_name}, ${listing.city ?? town}` : town
}
