import type { Hiding, Kind } from '../../../shared/listing.ts'
import { listings as messages } from '../../../shared/messages/forms.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Posting } from './posting.ts'
import type { ListingPage, ListingService } from './service.ts'

const servicePage = ({ rows, ...page }: ListingPage) => ({ services: rows, ...page })
const eventPage = ({ rows, ...page }: ListingPage) => ({ events: rows, ...page })

type ListingRoutesOptions = {
  listings: ListingService
  posting: Posting
  /** A decision of moderation, for those who may see a hidden listing. */
  explainHiding: (listingId: string) => Promise<Hiding>
}

export function listingRoutes({ listings, posting, explainHiding }: ListingRoutesOptions) {
  async function getDetails(viewer: Viewer | null, kind: Kind, id: string) {
    const listing = await listings.get(viewer, kind, id)
    return { ...listing, hiding: listing.status === 'hidden' ? await explainHiding(id) : null }
  }

  return {
    listServices: async ({ viewer, query }) =>
      servicePage(await listings.page(viewer, 'service', filterOf(query), query)),
    filterServices: async ({ viewer, query }) =>
      servicePage(await listings.page(viewer, 'service', filterOf(query), query, { explained: true })),
    listOwnServices: ({ viewer, query }) => listings.pageOwn(viewer, 'service', query),
    getService: ({ viewer, params }) => getDetails(viewer, 'service', params.id),
    postService: async (request) =>
      getDetails(request.viewer, 'service', await posting.post(request, 'service', request.body)),
    updateService: async (request) => {
      const { viewer, params, body } = request
      await posting.update(request, 'service', params.id, body)
      return getDetails(viewer, 'service', params.id)
    },
    deleteService: async (request) => {
      await posting.remove(request, 'service', request.params.id)
      return { message: messages.service.deleted }
    },
    listEvents: async ({ viewer, query }) =>
      eventPage(await listings.page(viewer, 'event', filterOf(query), query)),
    filterEvents: async ({ viewer, query }) =>
      eventPage(await listings.page(viewer, 'event', filterOf(query), query, { explained: true })),
    listOwnEvents: ({ viewer, query }) => listings.pageOwn(viewer, 'event', query),
    getEvent: ({ viewer, params }) => getDetails(viewer, 'event', params.id),
    postEvent: async (request) =>
      getDetails(request.viewer, 'event', await posting.post(request, 'event', request.body)),
    updateEvent: async (request) => {
      const { viewer, params, body } = request
      await posting.update(request, 'event', params.id, body)
      return getDetails(viewer, 'event', params.id)
    },
    deleteEvent: async (request) => {
      await posting.remove(request, 'event', request.params.id)
      return { message: messages.event.deleted }
    },
    cancelEvent: async (request) => {
      const { viewer, params, body } = request
      await posting.setCanceled(request, params.id, body.canceled)
      return getDetails(viewer, 'event', params.id)
    },
    listListings: ({ query }) => listings.listPublic(query.ids),
    getPostingDefaults: ({ viewer }) => listings.postingDefaults(viewer),
    servicesByCategory: async ({ viewer, query }) =>
      servicePage(await listings.page(viewer, 'service', filterOf(query), query)),
    servicesBySubcategory: async ({ viewer, query }) =>
      servicePage(await listings.page(viewer, 'service', filterOf(query), query)),
    eventsByCategory: async ({ viewer, query }) =>
      eventPage(await listings.page(viewer, 'event', filterOf(query), query)),
    eventsBySubcategory: async ({ viewer, query }) =>
      eventPage(await listings.page(viewer, 'event', filterOf(query), query)),
    servicesByCountry: async ({ viewer, query }) =>
      servicePage(await listings.page(viewer, 'service', filterOf(query), query)),
    servicesByState: async ({ viewer, query }) =>
      servicePage(await listings.page(viewer, 'service', filterOf(query), query)),
    eventsByCountry: async ({ viewer, query }) =>
      eventPage(await listings.page(viewer, 'event', filterOf(query), query)),
    eventsByState: async ({ viewer, query }) =>
      eventPage(await listings.page(viewer, 'event', filterOf(query), query)),
    servicesByCity: async ({ viewer, query }) =>
      (await listings.page(viewer, 'service', filterOf(query), query)).rows,
    eventsByCity: async ({ viewer, query }) =>
      (await listings.page(viewer, 'event', filterOf(query), query)).rows,
    listTowns: ({ query }) => listings.listTowns(query),
    countListings: ({ query }) => listings.countByTopic(query),
    similarServices: ({ viewer, params }) => listings.listSimilar(viewer, 'service', params.id),
    similarEvents: ({ viewer, params }) => listings.listSimilar(viewer, 'event', params.id),
    getSeller: ({ viewer, params }) => listings.getSeller(viewer, params.id),
    servicesBySeller: async ({ query: { seller, ...paging } }) =>
      servicePage(await listings.pageBySeller('service', seller, paging)),
    eventsBySeller: async ({ query: { seller, ...paging } }) =>
      eventPage(await listings.pageBySeller('event', seller, paging)),
  } satisfies Partial<Handlers>
}

/** Returns the query without its paging. */
const filterOf = <Query extends { page: number; limit: number; sort?: unknown }>({
  page: _page,
  limit: _limit,
  sort: _sort,
  ...filter
}: Query) => filter
