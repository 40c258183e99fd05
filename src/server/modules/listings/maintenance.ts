/**
 * What the lists need done now and then: events whose last day is over move behind the upcoming ones, and the kept
 * counts are folded. Both are safe to repeat, and to run in several processes at once.
 */
import { sql } from 'kysely'
import { dayIn } from '../../../shared/days.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/log.ts'

export type ListingMaintenance = {
  /** Brings the order of events up to today; does nothing when that was done today. */
  markEndedEvents: () => Promise<void>
  compactCounts: () => Promise<void>
  stop: () => void
}

const foldEveryMs = 5 * 60_000

export function createListingMaintenance(
  { kysely }: Database,
  clock: Clock,
  timeZone: string,
  log: Logger,
): ListingMaintenance {
  let current: { day: string; done: Promise<unknown> } | null = null
  const compactCounts = async () => {
    await sql`select compact_listing_counts()`.execute(kysely)
  }
  const timer = setInterval(() => {
    compactCounts().catch((error) =>
      log.warn({ err: error }, 'The listing counts could not be folded; they stay exact.'),
    )
  }, foldEveryMs)
  timer.unref()

  return {
    async markEndedEvents() {
      const day = dayIn(timeZone, clock())
      if (current?.day !== day) {
        const done = sql`select mark_ended_events(${day}::date)`.execute(kysely)
        const started = { day, done }
        current = started
        // A failure is told to the one who waits, and tried again by the next.
        done.catch(() => {
          if (current === started) current = null
        })
      }
      await current.done
    },
    compactCounts,
    stop: () => clearInterval(timer),
  }
}
