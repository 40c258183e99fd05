/** The calls that read and write listings: lists, searches, similar ads, and sellers. */
import * as z from 'zod/mini'
import { maxOwnListings } from '../limits.ts'
import * as listing from '../listing.ts'
import * as input from '../listing-input.ts'
import { messageReply, type Rows } from './endpoint.ts'

const services = listing.ServicePageSchema
const events = listing.EventPageSchema

const listOf = <Page extends z.ZodMiniType, Query extends z.ZodMiniObject>(
  what: string,
  page: Page,
  query: Query,
) => ({ summary: `Lists ${what}, by its name.`, query, reply: page })

const ownPages = `By default it has the newest ${maxOwnListings}. The \`Link\` header has the URLs of the other pages.`

export const listingRows = {
  listServices: {
    summary: 'Lists services, newest first.',
    query: listing.ListQuerySchema,
    reply: services,
  },
  filterServices: {
    summary: 'Lists services that match all filters.',
    query: listing.FilterSchema,
    reply: listing.FilteredServicePageSchema,
  },
  listOwnServices: {
    summary: `Lists your own services, newest first, as an array; with \`archived=true\`, those that have left the lists. ${ownPages}`,
    access: 'signed-in',
    query: listing.OwnListingsSchema,
    reply: z.array(listing.OwnServiceSchema),
  },
  getService: {
    summary:
      'Retrieves a service with what visitors see of its seller, and with its author’s contact details if you get them. Where the site shows them on request, each service counts against your budget unless `reveal=false`.',
    params: listing.ListingIdSchema,
    query: listing.DetailsQuerySchema,
    reply: listing.ServiceDetailsSchema,
  },
  postService: {
    summary:
      'Creates a service. A retry with the same `Idempotency-Key` returns the service that was created first.',
    access: 'active',
    body: input.NewServiceSchema,
    reply: listing.ServiceDetailsSchema,
    status: 201,
  },
  updateService: {
    summary: 'Updates a service. Returns 409 if `version` or `If-Match` is not the latest version.',
    access: 'active',
    params: listing.ListingIdSchema,
    body: input.ServiceUpdateSchema,
    reply: listing.ServiceDetailsSchema,
  },
  deleteService: {
    summary: 'Deletes a service.',
    access: 'active',
    params: listing.ListingIdSchema,
    reply: messageReply,
  },
  listEvents: {
    summary:
      'Lists events: those that start today, then those on now, then later ones, soonest first, then past ones.',
    query: listing.ListQuerySchema,
    reply: events,
  },
  filterEvents: {
    summary: 'Lists events that match all filters.',
    query: listing.FilterSchema,
    reply: listing.FilteredEventPageSchema,
  },
  listOwnEvents: {
    summary: `Lists your own events, newest first, as an array; with \`archived=true\`, those that have left the lists. ${ownPages}`,
    access: 'signed-in',
    query: listing.OwnListingsSchema,
    reply: z.array(listing.OwnEventSchema),
  },
  getEvent: {
    summary:
      'Retrieves an event with what visitors see of its seller, and with its author’s contact details if you get them. Where the site shows them on request, each event counts against your budget unless `reveal=false`.',
    params: listing.ListingIdSchema,
    query: listing.DetailsQuerySchema,
    reply: listing.EventDetailsSchema,
  },
  postEvent: {
    summary:
      'Creates an event. A retry with the same `Idempotency-Key` returns the event that was created first.',
    access: 'active',
    body: input.NewEventSchema,
    reply: listing.EventDetailsSchema,
    status: 201,
  },
  updateEvent: {
    summary: 'Updates an event. Returns 409 if `version` or `If-Match` is not the latest version.',
    access: 'active',
    params: listing.ListingIdSchema,
    body: input.EventUpdateSchema,
    reply: listing.EventDetailsSchema,
  },
  deleteEvent: {
    summary: 'Deletes an event.',
    access: 'active',
    params: listing.ListingIdSchema,
    reply: messageReply,
  },
  servicesByCategory: listOf('services in a category', services, listing.byCategory),
  servicesBySubcategory: listOf('services in a subcategory', services, listing.bySubcategory),
  eventsByCategory: listOf('events in a category', events, listing.byCategory),
  eventsBySubcategory: listOf('events in a subcategory', events, listing.bySubcategory),
  servicesByCountry: listOf('services in a country', services, listing.byCountry),
  servicesByState: listOf('services in a state or province', services, listing.byState),
  eventsByCountry: listOf('events in a country', events, listing.byCountry),
  eventsByState: listOf('events in a state or province', events, listing.byState),
  servicesByCity: {
    summary: 'Lists services in all cities with this name, as one array.',
    query: listing.byCity,
    reply: listing.NearbyServicesSchema,
  },
  eventsByCity: {
    summary: 'Lists events in all cities with this name, as one array.',
    query: listing.byCity,
    reply: listing.NearbyEventsSchema,
  },
  similarServices: {
    summary: 'Lists up to six services like this one, the most similar first, as one array.',
    params: listing.ListingIdSchema,
    reply: z.array(listing.ListedServiceSchema),
  },
  similarEvents: {
    summary: 'Lists up to six upcoming events like this one, the most similar first, as one array.',
    params: listing.ListingIdSchema,
    reply: z.array(listing.ListedEventSchema),
  },
  showServiceContact: {
    summary: 'Retrieves the contact details of a service’s author, for a limited number of ads a day.',
    params: listing.ListingIdSchema,
    reply: listing.ContactDetailsSchema,
  },
  showEventContact: {
    summary: 'Retrieves the contact details of an event’s author, for a limited number of ads a day.',
    params: listing.ListingIdSchema,
    reply: listing.ContactDetailsSchema,
  },
  getSeller: {
    summary: 'Retrieves someone who has public ads, with the number of their services and events.',
    params: listing.SellerKeySchema,
    reply: listing.SellerPageSchema,
  },
  servicesBySeller: {
    summary: 'Lists a seller’s services, newest first.',
    query: listing.bySeller,
    reply: services,
  },
  eventsBySeller: {
    summary: 'Lists a seller’s events: upcoming ones first, soonest first, then past ones.',
    query: listing.bySeller,
    reply: events,
  },
} as const satisfies Rows
