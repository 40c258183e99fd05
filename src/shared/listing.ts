/**
 * Listings: services and events.
 *
 * listing  — an ad of either kind
 * service  — a listing of work that someone offers
 * event    — a listing of something that takes place on one or more days
 * author   — the person who wrote a listing, with their contact details
 * seller   — an author as visitors see them: name, photo, and public listings
 * posted   — the instant of publication
 * scheduled — hidden until the time at which it is published
 * reported — reported by a visitor, and public until it is hidden
 * hidden   — visible only to its author and to admins
 * ended    — an event whose last occurrence is over
 * stale    — a service whose author has not confirmed for a while that it is still offered
 * archived — out of the lists, with a page that stays: a service that was not renewed, or an event that ended long ago
 * renewed  — confirmed by its author
 */

import * as z from 'zod/mini'
import { eventDetailFields, listedEventFields } from './event-fields.ts'
import { maxNameLength, maxOwnListings, maxSearchTextLength } from './limits.ts'
import { sorts } from './list-filters.ts'
import { type FieldSort, fieldSortPattern } from './listing-fields/parameters.ts'
import { FieldValuesSchema } from './listing-fields/schema.ts'
import { priceUnits } from './price.ts'
import {
  handleField,
  idOf,
  PageQuerySchema,
  pageLimit,
  pageNumber,
  textParameter,
  totals,
} from './schemas/fields.ts'
import { FacetsSchema, filterFields, SearchReportSchema, withFieldFilters } from './search.ts'
import { msg, t } from './translate.ts'

export type Kind = 'service' | 'event'

export const listingStatuses = ['active', 'reported', 'hidden', 'deleted'] as const
export type ListingStatus = (typeof listingStatuses)[number]
/** A status that a hidden or removed listing can return to. */
export type RestorableStatus = Exclude<ListingStatus, 'deleted'>

export const freshnesses = ['current', 'stale', 'archived'] as const
export type Freshness = (typeof freshnesses)[number]

const listedFields = {
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  images: z.array(z.string()),
  /** A tiny preview of each image as a `data:` URL, or an empty text. Lists have one for the first image only. */
  placeholders: z.array(z.string()),
  price: z.number(),
  /** What the price is for; null for the whole. Not shown if the price is 0. */
  price_unit: z.nullable(z.enum(priceUnits)),
  /** An ISO instant. */
  posted: z.string(),
  status: z.enum(listingStatuses),
  /** Lists show stale services in gray, and never contain archived listings. */
  freshness: z.enum(freshnesses),
  country: z.string(),
  state: z.nullable(z.string()),
  city: z.nullable(z.string()),
  category: z.string(),
  subcategory: z.nullable(z.string()),
  /** How many recommendations the author has. */
  recommendations: z.int(),
  /** The values of the site's fields by key (`listing-fields/`): those that the viewer may see. */
  fields: FieldValuesSchema,
  /** A tag such as `fr`, or `und` for none of the site's. Only on sites with several languages. */
  language: z.optional(z.string()),
}

const eventFields = {
  event_availability: z.enum(['available', 'soldout']),
  /** The author has canceled the event. Independent of its availability. */
  canceled: z.boolean(),
  /** Calendar days such as `2026-11-20`: those of a series are its first and its last one so far. */
  startDate: z.string(),
  endDate: z.string(),
  ...listedEventFields,
}

/** The author's contact details. Public lists leave them out, because address harvesters read lists. */
const AuthorSchema = z.object({
  email: z.string(),
  business_email: z.string(),
  phone: z.string(),
  facebook: z.string(),
  instagram: z.string(),
})
export type Author = z.infer<typeof AuthorSchema>

const detailFields = {
  /** The contact details, if the viewer gets them already. */
  author: z.nullable(AuthorSchema),
  /** Whether the author only takes messages, so that no one else gets the contact details. */
  messages_only: z.boolean(),
  version: z.int(),
  /** When a listing that is hidden until then is published, such as `2026-11-20T09:00` in the time zone of its place. */
  publishAt: z.nullable(z.string()),
}
/** How many people viewed the contact details within a week. Only the author gets it, and only if they are shown on request. */
const contact_viewers = z.nullable(z.int())

export const ListedServiceSchema = z.object(listedFields)
export const ListedEventSchema = z.object({ ...listedFields, ...eventFields })
const ServiceSchema = z.object({
  ...listedFields,
  ...detailFields,
  /** The day on which the service becomes stale or is archived. Only its author gets it, once we have sent a reminder. */
  renewBy: z.nullable(z.string()),
})
const EventSchema = z.object({ ...listedFields, ...eventFields, ...eventDetailFields, ...detailFields })
const ownFields = { author: AuthorSchema, contact_viewers }
export const OwnServiceSchema = z.object({ ...ServiceSchema.shape, ...ownFields })
export const OwnEventSchema = z.object({ ...EventSchema.shape, ...ownFields })

/** What everyone may see of an author: no email and no exact time. */
const SellerSchema = z.object({
  /** The id of the profile. */
  id: z.string(),
  /** The name that stands for the id in the URL of their page; null if they have not chosen one. */
  handle: z.nullable(z.string()),
  /** The name that they chose, if any. */
  name: z.nullable(z.string()),
  /** The path of a picture on this site. */
  photo: z.nullable(z.string()),
  /** The year in which they joined. */
  since: z.int(),
  /** Whether they have proven that the email is theirs. */
  verified: z.boolean(),
  recommendations: z.int(),
})

const onlyValue = (name: string, value: string) => ({
  error: () => t('{name} can only be "{value}".', { name, value }),
})

/** Why a listing is hidden. The reason is empty if there is none. */
const HidingSchema = z.object({
  by: z.enum(['moderator', 'reports', 'suspension']),
  reason: z.string(),
  /** Whether it waits for an admin's review, because of reports, a change, or its author's appeal. */
  inReview: z.boolean(),
  /** The id of the decision in `GET /statements`; null if there is none. */
  statement: z.nullable(z.string()),
})
export type Hiding = z.infer<typeof HidingSchema>

const detailsPageFields = {
  /** Whether people other than the author can get the contact details, at once or on request. */
  contact_available: z.boolean(),
  contact_viewers,
  /** `ads` is the number of the seller's other public listings, of either kind, up to 100. */
  seller: z.object({ ...SellerSchema.shape, ads: z.int() }),
  /** Why the listing is hidden. Only its author and admins get a hidden listing. */
  hiding: z.nullable(HidingSchema),
}
export const ServiceDetailsSchema = z.object({ ...ServiceSchema.shape, ...detailsPageFields })
export const EventDetailsSchema = z.object({ ...EventSchema.shape, ...detailsPageFields })
export const ContactDetailsSchema = z.object({ author: AuthorSchema })
/** `reveal` is for readers that show the details only on request, such as the pages of this site. */
export const DetailsQuerySchema = z.object({
  reveal: z.optional(z.enum(['false'], onlyValue('reveal', 'false'))),
})
export type ServiceDetails = z.infer<typeof ServiceDetailsSchema>
export type EventDetails = z.infer<typeof EventDetailsSchema>
export type ListingSeller = ServiceDetails['seller']

export type ListedService = z.infer<typeof ListedServiceSchema>
export type ListedEvent = z.infer<typeof ListedEventSchema>
export type Service = z.infer<typeof ServiceSchema>
export type Event = z.infer<typeof EventSchema>
export type OwnService = z.infer<typeof OwnServiceSchema>
export type OwnEvent = z.infer<typeof OwnEventSchema>
/** With its contact details, which its author and admins always get. */
export type EditableListing = (Service | Event) & { author: Author }

const nearbyFields = {
  /** From the center of `near` to the listing's town: in miles, or in kilometers if the center is in Canada. */
  distance: z.optional(z.number()),
}
export const NearbyServicesSchema = z.array(z.object({ ...listedFields, ...nearbyFields }))
export const NearbyEventsSchema = z.array(z.object({ ...listedFields, ...eventFields, ...nearbyFields }))

const nearbyTotals = { ...totals, search: z.optional(SearchReportSchema) }
export const ServicePageSchema = z.object({ services: NearbyServicesSchema, ...nearbyTotals })
export const EventPageSchema = z.object({ events: NearbyEventsSchema, ...nearbyTotals })

const filteredFields = {
  ...nearbyFields,
  /** Only in the list of reported listings, which only admins can read. */
  author: z.optional(AuthorSchema),
}
const filteredTotals = { ...nearbyTotals, facets: z.optional(FacetsSchema) }
export const FilteredServicePageSchema = z.object({
  services: z.array(z.object({ ...listedFields, ...filteredFields })),
  ...filteredTotals,
})
export const FilteredEventPageSchema = z.object({
  events: z.array(z.object({ ...listedFields, ...eventFields, ...filteredFields })),
  ...filteredTotals,
})

const wrongSort = {
  error: () => t('{name} must be one of {values}.', { name: 'sort', values: sorts.join(', ') }),
}
/** Lists without the field have their usual order. */
const fieldSort = z.string().check(z.regex(fieldSortPattern, wrongSort)) as unknown as z.ZodMiniType<
  FieldSort,
  FieldSort
>
const sort = z.optional(z.union([z.enum(sorts), fieldSort], wrongSort))

const PagingSchema = z.object({ page: pageNumber, limit: pageLimit(), sort })
export type Paging = z.infer<typeof PagingSchema>
/** A list, in pages, of what is near a place if the query names one. */
export const ListQuerySchema = z.object({
  near: filterFields.near,
  within: filterFields.within,
  ...PagingSchema.shape,
})

/** Own listings have all fields and are usually returned in one page. */
export const OwnListingsSchema = z.object({
  archived: z.optional(z.enum(['true'], onlyValue('archived', 'true'))),
  page: pageNumber,
  limit: pageLimit(maxOwnListings, maxOwnListings),
})

export type OwnPaging = z.infer<typeof OwnListingsSchema>

const optionalName = (field: string) => z.optional(textParameter(field, maxNameLength))
const requiredName = (field: string) =>
  textParameter(field, maxNameLength).check(
    z.minLength(1, { error: () => t('{name} is required.', { name: field }) }),
  )
export const byCategory = z.object({ category: requiredName('category'), ...ListQuerySchema.shape })
export const bySubcategory = z.object({ subcategory: requiredName('subcategory'), ...ListQuerySchema.shape })
export const byCountry = z.object({ country: requiredName('country'), ...ListQuerySchema.shape })
export const byState = z.object({ state: requiredName('state'), ...ListQuerySchema.shape })
/** A city's list is an array without paging, so its default limit is a full page. */
export const byCity = z.object({
  city: requiredName('city'),
  ...ListQuerySchema.shape,
  limit: pageLimit(50),
})

export const placeFields = {
  country: optionalName('country'),
  state: optionalName('state'),
  city: optionalName('city'),
}

/** A country, or a smaller place in it. */
export const PlaceSchema = z.object({ ...placeFields, country: requiredName('country') })

/** Which topics are counted, and where: a category counts with its subcategories. */
export const CountFilterSchema = z.object({
  category: optionalName('category'),
  subcategory: optionalName('subcategory'),
  ...placeFields,
})
export type CountFilter = z.infer<typeof CountFilterSchema>

const sellerId = idOf(msg('a seller'), 'seller')
export const SellerIdSchema = z.object({ id: sellerId })
/** The id of a seller, or a name that they chose. */
export const SellerKeySchema = z.object({
  id: z.union([handleField, sellerId], {
    error: () => t('id must be the id of a seller, or the name in the URL of their page.'),
  }),
})
/** A seller's ads have one order: services newest first, events as in every list of events. */
export const bySeller = z.object({ seller: sellerId, ...PageQuerySchema.shape })
/** A seller with the number of their public listings of each kind. */
export const SellerPageSchema = z.object({
  ...SellerSchema.shape,
  services: z.int(),
  events: z.int(),
  /** If they show it. */
  bio: z.nullable(z.string()),
  /** That of their newest public listing, such as `Austin, Texas`; null without a listing. */
  town: z.nullable(z.string()),
  /** Whether they answer most messages within a day, as far as there are enough messages to tell. */
  repliesWithinDay: z.boolean(),
  /** It is the viewer's own page. */
  isOwn: z.boolean(),
})
export type SellerPage = z.infer<typeof SellerPageSchema>

/** What people can search lists by, in the URLs of pages by the same names. */
export const searchFields = {
  searchtext: z.optional(textParameter('searchtext', maxSearchTextLength)),
  ...CountFilterSchema.shape,
  ...filterFields,
}
/** Saved searches can also be for what lists do not filter by: a person's ads, and the events at a venue with this name. */
export const ListSearchSchema = withFieldFilters(
  z.object({ ...searchFields, seller: z.optional(sellerId), venue: optionalName('venue') }),
)
export type ListSearch = z.output<typeof ListSearchSchema>

export const FilterSchema = withFieldFilters(
  z.object({
    ...searchFields,
    status: z.optional(z.enum(['reported'], onlyValue('status', 'reported'))),
    ...PagingSchema.shape,
  }),
)

export const ListingIdSchema = z.object({ id: idOf(msg('a listing')) })
