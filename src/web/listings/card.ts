import type { CallReply } from '../../shared/contract.ts'
import { shorten } from '../../shared/format.ts'
import type { Kind, ListedEvent, ListedService } from '../../shared/listing.ts'

/** What a list shows of a listing, and no more: it travels to the browser twice, as HTML and as state. */
export type Card = {
  kind: Kind
  id: string
  title: string
  summary: string
  image: string | null
  price: number
  place: string
  event: { startDate: string; endDate: string; soldOut: boolean } | null
}

export type CardPage = { cards: Card[]; total: number; totalPages: number }

export function toCardPage(reply: CallReply<'listServices'> | CallReply<'listEvents'>): CardPage {
  const { total, totalPages } = reply
  const listings = 'services' in reply ? reply.services : reply.events
  return { cards: listings.map(toCard), total, totalPages }
}

function toCard(listing: ListedService | ListedEvent): Card {
  const dated = 'startDate' in listing ? listing : null
  return {
    kind: dated ? 'event' : 'service',
    id: listing._id,
    title: listing.title,
    summary: shorten(listing.description),
    image: listing.images[0] ?? null,
    price: listing.price,
    place: [listing.city, listing.state].filter(Boolean).join(', ') || listing.country,
    event: dated && {
      startDate: dated.startDate,
      endDate: dated.endDate,
      soldOut: dated.event_availability === 'soldout',
    },
  }
}
