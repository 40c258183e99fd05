/** Completes the rows of events: what an event does not have in tables that are optional has default values. */
import type { Occurrence } from '../../../shared/event-fields.ts'
import type { Event, ListedEvent } from '../../../shared/listing.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'
import { defaultDetails, defaultListedDetails } from './event-details.ts'
import { instantsOf } from './schedule/occurrences.ts'
import { type OccurrenceRow, type StoredPart, toOccurrence } from './schedule/store.ts'

type ListedDetails = Pick<ListedEvent, keyof typeof defaultListedDetails>
type Details = Pick<Event, Exclude<keyof typeof defaultDetails, 'online_url'>> & { online_url: string }

/** The columns of an event that are JSON. A service's row has none of them. */
export type EventColumns = {
  current?: { occurrence: OccurrenceRow; rule: string | null } | null
  listed_details?: ListedDetails | null
  parts?: StoredPart[] | null
  details?: Details | null
}

type EventRow = EventColumns &
  Pick<Taxonomy['ids'], 'country_id' | 'state_id' | 'city_id'> & {
    startDate?: string | null
    endDate?: string | null
  }

/** Returns the row with the event's wire fields; a service's row unchanged. */
export function withEventFields<Row extends EventRow>(row: Row, catalog: Catalog) {
  const { startDate, endDate, current, listed_details } = row
  if (!startDate || !endDate) return row
  const time_zone = catalog.timeZoneOf(row)
  return {
    ...row,
    time_zone,
    rule: current?.rule ?? null,
    occurrence: current ? toOccurrence(current.occurrence) : wholeDays(startDate, endDate, time_zone),
    ...(listed_details ?? defaultListedDetails),
  }
}

/** Returns the row with what only the page of an event shows, and with the link to an online event. The schedule is the latest part. */
export function withEventDetails<Row extends EventColumns>(row: Row) {
  const { details, parts } = row
  const { online_url, ...shown } = details ?? defaultDetails
  return {
    ...{ ...row, ...shown, schedule: parts?.at(-1) ?? null },
    ...{ online_url: online_url || null, has_online_url: online_url !== '' },
  }
}

function wholeDays(startDate: string, endDate: string, timeZone: string): Occurrence {
  const days = { startDate, endDate, startTime: null, endTime: null, doorsTime: null }
  return { scheduled: startDate, ...days, ...instantsOf(days, timeZone), canceled: false, postponed: false }
}
