/** Finds the services that are most like one: the same subcategory and state, then less alike. */
import { sql } from 'kysely'
import { maxSimilarListings } from '../../../shared/limits.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { IdFilter, Taxonomy } from '../catalog/service.ts'
import { conditions, type ListedRow, listedColumns, orderOf, pageOf } from './list-query.ts'

export type Likeness = Pick<Taxonomy['ids'], 'category_id' | 'subcategory_id' | 'state_id'>

/** One more than are shown, because the listing itself is among them. */
export const similarRead: number = maxSimilarListings + 1

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

/**
 * Returns the tiers whose listings decide which are the most similar: those at least as similar as the last of `found`, or all
 * tiers if there are too few.
 */
export function decidingTiers(like: Likeness, found: readonly Likeness[]): IdFilter[] {
  const tiers = tiersOf(like)
  const last = found.length < similarRead ? undefined : found.at(-1)
  const tierOfLast = last ? tiers.findIndex((tier) => isIn(tier, last)) : -1
  return tierOfLast < 0 ? tiers : tiers.slice(0, tierOfLast + 1)
}

const isIn = ({ category, subcategory, state }: IdFilter, like: Likeness): boolean =>
  (!category || category[0] === like.category_id) &&
  (!subcategory || subcategory[0] === like.subcategory_id) &&
  (!state || state[0] === like.state_id)

/** Returns filters for listings like this one, the most similar first. A listing may have no subcategory, or no state. */
export function tiersOf({ category_id, subcategory_id, state_id }: Likeness): IdFilter[] {
  const category = { category: [category_id] }
  const topics = subcategory_id === null ? [category] : [{ subcategory: [subcategory_id] }, category]
  if (state_id === null) return topics
  return [...topics.map((topic) => ({ ...topic, state: [state_id] })), ...topics]
}
