/** Parts of an event's page that only some events have: other pages do not load their code. */
import type { Event } from '../../../shared/listing.ts'
import { defer } from '../../framework/sections/deferred.tsx'

export const eventVenue = defer(async () => (await import('./venue-and-tickets.tsx')).Venue)
export const eventTickets = defer(async () => (await import('./venue-and-tickets.tsx')).Tickets)

export const hasVenue = ({ attendance_mode, venue }: Event) =>
  attendance_mode !== 'in_person' || Object.values(venue).some((value) => value !== '' && value !== null)

/** With registration, the page says how many spots are left, and not how many there are. */
export const hasTickets = ({ ticket_types, ticket_url, capacity, registration }: Event) =>
  ticket_types.length > 0 || ticket_url !== '' || (capacity !== null && !registration)
