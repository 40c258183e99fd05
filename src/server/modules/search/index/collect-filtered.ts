/** Collects the best of a segment's listings that pass a filter by topic, place, and distance, without finding all that do. */
import { type Bitset, hasSlot } from './bitset.ts'
import { lastPrimary, primaryOf, slotsUpToRank } from './collect.ts'
import type { Columns } from './columns.ts'
import { addRanges, countRanges, rangesOf, type SlotRanges } from './groups.ts'
import { eventKey, type Order, secondaryKey } from './order.ts'
import type { PairFilter } from './pair-counts.ts'
import { pricesOfTopicsUpTo, pricesUpTo } from './price-order.ts'
import { type Segment, setsOf } from './segment.ts'
import { upcomingUpTo } from './soonest.ts'
import { createSpareTime } from './spare-time.ts'
import type { TopList } from './top-list.ts'
import { releaseWorkingSets, takeBitset } from './working-sets.ts'

/**
 * Adds the best listings of a segment to the list: those with the best prices or dates, in the nearest towns, or on the topics and in
 * the places of the filter. Returns false without adding any if there is nothing to choose them by. Listings beyond `maxRank` of the
 * distances are not needed.
 */
export function collectFiltered(
  top: TopList,
  filter: PairFilter,
  order: Order,
  segment: Segment,
  firstDocument: number,
  maxRank: number,
): boolean {
  const { columns } = segment
  const { sort } = order
  if (sort === 'relevance') return false
  const isFull = top.worstPrimary !== Number.POSITIVE_INFINITY
  const last = isFull ? lastPrimary(top, order, columns) : Number.POSITIVE_INFINITY
  // The first slot is the newest.
  if (sort === 'newest' && -(columns.posted[0] ?? 0) > last) return true
  const best = isFull ? bestOf(order, columns, last) : null
  const areFew = best !== null && countRanges(best) <= fewSlots
  const bestOnTopics = isFull && !areFew ? bestOfTopics(filter, order, columns, last) : null
  const sets = areFew ? [] : setsOfFilter(filter, order, segment, Math.min(maxRank, last))
  const [smallest] = [best, bestOnTopics, ...sets]
    .filter((set) => set !== null)
    .sort((a, b) => countRanges(a) - countRanges(b))
  if (!smallest) return false
  releaseWorkingSets()
  const isBest = smallest === best || smallest === bestOnTopics
  const wanted = best && !isBest && countRanges(best) < stepsToRead(sets, segment) ? toBitset(best) : null
  const key =
    sort === 'soonest' ? (slot: number) => eventKey(order, columns, slot) : primaryOf(order, columns)
  // Of most segments, few listings of a topic are read. For these, one more order with pairs is not worth its memory.
  const isWorthPairs = smallest !== bestOnTopics || countRanges(smallest) > fewSlots
  const pairs = isWorthPairs ? pairsInOrder(smallest.slots, columns) : null
  visitPassing(smallest, pairs, wanted, filter, segment, (slot) => {
    const primary = key(slot)
    if (primary <= top.worstPrimary)
      top.add(primary, secondaryKey(order, columns, slot), firstDocument + slot)
  })
  return true
}

/** Reading so few takes no longer than looking up the topics and places of the filter. */
const fewSlots = 100

/** Returns a range of an order: the listings that are good enough for a full list, whether they pass the filter or not. */
function bestOf(order: Order, columns: Columns, last: number): SlotRanges | null {
  switch (order.sort) {
    case 'price-asc':
    case 'price-desc':
      return pricesUpTo(last, order.sort, columns)
    case 'soonest':
      return upcomingUpTo(last, order, columns)
    default:
      return null
  }
}

/** Returns those of the same listings that are on the filter's topics, if there is an order of each topic. */
function bestOfTopics({ topics }: PairFilter, { sort }: Order, columns: Columns, last: number) {
  if (!topics || (sort !== 'price-asc' && sort !== 'price-desc')) return null
  return pricesOfTopicsUpTo(last, sort, topics, columns)
}

/** Returns sets that each contain every listing that passes the filter. */
function setsOfFilter(filter: PairFilter, { sort, nearby }: Order, segment: Segment, maxRank: number) {
  const { topics, places } = setsOf(segment)
  return [
    ...(sort === 'distance' && nearby ? [slotsUpToRank(nearby, maxRank, segment)] : []),
    ...(filter.topics ? [rangesOf(topics, filter.topics)] : []),
    ...(filter.places ? [rangesOf(places, filter.places)] : []),
  ]
}

/** Reading the columns of a listing, which are not in the processor's cache, takes as long as adding this many to a set. */
const readingSteps = 20

/** Returns how many could be added to a set while the columns of all listings that pass the filter are read. */
function stepsToRead(sets: SlotRanges[], { size }: Segment): number {
  const passing = sets.reduce((all, set) => (all * countRanges(set)) / size, size)
  return readingSteps * passing
}

function toBitset(set: SlotRanges): Bitset {
  const bitset = takeBitset(null)
  addRanges(bitset, set)
  return bitset
}

/** Visits the slots that pass the filter, and are in `wanted` unless that is null. */
function visitPassing(
  { slots, ranges }: SlotRanges,
  pairs: OrderedPairs | null,
  wanted: Bitset | null,
  { events, topics, places, nearby }: PairFilter,
  segment: Segment,
  visit: (slot: number) => void,
): void {
  const { columns, deleted } = segment
  const { topic, place } = columns
  const eventSlots = setsOf(segment).events
  for (let range = 0; range < ranges.length; range += 2) {
    const end = ranges[range + 1] ?? 0
    for (let at = ranges[range] ?? 0; at < end; at++) {
      const slot = slots[at] ?? 0
      if (wanted && !hasSlot(wanted, slot)) continue
      if (topics && topics[(pairs ? pairs.topics[at] : topic[slot]) ?? 0] === 0) continue
      const placeId = (pairs ? pairs.places[at] : place[slot]) ?? 0
      if (places && places[placeId] === 0) continue
      if (nearby && nearby.ids[placeId] === 0) continue
      if (hasSlot(eventSlots, slot) === events && !(deleted && hasSlot(deleted, slot))) visit(slot)
    }
  }
}

/** The topics and places of slots, in the order of these: they are read ten times faster than in the order of the columns. */
type OrderedPairs = { topics: Uint16Array | Uint32Array; places: Uint16Array | Uint32Array }

const pairsByOrder = new WeakMap<Uint16Array, OrderedPairs>()
const inSpareTime = createSpareTime()

/** Returns them, computed once for an order: 4 bytes per listing. Null if those of another order were computed just before. */
function pairsInOrder(slots: Uint16Array, { topic, place }: Columns): OrderedPairs | null {
  const known = pairsByOrder.get(slots)
  if (known) return known
  return inSpareTime(() => {
    const pairs = { topics: inOrder(slots, topic), places: inOrder(slots, place) }
    pairsByOrder.set(slots, pairs)
    return pairs
  })
}

function inOrder(slots: Uint16Array, column: Uint32Array): Uint16Array | Uint32Array {
  const ordered = new Uint32Array(slots.length)
  let used = 0
  for (let at = 0; at < slots.length; at++) {
    const id = column[slots[at] ?? 0] ?? 0
    ordered[at] = id
    used |= id
  }
  return used >>> 16 === 0 ? Uint16Array.from(ordered) : ordered
}
