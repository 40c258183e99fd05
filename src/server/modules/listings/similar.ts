/** Finds the listings that are most like one: the same subcategory and state, then less alike. */
import { sql } from 'kysely'
import { maxSimilarListings } from '../../../shared/limits.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { IdFilter, Taxonomy } from '../catalog/service.ts'
import type { SearchService } from '../search/service.ts'
import { readFound } from './found-listings.ts'
import { conditions, type ListedRow, listedColumns, orderOf, pageOf } from './list-query.ts'
import { filterOfIds } from './search-filter.ts'

type Options = { database: Database; search: SearchService; clock: Clock }
export type Likeness = Pick<Taxonomy['ids'], 'category_id' | 'subcategory_id' | 'state_id'>

/** One more than are shown, because the listing itself is among them. */
const similarRead = maxSimilarListings + 1

/** Returns one listing more than are shown, the most similar first; of events, those to which one can still go. */
export async function findSimilar(options: Options, kind: Kind, like: Likeness): Promise<ListedRow[]> {
  const found = new Map<string, ListedRow>()
  const read = new Set<string>()
  // Each tier contains those before it.
  for (const tier of tiersOf(like)) {
    const rows = await (kind === 'event' ? findOpenEvents(options, tier, read) : findServices(options, tier))
    for (const row of rows) if (!found.has(row._id)) found.set(row._id, row)
    if (found.size >= similarRead) break
  }
  return [...found.values()].slice(0, similarRead)
}

/** Returns filters for listings like this one, the most similar first. A listing may have no subcategory, or no state. */
function tiersOf({ category_id, subcategory_id, state_id }: Likeness): IdFilter[] {
  const category = { category: [category_id] }
  const topics = subcategory_id === null ? [category] : [{ subcategory: [subcategory_id] }, category]
  if (state_id === null) return topics
  return [...topics.map((topic) => ({ ...topic, state: [state_id] })), ...topics]
}

/** Returns the newest services, read from an index. */
function findServices({ database }: Options, filter: IdFilter): Promise<ListedRow[]> {
  const selection = { kind: 'service', sort: 'newest', limit: similarRead, offset: sql.lit(0) } as const
  const { kind, sort } = selection
  const compose = () => sql<ListedRow>`
    with page as (${pageOf(selection, 'listing_index', conditions({ kind, filter }, 'listing_index', placeholder))})
    select ${listedColumns(kind)} from page join listing on listing.id = page.listing_id
    order by ${orderOf(sort, kind, 'page')}`
  const values = Object.fromEntries(Object.entries(filter).map(([part, [id]]) => [part, id]))
  return database.preparedQuery(`similar services ${Object.keys(filter)}`, compose, values)
}

/** The engine does not know which events are sold out or canceled. */
const maxEventsRead = 3 * similarRead

/** Returns the soonest events that were not read yet. PostgreSQL would read and sort all events of a topic, so the search engine finds them. */
async function findOpenEvents(
  { database, search, clock }: Options,
  filter: IdFilter,
  read: Set<string>,
): Promise<ListedRow[]> {
  const { hits } = await search.find({
    text: '',
    verbatim: true,
    filter: { ...filterOfIds('event', filter), hideEnded: true },
    now: clock().toISOString(),
    sort: 'soonest',
    offset: 0,
    limit: maxEventsRead,
    facets: null,
    partial: false,
    fresh: true,
  })
  const others = hits.filter(({ id }) => !read.has(id))
  for (const { id } of others) read.add(id)
  const rows = await readFound(database, 'event', others)
  return rows
    .filter(({ canceled, event_availability }) => !canceled && event_availability !== 'soldout')
    .map(({ rank: _, ...row }) => row)
}
