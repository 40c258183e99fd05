/** The orders of results as pairs of numbers, smaller first. Equal pairs are ordered by segment and slot. */
import type { IndexClock, IndexQuery, IndexSort } from '../types.ts'
import { type Columns, noDay } from './columns.ts'
import { isOver } from './event-clock.ts'
import type { PreparedFilter } from './filter.ts'
import type { PreparedDays } from './filter-days.ts'
import type { Nearby } from './taxonomy.ts'

const maxUint32 = 0xffff_ffff

export type Order = {
  sort: IndexSort
  clock: IndexClock
  nearby: Nearby | null
  /** The days of the filter, if the order depends on them. */
  days: PreparedDays | null
  /** The last local day that it is somewhere. */
  lastToday: number
}

/** Returns the order of a query. Services have no dates and a query without `near` no distances: newest first. */
export function orderOf({ sort, clock, filter }: IndexQuery, { nearby, days }: PreparedFilter): Order {
  const hasNoKey = (sort === 'soonest' && filter.kind === 'service') || (sort === 'distance' && !nearby)
  const isByDay = sort === 'soonest' && days !== null && days.ranges.length > 0
  const lastToday = clock.days.at(-1) ?? 0
  return { sort: hasNoKey ? 'newest' : sort, clock, nearby, days: isByDay ? days : null, lastToday }
}

/** Returns the column whose values, times `sign`, are the first number; null for the distance. */
export function keyColumn({ sort }: Order, columns: Columns): { values: Uint32Array | null; sign: number } {
  switch (sort) {
    case 'price-asc':
      return { values: columns.price, sign: 1 }
    case 'price-desc':
      return { values: columns.price, sign: -1 }
    case 'newest':
      return { values: columns.posted, sign: -1 }
    default:
      return { values: null, sign: 1 }
  }
}

/** Returns the first number of an event that is listed by its current date. */
export function eventKey({ clock, lastToday }: Order, columns: Columns, slot: number): number {
  const startDay = columns.startDay[slot] ?? 0
  const startMinute = columns.startMinute[slot] ?? 0
  if (startDay > lastToday) return upcomingKey(startDay, startMinute)
  const today = clock.todayOf[columns.place[slot] ?? 0] ?? 0
  const endDay = columns.endDay[slot] ?? 0
  if (isOver(columns, slot, clock)) return endedKey(endDay)
  return startDay >= today
    ? upcomingKey(startDay, startMinute)
    : currentKey(endDay, columns.endMinute[slot] ?? 0)
}

/** Returns the second number: the newest first; by relevance near a place, the nearest before that. */
export function secondaryKey({ sort, nearby }: Order, columns: Columns, slot: number): number {
  const age = maxUint32 - (columns.posted[slot] ?? 0)
  if (sort !== 'relevance' || !nearby) return age
  return (nearby.rank[columns.place[slot] ?? 0] ?? 0) * (maxUint32 + 1) + age
}

/*
 * The order of events: those that start today or later by start, then those that began earlier by end, then those that are over,
 * latest first. The same numbers as `event_order` in the database.
 */
export const upcomingKey = (startDay: number, startMinute: number) =>
  -2_000_000_000 + startDay * 1_441 + startMinute
export const currentKey = (endDay: number, endMinute: number) => -1_000_000_000 + endDay * 1_441 + endMinute
export const endedKey = (endDay: number) => 1_000_000 - endDay

/** Whether every event that is over comes after an entry with this first number. */
export const isBeforeEnded = (primary: number): boolean => primary < endedKey(noDay)
