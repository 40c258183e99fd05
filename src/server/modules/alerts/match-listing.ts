/**
 * Compares ads that became public, or were edited, with all saved searches. Runs as a job: an ad waits in `listing_to_match`
 * until the transaction that stores its alerts, so a crash neither loses an alert nor stores one twice.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayIn } from '../../../shared/days.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { type Catalog, createCatalog } from '../catalog/service.ts'
import { indexDayOf, indexDaysOf } from '../listings/service.ts'
import { findIndexedListing, readIndexedListing } from '../search/service.ts'
import { insertAlerts } from './queries.ts'
import { createStoredPatterns, type StoredPatterns } from './stored-patterns.ts'

const JobSchema = z.object({ id: z.uuid() })

type Queued = { id: string; before: object | null }

type Options = {
  database: Database
  clock: Clock
  timeZone: string
  /** Called with how long comparing one ad took, in seconds. */
  onMatched?: (seconds: number) => void
}

export function createListingMatcher({ database, clock, timeZone, onMatched = () => {} }: Options) {
  let opened: Promise<StoredPatterns> | null = null

  /** Needs the catalog, which exists once the first server has started. */
  function openPatterns(): Promise<StoredPatterns> {
    opened ??= createCatalog(database).then((catalog: Catalog) => createStoredPatterns(database, catalog))
    opened.catch(() => {
      opened = null
    })
    return opened
  }

  /** Returns the patterns that match a listing and did not match it before. */
  async function findPatterns(
    tx: Connection,
    patterns: StoredPatterns,
    { id, before }: Queued,
  ): Promise<string[]> {
    const listing = await findIndexedListing(tx, id)
    if (!listing) return []
    const today = dayIn(timeZone, clock())
    const day = {
      today: indexDayOf(today),
      daysOf: (when: Parameters<typeof indexDaysOf>[0]) => indexDaysOf(when, today),
    }
    const started = performance.now()
    const { ids } = patterns.match(listing, day)
    const earlier = before && ids.size > 0 ? await readIndexedListing(tx, before) : null
    // An edit is news only to those whose search did not find the ad before.
    const known = earlier ? patterns.match(earlier, day).ids : new Set<number>()
    onMatched((performance.now() - started) / 1000)
    return [...ids].filter((pattern) => !known.has(pattern)).map(String)
  }

  return {
    /** The job `match_listing`. */
    async matchListing(payload: unknown): Promise<void> {
      const { id } = JobSchema.parse(payload)
      const stored = await openPatterns()
      // Before the transaction: the first load can take seconds, and must not hold locks.
      await stored.refresh()
      await database.kysely.transaction().execute(async (tx) => {
        const { rows } = await sql<Queued>`
          delete from listing_to_match where listing_id = ${id} returning listing_id as id, before`.execute(
          tx,
        )
        const [queued] = rows
        if (!queued) return
        // Again, for searches that were saved before the last edit of this listing. A later edit waits for this transaction.
        await stored.refresh(tx)
        const patterns = await findPatterns(tx, stored, queued)
        if (patterns.length === 0) return
        const isEdit = queued.before !== null
        if ((await insertAlerts(tx, { listingId: id, patterns, isEdit })) > 0)
          await sql`select graphile_worker.add_job('send_search_alerts', job_key => 'send_search_alerts')`.execute(
            tx,
          )
      })
    },

    /** Adds the jobs that are missing, as after a backup was restored. */
    async matchRemaining(): Promise<void> {
      await sql`
        select graphile_worker.add_job('match_listing', json_build_object('id', listing_id),
          queue_name => 'match_listing', job_key => 'match_listing:' || listing_id)
        from (select listing_id from listing_to_match limit 1000) waiting`.execute(database.kysely)
    },
  }
}
