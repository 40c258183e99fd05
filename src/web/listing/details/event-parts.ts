/** Parts of an event's page that only some events have: other pages do not load their code. */
import type { Event } from '../../../shared/listing.ts'
import { defer } from '../../framework/sections/deferred.tsx'

export const eventVenue = defer(async () => (await import('./venue-and-tickets.tsx')).Venue)
export const eventTickets = defer(async () => (await import('./venue-and-tickets.tsx')).Tickets)

export const hasVenue = ({ attendance_mode, venue }: Event) =>
  attendance_mode !== 'in_person' || Object.values(venue).some((value) => value !== '' && value !== null)

export const hasTickets = ({ ticket_types, ticket_url, capacity }: Event) =>
  ticket_types.length > 0 || ticket_url !== '' || capacity !== null
