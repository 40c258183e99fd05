/**
 * Compares an ad that became public, or was edited, with all saved searches. Runs as a job: the ad waits in `listing_to_match`
 * until the transaction that stores its alerts, so a crash neither loses an alert nor stores one twice.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Catalog } from '../catalog/service.ts'
import { findDocument, readEarlierDocument } from '../search/service.ts'
import { readFollowed, withFollowed } from './followed.ts'
import { insertAlerts, takeWaiting } from './queries.ts'
import { createStoredPatterns, type StoredPatterns } from './stored-patterns.ts'

/** After this long, all searches are read again, which forgets those that nobody uses anymore. */
const reloadMs = 24 * 3_600_000

type Options = { database: Database; catalog: () => Promise<Catalog>; clock: Clock }

const JobSchema = z.object({ id: z.uuid() })

export function createListingMatcher({ database, catalog, clock }: Options) {
  let patterns: StoredPatterns | null = null
  let loadedAt = 0
  let loadedFor: unknown = null

  async function currentPatterns(): Promise<StoredPatterns> {
    const known = await catalog()
    const nodes = known.nodes()
    const isCurrent = loadedFor === nodes && performance.now() - loadedAt < reloadMs
    if (patterns && isCurrent) return patterns
    const loaded = createStoredPatterns(database, known)
    // Before the transaction of an ad: this can take seconds, and must not hold locks.
    await loaded.refresh()
    patterns = loaded
    loadedFor = nodes
    loadedAt = performance.now()
    return loaded
  }

  /** Returns the patterns that match a listing and did not match it before. */
  async function findPatterns(tx: Connection, stored: StoredPatterns, id: string, before: object | null) {
    const listing = await findDocument(tx, id)
    if (!listing) return []
    const now = clock().toISOString()
    // Nobody hears of an edit alone: an earlier document counts as one of the same seller at the same venue.
    const followed = await readFollowed(tx, id)
    const { ids } = await stored.match(withFollowed(listing, followed), now)
    const earlier = before && ids.size > 0 ? await readEarlierDocument(tx, before) : null
    // Alert about an edit only those whose search did not find the ad before.
    const known = earlier ? (await stored.match(withFollowed(earlier, followed), now)).ids : new Set<number>()
    return [...ids].filter((pattern) => !known.has(pattern)).map(String)
  }

  return {
    /** The job `match_listing` of one ad. The jobs run one after the other. */
    async matchListing(payload: unknown): Promise<void> {
      const { id } = JobSchema.parse(payload)
      const stored = await currentPatterns()
      await database.kysely.transaction().execute(async (tx) => {
        const waiting = await takeWaiting(tx, id)
        if (!waiting) return
        // For searches that were saved since, and before the last edit of the ad.
        await stored.refresh(tx)
        const found = await findPatterns(tx, stored, id, waiting.before)
        if (found.length === 0) return
        const alerts = { listingId: id, patterns: found, isEdit: waiting.before !== null }
        if ((await insertAlerts(tx, alerts)) === 0) return
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
        from (select listing_id from listing_to_match order by listing_id limit 1000) waiting`.execute(
        database.kysely,
      )
    },
  }
}
