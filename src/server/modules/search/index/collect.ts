/** Collects the best of a segment's matches by price, distance, or age. */
import { countSlots, hasSlot, positionOf, unite } from './bitset.ts'
import type { Columns } from './columns.ts'
import type { SegmentMatches } from './full-matches.ts'
import { countRanges, rangesOfEach, type SlotRanges } from './groups.ts'
import { keyColumn, type Order, secondaryKey } from './order.ts'
import { pricesUpTo } from './price-order.ts'
import { type Segment, setsOf } from './segment.ts'
import type { Nearby } from './taxonomy.ts'
import type { TopList } from './top-list.ts'
import { takeBitset } from './working-sets.ts'

type Matches = Pick<SegmentMatches, 'slots' | 'list'>

/** Adds the slots to a list. `firstDocument` is the number of slot 0. */
export function collect(
  top: TopList,
  matches: Matches,
  order: Order,
  segment: Segment,
  firstDocument: number,
): void {
  const best = bestSlots(top, matches, order, segment)
  if (best) collectFrom(best, top, matches, order, segment, firstDocument)
  else collectAll(top, matches, order, segment, firstDocument)
}

/**
 * Returns the slots that are good enough for a full list, the best first, whether they match or not. Null if the list is not full, if
 * its order has none, or if reading all matches takes no longer.
 */
function bestSlots(top: TopList, matches: Matches, order: Order, segment: Segment): SlotRanges | null {
  if (top.worstPrimary === Number.POSITIVE_INFINITY) return null
  switch (order.sort) {
    case 'price-asc':
    case 'price-desc':
      return slotsOfPrices(top, matches, order, segment)
    case 'distance':
      return slotsOfNearest(top, matches, order, segment)
    default:
      return null
  }
}

function slotsOfPrices(top: TopList, matches: Matches, order: Order, { columns }: Segment) {
  if (order.sort !== 'price-asc' && order.sort !== 'price-desc') return null
  const best = pricesUpTo(lastPrimary(top, order, columns), order.sort, columns)
  if (!best || countRanges(best) > countSlots(matches.slots, matches.list)) return null
  if (order.sort === 'price-asc') return best
  const slots = best.slots.subarray(...best.ranges).toReversed()
  return { slots, ranges: [0, slots.length] }
}

/** Looking up the slots of a town takes about as long as reading the towns of this many matches. */
const lookupSteps = 16

function slotsOfNearest(top: TopList, { slots, list }: Matches, order: Order, segment: Segment) {
  const { nearby } = order
  if (!nearby) return null
  const last = lastPrimary(top, order, segment.columns)
  // There are about as many towns as ranks.
  if (last * lookupSteps > countSlots(slots, list)) return null
  return slotsUpToRank(nearby, last, segment)
}

/** Returns the slots of the towns up to a rank, the nearest first. */
export function slotsUpToRank({ nearest, rank }: Nearby, last: number, segment: Segment): SlotRanges {
  const end = nearest.findIndex((id) => (rank[id] ?? 0) > last)
  return rangesOfEach(setsOf(segment).places, end < 0 ? nearest : nearest.slice(0, end))
}

/** Returns the largest first number with which an entry of a segment can be among the first of a full list. */
export function lastPrimary(top: TopList, order: Order, columns: Columns): number {
  // The first slot is the newest. If even that is older than the last of the list, an equal first number does not suffice.
  const isOlder = secondaryKey(order, columns, 0) > top.worstSecondary
  return isOlder ? top.worstPrimary - 1 : top.worstPrimary
}

function collectFrom(
  best: SlotRanges,
  top: TopList,
  { slots, list }: Matches,
  order: Order,
  { columns }: Segment,
  firstDocument: number,
) {
  const wanted = takeBitset(null)
  unite(wanted, slots, list)
  const key = primaryOf(order, columns)
  for (let at = 0; at < best.ranges.length; at += 2) {
    const end = best.ranges[at + 1] ?? 0
    for (let index = best.ranges[at] ?? 0; index < end; index++) {
      const slot = best.slots[index] ?? 0
      if (!hasSlot(wanted, slot)) continue
      const primary = key(slot)
      if (primary > top.worstPrimary) return
      top.add(primary, secondaryKey(order, columns, slot), firstDocument + slot)
    }
  }
}

/** Returns a function that returns the first number of a slot. */
export function primaryOf(order: Order, columns: Columns): (slot: number) => number {
  const { values, sign } = keyColumn(order, columns)
  const { rank } = order.nearby ?? {}
  return values ? (slot) => sign * (values[slot] ?? 0) : (slot) => rank?.[columns.place[slot] ?? 0] ?? 0
}

function collectAll(
  top: TopList,
  { slots, list }: Matches,
  order: Order,
  { columns }: Segment,
  firstDocument: number,
) {
  const key = primaryOf(order, columns)
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const slot = index * 32 + positionOf(word & -word)
      const primary = key(slot)
      if (primary <= top.worstPrimary) {
        top.add(primary, secondaryKey(order, columns, slot), firstDocument + slot)
      } else if (order.sort === 'newest') return
    }
  }
}
