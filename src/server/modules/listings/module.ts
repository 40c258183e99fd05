import type { Database } from '../../platform/database/database.ts'
import type { Module } from '../../platform/module.ts'
import type { ContactDetails } from '../contact-details/service.ts'
import type { Moderation } from '../moderation/service.ts'
import { createEventDates } from './dates/service.ts'
import { renewalRoutes } from './freshness/renewals.ts'
import { createPosting, type PostingOptions } from './posting.ts'
import { listingRoutes } from './routes.ts'
import type { ListingService } from './service.ts'
import { createVenueSuggestions } from './venues.ts'

type Options = PostingOptions & {
  reader: Database
  secret: string
  listings: ListingService
  moderation: Moderation
  contactDetails: ContactDetails
}

/** Services and events: lists, details, posting, dates, and renewal. */
export function listingsModule(options: Options) {
  const { reader, catalog, listings, moderation, contactDetails } = options
  const posting = createPosting(options)
  const eventDates = createEventDates({ ...options, posting })
  const suggestVenues = createVenueSuggestions(reader, catalog)
  const { explainHiding } = moderation
  const parts = {
    handlers: {
      ...listingRoutes({ listings, posting, eventDates, explainHiding, contactDetails, suggestVenues }),
      ...renewalRoutes(options),
    },
    caches: listings.caches,
  } satisfies Module
  return { ...parts, listUpcoming: eventDates.listUpcoming }
}
