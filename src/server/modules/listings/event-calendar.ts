/** The calendar of a list of events. The search engine counts the events of each day, and the database has what is shown of them. */
import { sql } from 'kysely'
import type { CalendarDay, DayEvent } from '../../../shared/contract/browse.ts'
import { dayIn, daysFrom } from '../../../shared/days.ts'
import type { Occurrence } from '../../../shared/event-fields.ts'
import { parseRule } from '../../../shared/recurrence/recurrence.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'
import { occurrenceJson } from './schedule/store.ts'
import { engineFilterOf, type LocatedFilter } from './search-filter.ts'
import type { SearchPageOptions } from './search-page.ts'

type CalendarSelection = LocatedFilter & { from: string; to: string; limit: number }

/** Returns the days from `from` to `to`, with the number of events that match and the first of them. */
export async function readCalendar(
  { database, catalog, search, clock, settings }: SearchPageOptions,
  selection: CalendarSelection,
): Promise<CalendarDay[]> {
  const { filter, from, to, limit } = selection
  const now = clock()
  const { days: _days, hideEnded: _ended, ...others } = engineFilterOf(catalog, 'event', selection, now)
  const found = await search.findByDay({
    text: filter.searchtext ?? '',
    verbatim: filter.verbatim !== undefined,
    filter: others,
    now: now.toISOString(),
    today: dayIn(settings().timeZone, now),
    from,
    to,
    limit,
    fresh: true,
  })
  const events = await readEvents(database, { ids: found.flatMap(({ ids }) => ids), from, to })
  return daysFrom(from, to).map((day, at) => ({
    day,
    total: found[at]?.total ?? 0,
    events: (found[at]?.ids ?? [])
      .flatMap((id) => events.get(id) ?? [])
      .map((event) => toCalendarEvent(event, day, catalog)),
  }))
}

type EventRow = Taxonomy['ids'] &
  Pick<DayEvent, '_id' | 'title' | 'startDate' | 'endDate' | 'canceled' | 'postponed'> & {
    /** Those in the range that end first come first; null if the event has no times and takes place once. */
    dates: Occurrence[] | null
    /** The rule of a series without exceptions. */
    rule: string | null
  }

/** Reads public events with their dates from one day to another, each event once: most take place on several days. */
async function readEvents(
  { preparedQuery }: Database,
  { ids, from, to }: { ids: string[]; from: string; to: string },
): Promise<Map<string, EventRow>> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return new Map()
  const compose = () => sql<EventRow>`
    select listing.id as "_id", listing.title,
      listing.category_id, listing.subcategory_id, listing.country_id, listing.state_id, listing.city_id,
      listing.start_date as "startDate", listing.end_date as "endDate",
      listing.canceled is not null as canceled, listing.postponed is not null as postponed,
      (select case when count(*) = 1 then min(rule) filter (where exceptions = '{}') end
        from event_schedule where listing_id = listing.id) as rule,
      (select json_agg(${occurrenceJson('event_occurrence')} order by ends_at)
        from event_occurrence
        where listing_id = listing.id
          -- A date on the first day ends after that day has begun anywhere, so the index skips the earlier ones.
          and ends_at > (${placeholder('from')}::date - 1)::timestamp at time zone 'UTC'
          and start_date <= ${placeholder('to')}::date and end_date >= ${placeholder('from')}::date) as dates
    from listing
    where listing.id = any(${placeholder('ids')}::uuid[])
      and listing.status in ('active', 'reported') and not listing.archived`
  const rows = await preparedQuery('calendar events', compose, { ids: distinct, from, to })
  return new Map(rows.map((row) => [row._id, row]))
}

/** Returns the event with its date on a day; of several, with the one that ends first. */
function toCalendarEvent(row: EventRow, day: string, catalog: Catalog): DayEvent {
  const { country, state, city } = catalog.namesOf(row)
  const date = row.dates?.find(({ startDate, endDate }) => startDate <= day && endDate >= day)
  return {
    _id: row._id,
    title: row.title,
    country,
    state,
    city,
    startDate: date?.startDate ?? row.startDate,
    endDate: date?.endDate ?? row.endDate,
    startTime: date?.startTime ?? null,
    endTime: date?.endTime ?? null,
    canceled: row.canceled || (date?.canceled ?? false),
    postponed: row.postponed || (date?.postponed ?? false),
    daily: dailyOf(row),
  }
}

/** Dates that do not take place are shown on their own, so a series with one of them counts as several events. */
function dailyOf({ rule, endDate, dates }: EventRow): DayEvent['daily'] {
  const recurrence = rule === null ? null : parseRule(rule)
  if (recurrence?.interval !== 1 || dates?.some(({ canceled, postponed }) => canceled || postponed))
    return null
  const { frequency, days, until, count } = recurrence
  if (frequency !== 'daily' && !(frequency === 'weekly' && days.length === 7)) return null
  return { until: until === null && count === null ? null : endDate }
}
