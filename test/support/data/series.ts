/** Inserts events with a schedule. */
import {
  planOccurrences,
  type SchedulePart,
} from '../../../src/server/modules/listings/schedule/occurrences.ts'
import { storeSchedule } from '../../../src/server/modules/listings/schedule/store.ts'
import type { Database } from '../../../src/server/platform/database/database.ts'
import { dayIn } from '../../../src/shared/days.ts'
import { createListing, type ListingOverrides } from './factories.ts'

type Series = ListingOverrides & Partial<SchedulePart> & { timeZone?: string }

/** The clock of test apps. */
const now = new Date('2026-11-20T17:00:00Z')

/** Inserts an event that takes place every Tuesday evening in Austin, if nothing else is given. Returns its id. */
export async function createSeries(database: Database, { timeZone, ...overrides }: Series): Promise<string> {
  const zone = timeZone ?? 'America/Chicago'
  const part = {
    part: 0,
    startDate: '2026-12-01',
    startTime: '19:30',
    endTime: '21:00',
    doorsTime: null,
    rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=8',
    exceptions: [],
    ...overrides,
  }
  const schedule = { ...part, endDate: overrides.endDate ?? part.startDate }
  const plan = planOccurrences(schedule, zone, dayIn(zone, now))
  const endDate = plan.occurrences.at(-1)?.endDate ?? schedule.endDate
  const id = await createListing(database, {
    ...overrides,
    kind: 'event',
    startDate: part.startDate,
    endDate,
  })
  await database.kysely.transaction().execute((tx) => storeSchedule(tx, id, [{ ...schedule, plan }], now))
  return id
}
