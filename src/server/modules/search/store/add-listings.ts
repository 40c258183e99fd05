/** Adds many new listings at once, with a segment of their own: nothing has to be merged, and searches find them at once. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../platform/database/database.ts'
import { type IndexedListing, indexFormat } from './indexed-listing.ts'
import { type BuiltSegment, buildSegment } from './segment-builder.ts'
import { changingIndex, type Session } from './session.ts'
import { addToVocabulary } from './vocabulary.ts'
import { writeSegment } from './write-segment.ts'

/** Somebody else changes the segments for a short time. */
const retryMs = 50
/** Of so many listings, a word that only one of them contains is more often a typo or a name. */
const manyListings = 1000

/**
 * Calls `insert`, which inserts these listings, at most `maxSegmentSize`, with the given connection, and indexes them in the
 * same transaction. Repeats it in a new transaction after a conflict with another one. Run it on a database without a
 * statement timeout.
 */
export async function addListings(
  database: Database,
  listings: readonly IndexedListing[],
  insert: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  const building = buildSegment(listings)
  // A failure of the insertion comes first. This one would not be handled then.
  building.catch(() => {})
  const add = (session: Session) => insertAndIndex(session, building, insert)
  while (!(await changingIndex(database, add))) await delay(retryMs)
}

/** PostgreSQL inserts while this process builds the segment. */
async function insertAndIndex(
  session: Session,
  building: Promise<BuiltSegment>,
  insert: (client: pg.ClientBase) => Promise<void>,
): Promise<true> {
  const { run, client } = session
  await insert(client)
  const segment = await building
  const [state] = await run(sql<{ complete: boolean; format: number }>`
    select complete, format from search_index_state`)
  // Otherwise, the index has to be built anyway.
  if (segment.size > 0 && state?.complete && (state.format === 0 || state.format === indexFormat)) {
    await writeSegment(session, 'current', segment)
    await addToVocabulary(session, segment.size < manyListings ? segment.words : withoutRare(segment.words))
    await forgetOwnChanges(session)
    await run(sql`update search_index_state set format = ${indexFormat}, generation = pg_current_xact_id()`)
  }
  return true
}

const withoutRare = (words: Map<string, number>) => new Map([...words].filter(([, listings]) => listings > 1))

/** The changes that triggers have noted are in the segment. A rebuild that is running needs them. */
async function forgetOwnChanges({ run }: Session) {
  await run(sql`
    with own as (delete from search_change where changed_in = pg_current_xact_id() returning listing_id)
    insert into search_rebuild_change (listing_id)
    select listing_id from own where exists (select from search_rebuild)`)
}
