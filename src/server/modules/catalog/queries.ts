import type { Location, State } from '../../../shared/contract/catalog.ts'
import type { Database } from '../../platform/database/database.ts'

/** Reads the whole catalog, once at startup: it is small and changes only with a new version of the program. */
export async function readCatalog({ kysely }: Database) {
  const [categories, subcategories, countries, states, cities] = await Promise.all([
    kysely.selectFrom('category').select(['id', 'name', 'slug']).orderBy('position').orderBy('id').execute(),
    kysely
      .selectFrom('subcategory')
      .select(['id', 'category_id', 'name', 'slug'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    kysely
      .selectFrom('country')
      .select(['id', 'code', 'name', 'slug', 'time_zone'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    kysely
      .selectFrom('state')
      .select(['id', 'country_id', 'name', 'slug', 'time_zone'])
      .orderBy('name')
      .execute(),
    kysely
      .selectFrom('city')
      .select(['id', 'state_id', 'name', 'latitude', 'longitude', 'population', 'time_zone'])
      .orderBy('name')
      .execute(),
  ])
  return { categories, subcategories, countries, states, cities }
}

export type StoredCatalog = Awaited<ReturnType<typeof readCatalog>>

/** Returns the catalog as the API sends it: categories with subcategories, and countries with states and cities. */
export function nestCatalog({ categories, subcategories, countries, states, cities }: StoredCatalog) {
  const subcategoriesOf = Map.groupBy(subcategories, (subcategory) => subcategory.category_id)
  const statesOf = Map.groupBy(states, (state) => state.country_id)
  const citiesOf = Map.groupBy(cities, (city) => city.state_id)
  return {
    categories: categories.map(({ id, name, slug }) => ({
      _id: String(id),
      name,
      slug,
      subcategories: (subcategoriesOf.get(id) ?? []).map((sub) => ({
        id: String(sub.id),
        name: sub.name,
        slug: sub.slug,
      })),
    })),
    locations: countries.map(
      ({ id, name, slug }): Location => ({
        _id: String(id),
        name,
        slug,
        state: (statesOf.get(id) ?? []).map(
          (state): State => ({
            _id: String(state.id),
            id: String(state.id),
            name: state.name,
            slug: state.slug,
            cities: (citiesOf.get(state.id) ?? []).map((city) => ({ name: city.name })),
          }),
        ),
      }),
    ),
  }
}
