import { defaultProduct } from '../../../shared/product.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import { createCalendarRefresher } from './refresh-calendar.ts'

type Options = { database: Database; clock: Clock; timeZone: string; publicUrl: string }

export function calendarImportJobs({ publicUrl, ...options }: Options): JobModule {
  const calendars = createCalendarRefresher({
    ...options,
    fetch: { userAgent: `${defaultProduct.name} (+${publicUrl})` },
  })
  return {
    jobs: {
      refresh_imported_calendar: { run: calendars.refreshCalendar },
      refresh_imported_calendars: { run: calendars.refreshDue, schedule: '*/5 * * * *', unique: true },
      delete_past_imported_events: { run: calendars.deletePast, schedule: '33 4 * * *' },
    },
  }
}
