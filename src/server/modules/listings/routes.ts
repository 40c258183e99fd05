import type { Hiding, Kind, OwnPaging } from '../../../shared/listing.ts'
import { listings as messages } from '../../../shared/messages/forms.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { Handlers, RequestContext } from '../../platform/http/handlers.ts'
import type { ContactDetails } from '../contact-details/service.ts'
import type { EventDates } from './dates/service.ts'
import type { Posting } from './posting.ts'
import type { ListingPage, ListingService } from './service.ts'
import type { createVenueSuggestions } from './venues.ts'

const servicePage = ({ rows, ...page }: ListingPage) => ({ services: rows, ...page })
const eventPage = ({ rows, ...page }: ListingPage) => ({ events: rows, ...page })

type ListQuery = Parameters<ListingService['page']>[2] & Parameters<ListingService['page']>[3]

type ListingRoutesOptions = {
  listings: ListingService
  posting: Posting
  eventDates: EventDates
  /** A decision of moderation, for those who may see a hidden listing. */
  explainHiding: (listingId: string) => Promise<Hiding>
  contactDetails: ContactDetails
  suggestVenues: ReturnType<typeof createVenueSuggestions>
}

export function listingRoutes(options: ListingRoutesOptions) {
  const { listings, posting, eventDates, explainHiding, contactDetails, suggestVenues } = options

  /** With `ask`, the viewer asks for the contact details, which may count against their budget. */
  async function getDetails(context: RequestContext, kind: Kind, id: string, ask = false) {
    const found = await listings.get(context.viewer, kind, id, context)
    const listing = await contactDetails.inDetails(context, found, { ask })
    return { ...listing, hiding: listing.status === 'hidden' ? await explainHiding(id) : null }
  }

  async function pageOwn(viewer: Viewer, kind: Kind, query: OwnPaging) {
    const { rows, total } = await listings.pageOwn(viewer, kind, query)
    return { rows: await contactDetails.withViewers(rows), total }
  }

  /** `query` has the filter and the paging of a list. */
  const page = (
    kind: Kind,
    { viewer, query, tracker }: Pick<RequestContext, 'viewer' | 'tracker'> & { query: ListQuery },
    explained = false,
  ) => {
    const { page, limit, sort, ...filter } = query
    return listings.page(viewer, kind, filter, { page, limit, sort }, { explained, tracker })
  }

  return {
    listServices: async (request) => servicePage(await page('service', request)),
    filterServices: async (request) => servicePage(await page('service', request, true)),
    listOwnServices: ({ viewer, query }) => pageOwn(viewer, 'service', query),
    getService: (request) =>
      getDetails(request, 'service', request.params.id, request.query.reveal !== 'false'),
    postService: async (request) =>
      getDetails(request, 'service', await posting.post(request, 'service', request.body)),
    updateService: async (request) => {
      const { params, body } = request
      await posting.update(request, 'service', params.id, body)
      return getDetails(request, 'service', params.id)
    },
    deleteService: async (request) => {
      await posting.remove(request, 'service', request.params.id)
      return { message: messages.service.deleted }
    },
    listEvents: async (request) => eventPage(await page('event', request)),
    filterEvents: async (request) => eventPage(await page('event', request, true)),
    listOwnEvents: ({ viewer, query }) => pageOwn(viewer, 'event', query),
    getEvent: (request) => getDetails(request, 'event', request.params.id, request.query.reveal !== 'false'),
    postEvent: async (request) =>
      getDetails(request, 'event', await posting.post(request, 'event', request.body)),
    updateEvent: async (request) => {
      const { params, body } = request
      await posting.update(request, 'event', params.id, body)
      return getDetails(request, 'event', params.id)
    },
    deleteEvent: async (request) => {
      await posting.remove(request, 'event', request.params.id)
      return { message: messages.event.deleted }
    },
    cancelEvent: async (request) => {
      const { params, body } = request
      await posting.setCanceled(request, params.id, body.canceled)
      return getDetails(request, 'event', params.id)
    },
    postponeEvent: async (request) => {
      const { params, body } = request
      await posting.setPostponed(request, params.id, body.postponed)
      return getDetails(request, 'event', params.id)
    },
    listOccurrences: async (request) => {
      const { viewer, params, query } = request
      return eventDates.listUpcoming(await listings.getEvent(viewer, params.id, request), query.limit)
    },
    changeOccurrences: async (request) => {
      const { params, body } = request
      await eventDates.change(request, params, body)
      return getDetails(request, 'event', params.id)
    },
    listListings: ({ query }) => listings.listPublic(query.ids),
    suggestVenues: ({ viewer, query }) => suggestVenues(viewer, query),
    getPostingDefaults: ({ viewer }) => listings.postingDefaults(viewer),
    servicesByCategory: async (request) => servicePage(await page('service', request)),
    servicesBySubcategory: async (request) => servicePage(await page('service', request)),
    eventsByCategory: async (request) => eventPage(await page('event', request)),
    eventsBySubcategory: async (request) => eventPage(await page('event', request)),
    servicesByCountry: async (request) => servicePage(await page('service', request)),
    servicesByState: async (request) => servicePage(await page('service', request)),
    eventsByCountry: async (request) => eventPage(await page('event', request)),
    eventsByState: async (request) => eventPage(await page('event', request)),
    servicesByCity: async (request) => (await page('service', request)).rows,
    eventsByCity: async (request) => (await page('event', request)).rows,
    eventCalendar: async ({ query, tracker }) => ({ days: await listings.readCalendar(query, tracker) }),
    listTowns: ({ query, tracker }) => listings.listTowns(query, tracker),
    countListings: ({ query, tracker }) => listings.countByTopic(query, tracker),
    similarServices: (request) => listings.listSimilar(request.viewer, 'service', request.params.id, request),
    similarEvents: (request) => listings.listSimilar(request.viewer, 'event', request.params.id, request),
    getSeller: ({ viewer, params, tracker }) => listings.getSeller(viewer, params.id, tracker),
    servicesBySeller: async ({ query: { seller, ...paging }, tracker }) =>
      servicePage(await listings.pageBySeller('service', seller, paging, tracker)),
    eventsBySeller: async ({ query: { seller, ...paging }, tracker }) =>
      eventPage(await listings.pageBySeller('event', seller, paging, tracker)),
  } satisfies Partial<Handlers>
}
