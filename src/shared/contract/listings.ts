/** The calls that read and write listings: lists, searches, maps, suggestions, sellers, and what the forms need. */
import * as z from 'zod/mini'
import { TopicCountSchema } from '../catalog.ts'
import { CalendarQuerySchema, CalendarSchema } from '../event-calendar.ts'
import { OccurrenceSchema } from '../event-fields.ts'
import { maxOwnListings } from '../limits.ts'
import * as listing from '../listing.ts'
import * as input from '../listing-input.ts'
import { CoordinatesSchema, MapQuerySchema, MapSchema, NearestTownSchema } from '../map.ts'
import {
  OccurrenceChangeSchema,
  OccurrenceParamsSchema,
  OccurrencesQuerySchema,
  PostponementSchema,
} from '../occurrence-change.ts'
import { publicPaths } from '../paths.ts'
import { PictureUploadSchema } from '../picture-upload.ts'
import { RenewalSchema, RenewalTokenSchema } from '../renewal.ts'
import { safeRedirectPath } from '../safe-redirect.ts'
import { SuggestionsQuerySchema, SuggestionsSchema } from '../suggestions.ts'
import { VenueQuerySchema, VenueSuggestionsSchema } from '../venues.ts'
import { done, type FormDone, filledOf, type Rows } from './endpoint.ts'

const services = listing.ServicePageSchema
const events = listing.EventPageSchema

const pageOfEvent = ({ id }: FormDone) => publicPaths.listing('event', id)

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
    reply: done,
  },
  renewService: {
    summary:
      'Renews your service, which says that you still offer it. If it was archived, it is listed again.',
    access: 'active',
    params: listing.ListingIdSchema,
    reply: done,
    forms: [
      {
        path: publicPaths.renewService(),
        next: ({ fields }) => safeRedirectPath(fields.to),
      },
    ],
  },
  getRenewal: {
    summary: 'Retrieves the service that the link in an email renews.',
    body: RenewalTokenSchema,
    reply: RenewalSchema,
  },
  renewByLink: {
    summary: 'Renews a service with the token of the link in an email.',
    body: RenewalTokenSchema,
    reply: done,
    forms: [
      {
        path: publicPaths.renewService(),
        marker: 'token',
        next: ({ fields: { token } }) => publicPaths.renewService({ token }),
      },
    ],
  },
  listEvents: {
    summary:
      'Lists events: those that start today or later, soonest first, then those on now, then past ones.',
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
    reply: done,
  },
  cancelEvent: {
    summary: 'Cancels an event, or puts it back on. Emails everyone who follows it.',
    access: 'active',
    params: listing.ListingIdSchema,
    body: input.CancelationSchema,
    reply: listing.EventDetailsSchema,
    forms: [
      {
        path: publicPaths.cancelEvent(':id'),
        toBody: ({ canceled }) => ({ canceled: canceled === 'yes' }),
        next: pageOfEvent,
      },
    ],
  },
  getTimeZone: {
    summary: 'Returns the IANA time zone of a place, in which the times of its events are.',
    query: listing.PlaceSchema,
    reply: z.object({ time_zone: z.string() }),
    maxAge: 3600,
  },
  postponeEvent: {
    summary:
      'Postpones an event, or puts it back on. An event that gets a new date is back on, too. Emails everyone who follows it.',
    access: 'active',
    params: listing.ListingIdSchema,
    body: PostponementSchema,
    reply: listing.EventDetailsSchema,
    forms: [
      {
        path: publicPaths.postponeEvent(':id'),
        toBody: ({ postponed }) => ({ postponed: postponed === 'yes' }),
        next: pageOfEvent,
      },
    ],
  },
  listOccurrences: {
    summary:
      'Lists the dates of an event that are not over, canceled ones included, soonest first, as an array.',
    params: listing.ListingIdSchema,
    query: OccurrencesQuerySchema,
    reply: z.array(OccurrenceSchema),
  },
  changeOccurrences: {
    summary:
      'Moves, cancels, postpones, or restores one date of a series, it and all following ones, or the whole event. `day` is the `scheduled` day of the date. Repeating a change does nothing. Emails everyone who follows the event.',
    access: 'active',
    params: OccurrenceParamsSchema,
    body: OccurrenceChangeSchema,
    reply: listing.EventDetailsSchema,
    forms: [
      {
        path: publicPaths.eventDates(':id'),
        // The form also sends the fields of a move that was not chosen.
        toBody: ({ version, scope = 'this', action, ...times }) => ({
          ...(action === 'move' && filledOf(times)),
          action,
          scope,
          version: Number(version),
        }),
        next: pageOfEvent,
      },
    ],
  },
  servicesByCategory: {
    summary: 'Lists services in a category, by its name.',
    query: listing.byCategory,
    reply: services,
  },
  servicesBySubcategory: {
    summary: 'Lists services in a subcategory, by its name.',
    query: listing.bySubcategory,
    reply: services,
  },
  eventsByCategory: {
    summary: 'Lists events in a category, by its name.',
    query: listing.byCategory,
    reply: events,
  },
  eventsBySubcategory: {
    summary: 'Lists events in a subcategory, by its name.',
    query: listing.bySubcategory,
    reply: events,
  },
  servicesByCountry: {
    summary: 'Lists services in a country, by its name.',
    query: listing.byCountry,
    reply: services,
  },
  servicesByState: {
    summary: 'Lists services in a state or province, by its name.',
    query: listing.byState,
    reply: services,
  },
  eventsByCountry: {
    summary: 'Lists events in a country, by its name.',
    query: listing.byCountry,
    reply: events,
  },
  eventsByState: {
    summary: 'Lists events in a state or province, by its name.',
    query: listing.byState,
    reply: events,
  },
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
  countListings: {
    summary: 'Counts the services and events of each category and subcategory that has any.',
    query: listing.CountFilterSchema,
    reply: z.array(TopicCountSchema),
  },
  eventCalendar: {
    summary: 'Counts the events that match all filters on each day, and lists the first of them.',
    query: CalendarQuerySchema,
    reply: CalendarSchema,
  },
  listTowns: {
    summary: 'Lists the towns that have services or events that match all filters, with their number.',
    query: MapQuerySchema,
    encoded: true,
    reply: MapSchema,
  },
  findNearestTown: {
    summary: 'Finds the town that is nearest to a position, which is not stored.',
    body: CoordinatesSchema,
    reply: NearestTownSchema,
  },
  suggest: {
    summary: 'Suggests topics, places, and words that match what was typed so far, at most eight in all.',
    query: SuggestionsQuerySchema,
    reply: SuggestionsSchema,
    maxAge: 60,
    budget: { name: 'suggestions', perMinute: 600, burst: 120 },
  },
  suggestVenues: {
    summary:
      'Suggests venues whose name contains `q`: those of your own events, and those of public events in the same town.',
    access: 'active',
    query: VenueQuerySchema,
    reply: VenueSuggestionsSchema,
    budget: { name: 'venues', perMinute: 120, burst: 60 },
  },
  getPostingDefaults: {
    summary: 'Retrieves what the form of a new listing fills in for you.',
    access: 'signed-in',
    reply: listing.PostingDefaultsSchema,
  },
  getPictureUpload: {
    summary: 'Retrieves the URL and the form fields for picture uploads.',
    access: 'active',
    reply: PictureUploadSchema,
  },
} as const satisfies Rows
