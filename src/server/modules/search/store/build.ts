/**
 * Builds the whole index while the site is online. Each finished segment is committed with the progress, so a rebuild that
 * was interrupted continues. Until all are finished, searches use the old segments.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { maxSegmentSize } from '../types.ts'
import { copyRows, type Field } from './copy-rows.ts'
import { type IndexedListing, indexedFields, indexFormat, isListed } from './indexed-listing.ts'
import { maxChangesPerRun, mergeInto } from './merge.ts'
import { buildSegment } from './segment-builder.ts'
import { changingIndex, inSnapshot, onOwnConnection, type Session } from './session.ts'
import { publishVocabulary, vocabularyWords } from './vocabulary.ts'
import { writeSegment } from './write-segment.ts'

/** Somebody else changes the segments for a short time. */
const retryMs = 50

type RebuildOptions = {
  /** Discards the segments of a rebuild that was interrupted. */
  restart?: boolean
  segmentSize?: number
  onProgress?: (listings: number) => void
}

/** Held by a rebuild, so that a second one waits for it. An arbitrary number that nothing else locks. */
const rebuildLock = sql.raw('7305518246120982')

/**
 * Rebuilds the index and returns how many listings it contains. Run it on a database without a statement timeout. A second
 * rebuild waits for the first.
 */
export const rebuildIndex = (database: Database, options: RebuildOptions = {}): Promise<number> =>
  withRebuildLock(database, () => rebuild(database, options))

/**
 * Builds the index if it is not complete, or if an import has added more listings than merges are made for. Returns how many
 * listings it contains, or null if nothing was to do. Searches fail until then, so run it before the server listens.
 */
export const ensureIndex = (database: Database, options: RebuildOptions = {}): Promise<number | null> =>
  withRebuildLock(database, async () =>
    (await needsRebuild(database)) ? await rebuild(database, options) : null,
  )

async function needsRebuild({ kysely }: Database): Promise<boolean> {
  const { rows } = await sql<{ complete: boolean; format: number; changes: number }>`
    select complete, format,
      (select count(*)::int from (select from search_change limit ${maxChangesPerRun}) waiting) as changes
    from search_index_state`.execute(kysely)
  const [state] = rows
  if (!state?.complete || state.changes === maxChangesPerRun) return true
  return state.format !== 0 && state.format !== indexFormat
}

/** Closing the connection releases the lock. */
const withRebuildLock = <Result>(database: Database, work: () => Promise<Result>) =>
  onOwnConnection(database, async ({ run }) => {
    await run(sql`set statement_timeout = 0`)
    await run(sql`select pg_advisory_lock(${rebuildLock})`)
    return work()
  })

async function rebuild(
  database: Database,
  { restart = false, segmentSize = maxSegmentSize, onProgress }: RebuildOptions,
): Promise<number> {
  await begin(database, restart)
  for (;;) {
    const progress = await inSnapshot(database, (session) => addSegment(session, segmentSize))
    onProgress?.(progress.listings)
    if (progress.finished) break
  }
  for (;;) {
    const total = await changingIndex(database, publish)
    if (total !== null) return total
    await delay(retryMs)
  }
}

type Progress = { format: number; listings: number; lastPosted: string | null; lastId: string | null }

const readProgress: RawBuilder<Progress> = sql`
  select format, listings, last_posted::text as "lastPosted", last_id as "lastId" from search_rebuild`

/** Begins a rebuild, or keeps the progress of the one that was interrupted. From now on, merges record their changes. */
async function begin(database: Database, restart: boolean) {
  const started = () =>
    changingIndex(database, async ({ run }) => {
      const [found] = await run(readProgress)
      if (found && found.format === indexFormat && !restart) return true
      await discardRebuild({ run })
      await run(sql`insert into search_rebuild (format) values (${indexFormat})`)
      return true
    })
  while (!(await started())) await delay(retryMs)
}

/** Deletes a rebuild that was interrupted. */
async function discardRebuild({ run }: Pick<Session, 'run'>) {
  const building = sql`(select id from search_segment where state = 'building')`
  await run(sql`delete from search_posting where segment_id in ${building}`)
  await run(sql`delete from search_slot where segment_id in ${building}`)
  await run(sql`delete from search_segment where state = 'building'`)
  for (const table of ['search_rebuild_word', 'search_rebuild_change', 'search_rebuild'])
    await run(sql`delete from ${sql.table(table)}`)
}

/** Reads the next block of listings, newest first, and writes their segment. */
async function addSegment(session: Session, segmentSize: number) {
  const { run } = session
  const [progress] = await run(readProgress)
  if (!progress) throw new Error('The rebuild was discarded meanwhile.')
  const { lastPosted, lastId } = progress
  const after =
    lastPosted === null
      ? sql``
      : sql`and (listing.posted, listing.id) < (${lastPosted}::timestamptz, ${lastId}::uuid)`
  const listings = await readInBatches(
    session,
    sql`select ${indexedFields}, listing.posted::text as "exactPosted" from listing where ${isListed} ${after}
      order by listing.posted desc, listing.id desc limit ${sql.lit(segmentSize)}`,
  )
  const last = listings.at(-1)
  if (last) {
    const segment = await buildSegment(listings)
    await writeSegment(session, 'building', segment)
    await copyRows(session.client, 'search_rebuild_word (word, listings)', wordRows(segment.words))
    await run(sql`
      update search_rebuild set listings = listings + ${listings.length}, updated = now(),
        last_posted = ${last.exactPosted}::timestamptz, last_id = ${last.id}`)
  }
  return { listings: progress.listings + listings.length, finished: listings.length < segmentSize }
}

type ListingInOrder = IndexedListing & { exactPosted: string }

const batchSize = 4096

/** A cursor, because the driver needs several times the memory of a result to parse it. */
async function readInBatches({ run, client }: Session, query: RawBuilder<unknown>) {
  const listings: ListingInOrder[] = []
  await run(sql`declare listings no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<ListingInOrder>(`fetch ${batchSize} from listings`)
    for (const row of rows) listings.push(row)
    if (rows.length < batchSize) break
  }
  await client.query('close listings')
  return listings
}

function* wordRows(words: Map<string, number>): Generator<Field[]> {
  for (const [word, listings] of vocabularyWords(words)) yield [{ text: word }, { integer: listings }]
}

/** Replaces the segments by those of the rebuild, with the changes that were committed meanwhile. */
async function publish(session: Session): Promise<number> {
  const { run } = session
  await run(
    sql`update search_segment set state = 'retired', retired = clock_timestamp() where state = 'current'`,
  )
  await run(sql`update search_segment set state = 'current' where state = 'building'`)
  await publishVocabulary(session)
  await run(sql`
    delete from search_change using search_rebuild where pg_visible_in_snapshot(changed_in, begun)`)
  await run(sql`insert into search_change (listing_id) select distinct listing_id from search_rebuild_change`)
  await run(sql`delete from search_rebuild_change`)
  await run(sql`delete from search_rebuild`)
  await mergeInto(session, Number.MAX_SAFE_INTEGER)
  await run(sql`
    update search_index_state set complete = true, format = ${indexFormat}, generation = pg_current_xact_id()`)
  const [total] = await run(sql<{ listings: number }>`
    select coalesce(sum(listings), 0)::int as listings from search_segment where state = 'current'`)
  return total?.listings ?? 0
}
