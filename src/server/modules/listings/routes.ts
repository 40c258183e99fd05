import type { Hiding, Kind, OwnPaging } from '../../../shared/listing.ts'
import { listings as messages } from '../../../shared/messages/forms.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { Handlers, RequestContext } from '../../platform/http/handlers.ts'
import type { ContactDetails } from '../contact-details/service.ts'
import type { EventDates } from './dates/service.ts'
import type { Posting } from './posting.ts'
import type { ListingPage, ListingService } from './service.ts'
import type { createVenueSuggestions } from './venues.ts'

const servicePage = ({ rows, ...page }: ListingPage) => ({ services: rows, ...page })
const eventPage = ({ rows, ...page }: ListingPage) => ({ events: rows, ...page })

/** `query` has the filter and the paging of a list. */
type ListRequest = Pick<RequestContext, 'viewer' | 'tracker'> & {
  query: Parameters<ListingService['page']>[2] & Parameters<ListingService['page']>[3]
}

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
    return {
      ...listing,
      hiding: listing.status === 'hidden' && !listing.publishAt ? await explainHiding(id) : null,
    }
  }

  async function pageOwn(viewer: Viewer, kind: Kind, query: OwnPaging) {
    const { rows, total } = await listings.pageOwn(viewer, kind, query)
    return { rows: await contactDetails.withViewers(rows), total }
  }

  async function page(kind: Kind, { viewer, query, tracker }: ListRequest, explained = false) {
    const { page, limit, sort, ...filter } = query
    return listings.page(viewer, kind, filter, { page, limit, sort }, { explained, tracker })
  }
  const services = async (request: ListRequest) => servicePage(await page('service', request))
  const events = async (request: ListRequest) => eventPage(await page('event', request))

  /** Returns a listing after a change of it. */
  async function after(
    change: Promise<void>,
    request: RequestContext & { params: { id: string } },
    kind: Kind = 'event',
  ) {
    await change
    return getDetails(request, kind, request.params.id)
  }

  return {
    listServices: services,
    filterServices: async (request) => servicePage(await page('service', request, true)),
    listOwnServices: ({ viewer, query }) => pageOwn(viewer, 'service', query),
    getService: (request) =>
      getDetails(request, 'service', request.params.id, request.query.reveal !== 'false'),
    postService: async (request) =>
      getDetails(request, 'service', await posting.post(request, 'service', request.body)),
    updateService: (request) =>
      after(posting.update(request, 'service', request.params.id, request.body), request, 'service'),
    deleteService: async (request) => {
      await posting.remove(request, 'service', request.params.id)
      return { message: t(messages.service.deleted) }
    },
    listEvents: events,
    filterEvents: async (request) => eventPage(await page('event', request, true)),
    listOwnEvents: ({ viewer, query }) => pageOwn(viewer, 'event', query),
    getEvent: (request) => getDetails(request, 'event', request.params.id, request.query.reveal !== 'false'),
    postEvent: async (request) =>
      getDetails(request, 'event', await posting.post(request, 'event', request.body)),
    updateEvent: (request) =>
      after(posting.update(request, 'event', request.params.id, request.body), request),
    deleteEvent: async (request) => {
      await posting.remove(request, 'event', request.params.id)
      return { message: t(messages.event.deleted) }
    },
    cancelEvent: (request) =>
      after(posting.setState(request, request.params.id, 'canceled', request.body.canceled), request),
    postponeEvent: (request) =>
      after(posting.setState(request, request.params.id, 'postponed', request.body.postponed), request),
    setPublication: async (request) => ({
      message: await posting.setPublication(request, request.params.id, request.body.publishAt),
    }),
    listOccurrences: async (request) => {
      const { viewer, params, query } = request
      return eventDates.listUpcoming(await listings.getEvent(viewer, params.id, request), query.limit)
    },
    changeOccurrences: (request) => after(eventDates.change(request, request.params, request.body), request),
    listListings: ({ query }) => listings.listPublic(query.ids),
    suggestVenues: ({ viewer, query }) => suggestVenues(viewer, query),
    getPostingDefaults: ({ viewer }) => listings.postingDefaults(viewer),
    servicesByCategory: services,
    servicesBySubcategory: services,
    eventsByCategory: events,
    eventsBySubcategory: events,
    servicesByCountry: services,
    servicesByState: services,
    eventsByCountry: events,
    eventsByState: events,
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
