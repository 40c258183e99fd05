/** Finds the listings that are most like one: the same subcategory and state, then less alike. */
import { sql } from 'kysely'
import { maxSimilarListings } from '../../../shared/limits.ts'
import type { Kind } from '../../../shared/listing.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { IdFilter, Taxonomy } from '../catalog/service.ts'
import { conditions, type ListedRow, listedColumns, orderColumn, orderOf, pageOf } from './list-query.ts'

type Likeness = { kind: Kind } & Pick<Taxonomy['ids'], 'category_id' | 'subcategory_id' | 'state_id'>

/**
 * How many listings of a tier are read: of services, a page and the listing itself; of events, enough to leave a page without
 * those that are sold out or canceled.
 */
const tierSizes = { service: maxSimilarListings + 1, event: 3 * (maxSimilarListings + 1) } satisfies Record<
  Kind,
  number
>

/** Returns one listing more than are shown, because the listing itself is among them. The most similar come first. */
export async function findSimilar({ preparedQuery }: Database, like: Likeness): Promise<ListedRow[]> {
  const { kind, category_id, subcategory_id, state_id } = like
  const tiers = tiersOf(like)
  const shape = tiers.map((filter) => Object.keys(filter).join('+'))
  return preparedQuery(`similar ${kind} ${shape}`, () => similarQuery(kind, tiers), {
    category: category_id,
    subcategory: subcategory_id,
    state: state_id,
  })
}

/** Each tier reads only an index, and only if no tier before it was full: of a rare topic in a small state, it reads far. */
function similarQuery(kind: Kind, tiers: IdFilter[]) {
  const sort = kind === 'event' ? 'soonest' : 'newest'
  const size = sql.lit(tierSizes[kind])
  const nameOf = (tier: number) => sql.ref(`tier_${tier}`)
  const tierOf = (filter: IdFilter, tier: number) => {
    const isNeeded = tiers
      .slice(0, tier)
      .map((_, before) => sql`(select count(*) from ${nameOf(before)}) < ${size}`)
    const matches = sql.join(
      [conditions({ kind, filter }, 'listing_index', placeholder), ...isNeeded],
      sql` and `,
    )
    return sql`
      ${nameOf(tier)} as materialized (
        ${pageOf({ kind, sort, limit: tierSizes[kind], offset: sql.lit(0) }, 'listing_index', matches)})`
  }
  const order = sql.ref(orderColumn(sort, kind))
  const candidates = tiers.map((_, tier) => sql`select *, ${sql.lit(tier)} as tier from ${nameOf(tier)}`)
  // Ended events come last in event order, so they are removed afterwards. `page` is sorted, so that its listings are looked up in
  // order until there are enough.
  const isOpen = sql`
    listing.canceled is null and listing.event_availability is distinct from 'soldout'
    and not (select ended from listing_index where listing_id = listing.id)`
  return sql<ListedRow>`
    with ${sql.join(tiers.map(tierOf))},
      page as (
        select listing_id, ${order}, min(tier) as tier from (${sql.join(candidates, sql` union all `)}) candidate
        group by listing_id, ${order}
        order by tier, ${orderOf(sort, kind, 'candidate')})
    select ${listedColumns(kind)}
    from page join listing on listing.id = page.listing_id
    ${kind === 'event' ? sql`where ${isOpen}` : sql``}
    order by page.tier, ${orderOf(sort, kind, 'page')} limit ${sql.lit(maxSimilarListings + 1)}`
}

/** The most similar first. A listing may have no subcategory, or no state. */
function tiersOf({ category_id, subcategory_id, state_id }: Likeness): IdFilter[] {
  const category = { category: [category_id] }
  const topics = subcategory_id === null ? [category] : [{ subcategory: [subcategory_id] }, category]
  if (state_id === null) return topics
  return [...topics.map((topic) => ({ ...topic, state: [state_id] })), ...topics]
}
