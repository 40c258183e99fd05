import { notFound } from '../../../shared/errors.ts'
import type { Module } from '../../platform/module.ts'
import { mountPlaceRedirects } from './place-redirects.ts'
import type { Catalog, NamedFilter } from './service.ts'

/** Categories and places. */
export const catalogModule = ({ catalog }: { catalog: Catalog }) =>
  ({
    // A change starts with what others have changed, and shows its own result.
    mount(app) {
      app.addHook('onRequest', (request, _reply, done) =>
        request.method === 'GET' ? catalog.hold(done) : done(),
      )
      mountPlaceRedirects(app, catalog)
    },
    handlers: {
      listCategories: async () => catalog.categories(),
      getCategory: async ({ params }) => catalog.getCategory(params.id),
      getSingleCategory: async ({ query }) => catalog.getCategoryByName(query.category),
      listLocations: async () => catalog.locations(),
      getLocation: async ({ params }) => catalog.getLocation(params.id),
      listPlaces: async ({ query }) => catalog.placesToChoose(query),
      findPlaces: async ({ query }) => catalog.findPlaces(query.name),
      async findNearestTown({ body: { latitude, longitude } }) {
        const town = await catalog.findTown(`${latitude.toFixed(3)},${longitude.toFixed(3)}`)
        return { name: town?.name ?? null }
      },
      async locateTown({ query }) {
        const town = await catalog.findTown(query.near)
        return town && { latitude: town.latitude, longitude: town.longitude }
      },
      getTimeZone: async ({ query }) => ({ time_zone: timeZoneOf(catalog, query) }),
    },
  }) satisfies Module

/** Throws `not_found` for a place that the catalog does not have. */
function timeZoneOf(catalog: Catalog, place: NamedFilter): string {
  const { country, state, city } = catalog.idsOf(place)
  const country_id = country?.[0]
  if (country_id === undefined || state?.length === 0 || city?.length === 0) throw notFound('place')
  return catalog.timeZoneOf({ country_id, state_id: state?.[0] ?? null, city_id: city?.[0] ?? null })
}
