/** Finds the listings that are most like one: the same subcategory and state, then less alike. */
import { sql } from 'kysely'
import { maxSimilarListings } from '../../../shared/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { IdFilter, Taxonomy } from '../catalog/service.ts'
import type { SearchService } from '../search/service.ts'
import { readFound } from './found-listings.ts'
import { conditions, type ListedRow, listedColumns, orderOf, pageOf } from './list-query.ts'
import { filterOfIds } from './search-filter.ts'

export type Likeness = Pick<Taxonomy['ids'], 'category_id' | 'subcategory_id' | 'state_id'>

/** One more than are shown, because the listing itself is among them. */
const similarRead = maxSimilarListings + 1
/** How many events of a tier are considered. The engine does not know which are sold out or canceled. */
const eventsOfTier = 3 * similarRead

const kind = 'service'
const sort = 'newest'
const pageSelection = { kind, sort, limit: similarRead, offset: sql.lit(0) } as const

/** Returns one service more than are shown. The most similar come first. */
export async function findSimilarServices({ preparedQuery }: Database, like: Likeness): Promise<ListedRow[]> {
  const tiers = tiersOf(like)
  const shape = tiers.map((filter) => Object.keys(filter).join('+'))
  return preparedQuery(`similar services ${shape}`, () => similarQuery(tiers), {
    category: like.category_id,
    subcategory: like.subcategory_id,
    state: like.state_id,
  })
}

/** Each tier reads only an index, and only if no tier before it was full: of a rare topic in a small state, it reads far. */
function similarQuery(tiers: IdFilter[]) {
  const nameOf = (tier: number) => sql.ref(`tier_${tier}`)
  const tierOf = (filter: IdFilter, tier: number) => {
    const isNeeded = tiers
      .slice(0, tier)
      .map((_, before) => sql`(select count(*) from ${nameOf(before)}) < ${sql.lit(similarRead)}`)
    const matches = sql.join(
      [conditions({ kind, filter }, 'listing_index', placeholder), ...isNeeded],
      sql` and `,
    )
    return sql`${nameOf(tier)} as materialized (${pageOf(pageSelection, 'listing_index', matches)})`
  }
  const candidates = tiers.map((_, tier) => sql`select *, ${sql.lit(tier)} as tier from ${nameOf(tier)}`)
  return sql<ListedRow>`
    with ${sql.join(tiers.map(tierOf))},
      page as (
        select listing_id, posted, min(tier) as tier from (${sql.join(candidates, sql` union all `)}) candidate
        group by listing_id, posted
        order by tier, ${orderOf(sort, kind, 'candidate')} limit ${sql.lit(similarRead)})
    select ${listedColumns(kind)}
    from page join listing on listing.id = page.listing_id
    order by page.tier, ${orderOf(sort, kind, 'page')}`
}

type EventOptions = { database: Database; search: SearchService; clock: Clock }

/**
 * Returns one more event than are shown, of those to which one can still go. The most similar come first, and of these the soonest.
 * PostgreSQL would read and sort all events of a topic, so the search engine finds them.
 */
export async function findSimilarEvents(
  { database, search, clock }: EventOptions,
  like: Likeness,
): Promise<ListedRow[]> {
  const found = new Map<string, ListedRow>()
  for (const ids of tiersOf(like)) {
    const { hits } = await search.find({
      text: '',
      verbatim: true,
      filter: { ...filterOfIds('event', ids), hideEnded: true },
      now: clock().toISOString(),
      sort: 'soonest',
      offset: 0,
      limit: eventsOfTier,
      facets: null,
      partial: false,
      fresh: true,
    })
    // Each tier contains those before it.
    const others = hits.filter(({ id }) => !found.has(id))
    for (const { rank: _, ...row } of await readFound(database, 'event', others))
      if (!row.canceled && row.event_availability !== 'soldout') found.set(row._id, row)
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
