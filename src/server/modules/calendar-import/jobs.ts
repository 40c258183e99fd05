/** Reads imported calendars again, each about once a day, and less often the longer one fails. */
import * as z from 'zod/mini'
import { calendarFailureDays } from '../../../shared/limits.ts'
import { type CurrentSettings, defaultSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import { CalendarFailure } from './calendar-event.ts'
import { type FetchOptions, fetchCalendar } from './fetch-calendar.ts'
import { runParser } from './parser/run-parser.ts'
import { addRefreshJobs, type DueCalendar, findDue, recordFailure, recordSuccess } from './queries.ts'
import { deletePastEvents, reportOf, storeEvents } from './store-events.ts'

const hour = 3600
const JobSchema = z.object({ id: z.uuid() })

type Options = { database: Database; clock: Clock; settings: CurrentSettings }

export function calendarImportJobs({ publicUrl, ...options }: Options & { publicUrl: string }): JobModule {
  const { kysely } = options.database
  const fetch = { userAgent: `${defaultSettings.name} (+${publicUrl})` }
  return {
    jobs: {
      refresh_imported_calendar: { run: (payload) => refreshCalendar({ ...options, fetch }, payload) },
      refresh_imported_calendars: {
        run: () => addRefreshJobs(kysely),
        schedule: '*/5 * * * *',
        unique: true,
      },
      delete_past_imported_events: { run: () => deletePastEvents(kysely), schedule: '33 4 * * *' },
    },
  }
}

type RefreshOptions = Options & { fetch: FetchOptions }

export async function refreshCalendar(options: RefreshOptions, payload: unknown): Promise<void> {
  const { kysely } = options.database
  const calendar = await findDue(kysely, JobSchema.parse(payload).id)
  if (!calendar) return
  try {
    await readCalendar(calendar, options)
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error
    const { failingSince, failures } = calendar
    const days = failingSince ? (options.clock().getTime() - Date.parse(failingSince)) / 86_400_000 : 0
    const nextRefreshSeconds = days >= calendarFailureDays ? null : jitter(backoff(failures))
    await recordFailure(kysely, calendar.id, { failure: error.message, nextRefreshSeconds })
  }
}

async function readCalendar(calendar: DueCalendar, { database, clock, settings, fetch }: RefreshOptions) {
  const { kysely } = database
  const { text, ...validators } = await fetchCalendar(calendar.url, calendar, fetch)
  const next = { ...validators, nextRefreshSeconds: jitter(24 * hour) }
  if (text === null)
    return recordSuccess(kysely, calendar.id, { ...next, name: null, truncated: null, report: null })
  const parsed = await runParser({ text, now: clock().toISOString(), timeZone: settings().timeZone })
  const { name, truncated } = parsed
  await kysely.transaction().execute(async (tx) => {
    if (await storeEvents(tx, calendar.id, parsed))
      await recordSuccess(tx, calendar.id, { ...next, name, truncated, report: reportOf(parsed) })
  })
}

/** One hour after the first failure, then twice as long each time, up to a day. */
const backoff = (failures: number) => Math.min(2 ** failures, 24) * hour

/** Spreads requests, so that those of many calendars on one server do not arrive together. */
const jitter = (seconds: number) => Math.round(seconds * (0.9 + 0.2 * Math.random()))
