/** The calendar of a list of events. The search index counts the events of each day, and the database has what is shown of them. */
import { sql } from 'kysely'
import { type CalendarDay, type CalendarEvent, daysFrom } from '../../../shared/event-calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'
import { type FoundListing, hitRelation, indexDayOf, type SearchService } from '../search/service.ts'
import { type LocatedFilter, narrowingOf } from './search-filter.ts'

type Options = { database: Database; catalog: Catalog; search: SearchService; clock: Clock }

export type CalendarSelection = LocatedFilter & { from: string; to: string; limit: number }

/** Returns a function that reads a calendar. */
export function createEventCalendar({ database, catalog, search, clock }: Options) {
  return async ({ filter, center, from, to, limit }: CalendarSelection): Promise<CalendarDay[]> => {
    const { when: _when, from: _from, to: _to, hide_ended: _ended, ...rest } = filter
    const found = await search.findByDay({
      text: filter.searchtext ?? '',
      verbatim: filter.verbatim !== undefined,
      filter: {
        kind: 'event',
        ids: catalog.idsOf(filter),
        ...narrowingOf('event', rest),
        near: center?.circle,
      },
      clock: search.clockAt(clock()),
      ...{ from: indexDayOf(from), to: indexDayOf(to), limit },
    })
    const days = daysFrom(from, to)
    const dates = found.flatMap(({ hits }, at) => hits.map((hit) => ({ ...hit, day: days[at] ?? from })))
    const events = Map.groupBy(await findDates(database, dates), ({ day }) => day)
    return days.map((day, at) => ({
      day,
      total: found[at]?.total ?? 0,
      events: (events.get(day) ?? []).map((row) => toCalendarEvent(row, catalog)),
    }))
  }
}

type DateRow = Taxonomy['ids'] &
  Pick<CalendarEvent, '_id' | 'title' | 'canceled' | 'postponed'> & {
    day: string
    startDate: string
    endDate: string
    /** Hours, minutes, and seconds. */
    startTime: string | null
    endTime: string | null
  }

/** Reads events with their date on a day, in this order. Leaves out those that are no longer public. */
async function findDates(
  { preparedQuery }: Database,
  dates: readonly (FoundListing & { day: string })[],
): Promise<DateRow[]> {
  if (dates.length === 0) return []
  const compose = () => sql<DateRow>`
    select wanted.day, listing.id as "_id", listing.title,
      listing.category_id, listing.subcategory_id, listing.country_id, listing.state_id, listing.city_id,
      (listing.canceled is not null or dated.canceled is not null) as canceled,
      (listing.postponed is not null or dated.postponed is not null) as postponed,
      coalesce(dated.start_date, listing.start_date) as "startDate",
      coalesce(dated.end_date, listing.end_date) as "endDate",
      dated.start_time as "startTime", dated.end_time as "endTime"
    from ${hitRelation.relation} found
    join unnest(${placeholder('days')}::date[]) with ordinality as wanted (day, place) using (place)
    join listing on listing.id = found.id
    left join lateral (
      select * from event_occurrence shown
      where shown.listing_id = listing.id
        -- A date on this day ends after it has begun anywhere, so the index finds it among the first.
        and shown.ends_at > (wanted.day - 1)::timestamp at time zone 'UTC'
        and shown.start_date <= wanted.day and shown.end_date >= wanted.day
      order by shown.ends_at limit 1
    ) dated on true
    where listing.status in ('active', 'reported') and not listing.archived
    order by found.place`
  return preparedQuery('calendar events', compose, {
    ...hitRelation.valuesOf(dates),
    days: dates.map(({ day }) => day),
  })
}

function toCalendarEvent(row: DateRow, catalog: Catalog): CalendarEvent {
  const { country, state, city } = catalog.namesOf(row)
  const { _id, title, startDate, endDate, startTime, endTime, canceled, postponed } = row
  return {
    ...{ _id, title, country, state, city, startDate, endDate },
    ...{ startTime: toMinutes(startTime), endTime: toMinutes(endTime) },
    ...{ canceled, postponed },
  }
}

/** `19:30:00` → `19:30` */
const toMinutes = (time: string | null) => time?.slice(0, 5) ?? null
