/** What the index knows of a listing, how it is read, and its words. */
import { type RawBuilder, sql } from 'kysely'
import { type Columns, columnFlags, noDay } from '../index/columns.ts'
import { daysOfDates } from '../index/event-days.ts'

/**
 * The version of the columns, postings, and terms. A change of any of them needs a new one, and so a rebuild, unless older
 * segments stay right: nothing was stale when those without that flag were written.
 */
export const indexFormat = 3

/** A listing as the index reads it. Days and seconds are counted from 2000-01-01 UTC. */
export type IndexedListing = {
  id: string
  isEvent: boolean
  title: string
  description: string
  /** The subcategory, or the category without one. */
  topic: number
  /** The city, else the state, else the country. */
  place: number
  /** When it was posted, or much earlier for a stale service: by this time, lists are ordered. */
  posted: number
  cents: number
  startDay: number | null
  endDay: number | null
  /** Of an event with times or several dates; null for one that lasts whole days once. */
  dates: EventDates | null
  pictures: boolean
  /** Whether it may not be offered anymore. */
  stale: boolean
}

export type EventDates = {
  /** The days of the current date. */
  startDay: number
  endDay: number
  /** Minutes after midnight at which the current date starts and ends; null for all day, and without an end time. */
  startMinute: number | null
  endMinute: number | null
  /** Seconds at which the last date is over. */
  endsAt: number
  /** The first day of each date, and how many days later its last one is. */
  starts: number[]
  lengths: number[]
}

/** The dates of `listing`, an event; null for one that lasts whole days once. */
export const eventDates: RawBuilder<EventDates | null> = sql`(
  select json_build_object(
    'startDay', min(start_date) filter (where current) - date '2000-01-01',
    'endDay', min(end_date) filter (where current) - date '2000-01-01',
    'startMinute', (extract(epoch from min(start_time) filter (where current)) / 60)::int,
    'endMinute', (extract(epoch from min(end_time) filter (where current)) / 60)::int,
    'endsAt', ceil(extract(epoch from max(ends_at)))::bigint - 946684800,
    'starts', array_agg(start_date - date '2000-01-01'), 'lengths', array_agg(end_date - start_date))
  from event_occurrence where listing_id = listing.id having bool_or(current))`

/** The columns of an `IndexedListing`. */
export const indexedFields: RawBuilder<unknown> = sql`
  listing.id, listing.kind = 'event' as "isEvent", listing.title,
  concat_ws(' ', listing.description, (select nullif(venue_name, '') from event_details where listing_id = listing.id))
    as description,
  coalesce(listing.subcategory_id, listing.category_id) as topic,
  coalesce(listing.city_id, listing.state_id, listing.country_id) as place,
  least(greatest(floor(extract(epoch from listing_order_time(listing)))::bigint - 946684800, 0), 4294967295)::float8 as posted,
  (listing.price * 100)::int as cents,
  listing.start_date - date '2000-01-01' as "startDay", listing.end_date - date '2000-01-01' as "endDay",
  case when listing.kind = 'event' then ${eventDates} end as dates,
  listing.images <> '[]' as pictures, listing.stale`

/** The listings in lists. The first condition is that of a partial index. */
export const isListed: RawBuilder<boolean> = sql`listing.status in ('active', 'reported') and not listing.archived`

/** Compares listings in the order in which segments have them. */
export const newestFirst = (a: IndexedListing, b: IndexedListing): number =>
  b.posted - a.posted || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** The last day that fits is in the year 2179. */
const maxDay = noDay - 1

/** What stands for the days of a listing that has none. */
export const lastIndexDay = noDay

const dayOf = (day: number | null): number => (day === null ? noDay : Math.min(Math.max(day, 0), maxDay))

/** Writes the columns of a listing at a slot. */
export function setColumns(columns: Columns, slot: number, listing: IndexedListing) {
  columns.flags[slot] =
    (listing.isEvent ? columnFlags.event : 0) |
    (listing.cents === 0 ? columnFlags.free : 0) |
    (listing.pictures ? columnFlags.pictures : 0) |
    (listing.stale ? columnFlags.stale : 0) |
    (isSeries(listing) ? columnFlags.series : 0)
  columns.topic[slot] = listing.topic
  columns.place[slot] = listing.place
  columns.posted[slot] = listing.posted
  columns.price[slot] = listing.cents
  const { startDay, endDay } = listing.dates ?? listing
  columns.startDay[slot] = dayOf(startDay)
  columns.endDay[slot] = dayOf(endDay)
  const startMinute = listing.dates?.startMinute ?? null
  columns.startMinute[slot] = startMinute === null ? 0 : startMinute + 1
  columns.endMinute[slot] = listing.dates?.endMinute ?? 1_440
  columns.endsAt[slot] = Math.min(Math.max(listing.dates?.endsAt ?? 0, 0), maxUint32)
}

const maxUint32 = 0xffff_ffff

const isSeries = ({ dates }: IndexedListing) => dates !== null && dates.starts.length > 1

/** Returns the days on which a series takes place; null for another listing. */
export const seriesDaysOf = ({ dates }: IndexedListing): number[] | null =>
  dates !== null && dates.starts.length > 1 ? daysOfDates(dates, maxDay) : null

/** Copies the columns of a slot. */
export function copyColumns(from: Columns, slot: number, to: Columns, newSlot: number) {
  to.flags[newSlot] = from.flags[slot] ?? 0
  to.topic[newSlot] = from.topic[slot] ?? 0
  to.place[newSlot] = from.place[slot] ?? 0
  to.posted[newSlot] = from.posted[slot] ?? 0
  to.price[newSlot] = from.price[slot] ?? 0
  to.startDay[newSlot] = from.startDay[slot] ?? noDay
  to.endDay[newSlot] = from.endDay[slot] ?? noDay
  to.startMinute[newSlot] = from.startMinute[slot] ?? 0
  to.endMinute[newSlot] = from.endMinute[slot] ?? 1_440
  to.endsAt[newSlot] = from.endsAt[slot] ?? 0
}
