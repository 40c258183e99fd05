/** Counts the listings of a list by city, for its map. */
import { sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import type { Database } from '../../platform/database/database.ts'
import type { IdFilter } from '../catalog/service.ts'
import { conditions } from './list-query.ts'

/** Returns the number of public listings of each city that has any, by the city's id. */
export type CountByCity = (
  kind: Kind,
  filter: IdFilter,
  searchtext: string,
) => Promise<{ city: number; count: number }[]>

export const createCountByCity =
  ({ kysely }: Database): CountByCity =>
  async (kind, filter, searchtext) => {
    const words = sql`search_query(${searchtext}, false)`
    const found = searchtext === '' ? sql`true` : sql`listing_index.words @@ ${words}`
    const { rows } = await sql<{ city: number; count: number }>`
      select city_id as city, count(*)::int as count from listing_index
      where ${conditions({ kind, filter })} and ${found} and city_id is not null
      group by city_id order by count desc, city_id`.execute(kysely)
    return rows
  }
