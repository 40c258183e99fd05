/** The ids of listings that a search found, for queries that read more of them. */
import { type RawBuilder, sql } from 'kysely'
import { type Database, placeholder } from '../../../platform/database/database.ts'
import type { Position } from '../types.ts'

/** The id is null if only the database knows it. */
export type FoundListing = Position & { id: string | null }

/**
 * The listings of `foundValues` as a relation with `id` and `place`, which counts from 1. Of a listing that is gone, the id is
 * null or that of no listing.
 */
export const foundListings: RawBuilder<unknown> = sql`(
  select wanted.place, coalesce(wanted.id, search_slot.listing_id) as id
  from unnest(${placeholder('segments')}::int[], ${placeholder('slots')}::int[], ${placeholder('ids')}::uuid[])
    with ordinality as wanted (segment, slot, id, place)
  left join search_slot on search_slot.segment_id = wanted.segment and search_slot.slot = wanted.slot)`

/** Returns the values of the placeholders of `foundListings`. */
export const foundValues = (found: readonly FoundListing[]) => ({
  segments: found.map(({ segment }) => segment),
  slots: found.map(({ slot }) => slot),
  ids: found.map(({ id }) => id),
})

/** Returns the ids of listings in their order; null for one that is gone. */
export async function readListingIds(
  { preparedQuery }: Database,
  found: readonly FoundListing[],
): Promise<(string | null)[]> {
  if (found.length === 0) return []
  const compose = () => sql<{ id: string | null }>`select id from ${foundListings} found order by place`
  const rows = await preparedQuery('search-listing-ids', compose, foundValues(found))
  return rows.map(({ id }) => id)
}
