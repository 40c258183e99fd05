/**
 * Listings, of both kinds.
 *
 * listing      — an ad, of either kind
 * service      — a listing of work that somebody offers
 * event        — a listing of something that happens on one or more days
 * author       — who wrote the listing, and how that person wants to be contacted
 * posted       — the instant at which it was published
 * reported     — somebody has reported it; it stays public until it is hidden
 * hidden       — shown only to its author and to admins
 * ended        — of an event: its last day is over in the site's time zone
 */
import * as z from 'zod/mini'
import { pageLimit, pageNumber, textParameter, uuidField } from './fields.ts'
import { maxNameLength, maxSearchTextLength, sorts } from './limits.ts'

export type Kind = 'service' | 'event'

const listed = {
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  images: z.array(z.string()),
  /** For each picture a tiny one as a `data:` address, or an empty text; lists have it for the first alone. */
  placeholders: z.array(z.string()),
  price: z.number(),
  /** An ISO instant. */
  posted: z.string(),
  status: z.enum(['active', 'reported', 'hidden', 'deleted']),
  country: z.string(),
  state: z.nullable(z.string()),
  city: z.nullable(z.string()),
  category: z.string(),
  subcategory: z.nullable(z.string()),
}

const dated = {
  event_availability: z.enum(['available', 'soldout']),
  /** Calendar days such as `2026-11-20`. */
  startDate: z.string(),
  endDate: z.string(),
}

/** How to reach the author. Only details, own lists and admin lists carry it: harvesters read lists. */
const AuthorSchema = z.object({
  email: z.string(),
  business_email: z.string(),
  phone: z.string(),
  facebook: z.string(),
  instagram: z.string(),
})
export type Author = z.infer<typeof AuthorSchema>

const detailed = { author: AuthorSchema, version: z.int() }

export const ListedServiceSchema = z.object(listed)
export const ListedEventSchema = z.object({ ...listed, ...dated })
export const ServiceSchema = z.object({ ...listed, ...detailed })
export const EventSchema = z.object({ ...listed, ...dated, ...detailed })

export type ListedService = z.infer<typeof ListedServiceSchema>
export type ListedEvent = z.infer<typeof ListedEventSchema>
export type Service = z.infer<typeof ServiceSchema>
export type Event = z.infer<typeof EventSchema>

const counted = { totalPages: z.int(), total: z.int() }
export const ServicePageSchema = z.object({ services: z.array(ListedServiceSchema), ...counted })
export const EventPageSchema = z.object({ events: z.array(ListedEventSchema), ...counted })

const sort = z.optional(z.enum(sorts, `sort must be one of ${sorts.join(', ')}.`))

export const PagingSchema = z.object({ page: pageNumber, limit: pageLimit(), sort })
export type Paging = z.infer<typeof PagingSchema>

const name = (field: string) => textParameter(field, maxNameLength)
const wanted = (field: string) => name(field).check(z.minLength(1, `${field} must be given.`))
export const byCategory = z.object({ category: wanted('category'), ...PagingSchema.shape })
export const bySubcategory = z.object({ subcategory: wanted('subcategory'), ...PagingSchema.shape })
export const byCountry = z.object({ country: wanted('country'), ...PagingSchema.shape })
export const byState = z.object({ state: wanted('state'), ...PagingSchema.shape })
/** A city's list is a plain array; it holds up to `limit` listings, the most that a page may have unless told. */
export const byCity = z.object({ city: wanted('city'), ...PagingSchema.shape, limit: pageLimit(50) })

export const FilterSchema = z.object({
  searchtext: z.optional(textParameter('searchtext', maxSearchTextLength)),
  category: z.optional(name('category')),
  subcategory: z.optional(name('subcategory')),
  country: z.optional(name('country')),
  state: z.optional(name('state')),
  city: z.optional(name('city')),
  status: z.optional(z.enum(['reported'], 'status can only be "reported".')),
  ...PagingSchema.shape,
})

export const ListingIdSchema = z.object({
  id: uuidField('id must be the id of a listing, such as 0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b.'),
})
