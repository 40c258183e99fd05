/** Stores and reads what an event says about its venue and tickets. An event without a row has none of it. */
import { sql } from 'kysely'
import type { eventInputFields, TicketsInput, VenueInput } from '../../../shared/event-fields.ts'
import type { Event, ListedEvent } from '../../../shared/listing.ts'
import type { NewEvent } from '../../../shared/listing-input.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { StoredTickets } from './tickets.ts'

type EventInput = Pick<NewEvent, keyof typeof eventInputFields>

const noVenue: VenueInput = {
  name: '',
  address: '',
  postal_code: '',
  note: '',
  latitude: null,
  longitude: null,
}
const noTickets: TicketsInput = {
  price_max: null,
  pay_what_you_can: false,
  types: [],
  url: '',
  capacity: null,
}

/** Stores the fields that the input has, and leaves the others as they are. An event that has none of it gets no row. */
export async function storeEventDetails(tx: Connection, listingId: string, input: EventInput) {
  const columns = toColumns(input)
  if (Object.keys(columns).length === 0) return
  if (isNothing(columns)) {
    await tx.updateTable('event_details').set(columns).where('listing_id', '=', listingId).execute()
    return
  }
  await tx
    .insertInto('event_details')
    .values({ listing_id: listingId, ...columns })
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet(columns))
    .execute()
}

function toColumns({ venue, tickets, attendance_mode, online_url, online_url_shown }: EventInput) {
  return {
    ...(attendance_mode !== undefined && { attendance_mode }),
    ...(online_url !== undefined && { online_url }),
    ...(online_url_shown !== undefined && { online_url_shown }),
    ...(venue !== undefined && venueColumns(venue ?? noVenue)),
    ...(tickets !== undefined && ticketColumns(tickets ?? noTickets)),
  }
}

const isNothing = (columns: ReturnType<typeof toColumns>) =>
  Object.entries(columns).every(([name, value]) => value === nothing[name as keyof typeof nothing])

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

type DetailedEvent = {
  details?:
    | (Pick<Event, 'venue' | 'ticket_types' | 'ticket_url' | 'capacity' | 'online_url_shown'> & {
        online_url: string
      })
    | null
  listed_details?: Pick<ListedEvent, 'attendance_mode' | 'price_max' | 'pay_what_you_can'> | null
}

/** The default of each column. */
const nothing = {
  ...{ ...venueColumns(noVenue), ...ticketColumns(noTickets) },
  ...{ attendance_mode: 'in_person', online_url: '', online_url_shown: 'signed_in' },
} as const satisfies Required<ReturnType<typeof toColumns>>

/** Returns the tickets of an event as stored. */
export const ticketsOf = ({ details, listed_details }: DetailedEvent): StoredTickets => ({
  ticket_types: details?.ticket_types ?? [],
  price_max: listed_details?.price_max ?? null,
})

/** Returns the venue and the tickets of an event under the names that an update has for them. */
export function editableDetails({ details, listed_details }: DetailedEvent) {
  const {
    venue,
    ticket_types: types,
    ticket_url: url,
    capacity,
    online_url,
    online_url_shown,
  } = details ?? defaultDetails
  const { attendance_mode, price_max, pay_what_you_can } = listed_details ?? defaultListedDetails
  const tickets = { price_max, pay_what_you_can, types, url, capacity }
  return { venue, attendance_mode, online_url, online_url_shown, tickets }
}

/** Returns the venue and the tickets that this input stores: null clears them. */
export const replacedDetails = ({ venue, tickets }: Partial<EventInput>) => ({
  ...(venue !== undefined && { venue: venue ?? noVenue }),
  ...(tickets !== undefined && { tickets: tickets ?? noTickets }),
})

/** What lists show, as JSON; null without a row. */
export const listedDetailsJson = sql`(
  select json_build_object('attendance_mode', attendance_mode, 'venue_name', venue_name, 'price_max', price_max,
    'pay_what_you_can', pay_what_you_can)
  from event_details where listing_id = listing.id)`

/** What the page of an event shows, as JSON; null without a row. */
export const allDetailsJson = sql`(
  select json_build_object('online_url', online_url, 'online_url_shown', online_url_shown,
    'venue', json_build_object('name', venue_name, 'address', venue_address, 'postal_code', venue_postal_code,
      'note', venue_note, 'latitude', venue_latitude, 'longitude', venue_longitude),
    'ticket_types', ticket_types, 'ticket_url', ticket_url, 'capacity', capacity)
  from event_details where listing_id = listing.id)`

export const defaultListedDetails = {
  attendance_mode: 'in_person' as const,
  venue_name: '',
  price_max: null,
  pay_what_you_can: false,
}

export const defaultDetails = {
  venue: noVenue,
  online_url: '',
  online_url_shown: 'signed_in' as const,
  ticket_types: [],
  ticket_url: '',
  capacity: null,
}
