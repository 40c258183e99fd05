/**
 * The queries behind every public list: one query with different filters, over `browse`. Composed of a small set of
 * texts, so that each runs as a prepared statement on an index made for it.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Kind, ListedEvent, Sort } from '../../shared/listing.ts'
import type { IdFilter } from '../catalog/catalogue.ts'
import type { Database } from '../database/database.ts'
import { listedColumns, namedPlaces } from './columns.ts'

export type Selection = {
  kind: Kind
  filter: IdFilter
  sort: Sort
  limit: number
  offset: number
}

/** A row of either kind: a service's row has no dates, and its reply schema asks for none. */
export type ListedRow = ListedEvent

const columns: Record<keyof IdFilter, RawBuilder<unknown>> = {
  category: sql`browse.category_id`,
  subcategory: sql`browse.subcategory_id`,
  country: sql`browse.country_id`,
  state: sql`browse.state_id`,
  city: sql`browse.city_id`,
}

export function conditions({ kind, filter }: Pick<Selection, 'kind' | 'filter'>) {
  // The kind stands in the text: some indexes hold events alone, and a parameter would not prove that.
  const all = [sql`browse.kind = ${sql.lit(kind)}`]
  for (const [part, ids] of Object.entries(filter) as [keyof IdFilter, number[]][]) {
    // One id keeps the order of the index; a name that several places bear is a small set, and sorted.
    all.push(
      ids.length === 1 ? sql`${columns[part]} = ${ids[0]}` : sql`${columns[part]} = any(${ids}::int[])`,
    )
  }
  return sql.join(all, sql` and `)
}

/** The order of a list, over a relation that has the columns of `browse` (and `rank` when it was searched). */
export function orderOf(sort: Sort, kind: Kind, relation: 'browse' | 'found' | 'page') {
  const column = (name: string) => sql.ref(`${relation}.${name}`)
  const newest = sql`${column('posted')} desc, ${column('listing_id')} desc`
  switch (sort) {
    case 'price-asc':
      return sql`${column('price')}, ${column('listing_id')}`
    case 'price-desc':
      return sql`${column('price')} desc, ${column('listing_id')} desc`
    case 'soonest':
      // A service has no day: its soonest is its newest.
      return kind === 'event' ? sql`${column('agenda')}, ${column('listing_id')}` : newest
    case 'relevance':
      return sql`${column('rank')} desc, ${newest}`
    case 'newest':
      return newest
  }
}

/** One page of what visitors may see, where a condition on `browse` holds. */
export function pageQuery(
  { kind, sort, limit, offset }: Omit<Selection, 'filter'>,
  condition: RawBuilder<unknown>,
) {
  return sql<ListedRow>`
    select ${listedColumns(kind)}
    from (
      select listing_id, posted, price, agenda from browse
      where ${condition}
      order by ${orderOf(sort, kind, 'browse')} limit ${limit} offset ${offset}
    ) page
    join listing on listing.id = page.listing_id
    ${namedPlaces}
    order by ${orderOf(sort, kind, 'page')}`
}

export const pageListings = ({ prepared }: Database, selection: Selection) =>
  prepared(pageQuery(selection, conditions(selection)))

/** How many there are, from the counts that are kept per topic and place. */
export async function countListings(
  { prepared }: Database,
  { kind, filter }: Pick<Selection, 'kind' | 'filter'>,
) {
  const [row] = await prepared(sql<{ total: number }>`
    select coalesce(sum(change), 0)::int as total from listing_count
    where kind = ${kind}
      and topic_id = any(${filter.subcategory ?? filter.category ?? [0]}::int[])
      and place_id = any(${filter.city ?? filter.state ?? filter.country ?? [0]}::int[])`)
  return row?.total ?? 0
}
