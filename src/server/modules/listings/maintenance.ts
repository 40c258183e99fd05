/** Keeps lists up to date. Everything here can be repeated, and run in several processes at once. */
import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts'

/** The most counts that one statement compacts. They take a fraction of a second; statements time out after five. */
const countBatch = 2_000
/** Takes well under a second, and statements have a timeout of a few. */
const eventBatch = 500
/** A list does not wait for more, such as after an upgrade of a large site. The next lists and the job do the rest. */
const maxBatchesOfList = 10
/** Other processes add events that may end before the next instant that this one knows. */
const maxUnreadMs = 15_000
/** An event that another transaction has locked stays due. */
const minUnreadMs = 1_000

/** Returns a function that orders the events by the current time, if one can have begun or ended since its last call. */
export function createEventOrder({ kysely }: Database, clock: Clock): () => Promise<void> {
  /** The order is valid from `from` until `until`, in milliseconds. */
  let latest = { from: 0, until: 0 }
  let running: Promise<void> | null = null

  async function update() {
    const now = clock()
    await updateEventOrder(kysely, now, maxBatchesOfList)
    const from = now.getTime()
    // In the past if some are left.
    const next = await nextEventChange(kysely)
    latest = { from, until: Math.min(Math.max(next, from + minUnreadMs), from + maxUnreadMs) }
  }

  return async () => {
    const now = clock().getTime()
    if (now >= latest.from && now < latest.until) return
    running ??= update().finally(() => {
      running = null
    })
    // Without the primary, lists are shown in the previous order.
    await running.catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error
    })
  }
}

/** Merges the changes of the listing counts and of the number of profiles, which are exact but slower to read without it. */
export async function compactCounts(connection: Connection): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ compacted: number }>`
      select compact_listing_counts(1, ${countBatch}::int) as compacted`.execute(connection)
    if (rows[0]?.compacted !== countBatch) break
  }
  await sql`select compact_profile_count()`.execute(connection)
}

/** Updates begun and ended events in lists, and the dates of series. In batches: each update of the listing index takes a while. */
export async function updateEventOrder(
  connection: Connection,
  now: Date,
  maxBatches = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const { rows } = await sql<{ changed: number }>`
      select update_event_order(${now.toISOString()}::timestamptz, ${eventBatch}) as changed`.execute(
      connection,
    )
    if (rows[0]?.changed !== eventBatch) return
  }
}

/** Returns the time at which the next event begins or ends, in milliseconds. */
async function nextEventChange(connection: Connection): Promise<number> {
  const { rows } = await sql<{ next: number | null }>`
    select extract(epoch from nullif(min(until), 'infinity'))::float8 * 1000 as next from event_state`.execute(
    connection,
  )
  return rows[0]?.next ?? Number.POSITIVE_INFINITY
}

/**
 * Deletes listings that were soft-deleted long ago, which have returned 410, and expired idempotency keys. An open appeal may bring its
 * listing back.
 */
export async function deleteExpiredListings({ kysely }: Database): Promise<void> {
  await sql`
    delete from listing where id in (
      select id from listing where deleted < now() - make_interval(days => ${retentionDays.deletedListings})
        and not exists (
          select from statement join appeal on appeal.statement_id = statement.id
          where statement.listing_id = listing.id and statement.ended is null and appeal.decided is null)
      order by deleted limit 1000)`.execute(kysely)
  await sql`delete from idempotency_key where created < now() - make_interval(days => ${retentionDays.idempotencyKeys})`.execute(
    kysely,
  )
}
