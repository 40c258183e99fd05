/** Reads what calendars say about events beyond the rows of lists. */
import { sql } from 'kysely'
import type { Occurrence } from '../../../../shared/event-fields.ts'
import type { Event } from '../../../../shared/listing.ts'
import { type Database, placeholder } from '../../../platform/database/database.ts'
import { venueJson } from '../event-details.ts'
import { occurrenceJson, type StoredPart, schedulePartJson } from './store.ts'

export type CalendarPart = StoredPart & {
  /** Dates that differ from the rule, or during which clocks change: programs do not agree on when those end. */
  overrides: Occurrence[]
}

export type CalendarDetails = {
  id: string
  /** There are none if the event has no times and takes place once. */
  parts: CalendarPart[]
  venue: Event['venue'] | null
}

/**
 * How long the first date of `part` lasts, on clocks and exactly; null for whole days. Computed once for all dates, and only for a
 * date in the night, when clocks change: `place_instant` takes long.
 */
const firstLengths = sql`
  select clock_end - clock_start as on_clocks,
    case when part.start_time < '05:00' or part.start_date < part.end_date
      then place_instant(clock_end, zone) - place_instant(clock_start, zone) else clock_end - clock_start end as exactly
  from (select part.start_date + part.start_time as clock_start,
    case when part.end_time is null then part.end_date + 1 else part.end_date + part.end_time end as clock_end) clock
  offset 0`

/** Whether clocks change during a date, or did during the first one. */
const hasOtherLength = sql`
  (date.end_time is not null or date.start_date < date.end_date)
  and (date.ends_at - date.starts_at <> length.on_clocks or date.ends_at - date.starts_at <> length.exactly)`

/** Returns the schedules and venues of these events, by id. An event that has neither is missing. */
export async function findCalendarDetails(
  { preparedQuery }: Database,
  ids: string[],
): Promise<Map<string, CalendarDetails>> {
  const compose = () => sql<CalendarDetails>`
    select event.id, coalesce(
      (select json_agg((${schedulePartJson('part')}::jsonb || jsonb_build_object('overrides', coalesce(
          (select json_agg(${occurrenceJson('date')} order by date.scheduled)
           from event_occurrence date
           where date.listing_id = part.listing_id and date.part = part.part
             and (date.changed or date.canceled is not null or date.postponed is not null or ${hasOtherLength})), '[]')))
        order by part.part)
       from event_schedule part cross join lateral (${firstLengths}) length where part.listing_id = event.id), '[]') as parts,
      (select ${venueJson} from event_details where listing_id = event.id) as venue
    from unnest(${placeholder('ids')}::uuid[]) event (id)
    join listing on listing.id = event.id
    cross join place_time_zone(listing.city_id, listing.state_id, listing.country_id) zone`
  const rows = await preparedQuery('calendar details', compose, { ids })
  return new Map(rows.map((details) => [details.id, details]))
}
