/** What the preview shows of a venue and tickets that may not be complete yet. */
import { attendanceModes, noTickets, noVenue, onlineUrlAudiences } from '../../shared/event-fields.ts'
import type { Event } from '../../shared/listing.ts'
import { priceRangeOf } from '../../shared/ticket-prices.ts'
import { registrationBody } from './registration-values.ts'
import { ticketsBody } from './ticket-values.ts'
import type { ListingValues } from './values.ts'
import { venueBody } from './venue-values.ts'

const numberOrNull = (value: number | null) => (Number.isNaN(value) ? null : value)

export function previewedEvent(values: ListingValues) {
  const { attendance_mode, online_url, online_url_shown, ...sent } = venueBody(values)
  const venue = sent.venue ?? noVenue
  const tickets = ticketsBody(values) ?? noTickets
  const ticket_types = tickets.types.map((type) => ({ ...type, price: numberOrNull(type.price) ?? 0 }))
  const range = priceRangeOf(ticket_types)
  return {
    attendance_mode: attendanceModes.find((mode) => mode === attendance_mode) ?? 'in_person',
    venue: {
      ...venue,
      latitude: numberOrNull(venue.latitude),
      longitude: numberOrNull(venue.longitude),
    },
    venue_name: venue.name,
    online_url: online_url || null,
    has_online_url: online_url !== '',
    online_url_shown: onlineUrlAudiences.find((audience) => audience === online_url_shown) ?? 'signed_in',
    ticket_types,
    ticket_url: tickets.url,
    capacity: numberOrNull(tickets.capacity),
    price_max: range ? range.price_max : numberOrNull(tickets.price_max),
    pay_what_you_can: tickets.pay_what_you_can,
    registration: registrationBody(values),
  } satisfies Partial<Event>
}
