import { type RawBuilder, sql } from 'kysely'
import type { Location, State } from '../../../shared/contract/catalog.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CatalogPlaces } from './place-names.ts'

type Entry = { id: number; name: string; slug: string }
type Zoned = { time_zone: string | null }

/** Reads the whole catalog, once at startup: it is small and changes only with a new version of the program. */
export async function readCatalog({ kysely }: Database) {
  const read = async <Row>(query: RawBuilder<Row>) => (await query.execute(kysely)).rows
  const [categories, subcategories, countries, states, cities] = await Promise.all([
    read(sql<Entry>`select id, name, slug from category order by position, id`),
    read(sql<Entry & { category_id: number }>`
      select id, category_id, name, slug from subcategory order by position, id`),
    read(sql<Entry & Zoned & { code: string }>`
      select id, code, name, slug, time_zone from country order by position, id`),
    read(sql<Entry & Zoned & { country_id: number }>`
      select id, country_id, name, slug, time_zone from state order by name`),
    read(sql<CatalogPlaces['cities'][number] & Zoned>`
      select id, state_id, name, latitude, longitude, population, time_zone from city order by name`),
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
