/** The topics and cities that generated listings can have, with all their names. */
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'

export type Topic = { id: number; category_id: number; name: string; category: string; slug: string }
export type City = {
  id: number
  state_id: number
  country_id: number
  name: string
  state: string
  country: string
  population: number
}

export async function readNames({ kysely }: Database): Promise<{ topics: Topic[]; cities: City[] }> {
  const { rows: topics } = await sql<Topic>`
    select subcategory.id, category_id, subcategory.name, category.name as category, category.slug
    from subcategory join category on category.id = category_id order by subcategory.id`.execute(kysely)
  const { rows: cities } = await sql<City>`
    select city.id, state_id, country_id, city.name, state.name as state, country.name as country, population
    from city join state on state.id = city.state_id join country on country.id = country_id
    order by city.id`.execute(kysely)
  return { topics, cities }
}
