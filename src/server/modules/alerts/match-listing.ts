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
    { id, before }: { id: string; before: object | null },
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
      // Before the transaction: the first load can take seconds, and must not hold locks. It has what was saved before the ad.
      const stored = await openPatterns()
      await stored.refresh()
      await database.kysely.transaction().execute(async (tx) => {
        const { rows } = await sql<{ before: object | null }>`
          delete from listing_to_match where listing_id = ${id} returning before`.execute(tx)
        const [queued] = rows
        if (!queued) return
        const patterns = await findPatterns(tx, stored, { id, before: queued.before })
        if (patterns.length === 0) return
        const found = await insertAlerts(tx, { listingId: id, patterns })
        if (found > 0)
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
