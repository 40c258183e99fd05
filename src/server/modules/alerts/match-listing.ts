/**
 * Compares ads that became public, or were edited, with all saved searches. Runs as a job: an ad waits in `listing_to_match`
 * until the transaction that stores its alerts, so a crash neither loses an alert nor stores one twice.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { createCatalog } from '../catalog/service.ts'
import { findDocument, readEarlierDocument } from '../search/service.ts'
import { insertAlerts, takeWaiting, type WaitingListing } from './queries.ts'
import { createStoredPatterns, type StoredPatterns } from './stored-patterns.ts'

/** At most this many ads are compared in one transaction, so that what it locks is free again soon. */
const maxTogether = 20

const JobSchema = z.object({ id: z.uuid() })

type Options = {
  database: Database
  clock: Clock
  /** Called with how long comparing one ad took, in seconds. */
  onMatched?: (seconds: number) => void
  /** Called after each transaction with the ads whose alerts are stored, and how long all of it took, in seconds. */
  onStored?: (listingIds: string[], seconds: number) => void
}

export function createListingMatcher({
  database,
  clock,
  onMatched = () => {},
  onStored = () => {},
}: Options) {
  let opened: Promise<StoredPatterns> | null = null

  /** Needs the catalog, which exists once the first server has started. */
  function open(): Promise<StoredPatterns> {
    opened ??= createCatalog(database).then((catalog) => createStoredPatterns(database, catalog))
    opened.catch(() => {
      opened = null
    })
    return opened
  }

  /** Returns the patterns that match a listing and did not match it before. */
  async function findPatterns(
    tx: Connection,
    stored: StoredPatterns,
    { id, before }: WaitingListing,
  ): Promise<string[]> {
    const listing = await findDocument(tx, id)
    if (!listing) return []
    const now = clock().toISOString()
    const started = performance.now()
    const { ids } = await stored.match(listing, now)
    const earlier = before && ids.size > 0 ? await readEarlierDocument(tx, before) : null
    // An edit is news only to those whose search did not find the ad before.
    const known = earlier ? (await stored.match(earlier, now)).ids : new Set<number>()
    onMatched((performance.now() - started) / 1000)
    return [...ids].filter((pattern) => !known.has(pattern)).map(String)
  }

  /** Returns how many ads were compared. */
  async function matchTogether(stored: StoredPatterns, id: string, limit: number): Promise<number> {
    const started = performance.now()
    const waiting = await database.kysely.transaction().execute(async (tx) => {
      const taken = await takeWaiting(tx, id, limit)
      // Again, for searches that were saved before the last edit of these ads.
      if (taken.length > 0) await stored.refresh(tx)
      const alerts = []
      for (const listing of taken) {
        const found = await findPatterns(tx, stored, listing)
        if (found.length > 0)
          alerts.push({ listingId: listing.id, patterns: found, isEdit: listing.before !== null })
      }
      if (alerts.length > 0 && (await insertAlerts(tx, alerts)) > 0)
        await sql`select graphile_worker.add_job('send_search_alerts', job_key => 'send_search_alerts')`.execute(
          tx,
        )
      return taken
    })
    const ids = waiting.map((listing) => listing.id)
    onStored(ids, (performance.now() - started) / 1000)
    return ids.length
  }

  return {
    /** The job `match_listing` of one ad, which also compares those that wait behind it. */
    async matchListing(payload: unknown): Promise<void> {
      const { id } = JobSchema.parse(payload)
      const stored = await open()
      // Before the transaction: the first load can take seconds, and must not hold locks.
      await stored.refresh()
      const matchMany = () =>
        // An ad that cannot be compared must not keep others waiting.
        matchTogether(stored, id, maxTogether).catch(() => matchTogether(stored, id, 1))
      while ((await matchMany()) === maxTogether);
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
