/** Collects the best of a segment's matches by price, distance, or age. */
import { countSlots, hasSlot, positionOf, unite } from './bitset.ts'
import type { Columns } from './columns.ts'
import type { SegmentMatches } from './full-matches.ts'
import { slotsOfId } from './groups.ts'
import { keyColumn, type Order, secondaryKey } from './order.ts'
import { positionOfPrice, slotsByPriceUnlessBusy } from './price-order.ts'
import { type Segment, setsOf } from './segment.ts'
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
function bestSlots(top: TopList, matches: Matches, order: Order, segment: Segment): Uint16Array[] | null {
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
  const last = lastPrimary(top, order, columns)
  const sorted = slotsByPriceUnlessBusy(columns)
  if (!sorted) return null
  const isAscending = order.sort === 'price-asc'
  const first = isAscending ? 0 : positionOfPrice(sorted, columns, -last)
  const end = isAscending ? positionOfPrice(sorted, columns, last + 1) : sorted.length
  if (end - first > countSlots(matches.slots, matches.list)) return null
  const slots = sorted.subarray(first, end)
  return [isAscending ? slots : slots.toReversed()]
}

/** Looking up the slots of a town takes about as long as reading the towns of this many matches. */
const lookupSteps = 16

function slotsOfNearest(top: TopList, { slots, list }: Matches, order: Order, segment: Segment) {
  const { nearby } = order
  if (!nearby) return null
  const last = lastPrimary(top, order, segment.columns)
  // There are about as many towns as ranks.
  if (last * lookupSteps > countSlots(slots, list)) return null
  const { places } = setsOf(segment)
  const found: Uint16Array[] = []
  for (const id of nearby.nearest) {
    if ((nearby.rank[id] ?? 0) > last) break
    found.push(slotsOfId(places, id))
  }
  return found
}

/** Returns the largest first number with which an entry of a segment can be among the first of a full list. */
function lastPrimary(top: TopList, order: Order, columns: Columns): number {
  // The first slot is the newest. If even that is older than the last of the list, an equal first number does not suffice.
  const isOlder = secondaryKey(order, columns, 0) > top.worstSecondary
  return isOlder ? top.worstPrimary - 1 : top.worstPrimary
}

function collectFrom(
  best: Uint16Array[],
  top: TopList,
  { slots, list }: Matches,
  order: Order,
  { columns }: Segment,
  firstDocument: number,
) {
  const wanted = takeBitset(null)
  unite(wanted, slots, list)
  const key = primaryOf(order, columns)
  for (const candidates of best)
    for (const slot of candidates) {
      if (!hasSlot(wanted, slot)) continue
      const primary = key(slot)
      if (primary > top.worstPrimary) return
      top.add(primary, secondaryKey(order, columns, slot), firstDocument + slot)
    }
}

/** Returns a function that returns the first number of a slot. */
function primaryOf(order: Order, columns: Columns): (slot: number) => number {
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
