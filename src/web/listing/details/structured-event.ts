/** Events as https://schema.org data. The link to an online event is left out: it is for signed-in people only. */

import type { GeoCoordinates, Offer, Place, PostalAddress, VirtualLocation } from 'schema-dts'
import type { Occurrence, TicketType } from '../../../shared/event-fields.ts'
import { formatPlace } from '../../../shared/format.ts'
import type { Event, EventDetails } from '../../../shared/listing.ts'
import { localName } from '../../../shared/local-names.ts'
import { memoize } from '../../../shared/memoize.ts'
import { paths } from '../../paths.ts'

/** Pages of events also say who organizes them. */
export type StructuredEvent = Event & Partial<Pick<EventDetails, 'seller'>>
export type EventOptions = {
  origin: string
  currency: string
  /** The URL of the event's page. */
  url: string
  /** The dates of a series that are not over, soonest first. */
  dates: Occurrence[]
}

/** Search engines need the next dates, not a year of them. None of them reads a rule of repetition. */
const maxDates = 10

/** Returns what an event has beyond every listing. */
export function eventFields(event: StructuredEvent, options: EventOptions) {
  const { capacity, price, price_max } = event
  const location = locationOf(event, options.url)
  return {
    ...timesOf(event.occurrence, event),
    eventStatus: statusOf(event, event.occurrence),
    eventAttendanceMode: attendanceModes[event.attendance_mode],
    ...organizerOf(event, options),
    location,
    ...(options.dates.length > 0 && { subEvent: options.dates.slice(0, maxDates).map(toSubEvent) }),
    ...(capacity !== null && { maximumAttendeeCapacity: capacity }),
    isAccessibleForFree: price === 0 && price_max === null,
    offers: offersOf(event, options),
  }

  function toSubEvent(date: Occurrence) {
    return {
      '@type': 'Event' as const,
      name: event.title,
      url: options.url,
      ...timesOf(date, event),
      eventStatus: statusOf(event, date),
      eventAttendanceMode: attendanceModes[event.attendance_mode],
      location,
    }
  }
}

const attendanceModes = {
  in_person: 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  both: 'https://schema.org/MixedEventAttendanceMode',
} as const

function statusOf(event: Event, date: Occurrence) {
  if (event.canceled || date.canceled) return 'https://schema.org/EventCancelled' as const
  if (event.postponed || date.postponed) return 'https://schema.org/EventPostponed' as const
  return 'https://schema.org/EventScheduled' as const
}

/** Returns days, or times with the offset of the event's place. */
function timesOf(date: Occurrence, { time_zone }: Event) {
  const { startDate, endDate, startTime, endTime, doorsTime, startsAt, endsAt } = date
  if (startTime === null) return { startDate, endDate }
  const start = toZonedTime(startsAt, time_zone)
  return {
    startDate: start,
    endDate: endTime === null ? endDate : toZonedTime(endsAt, time_zone),
    ...(doorsTime !== null && { doorTime: `${startDate}T${doorsTime}:00${start.slice(19)}` }),
  }
}

/** Returns the name and the page of the person, but no contact details: they are meant for people only. */
function organizerOf({ seller }: StructuredEvent, { origin }: EventOptions) {
  if (!seller?.name) return {}
  const url = origin + paths.seller(seller.handle ?? seller.id)
  return { organizer: { '@type': 'Person' as const, name: seller.name, url } }
}

type Location = Place | VirtualLocation

function locationOf(event: Event, url: string): Location | Location[] {
  const online: VirtualLocation = { '@type': 'VirtualLocation', url }
  if (event.attendance_mode === 'online') return online
  return event.attendance_mode === 'both' ? [placeOf(event), online] : placeOf(event)
}

function placeOf(event: Event): Place {
  const { name, address, latitude, longitude } = event.venue
  const geo: GeoCoordinates | null =
    latitude === null || longitude === null ? null : { '@type': 'GeoCoordinates', latitude, longitude }
  return {
    '@type': 'Place',
    name: name || address || formatPlace(event),
    address: addressOf(event),
    ...(geo && { geo }),
  }
}

const addressOf = ({ city, state, country, venue }: Event): PostalAddress => ({
  '@type': 'PostalAddress',
  ...(venue.address && { streetAddress: venue.address }),
  ...(city && { addressLocality: city }),
  ...(state && { addressRegion: localName(state) }),
  ...(venue.postal_code && { postalCode: venue.postal_code }),
  addressCountry: localName(country),
})

function offersOf(event: Event, options: EventOptions) {
  const { price, price_max, ticket_types, ticket_url, pay_what_you_can, event_availability } = event
  const soldOut = event_availability === 'soldout'
  const common = {
    url: ticket_url || options.url,
    priceCurrency: options.currency,
    validFrom: event.posted,
    availability: availabilityOf(soldOut),
  }
  if (ticket_types.length > 0) return ticket_types.map((type) => ticketOf(type, soldOut, common))
  if (price_max !== null) {
    const range = { lowPrice: price.toFixed(2), highPrice: price_max.toFixed(2), offerCount: 1 }
    return { '@type': 'AggregateOffer' as const, ...common, ...range }
  }
  const offer = { '@type': 'Offer' as const, ...common, price: price.toFixed(2) }
  if (!pay_what_you_can) return offer
  return {
    ...offer,
    priceSpecification: {
      '@type': 'PriceSpecification' as const,
      price: price.toFixed(2),
      minPrice: price,
      priceCurrency: options.currency,
    },
  }
}

const availabilityOf = (soldOut: boolean) =>
  soldOut ? ('https://schema.org/SoldOut' as const) : ('https://schema.org/InStock' as const)

const ticketOf = ({ name, price, soldOut }: TicketType, allSoldOut: boolean, common: object): Offer => ({
  '@type': 'Offer',
  ...common,
  name,
  price: price.toFixed(2),
  availability: availabilityOf(soldOut || allSoldOut),
})

const zonedFormats = memoize(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZone,
      timeZoneName: 'longOffset',
    }),
)

/** Formats an ISO instant as local time with its offset, such as `2026-12-01T19:30:00-06:00`. */
function toZonedTime(instant: string, timeZone: string): string {
  const parts = zonedFormats(timeZone).formatToParts(new Date(instant))
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  )
  // `GMT-06:00`, or `GMT` where there is no offset.
  const offset = timeZoneName?.replace(/^GMT/, '') || '+00:00'
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`
}
