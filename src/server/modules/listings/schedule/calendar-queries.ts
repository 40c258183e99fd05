/** Reads what calendars say about events beyond the rows of lists. */
import { sql } from 'kysely'
import type { Occurrence } from '../../../../shared/event-fields.ts'
import { type Database, placeholder } from '../../../platform/database/database.ts'
import { occurrenceJson, type StoredPart, schedulePartJson } from './store.ts'

export type CalendarPart = StoredPart & {
  /** The dates that differ from the rule: they were moved, canceled, or postponed. */
  overrides: Occurrence[]
}

export type CalendarDetails = {
  id: string
  /** Empty for an event without times that takes place once. */
  parts: CalendarPart[]
  venue: {
    name: string
    address: string
    postal_code: string
    note: string
    latitude: number | null
    longitude: number | null
  } | null
}

/** Returns the schedules and venues of these events, by id. An event that has neither is missing. */
export async function findCalendarDetails(
  { preparedQuery }: Database,
  ids: string[],
): Promise<Map<string, CalendarDetails>> {
  const compose = () => sql<CalendarDetails>`
    select event.id, coalesce(
      (select json_agg((${schedulePartJson('part')}::jsonb || jsonb_build_object('overrides', coalesce(
          (select json_agg(${occurrenceJson('changed')} order by changed.scheduled)
           from event_occurrence changed
           where changed.listing_id = part.listing_id and changed.part = part.part
             and (changed.changed or changed.canceled is not null or changed.postponed is not null)), '[]')))
        order by part.part)
       from event_schedule part where part.listing_id = event.id), '[]') as parts,
      (select json_build_object('name', venue_name, 'address', venue_address, 'postal_code', venue_postal_code,
         'note', venue_note, 'latitude', venue_latitude, 'longitude', venue_longitude)
       from event_details where listing_id = event.id) as venue
    from unnest(${placeholder('ids')}::uuid[]) event (id)`
  const rows = await preparedQuery('calendar details', compose, { ids })
  return new Map(rows.map((row) => [row.id, row]))
}
