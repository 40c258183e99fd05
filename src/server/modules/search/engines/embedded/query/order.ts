/** The orders of results as pairs of numbers, smaller first. Equal pairs are ordered by segment and slot. */
import type { EngineQuery, EngineSort } from '../../../engine.ts'
import type { Nearby } from '../../tree.ts'
import type { Columns } from '../columns.ts'
import { type Clock, isOver } from './clock.ts'
import type { PreparedFilter } from './filter.ts'
import type { LocalRange } from './filter-days.ts'

const maxUint32 = 0xffff_ffff

export type Order = {
  sort: EngineSort
  clock: Clock
  nearby: Nearby | null
  /** The days of the filter where it is each day. */
  ranges: LocalRange[]
  /** The last local day that it is somewhere. */
  lastToday: number
}

/** Returns the order of a query. Services have no dates and a query without `near` no distances: newest first. */
export function orderOf(
  { sort, filter }: Pick<EngineQuery, 'sort' | 'filter'>,
  { nearby, days }: PreparedFilter,
  clock: Clock,
): Order {
  const hasNoKey = (sort === 'soonest' && filter.kind === 'service') || (sort === 'distance' && !nearby)
  return {
    sort: hasNoKey ? 'newest' : sort,
    clock,
    nearby,
    ranges: days?.ranges ?? [],
    lastToday: clock.days.at(-1) ?? 0,
  }
}

/** Returns a function that returns the first number of a slot, by price, distance, or age. */
export function primaryOf(
  { sort, nearby }: Order,
  { price, posted, place }: Columns,
): (slot: number) => number {
  switch (sort) {
    case 'price-asc':
      return (slot) => price[slot] ?? 0
    case 'price-desc':
      return (slot) => -(price[slot] ?? 0)
    case 'distance':
      return (slot) => nearby?.rank[place[slot] ?? 0] ?? 0
    default:
      return (slot) => -(posted[slot] ?? 0)
  }
}

/** Returns the second number: the newest first; by relevance near a place, the nearest before that. */
export function secondaryKey({ sort, nearby }: Order, { posted, place }: Columns, slot: number): number {
  const age = maxUint32 - (posted[slot] ?? 0)
  if (sort !== 'relevance' || !nearby) return age
  return (nearby.rank[place[slot] ?? 0] ?? 0) * (maxUint32 + 1) + age
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

/*
 * The order of events: those that start today or later by start, then those that began earlier by end, then those that are over,
 * latest first. The same numbers as `event_order` in the database.
 */
export const upcomingKey = (startDay: number, startMinute: number) =>
  -2_000_000_000 + startDay * 1_441 + startMinute
const currentKey = (endDay: number, endMinute: number) => -1_000_000_000 + endDay * 1_441 + endMinute
export const endedKey = (endDay: number) => 1_000_000 - endDay
