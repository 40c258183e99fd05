/** The columns of a segment: what filters, orders, and facets need of each listing, by slot. */
import type { Day, DocumentDates, Instant, SearchDocument } from '../../engine.ts'

export type Columns = {
  /** The sum of `columnFlags` that apply. */
  flags: Uint8Array
  /** The id of the subcategory, or of the category without one. */
  topic: Uint32Array
  /** The id of the city, else of the state, else of the country. */
  place: Uint32Array
  /** Seconds since 2000-01-01 UTC. */
  posted: Uint32Array
  /** In cents. */
  price: Uint32Array
  /** Seconds since 2000-01-01 UTC at which an event is over, with all of its dates; 0 if it ends with its last day. */
  endsAt: Uint32Array
  /** Days since 2000-01-01, of a series those of its current date; `noDay` for services. */
  startDay: Uint16Array
  endDay: Uint16Array
  /** Minutes after midnight plus one; 0 for all day. */
  startMinute: Uint16Array
  /** Minutes after midnight; 1440 without an end time. */
  endMinute: Uint16Array
}

/** A series has several dates. On which days it takes place is in postings (`event-days.ts`). */
export const columnFlags = { event: 1, free: 2, pictures: 4, stale: 8, series: 16 } as const

/** Stands for the missing dates of a service. */
export const noDay = 65_535
/** The last day that fits is in the year 2179. */
const maxDay = noDay - 1
const maxUint32 = 0xffff_ffff
const noEndMinute = 1_440

const dayMs = 86_400_000
const epoch = Date.UTC(2000, 0, 1)

/** Returns a day in days since 2000-01-01, within what a column can hold. */
export const dayNumberOf = (day: Day): number =>
  Math.min(Math.max(Math.round((Date.parse(day) - epoch) / dayMs), 0), maxDay)

/** Returns the second in which an instant is, since 2000-01-01 UTC, within what a column can hold. */
export const secondOf = (instant: Instant): number =>
  Math.min(Math.max(Math.floor((Date.parse(instant) - epoch) / 1000), 0), maxUint32)

/** Returns a price in cents, within what a column can hold. */
export const centsOf = (price: number): number => Math.min(Math.max(Math.round(price * 100), 0), maxUint32)

/** Writes the columns of a document at a slot. */
export function setColumns(columns: Columns, slot: number, document: SearchDocument): void {
  columns.flags[slot] =
    (document.kind === 'event' ? columnFlags.event : 0) |
    (document.price === 0 ? columnFlags.free : 0) |
    (document.pictures ? columnFlags.pictures : 0) |
    (document.stale ? columnFlags.stale : 0) |
    (document.dates?.series ? columnFlags.series : 0)
  columns.topic[slot] = document.topic
  columns.place[slot] = document.place
  columns.posted[slot] = secondOf(document.posted)
  columns.price[slot] = centsOf(document.price)
  setDates(columns, slot, document.dates)
}

function setDates(columns: Columns, slot: number, dates: DocumentDates | null) {
  columns.startDay[slot] = dates ? dayNumberOf(dates.firstDay) : noDay
  columns.endDay[slot] = dates ? dayNumberOf(dates.lastDay) : noDay
  const startMinute = dates?.startMinute ?? null
  columns.startMinute[slot] = startMinute === null ? 0 : startMinute + 1
  columns.endMinute[slot] = dates?.endMinute ?? noEndMinute
  columns.endsAt[slot] = dates?.endsAt ? secondOf(dates.endsAt) : 0
}

/** Copies the columns of a slot. */
export function copyColumns(from: Columns, slot: number, to: Columns, newSlot: number): void {
  for (const name of Object.keys(to) as (keyof Columns)[]) to[name][newSlot] = from[name][slot] ?? 0
}
