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
export const findSimilar = (options: Options, kind: Kind, like: Likeness): Promise<ListedRow[]> =>
  kind === 'event' ? findEvents(options, like) : findServices(options.database, like)

/** Returns filters for listings like this one, the most similar first. A listing may have no subcategory, or no state. */
function tiersOf({ category_id, subcategory_id, state_id }: Likeness): IdFilter[] {
  const category = { category: [category_id] }
  const topics = subcategory_id === null ? [category] : [{ subcategory: [subcategory_id] }, category]
  if (state_id === null) return topics
  return [...topics.map((topic) => ({ ...topic, state: [state_id] })), ...topics]
}

/** Returns the most similar services, and of these the newest. Each tier reads only an index. */
function findServices({ preparedQuery }: Database, like: Likeness): Promise<ListedRow[]> {
  const tiers = tiersOf(like)
  const page = { kind: 'service', sort: 'newest', limit: similarRead, offset: sql.lit(0) } as const
  const candidatesOf = (filter: IdFilter, tier: number) => sql`
    (select *, ${sql.lit(tier)} as tier
     from (${pageOf(page, 'listing_index', conditions({ kind: page.kind, filter }, 'listing_index', placeholder))}) newest)`
  const compose = () => sql<ListedRow>`
    with page as (
      select listing_id, posted, min(tier) as tier
      from (${sql.join(tiers.map(candidatesOf), sql` union all `)}) candidate
      group by listing_id, posted
      order by tier, posted desc, listing_id desc limit ${sql.lit(similarRead)})
    select ${listedColumns(page.kind)} from page join listing on listing.id = page.listing_id
    order by page.tier, ${orderOf(page.sort, page.kind, 'page')}`
  const shape = tiers.map((filter) => Object.keys(filter).join('+'))
  return preparedQuery(`similar services ${shape}`, compose, {
    category: like.category_id,
    subcategory: like.subcategory_id,
    state: like.state_id,
  })
}

/** The engine does not know which events are sold out or canceled. */
const maxEventsRead = 3 * similarRead

/**
 * Returns the most similar events, and of these the soonest. PostgreSQL would read and sort all events of a topic, so the search engine
 * finds them.
 */
async function findEvents({ database, search, clock }: Options, like: Likeness): Promise<ListedRow[]> {
  const read = new Set<string>()
  const open: ListedRow[] = []
  for (const tier of tiersOf(like)) {
    const { hits } = await search.find({
      text: '',
      verbatim: true,
      filter: { ...filterOfIds('event', tier), hideEnded: true },
      now: clock().toISOString(),
      sort: 'soonest',
      offset: 0,
      limit: maxEventsRead,
      facets: null,
      partial: false,
      fresh: true,
    })
    // Each tier contains those before it.
    const others = hits.filter(({ id }) => !read.has(id))
    for (const { id } of others) read.add(id)
    for (const { rank: _, ...row } of await readFound(database, 'event', others))
      if (!row.canceled && row.event_availability !== 'soldout') open.push(row)
    if (open.length >= similarRead) break
  }
  return open.slice(0, similarRead)
}
