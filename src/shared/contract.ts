/**
 * Every call the backend answers, in the order of the specification, section 7.
 * Server, browser client, OpenAPI and docs are all derived from these rows.
 */
import * as z from 'zod/mini'
import { CategorySchema, LocationSchema } from './catalog.ts'
import { textParameter } from './fields.ts'
import { longestName } from './limits.ts'
import * as listing from './listing.ts'

type Shape = z.ZodMiniObject
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under `/api`. `{id}` marks a parameter. */
  path: string
  summary: string
  params?: Shape
  query?: Shape
  reply: z.ZodMiniType
}

const services = listing.ServicePageSchema
const events = listing.EventPageSchema
const idOrSlug = z.object({ id: textParameter('id', longestName) })
const categoryName = z.object({ category: textParameter('category', longestName) })

export const contract = {
  listServices: {
    method: 'GET',
    path: '/services',
    summary: 'Services, newest first',
    query: listing.PagingSchema,
    reply: services,
  },
  filterServices: {
    method: 'GET',
    path: '/servicesbyfilter',
    summary: 'Services that match every filter given',
    query: listing.FilterSchema,
    reply: services,
  },
  getService: {
    method: 'GET',
    path: '/service/{id}',
    summary: 'One service, with its author’s contact details',
    params: listing.ListingIdSchema,
    reply: listing.ServiceSchema,
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    summary: 'Events: upcoming first, soonest first; then what has ended',
    query: listing.PagingSchema,
    reply: events,
  },
  filterEvents: {
    method: 'GET',
    path: '/eventsbyfilter',
    summary: 'Events that match every filter given',
    query: listing.FilterSchema,
    reply: events,
  },
  getEvent: {
    method: 'GET',
    path: '/event/{id}',
    summary: 'One event, with its author’s contact details',
    params: listing.ListingIdSchema,
    reply: listing.EventSchema,
  },
  listCategories: {
    method: 'GET',
    path: '/categories',
    summary: 'Every category with its subcategories',
    reply: z.array(CategorySchema),
  },
  getCategory: {
    method: 'GET',
    path: '/category/{id}',
    summary: 'A category, by its id or its slug',
    params: idOrSlug,
    reply: CategorySchema,
  },
  getSingleCategory: {
    method: 'GET',
    path: '/singlecategory',
    summary: 'A category, by its name',
    query: categoryName,
    reply: CategorySchema,
  },
  listLocations: {
    method: 'GET',
    path: '/locations',
    summary: 'Every country with its states and cities',
    reply: z.array(LocationSchema),
  },
  getLocation: {
    method: 'GET',
    path: '/location/{id}',
    summary: 'A country, by its id or its slug',
    params: idOrSlug,
    reply: LocationSchema,
  },
  servicesByCategory: {
    method: 'GET',
    path: '/servicesbycategory',
    summary: 'Services of a category, by its name',
    query: listing.byCategory,
    reply: services,
  },
  servicesBySubcategory: {
    method: 'GET',
    path: '/servicesbysubcategory',
    summary: 'Services of a subcategory, by its name',
    query: listing.bySubcategory,
    reply: services,
  },
  eventsByCategory: {
    method: 'GET',
    path: '/eventsbycategory',
    summary: 'Events of a category, by its name',
    query: listing.byCategory,
    reply: events,
  },
  eventsBySubcategory: {
    method: 'GET',
    path: '/eventsbysubcategory',
    summary: 'Events of a subcategory, by its name',
    query: listing.bySubcategory,
    reply: events,
  },
  servicesByCountry: {
    method: 'GET',
    path: '/servicesbycountry',
    summary: 'Services in a country, by its name',
    query: listing.byCountry,
    reply: services,
  },
  servicesByState: {
    method: 'GET',
    path: '/servicesbystate',
    summary: 'Services in a state or province, by its name',
    query: listing.byState,
    reply: services,
  },
  eventsByCountry: {
    method: 'GET',
    path: '/eventsbycountry',
    summary: 'Events in a country, by its name',
    query: listing.byCountry,
    reply: events,
  },
  eventsByState: {
    method: 'GET',
    path: '/eventsbystate',
    summary: 'Events in a state or province, by its name',
    query: listing.byState,
    reply: events,
  },
  servicesByCity: {
    method: 'GET',
    path: '/servicesbycity',
    summary: 'Services in every city of that name: a plain list',
    query: listing.byCity,
    reply: z.array(listing.ListedServiceSchema),
  },
  eventsByCity: {
    method: 'GET',
    path: '/eventsbycity',
    summary: 'Events in every city of that name: a plain list',
    query: listing.byCity,
    reply: z.array(listing.ListedEventSchema),
  },
} as const satisfies Record<string, Endpoint>

export type Contract = typeof contract
export type CallName = keyof Contract

type Given<E, K extends 'params' | 'query', Parsed extends boolean> =
  E extends Record<K, infer S extends z.ZodMiniType>
    ? Record<K, Parsed extends true ? z.output<S> : z.input<S>>
    : unknown

/** What a caller sends. */
export type CallInput<N extends CallName> = Given<Contract[N], 'params', false> &
  Given<Contract[N], 'query', false>
/** What a handler receives once it has been checked. */
export type CallRequest<N extends CallName> = Given<Contract[N], 'params', true> &
  Given<Contract[N], 'query', true>
export type CallReply<N extends CallName> = z.output<Contract[N]['reply']>
