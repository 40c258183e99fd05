/** The query behind every public list. Its texts are few, so that each is a prepared statement on an index made for it. */
import { type RawBuilder, sql } from 'kysely'
import { homeListings, maxPageSize, maxReachable, pageSize } from '../../../shared/limits.ts'
import type { Sort } from '../../../shared/list-filters.ts'
import type { Kind, ListedEvent } from '../../../shared/listing.ts'
import type { FieldValues } from '../../../shared/listing-fields/field.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { IdFilter, Taxonomy } from '../catalog/service.ts'
import { type EventColumns, listedDetailsJson } from './event-details.ts'
import { occurrenceJson } from './schedule/store.ts'

/** The orders of lists that PostgreSQL reads. A search ranks by relevance or distance. */
export type ListSort = Exclude<Sort, 'relevance' | 'distance'>

/** One page of a list: pagination by limit and offset. */
export type Selection = {
  kind: Kind
  filter: IdFilter
  sort: ListSort
  limit: number
  offset: number
}

/** A row of either kind: a service's row has no dates. `updated` is when it was last edited, or posted. */
export type ListedRow = Omit<ListedEvent, keyof Taxonomy['names'] | 'fields'> &
  Taxonomy['ids'] &
  EventColumns & {
    kind: Kind
    updated: string
    version: number
    /** All values, also those that not everyone may see. `named` replaces them with `fields`. */
    stored_fields: FieldValues
  }

const sharedColumns = sql`
  listing.id as "_id", listing.kind, listing.title, listing.description, listing.price, listing.price_unit, listing.status,
  listing.posted, greatest(listing.posted, listing.edited) as updated, listing.version,
  case when listing.archived then 'archived' when listing.stale then 'stale' else 'current' end as freshness,
  listing.category_id, listing.subcategory_id, listing.country_id, listing.state_id, listing.city_id,
  listing.images, listing.fields as stored_fields, listing.language,
  (select author.recommendations from profile author where author.id = listing.author_id) as recommendations`
/** The date that an event is listed by: the current one. */
const currentOccurrence = sql`select * from event_occurrence where listing_id = listing.id and current`
const eventColumns = (listedBy: RawBuilder<unknown>) => sql`,
  listing.event_availability, listing.canceled is not null as canceled, listing.postponed is not null as postponed,
  listing.start_date as "startDate", listing.end_date as "endDate",
  (select json_build_object('occurrence', ${occurrenceJson('shown')}, 'rule', schedule.rule)
   from (${listedBy}) shown join event_schedule schedule using (listing_id, part)) as current,
  ${listedDetailsJson} as listed_details`

/** Returns the columns with their wire names; the catalog names the ids. `listedBy` selects the date of an event from `event_occurrence`. */
export const columnsOf = (kind: Kind, listedBy = currentOccurrence) =>
  kind === 'event' ? sql`${sharedColumns}${eventColumns(listedBy)}` : sharedColumns

/** Returns the columns that lists show: of the placeholders only the cover's. */
export const listedColumns = (kind: Kind, listedBy?: RawBuilder<unknown>) => sql`
  ${columnsOf(kind, listedBy)}, jsonb_path_query_array(listing.placeholders, '$[0]') as placeholders`

/** A single id is compared directly, several as an array. */
const valueOfIds = (ids: number[]) => (ids.length === 1 ? ids[0] : ids)

/** Returns the condition of the kind and the filter, on `listing_index` or on `listing`, which has the same columns. */
export function conditions(
  { kind, filter }: Pick<Selection, 'kind' | 'filter'>,
  relation: 'listing_index' | 'listing' = 'listing_index',
  parameterFor: (part: keyof IdFilter, ids: number[]) => unknown = (_part, ids) => valueOfIds(ids),
) {
  const column = (name: string) => sql.ref(`${relation}.${name}`)
  // The kind is a literal: some indexes contain only events, and a parameter would not prove that they apply.
  const all = [sql`${column('kind')} = ${sql.lit(kind)}`]
  for (const [part, ids] of Object.entries(filter) as [keyof IdFilter, number[]][]) {
    const filtered = column(`${part}_id`)
    const value = parameterFor(part, ids)
    // Only one id keeps the order of the index.
    all.push(ids.length === 1 ? sql`${filtered} = ${value}` : sql`${filtered} = any(${value}::int[])`)
  }
  return sql.join(all, sql` and `)
}

/** Returns the column that orders a list, before the id. A service has no date, so the newest comes first. */
function orderColumn(sort: ListSort, kind: Kind): 'posted' | 'price' | 'event_order' {
  if (sort === 'price-asc' || sort === 'price-desc') return 'price'
  return sort === 'soonest' && kind === 'event' ? 'event_order' : 'posted'
}

/** Returns the order of a list, on a relation that has the columns of `listing_index`. */
export function orderOf(sort: ListSort, kind: Kind, relation: 'listing_index' | 'found' | 'page') {
  const column = orderColumn(sort, kind)
  const direction = sort === 'price-desc' || column === 'posted' ? sql` desc` : sql``
  return sql`${sql.ref(`${relation}.${column}`)}${direction}, ${sql.ref(`${relation}.listing_id`)}${direction}`
}

export type ResultPage<Row = ListedRow> = { rows: Row[]; total: number }

/** Reads one page and the total in one query: the database maintains counts per topic and place. */
export async function pageListings({ preparedQuery }: Database, selection: Selection): Promise<ResultPage> {
  const { kind, sort, limit, offset } = selection
  const filter = neededParts(selection)
  const parts = Object.entries(filter) as [keyof IdFilter, number[]][]
  const shape = parts.map(([part, ids]) => `${part}${ids.length === 1 ? '' : 's'}`)
  const compose = () =>
    selectPageWithTotal(
      selection,
      sql`
        counted as materialized (${countOf}),
        page as (${indexPageOf({ kind, sort, limit, offset: placeholder('offset') }, filter)})`,
    )
  const values = Object.fromEntries(parts.map(([part, ids]) => [part, valueOfIds(ids)]))
  const key = preparedKey(limit, `page ${kind} ${sort} ${shape}`)
  const rows = await preparedQuery(key, compose, { ...values, ...countValues({ kind, filter }), offset })
  return toResultPage(rows)
}

/** Leaves out the parts that a more specific one implies: the index of a subcategory does not contain its category. */
function neededParts({ filter }: Selection): IdFilter {
  const { category, subcategory, country, state, city } = filter
  const topic = subcategory ? { subcategory } : category && { category }
  const place = city ? { city } : state ? { state } : country && { country }
  return { ...topic, ...place }
}

/** Returns whether an index has the listings of a filter in this order. Without one, the database would read and sort all of them. */
export function hasOrderedIndex({
  kind,
  filter,
  sort,
}: Pick<Selection, 'kind' | 'filter' | 'sort'>): boolean {
  const parts = Object.keys(filter)
  const column = orderColumn(sort, kind)
  if (column === 'posted') return true
  return column === 'price'
    ? parts.length === 0
    : parts.length === 0 || ['category', 'country'].includes(parts.join())
}

const preparedLimits = new Set<number>([homeListings, pageSize, maxPageSize])

/** Returns a key for the page sizes that our own pages use. A caller may send any limit, which is part of the text. */
export const preparedKey = (limit: number, key: string): string | null =>
  preparedLimits.has(limit) ? `${key} ${limit}` : null

const countOf = sql<{ total: number }>`
  select coalesce(sum(change), 0)::int as total from listing_count
  where kind = ${placeholder('kind')} and topic_id = any(${placeholder('topics')}::int[]) and place_id = any(${placeholder('places')}::int[])`

const countValues = ({ kind, filter }: Pick<Selection, 'kind' | 'filter'>) => ({
  kind,
  topics: filter.subcategory ?? filter.category ?? [0],
  places: filter.city ?? filter.state ?? filter.country ?? [0],
})

type PageOf = Pick<Selection, 'kind' | 'sort'> & { limit: number | RawBuilder<unknown>; offset: unknown }

/**
 * One page of a relation with the columns of `listing_index`: the ids and what orders them. The limit is a literal: knowing
 * that it is small, PostgreSQL looks up the few listings one by one instead of joining whole tables.
 */
export function pageOf(
  { kind, sort, limit, offset }: PageOf,
  relation: 'listing_index' | 'found',
  condition: RawBuilder<unknown>,
) {
  return sql`
    select listing_id, ${sql.ref(orderColumn(sort, kind))}
    from ${sql.table(relation)} where ${condition}
    order by ${orderOf(sort, kind, relation)} limit ${typeof limit === 'number' ? sql.lit(limit) : limit} offset ${offset}`
}

/**
 * One page of the listing index. If a part of the filter has several ids (of places that share a name, or of entries whose listings are
 * moving to another), the first listings of each id are read in the order of its index, instead of sorting all of them.
 */
function indexPageOf(page: PageOf & { limit: number }, filter: IdFilter) {
  const { kind, sort, limit, offset } = page
  const names = Object.keys(filter) as (keyof IdFilter)[]
  const several = names.find((part) => (filter[part]?.length ?? 0) > 1)
  const single = several ? { ...filter, [several]: [0] } : filter
  const parameterFor = (part: keyof IdFilter) => (part === several ? sql`each.id` : placeholder(part))
  // Past the last page that lists show, reads no index at all.
  const condition = sql`${conditions({ kind, filter: single }, 'listing_index', parameterFor)}
    and ${placeholder('offset')}::bigint < (select least(total, ${sql.lit(maxReachable)}) from counted)`
  if (!several) return pageOf(page, 'listing_index', condition)
  const first = { kind, sort, limit: sql`${offset}::bigint + ${sql.lit(limit)}`, offset: sql.lit(0) }
  return sql`
    select found.* from unnest(${placeholder(several)}::int[]) each (id)
    cross join lateral (${pageOf(first, 'listing_index', condition)}) found
    order by ${orderOf(sort, kind, 'found')} limit ${sql.lit(limit)} offset ${offset}`
}

/** Selects the listings of `page` with their wire columns and the total of `counted`. `ctes` must define both. */
export function selectPageWithTotal(
  { kind, sort }: Pick<Selection, 'kind' | 'sort'>,
  ctes: RawBuilder<unknown>,
) {
  return sql<ListedRow & { total: number }>`
    with ${ctes}
    select counted.total, listed.*
    from counted left join (
      select ${listedColumns(kind)}, row_number() over (order by ${orderOf(sort, kind, 'page')}) as place
      from page join listing on listing.id = page.listing_id
    ) listed on true
    order by listed.place`
}

/** Past the last page there is one row, with the total and no listing. */
export const toResultPage = <Row extends ListedRow>(rows: (Row & { total: number })[]): ResultPage<Row> => ({
  total: rows[0]?.total ?? 0,
  rows: rows.filter((row) => row._id !== null),
})
