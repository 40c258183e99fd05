/** Reads imported calendars again, each about once a day, and less often the longer one fails. */
import * as z from 'zod/mini'
import { calendarFailureDays } from '../../../shared/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { CalendarFailure } from './calendar-event.ts'
import { type FetchOptions, fetchCalendar } from './fetch-calendar.ts'
import { runParser } from './parser/run-parser.ts'
import { addRefreshJobs, type DueCalendar, findDue, recordFailure, recordSuccess } from './queries.ts'
import { deletePastEvents, reportOf, storeEvents } from './store-events.ts'

const hour = 3600
const JobSchema = z.object({ id: z.uuid() })

type Options = {
  database: Database
  clock: Clock
  timeZone: string
  /** Only tests replace more than `userAgent`. */
  fetch: FetchOptions
}

export function createCalendarRefresher({ database: { kysely }, clock, timeZone, fetch }: Options) {
  async function refresh(calendar: DueCalendar) {
    const { text, ...validators } = await fetchCalendar(calendar.url, calendar, fetch)
    const next = { ...validators, nextRefreshSeconds: jitter(24 * hour) }
    if (text === null)
      return recordSuccess(kysely, calendar.id, { ...next, name: null, truncated: null, report: null })
    const parsed = await runParser({ text, now: clock().toISOString(), timeZone })
    const { name, truncated } = parsed
    await kysely.transaction().execute(async (tx) => {
      if (await storeEvents(tx, calendar.id, parsed))
        await recordSuccess(tx, calendar.id, { ...next, name, truncated, report: reportOf(parsed) })
    })
  }

  return {
    async refreshCalendar(payload: unknown): Promise<void> {
      const calendar = await findDue(kysely, JobSchema.parse(payload).id)
      if (!calendar) return
      try {
        await refresh(calendar)
      } catch (error) {
        if (!(error instanceof CalendarFailure)) throw error
        const nextRefreshSeconds = hasFailedTooLong(calendar) ? null : jitter(backoff(calendar.failures))
        await recordFailure(kysely, calendar.id, { failure: error.message, nextRefreshSeconds })
      }
    },

    /** The job `refresh_imported_calendars`, which adds one for each calendar that is due. */
    refreshDue: (): Promise<void> => addRefreshJobs(kysely),

    deletePast: (): Promise<void> => deletePastEvents(kysely),
  }

  function hasFailedTooLong({ failingSince }: DueCalendar): boolean {
    const days = failingSince === null ? 0 : (clock().getTime() - Date.parse(failingSince)) / 86_400_000
    return days >= calendarFailureDays
  }
}

/** One hour after the first failure, then twice as long each time, up to a day. */
const backoff = (failures: number) => Math.min(2 ** failures, 24) * hour

/** Spreads requests, so that those of many calendars on one server do not arrive together. */
const jitter = (seconds: number) => Math.round(seconds * (0.9 + 0.2 * Math.random()))
