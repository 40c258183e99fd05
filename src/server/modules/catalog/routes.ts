import type { Handlers } from '../../platform/http/handlers.ts'
import type { Catalog } from './service.ts'

export const catalogRoutes = (catalog: Catalog) =>
  ({
    listCategories: async () => catalog.categories(),
    getCategory: async ({ params }) => catalog.getCategory(params.id),
    getSingleCategory: async ({ query }) => catalog.getCategoryByName(query.category),
    listLocations: async () => catalog.locations(),
    getLocation: async ({ params }) => catalog.getLocation(params.id),
  }) satisfies Partial<Handlers>
