/** Reads what has changed in the index since it was last read. */
import { sql } from 'kysely'
import { type Database, placeholder } from '../../../platform/database/database.ts'
import { type IndexedListing, indexedFields, indexFormat, isListed } from './indexed-listing.ts'
import type { Change } from './live-segments.ts'

/** The slots that a listing has in stored segments, including replaced ones. */
export type StoredSlot = [segment: number, slot: number]

export type IndexChanges = {
  /** A new one means that there are other segments, or that other listings are deleted in them. */
  generation: string
  /** Whether the index is complete. */
  complete: boolean
  /** The snapshot of this reading. */
  snapshot: string
  /** Those since the last snapshot, or all that are not merged yet if the generation is new. */
  changes: (Change & { slots: StoredSlot[] })[]
}

/** Before everything. */
export const firstSnapshot = '1:1:'
export const noGeneration = '0'

type ChangeRow = { generation: string; complete: boolean; snapshot: string; changed: string | null } & (
  | (IndexedListing & { slots: StoredSlot[] })
  | ({ [Field in keyof IndexedListing]: null } & { slots: StoredSlot[] | null })
)

/**
 * Returns what was committed and is not visible in `snapshot`. A replica's snapshot does not name the transactions in
 * progress: there, everything from the oldest of them on counts as not seen, so some changes are returned again.
 */
export async function readChanges(
  { preparedQuery }: Database,
  generation: string,
  snapshot: string,
): Promise<IndexChanges> {
  // What is committed is before the end of the current snapshot. Saying so lets PostgreSQL expect few changes and use the index.
  const compose = () => sql<ChangeRow>`
    with seen as (
      select case when generation = ${placeholder('generation')}::xid8 then ${placeholder('snapshot')}::pg_snapshot
        else ${sql.lit(firstSnapshot)}::pg_snapshot end as snapshot
      from search_index_state
    )
    select state.generation::text as generation,
      state.complete and state.format in (0, ${sql.lit(indexFormat)}) as complete,
      case when pg_is_in_recovery()
        then concat(pg_snapshot_xmin(pg_current_snapshot()), ':', pg_snapshot_xmin(pg_current_snapshot()), ':')
        else pg_current_snapshot()::text end as snapshot,
      change.listing_id as changed, ${indexedFields},
      (select json_agg(json_build_array(segment_id, slot)) from search_slot
        where search_slot.listing_id = change.listing_id) as slots
    from search_index_state state
    left join (
      select distinct listing_id from search_change
      where changed_in >= (select pg_snapshot_xmin(snapshot) from seen)
        and changed_in < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(changed_in, (select snapshot from seen))
    ) change on true
    left join listing on listing.id = change.listing_id and ${isListed}`
  const rows = await preparedQuery('search-changes', compose, { generation, snapshot })
  const [first] = rows
  if (!first) throw new Error('The state of the search index is missing.')
  return {
    generation: first.generation,
    complete: first.complete,
    snapshot: first.snapshot,
    changes: rows.flatMap((row) =>
      row.changed === null
        ? []
        : [{ id: row.changed, listing: row.id === null ? null : row, slots: row.slots ?? [] }],
    ),
  }
}

export type StoredSegment = {
  id: number
  key: string
  size: number
  listings: number
  deleted: Buffer | null
}

/** Returns the current segments with their generation. */
export async function readSegments({ preparedQuery }: Database) {
  const compose = () => sql<StoredSegment & { generation: string }>`
    select state.generation::text as generation, segment.id, concat(segment.id, ' ', segment.built) as key, size,
      listings, deleted
    from search_index_state state
    left join search_segment segment on segment.state = 'current'
    order by segment.id`
  const rows = await preparedQuery('search-segments', compose, {})
  return {
    generation: rows[0]?.generation ?? noGeneration,
    segments: rows.filter(({ id }) => id !== null),
  }
}

/** Returns the encoded columns of segments that exist. */
export async function readColumns({ preparedQuery }: Database, ids: number[]) {
  const compose = () => sql<{ id: number; columns: Buffer }>`
    select id, columns from search_segment where id = any (${placeholder('ids')}::int[])`
  return preparedQuery('search-columns', compose, { ids })
}
