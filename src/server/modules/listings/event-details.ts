/** What only events have: stores their venues and tickets, and completes their rows. Without a row of `event_details`, defaults apply. */

import { sql } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import {
  type eventInputFields,
  noTickets,
  noVenue,
  type Occurrence,
  type TicketsInput,
  type VenueInput,
} from '../../../shared/event-fields.ts'
import type { Event, ListedEvent } from '../../../shared/listing.ts'
import type { EventUpdate, NewEvent } from '../../../shared/listing-input.ts'
import { areSoldOut, priceRangeOf } from '../../../shared/ticket-prices.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'
import { instantsOf } from './schedule/occurrences.ts'
import type { StoredPart } from './schedule/store.ts'

type EventInput = Pick<NewEvent, keyof typeof eventInputFields>

type ListedDetails = Pick<ListedEvent, 'attendance_mode' | 'venue_name' | 'price_max' | 'pay_what_you_can'>
type Details = Pick<
  Event,
  'venue' | 'online_url_shown' | 'ticket_types' | 'ticket_url' | 'capacity' | 'registration'
> & {
  online_url: string
}

/** The columns of an event that are JSON. A service's row has none of them. */
export type EventColumns = {
  current?: { occurrence: Occurrence; rule: string | null } | null
  listed_details?: ListedDetails | null
  parts?: StoredPart[] | null
  details?: Details | null
}

/** What lists show, as JSON; null without a row. */
export const listedDetailsJson = sql`(
  select json_build_object('attendance_mode', attendance_mode, 'venue_name', venue_name, 'price_max', price_max,
    'pay_what_you_can', pay_what_you_can)
  from event_details where listing_id = listing.id)`

export const venueJson = sql`json_build_object('name', venue_name, 'address', venue_address, 'postal_code', venue_postal_code,
  'note', venue_note, 'latitude', venue_latitude, 'longitude', venue_longitude)`

/** What the page of an event shows, as JSON; null without a row. */
export const allDetailsJson = sql`(
  select json_build_object('online_url', online_url, 'online_url_shown', online_url_shown,
    'venue', ${venueJson}, 'ticket_types', ticket_types, 'ticket_url', ticket_url, 'capacity', capacity,
    'registration', registration)
  from event_details where listing_id = listing.id)`

const defaultListedDetails: ListedDetails = {
  attendance_mode: 'in_person',
  venue_name: '',
  price_max: null,
  pay_what_you_can: false,
}
const defaultDetails: Details = {
  venue: noVenue,
  online_url: '',
  online_url_shown: 'signed_in',
  ticket_types: [],
  ticket_url: '',
  capacity: null,
  registration: null,
}

/** Stores the fields that the input has, and leaves the others as they are. */
export async function storeEventDetails(tx: Connection, listingId: string, input: EventInput) {
  const { venue, tickets, attendance_mode, online_url, online_url_shown, registration } = input
  const columns = {
    ...(attendance_mode !== undefined && { attendance_mode }),
    ...(online_url !== undefined && { online_url }),
    ...(online_url_shown !== undefined && { online_url_shown }),
    ...(venue !== undefined && venueColumns(venue ?? noVenue)),
    ...(tickets !== undefined && ticketColumns(tickets ?? noTickets)),
    ...(registration !== undefined && { registration: registration && JSON.stringify(registration) }),
  }
  if (Object.keys(columns).length === 0) return
  await tx
    .insertInto('event_details')
    .values({ listing_id: listingId, ...columns })
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet(columns))
    .execute()
}

const venueColumns = ({ name, address, postal_code, note, latitude, longitude }: VenueInput) => ({
  venue_name: name,
  venue_address: address,
  venue_postal_code: postal_code,
  venue_note: note,
  venue_latitude: latitude,
  venue_longitude: longitude,
})

const ticketColumns = ({ price_max, pay_what_you_can, types, url, capacity }: TicketsInput) => ({
  price_max,
  pay_what_you_can,
  ticket_types: JSON.stringify(types),
  ticket_url: url,
  capacity,
})

/** Returns the venue and the tickets of an event under the names that an update has for them. */
export function editableDetails({ details, listed_details }: EventColumns) {
  const { venue, ticket_types, ticket_url, capacity, online_url, online_url_shown, registration } =
    details ?? defaultDetails
  const { attendance_mode, price_max, pay_what_you_can } = listed_details ?? defaultListedDetails
  const tickets = { price_max, pay_what_you_can, types: ticket_types, url: ticket_url, capacity }
  return { venue, attendance_mode, online_url, online_url_shown, tickets, registration }
}

/** Returns the venue and the tickets that this input stores: null clears them. */
export const replacedDetails = ({ venue, tickets }: Partial<EventInput>) => ({
  ...(venue !== undefined && { venue: venue ?? noVenue }),
  ...(tickets !== undefined && { tickets: tickets ?? noTickets }),
})

/** Returns the input with the price and availability of its tickets, or of the stored ones. Throws `invalid` if they disagree. */
export function withTicketPrices<Input extends object>(input: Input, stored: EventColumns = {}): Input {
  if (!isEvent(input)) return input
  const { types: storedTypes, price_max: storedMax } = editableDetails(stored).tickets
  const types = input.tickets === undefined ? storedTypes : (input.tickets?.types ?? [])
  const range = priceRangeOf(types)
  if (input.tickets === undefined) requireAgreement(input.price, range, storedMax)
  const soldOut = areSoldOut(types) && { event_availability: 'soldout' as const }
  if (!input.tickets || !range) return { ...input, ...soldOut }
  const tickets = { ...input.tickets, price_max: range.price_max }
  return { ...input, ...soldOut, price: range.price, tickets }
}

const isEvent = (input: object): input is NewEvent | EventUpdate => 'startDate' in input

/** A client that does not know tickets sends a price alone. */
function requireAgreement(price: number, range: { price: number } | null, max: TicketsInput['price_max']) {
  if (range ? price === range.price : price <= (max ?? price)) return
  const message = range
    ? t('The price follows from the kinds of tickets. To change it, send the tickets, too.')
    : t('The highest price cannot be below the lowest one. To change it, send the tickets, too.')
  throw new AppError('invalid', message, { price: message })
}

type EventRow = EventColumns &
  Pick<Taxonomy['ids'], 'country_id' | 'state_id' | 'city_id'> & {
    startDate?: string | null
    endDate?: string | null
  }

/** Returns the row with the event's wire fields; a service's row unchanged. */
export function withEventFields<Row extends EventRow>(row: Row, catalog: Catalog) {
  const { startDate, endDate, current, listed_details } = row
  if (!startDate || !endDate) return row
  const time_zone = catalog.timeZoneOf(row)
  return {
    ...row,
    time_zone,
    rule: current?.rule ?? null,
    occurrence: current?.occurrence ?? wholeDays(startDate, endDate, time_zone),
    ...(listed_details ?? defaultListedDetails),
  }
}

/** Returns the row with what only the page of an event shows, and with the link to an online event. The schedule is the latest part. */
export function withEventDetails<Row extends EventColumns>(row: Row) {
  const { online_url, ...shown } = row.details ?? defaultDetails
  return {
    ...row,
    ...shown,
    schedule: row.parts?.at(-1) ?? null,
    online_url: online_url || null,
    has_online_url: online_url !== '',
  }
}

function wholeDays(startDate: string, endDate: string, timeZone: string): Occurrence {
  const days = { startDate, endDate, startTime: null, endTime: null, doorsTime: null }
  return { scheduled: startDate, ...days, ...instantsOf(days, timeZone), canceled: false, postponed: false }
}
