import type { Handlers } from '../../platform/http/handlers.ts'
import type { Catalogue } from './service.ts'

export const catalogRoutes = (catalogue: Catalogue) =>
  ({
    listCategories: async () => catalogue.categories(),
    getCategory: async ({ params }) => catalogue.getCategory(params.id),
    getSingleCategory: async ({ query }) => catalogue.getCategoryByName(query.category),
    listLocations: async () => catalogue.locations(),
    getLocation: async ({ params }) => catalogue.getLocation(params.id),
  }) satisfies Partial<Handlers>
