/** Finds the listings that are most like one: the same subcategory and state, then less alike. */
import { sql } from 'kysely'
import { maxSimilarListings } from '../../../shared/limits.ts'
import type { Kind } from '../../../shared/listing.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { IdFilter, Taxonomy } from '../catalog/service.ts'
import { conditions, type ListedRow, listedColumns, orderOf } from './list-query.ts'

type Likeness = { kind: Kind } & Pick<Taxonomy['ids'], 'category_id' | 'subcategory_id' | 'state_id'>

/** Enough that tiers which overlap, and events that are sold out, leave a full list and the listing itself. */
const tierSize = 3 * (maxSimilarListings + 1)

/** Returns one listing more than are shown, because the listing itself is among them. The most similar come first. */
export async function findSimilar({ preparedQuery }: Database, like: Likeness): Promise<ListedRow[]> {
  const { kind, category_id, subcategory_id, state_id } = like
  const sort = kind === 'event' ? 'soonest' : 'newest'
  const tiers = tiersOf(like)
  // Each tier reads only an index. Ended events come last in event order, so they are removed afterwards.
  const tierOf = (filter: IdFilter, tier: number) => sql`
    (select listing_id, ${sql.lit(tier)} as tier from listing_index
     where ${conditions({ kind, filter }, 'listing_index', placeholder)}
     order by ${orderOf(sort, kind, 'listing_index')} limit ${sql.lit(tierSize)})`
  const compose = () => sql<ListedRow>`
    with candidate as (${sql.join(tiers.map(tierOf), sql` union all `)}),
      closest as (select listing_id, min(tier) as tier from candidate group by listing_id)
    select ${listedColumns(kind)}
    from closest join listing_index on listing_index.listing_id = closest.listing_id
    join listing on listing.id = closest.listing_id
    where not listing_index.ended and listing.canceled is null
      and listing.event_availability is distinct from 'soldout'
    order by closest.tier, ${orderOf(sort, kind, 'listing_index')} limit ${sql.lit(maxSimilarListings + 1)}`
  const shape = tiers.map((filter) => Object.keys(filter).join('+'))
  return preparedQuery(`similar ${kind} ${shape}`, compose, {
    category: category_id,
    subcategory: subcategory_id,
    state: state_id,
  })
}

/** The most similar first. A listing may have no subcategory, or no state. */
function tiersOf({ category_id, subcategory_id, state_id }: Likeness): IdFilter[] {
  const category = { category: [category_id] }
  const topics = subcategory_id === null ? [category] : [{ subcategory: [subcategory_id] }, category]
  if (state_id === null) return topics
  return [...topics.map((topic) => ({ ...topic, state: [state_id] })), ...topics]
}
