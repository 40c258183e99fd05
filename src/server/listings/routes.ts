import type { Handlers } from '../http/handlers.ts'
import type { ListingPage, ListingService } from './service.ts'

const servicePage = ({ rows, total, totalPages }: ListingPage) => ({ services: rows, total, totalPages })
const eventPage = ({ rows, total, totalPages }: ListingPage) => ({ events: rows, total, totalPages })

export const listingRoutes = (listings: ListingService) =>
  ({
    listServices: async ({ viewer, query }) => servicePage(await listings.page(viewer, 'service', {}, query)),
    filterServices: async ({ viewer, query }) =>
      servicePage(await listings.page(viewer, 'service', filterOf(query), query)),
    getService: ({ viewer, params }) => listings.get(viewer, 'service', params.id),
    listEvents: async ({ viewer, query }) => eventPage(await listings.page(viewer, 'event', {}, query)),
    filterEvents: async ({ viewer, query }) =>
      eventPage(await listings.page(viewer, 'event', filterOf(query), query)),
    getEvent: ({ viewer, params }) => listings.get(viewer, 'event', params.id),
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
  }) satisfies Partial<Handlers>

const filterOf = <Query extends { page: number; limit: number; sort?: unknown }>({
  page: _page,
  limit: _limit,
  sort: _sort,
  ...filter
}: Query) => filter
