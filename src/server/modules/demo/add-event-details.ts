/** Adds the times, dates, venues, and tickets of demo events. */
import { sql } from 'kysely'
import type { DemoListing } from '../../../../demo/listing.ts'
import { addDays } from '../../../shared/days.ts'
import { ScheduleInputSchema, TicketsInputSchema, VenueInputSchema } from '../../../shared/event-fields.ts'
import type { Connection } from '../../platform/database/database.ts'
import { type EventContent, eventContent } from '../listings/service.ts'

export type DemoEvent = Extract<DemoListing, { kind: 'event' }> & { id: string }

/** A rule of the demo has a date within this many days. */
const maxDaysToFirstDate = 62

/** The events were just added, with the days of `DemoEvent` by the database's clock. */
export async function addEventDetails(tx: Connection, events: DemoEvent[]): Promise<void> {
  const detailed = events.filter(({ schedule, venue, tickets }) => schedule ?? venue ?? tickets)
  const stored = await readEvents(tx, detailed)
  for (const event of detailed) {
    const row = stored.get(event.id)
    if (!row) continue
    const content = contentOf(event, row)
    const plan = planFrom(content, row)
    await sql`update listing set start_date = ${plan.startDate}, end_date = ${plan.endDate} where id = ${event.id}`.execute(
      tx,
    )
    await eventContent.store(tx, event.id, { input: content, plan, now: row.now })
  }
}

type StoredRow = { id: string; startDate: string; endDate: string; timeZone: string; now: Date }

async function readEvents(tx: Connection, events: DemoEvent[]): Promise<Map<string, StoredRow>> {
  const { rows } = await sql<Omit<StoredRow, 'now'> & { now: string }>`
    select id, start_date as "startDate", end_date as "endDate", now() as now,
      place_time_zone(city_id, state_id, country_id) as "timeZone"
    from listing where id = any(${events.map(({ id }) => id)}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, { ...row, now: new Date(row.now) }]))
}

function contentOf(event: DemoEvent, { startDate, endDate }: StoredRow): EventContent {
  const { schedule, venue, tickets, attendance_mode, online_url } = event
  return {
    startDate,
    endDate,
    ...(schedule && { schedule: ScheduleInputSchema.parse(schedule) }),
    ...(venue && { venue: VenueInputSchema.parse(venue) }),
    ...(tickets && { tickets: TicketsInputSchema.parse(tickets) }),
    ...(attendance_mode && { attendance_mode }),
    ...(online_url && { online_url }),
  }
}

/** Plans the event from the first day by its rule on. */
function planFrom(content: EventContent, { timeZone, now }: StoredRow) {
  const { startDate, schedule } = content
  const rule = schedule?.rule
  if (!rule) return eventContent.plan(content, { timeZone, now })
  const days = Array.from({ length: maxDaysToFirstDate }, (_, offset) => addDays(startDate, offset))
  const first = days.find((day) => eventContent.isFirstDay(day, rule)) ?? startDate
  return eventContent.plan({ ...content, startDate: first, endDate: first }, { timeZone, now })
}
