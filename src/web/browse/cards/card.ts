import { langOf } from '../../../shared/ad-languages.ts'
import type { CallReply } from '../../../shared/contract.ts'
import type { DistanceUnit } from '../../../shared/distance.ts'
import { cardText, formatEventPlace } from '../../../shared/format.ts'
import type { Kind, ListedEvent, ListedService } from '../../../shared/listing.ts'
import { localName } from '../../../shared/local-names.ts'
import { summarizeRecurrence } from '../../../shared/recurrence-summary.ts'
import { t } from '../../../shared/translate.ts'
import { calledOff, endOf } from '../../listing/event-state.ts'
import type { CardContext } from '../../listing/site-fields.ts'

export type Card = ReturnType<typeof toCard> & {
  /** From the place that the list is near, such as `3 mi away`. */
  distance?: string
}

export type CardPage = ReturnType<typeof toCardPage>

type ListName = 'listServices' | 'listEvents' | 'filterServices' | 'filterEvents'

export function toCardPage(reply: CallReply<ListName>, context: CardContext) {
  const { search, total, totalPages } = reply
  const listings = 'services' in reply ? reply.services : reply.events
  const unit = search?.near?.unit ?? 'mi'
  const cards: Card[] = listings.map((listing) => ({
    ...toCard(listing, context),
    ...(listing.distance !== undefined && { distance: formatDistance(listing.distance, unit) }),
  }))
  return {
    cards,
    total,
    totalPages,
    /** Whether there are more than `total`. */
    more: search?.more ?? false,
    /** How many cards match the whole search. The others, which follow, match some of its words. */
    full: search?.full ?? cards.length,
    /** Whether the others match no words, but are in the same categories. */
    related: search?.related ?? false,
  }
}

/** Formats a distance as `3 mi away`. */
export function formatDistance(distance: number, unit: DistanceUnit): string {
  return distance < 1
    ? t('Less than {distance} away', { distance: `1 ${unit}` })
    : t('{distance} away', { distance: `${Math.round(distance)} ${unit}` })
}

/** Returns the fields of a listing that lists show, and no others: the browser gets them twice, as HTML and as state. */
export function toCard(listing: ListedService | ListedEvent, context: CardContext) {
  const event = 'startDate' in listing ? listing : null
  const kind: Kind = event ? 'event' : 'service'
  return {
    kind,
    category: listing.category,
    id: listing._id,
    title: listing.title,
    lang: langOf(listing),
    summary: cardText(listing.description, context.cardTextLength),
    subcategory: listing.subcategory,
    image: listing.images[0] ?? null,
    /** A tiny version of the image as a `data:` URL, or an empty string. */
    placeholder: listing.placeholders[0] ?? '',
    price: listing.price,
    price_unit: listing.price_unit,
    price_max: event?.price_max ?? undefined,
    pay_what_you_can: event?.pay_what_you_can || undefined,
    posted: listing.posted,
    // Saved ads may be archived. Events are archived long after their end, which they show.
    stale: (!event && listing.freshness !== 'current') || undefined,
    /** How many people recommend the author; missing if none does. */
    recommendations: listing.recommendations || undefined,
    /** What it says in the site's own fields. */
    fields: context.lineOf(listing) || undefined,
    place: placeOf(listing),
    event: event && toCardEvent(event),
  }
}

/** Returns the current or next date of an event, and whether one can still go. */
function toCardEvent(event: ListedEvent) {
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
    repeats: event.rule ? summarizeRecurrence(event.rule) : undefined,
  }
}

/** The town; of an event, with its venue, or that it is online. */
function placeOf(listing: ListedService | ListedEvent): string {
  const town =
    [listing.city, localName(listing.state ?? '')].filter(Boolean).join(', ') || localName(listing.country)
  if (!('startDate' in listing)) return town
  if (listing.attendance_mode === 'online' || !listing.state) return formatEventPlace(listing)
  return listing.venue_name ? `${listing.venue_name}, ${listing.city ?? town}` : town
}
