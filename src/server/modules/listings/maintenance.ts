/**
 * Keeps the lists up to date: moves events that have begun or ended behind upcoming ones, compacts the listing counts, and purges expired
 * rows. All of it can be repeated, and can run in several processes at once.
 */
import { sql } from 'kysely'
import { dayIn } from '../../../shared/days.ts'
import { retentionDays } from '../../../shared/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts'
import type { Logger } from '../../platform/log.ts'

export type ListingMaintenance = {
  /** Reorders the events for the current day, once a day. */
  updateEventOrder: () => Promise<void>
  compactCounts: () => Promise<void>
  stop: () => void
}

const compactIntervalMs = 5 * 60_000
/** Takes well under a second, and statements have a timeout of a few. */
const eventBatch = 500

export function createListingMaintenance(
  { kysely }: Database,
  clock: Clock,
  timeZone: string,
  log: Logger,
): ListingMaintenance {
  let latest: { day: string; done: Promise<unknown> } | null = null
  const compactCounts = async () => {
    await sql`select compact_listing_counts()`.execute(kysely)
  }
  const timer = setInterval(() => {
    compactCounts().catch((error) =>
      log.warn({ err: error }, 'Could not compact the listing counts. They are still exact.'),
    )
  }, compactIntervalMs)
  timer.unref()

  return {
    async updateEventOrder() {
      const day = dayIn(timeZone, clock())
      if (latest?.day !== day) {
        const done = updateEventOrder(kysely, day)
        const started = { day, done }
        latest = started
        // The caller gets the failure; the next caller tries again.
        done.catch(() => {
          if (latest === started) latest = null
        })
      }
      // Without the primary, lists are shown in the order of the day before.
      await latest.done.catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error
      })
    },
    compactCounts,
    stop: () => clearInterval(timer),
  }
}

/** Moves the events that began or ended. In batches, because each update of the search index takes a while. */
async function updateEventOrder(kysely: Database['kysely'], day: string): Promise<void> {
  let changed: number
  do {
    const { rows } = await sql<{ changed: number }>`
      select update_event_order(${day}::date, ${eventBatch}) as changed`.execute(kysely)
    changed = rows[0]?.changed ?? 0
  } while (changed === eventBatch)
}

/**
 * Deletes listings that were soft-deleted long ago, and expired idempotency keys. Until then a deleted listing returns
 * 410. Its pictures become unused, and media cleans them up.
 */
export async function deleteExpiredListings({ kysely }: Database): Promise<void> {
  await sql`
    delete from listing where id in (
      select id from listing where deleted < now() - make_interval(days => ${retentionDays.deletedListings}) order by deleted limit 1000)`.execute(
    kysely,
  )
  await sql`delete from idempotency_key where created < now() - make_interval(days => ${retentionDays.idempotencyKeys})`.execute(
    kysely,
  )
}
