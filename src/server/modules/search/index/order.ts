/** The orders of results as pairs of numbers, smaller first. Equal pairs are ordered by segment and slot. */
import type { IndexQuery, IndexSort } from '../types.ts'
import type { Columns } from './columns.ts'
import type { Nearby } from './taxonomy.ts'

const maxUint32 = 0xffff_ffff

export type Order = { sort: IndexSort; today: number; nearby: Nearby | null }

/** Returns the order of a query. Services have no dates and a query without `near` no distances: newest first. */
export function orderOf({ sort, today, filter }: IndexQuery, nearby: Nearby | null): Order {
  const hasNoKey = (sort === 'soonest' && filter.kind === 'service') || (sort === 'distance' && !nearby)
  return { sort: hasNoKey ? 'newest' : sort, today, nearby }
}

/** Returns the column whose values, times `sign`, are the first number; null if `computedKey` returns it. */
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

/** Returns the first number of the orders without a column: the dates of an event or the distance. */
export function computedKey({ sort, today, nearby }: Order, columns: Columns, slot: number): number {
  if (sort === 'soonest') return eventKey(columns.startDay[slot] ?? 0, columns.endDay[slot] ?? 0, today)
  return nearby?.rank[columns.place[slot] ?? 0] ?? 0
}

/** Returns the second number: the newest first; by relevance near a place, the nearest before that. */
export function secondaryKey({ sort, nearby }: Order, columns: Columns, slot: number): number {
  const age = maxUint32 - (columns.posted[slot] ?? 0)
  if (sort !== 'relevance' || !nearby) return age
  return (nearby.rank[columns.place[slot] ?? 0] ?? 0) * (maxUint32 + 1) + age
}

/**
 * Returns the order of an event: those that start today or later by start, then those that are on by end, then ended
 * ones, latest first. The same order as `event_order` in the database.
 */
export function eventKey(startDay: number, endDay: number, today: number): number {
  if (endDay < today) return 1_000_000 - endDay
  return startDay < today ? 200_000 + endDay : startDay
}
