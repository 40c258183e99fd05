/**
 * Moves the changes of listings into the segments. One run does a limited amount of work: it takes some of the changes, then
 * combines a few segments, then deletes a few that were replaced earlier.
 */
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { addSlot, createBitset } from '../index/bitset.ts'
import { encodePosting, slotsOf } from '../index/posting.ts'
import { maxSegmentSize } from '../types.ts'
import { combineOnce, deleteRetired } from './combine.ts'
import { deletedSlots } from './deleted-slots.ts'
import { type IndexedListing, indexedFields, indexFormat, isListed } from './indexed-listing.ts'
import { buildSegment } from './segment-builder.ts'
import { changingIndex, type Session } from './session.ts'
import { addToVocabulary } from './vocabulary.ts'
import { writeSegment } from './write-segment.ts'

export const maxChangesPerRun = 20_000
const minChangesForNextRun = 1000

/**
 * Merges the committed changes and returns the number of changed listings, or null if somebody else is changing the index or
 * it has to be rebuilt first.
 */
export async function mergeChanges(database: Database): Promise<number | null> {
  let total = 0
  for (;;) {
    const merged = await mergeOnce(database)
    if (merged === null) return total || null
    total += merged.listings
    if (!merged.more) return total
  }
}

/** One transaction, so that an interruption loses little work. */
const mergeOnce = (database: Database) =>
  changingIndex(database, async (session) => {
    const { run } = session
    const [state] = await run(sql<{ complete: boolean; format: number }>`
      select complete, format from search_index_state`)
    if (!state?.complete || (state.format !== 0 && state.format !== indexFormat)) return null
    const merged = await mergeInto(session, maxChangesPerRun)
    const combined = await combineOnce(session)
    if (merged > 0 || combined)
      await run(sql`
        update search_index_state set format = ${indexFormat}, generation = pg_current_xact_id()`)
    await deleteRetired(session)
    const [rest] = await run(sql<{ count: number }>`
      select count(*)::int as count from (select from search_change limit ${minChangesForNextRun}) waiting`)
    return { listings: merged, more: rest?.count === minChangesForNextRun }
  })

/** Merges up to `maxChanges` changes into the current segments and returns their number. The caller sets the generation. */
export async function mergeInto(session: Session, maxChanges: number): Promise<number> {
  const { run } = session
  const changed = await run(sql<{ id: string }>`
    with taken as (
      delete from search_change
      where ctid = any (array(select ctid from search_change order by changed_in limit ${maxChanges}))
      returning listing_id, changed_in
    ), recorded as (
      insert into search_rebuild_change (listing_id)
      select listing_id from taken, search_rebuild where not pg_visible_in_snapshot(changed_in, begun)
    )
    select distinct listing_id as id from taken`)
  if (changed.length === 0) return 0
  const ids = changed.map(({ id }) => id)
  const indexed = await deleteFromSegments(session, ids)
  for (let first = 0; first < ids.length; first += maxSegmentSize) {
    const listings = await run(sql<IndexedListing>`
      select ${indexedFields} from listing
      where id = any (${ids.slice(first, first + maxSegmentSize)}::uuid[]) and ${isListed}`)
    if (listings.length === 0) continue
    const segment = await buildSegment(listings, { hasNewWords: ({ id }) => !indexed.has(id) })
    await writeSegment(session, 'current', segment)
    await addToVocabulary(session, segment.words)
  }
  return ids.length
}

/** Deletes listings from the current segments. Returns those that were in one. */
async function deleteFromSegments({ run }: Session, ids: string[]): Promise<Set<string>> {
  const found = await run(sql<{ id: string; segment: number; slots: number[] }>`
    select listing_id as id, segment_id as segment, array_agg(slot) as slots
    from search_slot join search_segment on search_segment.id = segment_id
    where listing_id = any (${ids}::uuid[]) and state = 'current' group by 1, 2`)
  const slotsBySegment = new Map<number, number[]>()
  for (const { segment, slots } of found) {
    const all = slotsBySegment.get(segment) ?? []
    slotsBySegment.set(segment, all)
    all.push(...slots)
  }
  for (const [segment, slots] of slotsBySegment) {
    const [row] = await run(
      sql<{ deleted: Buffer | null }>`select deleted from search_segment where id = ${segment}`,
    )
    const deleted = deletedSlots(row?.deleted ?? null) ?? createBitset()
    for (const slot of slots) addSlot(deleted, slot)
    const all = slotsOf(deleted)
    await run(sql`
      update search_segment set deleted = ${Buffer.from(encodePosting(all))}, listings = size - ${all.length}
      where id = ${segment}`)
  }
  return new Set(found.map(({ id }) => id))
}
