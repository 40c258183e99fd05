/** The daily job that adds dates to long and endless series. Each is one transaction, so several processes can run it. */
import { sql } from 'kysely'
import { dayIn } from '../../../../shared/days.ts'
import { generatedMonths } from '../../../../shared/limits.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { addMonths, planOccurrences } from './occurrences.ts'
import { findSchedule, insertOccurrences, updateCurrentOccurrence } from './store.ts'

/** Extends the series that have dates for less than eleven months. */
export async function extendSeries(database: Database, now: Date): Promise<void> {
  const due = addMonths(dayIn('UTC', now), generatedMonths - 1)
  const { rows } = await sql<{ id: string }>`
    select distinct listing_id as id from event_schedule join listing on listing.id = listing_id
    where generated_until < ${due}::date and listing.status <> 'deleted'`.execute(database.kysely)
  for (const { id } of rows)
    await database.kysely.transaction().execute((tx) => extendOne(tx, id, { due, now }))
}

/** Only adds dates after those that there are, so it brings back none that was canceled or excluded. */
async function extendOne(tx: Connection, id: string, { due, now }: { due: string; now: Date }) {
  const timeZone = await lockListing(tx, id)
  if (timeZone === null) return
  const started = new Date()
  for (const { generatedUntil, ...part } of await findSchedule(tx, id)) {
    if (generatedUntil === null || generatedUntil >= due) continue
    const plan = planOccurrences(part, timeZone, dayIn(timeZone, now))
    const added = plan.occurrences.filter(({ scheduled }) => scheduled > generatedUntil)
    await sql`${insertOccurrences(id, added)} on conflict do nothing`.execute(tx)
    await sql`
      update event_schedule set generated_until = ${plan.generatedUntil}
      where listing_id = ${id} and part = ${part.part}`.execute(tx)
  }
  await setLastDay(tx, id, started)
  await updateCurrentOccurrence(tx, id, now)
}

/** Returns the time zone of the event's place; null if it was deleted meanwhile. */
async function lockListing(tx: Connection, id: string): Promise<string | null> {
  const { rows } = await sql<{ timeZone: string }>`
    select place_time_zone(city_id, state_id, country_id) as "timeZone" from listing
    where id = ${id} and status <> 'deleted' for no key update`.execute(tx)
  return rows[0]?.timeZone ?? null
}

/** Does not notify followers: the series goes on as they know. */
async function setLastDay(tx: Connection, id: string, started: Date) {
  await sql`
    update listing set end_date = latest.day
    from (select max(end_date) as day from event_occurrence where listing_id = ${id}) latest
    where id = ${id} and end_date < latest.day`.execute(tx)
  await sql`
    delete from event_change where listing_id = ${id} and after is null and created >= ${started}
      and xmin = pg_current_xact_id()::xid`.execute(tx)
}
