import { listings as messages } from '../../../shared/messages/forms.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Posting } from './posting.ts'
import type { ListingPage, ListingService } from './service.ts'

const servicePage = ({ rows, total, totalPages }: ListingPage) => ({ services: rows, total, totalPages })
const eventPage = ({ rows, total, totalPages }: ListingPage) => ({ events: rows, total, totalPages })

export const listingRoutes = (listings: ListingService, posting: Posting) =>
  ({
    listServices: async ({ viewer, query }) => servicePage(await listings.page(viewer, 'service', {}, query)),
    filterServices: async ({ viewer, query }) =>
      servicePage(await listings.page(viewer, 'service', filterOf(query), query)),
    listOwnServices: ({ viewer }) => listings.listOwn(viewer, 'service'),
    getService: ({ viewer, params }) => listings.get(viewer, 'service', params.id),
    postService: async (request) =>
      listings.get(request.viewer, 'service', await posting.post(request, 'service', request.body)),
    updateService: async (request) => {
      const { viewer, params, body } = request
      await posting.update(request, 'service', params.id, body)
      return listings.get(viewer, 'service', params.id)
    },
    deleteService: async (request) => {
      await posting.remove(request, 'service', request.params.id)
      return { message: messages.service.deleted }
    },
    listEvents: async ({ viewer, query }) => eventPage(await listings.page(viewer, 'event', {}, query)),
    filterEvents: async ({ viewer, query }) =>
      eventPage(await listings.page(viewer, 'event', filterOf(query), query)),
    listOwnEvents: ({ viewer }) => listings.listOwn(viewer, 'event'),
    getEvent: ({ viewer, params }) => listings.get(viewer, 'event', params.id),
    postEvent: async (request) =>
      listings.get(request.viewer, 'event', await posting.post(request, 'event', request.body)),
    updateEvent: async (request) => {
      const { viewer, params, body } = request
      await posting.update(request, 'event', params.id, body)
      return listings.get(viewer, 'event', params.id)
    },
    deleteEvent: async (request) => {
      await posting.remove(request, 'event', request.params.id)
      return { message: messages.event.deleted }
    },
    getPostingDefaults: ({ viewer }) => listings.postingDefaults(viewer),
    servicesByCategory: async ({ viewer, query: { category, ...paging } }) =>
      servicePage(await listings.page(viewer, 'service', { category }, paging)),
    servicesBySubcategory: async ({ viewer, query: { subcategory, ...paging } }) =>
      servicePage(await listings.page(viewer, 'service', { subcategory }, paging)),
    eventsByCategory: async ({ viewer, query: { category, ...paging } }) =>
      eventPage(await listings.page(viewer, 'event', { category }, paging)),
    eventsBySubcategory: async ({ viewer, query: { subcategory, ...paging } }) =>
      eventPage(await listings.page(viewer, 'event', { subcategory }, paging)),
    servicesByCountry: async ({ viewer, query: { country, ...paging } }) =>
      servicePage(await listings.page(viewer, 'service', { country }, paging)),
    servicesByState: async ({ viewer, query: { state, ...paging } }) =>
      servicePage(await listings.page(viewer, 'service', { state }, paging)),
    eventsByCountry: async ({ viewer, query: { country, ...paging } }) =>
      eventPage(await listings.page(viewer, 'event', { country }, paging)),
    eventsByState: async ({ viewer, query: { state, ...paging } }) =>
      eventPage(await listings.page(viewer, 'event', { state }, paging)),
    servicesByCity: async ({ viewer, query: { city, ...paging } }) =>
      (await listings.page(viewer, 'service', { city }, paging)).rows,
    eventsByCity: async ({ viewer, query: { city, ...paging } }) =>
      (await listings.page(viewer, 'event', { city }, paging)).rows,
    countListings: ({ query }) => listings.countByTopic(query),
  }) satisfies Partial<Handlers>

const filterOf = <Query extends { page: number; limit: number; sort?: unknown }>({
  page: _page,
  limit: _limit,
  sort: _sort,
  ...filter
}: Query) => filter
