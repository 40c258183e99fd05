/**
 * Stores how far clocks are from UTC in each time zone and when they change, so that the database computes the same instants as the
 * program. PostgreSQL has its own rules, which are older or newer: it does not know every law that Node knows.
 */
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../platform/database/database.ts'

const firstDay = '2020-01-01'
/** Later instants are computed by PostgreSQL's rules. */
const lastDay = '2050-01-01'

/** Identifies the rules of this program. */
export const timeZoneRules = process.versions.tz ?? ''

type Offset = { timeZone: string; until: string; offset: string }

/** Returns each offset with the local time until which it holds: the later one of what clocks show at the change. */
function offsetsOf(timeZone: string): Offset[] {
  const end = Temporal.PlainDate.from(lastDay).toZonedDateTime(timeZone)
  let time: Temporal.ZonedDateTime | null = Temporal.PlainDate.from(firstDay).toZonedDateTime(timeZone)
  const offsets: Offset[] = []
  while (time && Temporal.ZonedDateTime.compare(time, end) < 0) {
    const { offset } = time
    const next: Temporal.ZonedDateTime = time.getTimeZoneTransition('next') ?? end
    const local = next.toPlainDateTime()
    const unchanged = next.toInstant().toZonedDateTimeISO(offset).toPlainDateTime()
    const until = Temporal.PlainDateTime.compare(local, unchanged) > 0 ? local : unchanged
    offsets.push({ timeZone, until: until.toString(), offset })
    time = next
  }
  return offsets
}

/** Stores those of all towns. If rules have changed, the states of events are due, which corrects the instants of their dates, too. */
export async function storeTimeZoneOffsets(tx: Connection) {
  const zones = await sql<{ name: string }>`
    select distinct time_zone as name from city where time_zone is not null`.execute(tx)
  const timeZones = zones.rows.map(({ name }) => name)
  const offsets = JSON.stringify(timeZones.flatMap(offsetsOf))
  const { rows } = await sql<{ changed: number }>`
    with wanted as (
      select "timeZone" as time_zone, until, "offset"::interval as utc_offset
      from json_to_recordset(${offsets}::json) as r("timeZone" text, until timestamp, "offset" text)
    ), removed as (
      delete from time_zone_offset where not exists (
        select from wanted where (wanted.time_zone, wanted.until, wanted.utc_offset)
          = (time_zone_offset.time_zone, time_zone_offset.until, time_zone_offset.utc_offset))
      returning 1
    ), added as (
      insert into time_zone_offset (time_zone, until, utc_offset) select * from wanted
      on conflict (time_zone, until, utc_offset) do nothing returning 1
    )
    select ((select count(*) from removed) + (select count(*) from added))::int as changed`.execute(tx)
  if (rows[0]?.changed) await sql`update event_state set until = now() where until < 'infinity'`.execute(tx)
}
