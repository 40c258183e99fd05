/** What the index knows of a listing, how it is read, and its words. */
import { type RawBuilder, sql } from 'kysely'
import { type Columns, columnFlags, noDay } from '../index/columns.ts'

/**
 * The version of the columns, postings, and terms. A change of any of them needs a new one, and so a rebuild, unless older
 * segments stay right: nothing was stale when those without that flag were written.
 */
export const indexFormat = 1

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
  pictures: boolean
  /** Whether it may not be offered anymore. */
  stale: boolean
}

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
  listing.images <> '[]' as pictures, listing.stale`

/** The listings in lists. The first condition is that of a partial index. */
export const isListed: RawBuilder<boolean> = sql`listing.status in ('active', 'reported') and not listing.archived`

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
    (listing.stale ? columnFlags.stale : 0)
  columns.topic[slot] = listing.topic
  columns.place[slot] = listing.place
  columns.posted[slot] = listing.posted
  columns.price[slot] = listing.cents
  columns.startDay[slot] = dayOf(listing.startDay)
  columns.endDay[slot] = dayOf(listing.endDay)
}

/** Copies the columns of a slot. */
export function copyColumns(from: Columns, slot: number, to: Columns, newSlot: number) {
  to.flags[newSlot] = from.flags[slot] ?? 0
  to.topic[newSlot] = from.topic[slot] ?? 0
  to.place[newSlot] = from.place[slot] ?? 0
  to.posted[newSlot] = from.posted[slot] ?? 0
  to.price[newSlot] = from.price[slot] ?? 0
  to.startDay[newSlot] = from.startDay[slot] ?? noDay
  to.endDay[newSlot] = from.endDay[slot] ?? noDay
}
