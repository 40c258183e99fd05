import type { CallReply } from '../../shared/contract.ts'
import { truncate } from '../../shared/format.ts'
import type { Event, Kind, ListedEvent, ListedService, Service } from '../../shared/listing.ts'

/** What a list shows of a listing, and no more: it travels to the browser twice, as HTML and as state. */
export type Card = {
  kind: Kind
  id: string
  title: string
  summary: string
  image: string | null
  /** Of the image: a tiny one as a `data:` address, or an empty text. */
  placeholder: string
  price: number
  place: string
  event: { startDate: string; endDate: string; soldOut: boolean } | null
}

/** What its author's own list shows besides. A mere report is not told. */
export type OwnCard = Card & { posted: string; hidden: boolean }

export type CardPage = { cards: Card[]; total: number; totalPages: number }

export function toCardPage(reply: CallReply<'listServices'> | CallReply<'listEvents'>): CardPage {
  const { total, totalPages } = reply
  const listings = 'services' in reply ? reply.services : reply.events
  return { cards: listings.map(toCard), total, totalPages }
}

export const toOwnCard = (listing: Service | Event): OwnCard => ({
  ...toCard(listing),
  posted: listing.posted,
  hidden: listing.status === 'hidden',
})

export function toCard(listing: ListedService | ListedEvent): Card {
  const dated = 'startDate' in listing ? listing : null
  return {
    kind: dated ? 'event' : 'service',
    id: listing._id,
    title: listing.title,
    summary: truncate(listing.description),
    image: listing.images[0] ?? null,
    placeholder: listing.placeholders[0] ?? '',
    price: listing.price,
    place: [listing.city, listing.state].filter(Boolean).join(', ') || listing.country,
    event: dated && {
      startDate: dated.startDate,
      endDate: dated.endDate,
      soldOut: dated.event_availability === 'soldout',
    },
  }
}
