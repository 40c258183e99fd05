/**
 * The orders of results, and the collection of the first ones. An order is pairs of numbers, smaller first; equal pairs are ordered by
 * segment and slot.
 */
import type { EngineQuery, EngineSort } from '../../../engine.ts'
import { lastStart, numbersOfDay, onNow } from '../../../event-order.ts'
import type { Nearby } from '../../matching.ts'
import { numberName, numbersOf, type Segment } from '../segment.ts'
import type { Columns } from '../segment-buffer.ts'
import { type Bitset, type BlockList, positionOf } from '../slots.ts'
import type { PreparedFilter } from './filter.ts'
import type { LocalRange } from './filter-days.ts'
import { type SegmentMatches, scoreOf, type WeightedConcept } from './match.ts'
import { type Clock, isOver } from './segment-sets.ts'

const maxUint32 = 0xffff_ffff
/** After every number of a field. The difference of two is not infinite. */
const missing = Number.MAX_VALUE

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

/** Returns a function that returns the first number of a slot, by a number, price, distance, or age. */
function primaryOf({ sort, nearby }: Order, segment: Segment): (slot: number) => number {
  const { price, posted, place } = segment.columns
  if (typeof sort === 'object') {
    const numbers = numbersOf(segment, numberName(sort.key))
    const direction = sort.descending ? -1 : 1
    return (slot) => {
      const value = direction * (numbers[slot] ?? Number.NaN)
      return Number.isNaN(value) ? missing : value
    }
  }
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
    : onNowKey(today, endDay, columns.endMinute[slot] ?? 0)
}

export const upcomingKey = (startDay: number, startMinute: number) =>
  -2_000_000_000 + startDay * numbersOfDay + Math.min(startMinute, lastStart)
const onNowKey = (today: number, endDay: number, endMinute: number) =>
  upcomingKey(today, 0) +
  onNow.first +
  (endDay > today ? onNow.hoursOfDay + Math.min(endDay - today, onNow.maxDays) : Math.floor(endMinute / 60))
export const endedKey = (endDay: number) => 1_000_000 - endDay

// ── The first of an order ───────────────────────────────────────────────────────────────────────────────────────────────

/** Collects the first entries of an order in a heap of numbers. The last of them is the root. */
export class TopList {
  readonly capacity: number
  /** An entry after this one cannot be among the first; infinite until `capacity` entries are known. */
  worstPrimary = Number.POSITIVE_INFINITY
  worstSecondary = Number.POSITIVE_INFINITY
  private count = 0
  private readonly primaries: Float64Array
  private readonly secondaries: Float64Array
  private readonly documents: Uint32Array

  constructor(capacity: number) {
    this.capacity = capacity
    this.primaries = new Float64Array(capacity)
    this.secondaries = new Float64Array(capacity)
    this.documents = new Uint32Array(capacity)
  }

  /** Adds an entry. Smaller numbers come first: by `primary`, then by `secondary`, then by `document`. */
  add(primary: number, secondary: number, document: number): void {
    if (this.count < this.capacity) this.moveUp(this.count++, primary, secondary, document)
    else if (this.compare(0, primary, secondary, document) > 0) this.moveDown(primary, secondary, document)
    if (this.count < this.capacity) return
    this.worstPrimary = this.primaries[0] ?? 0
    this.worstSecondary = this.secondaries[0] ?? 0
  }

  /** Removes the documents from `offset` to the end of the list, and returns them in order. */
  takePage(offset: number): number[] {
    const page: number[] = []
    while (this.count > offset) {
      page.push(this.documents[0] ?? 0)
      const last = --this.count
      this.moveDown(this.primaries[last] ?? 0, this.secondaries[last] ?? 0, this.documents[last] ?? 0)
    }
    return page.reverse()
  }

  /** Puts an entry at `from`, or above it. */
  private moveUp(from: number, primary: number, secondary: number, document: number) {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (this.compare(parent, primary, secondary, document) > 0) break
      this.copy(parent, at)
      at = parent
    }
    this.put(at, primary, secondary, document)
  }

  /** Replaces the root by an entry, or puts it below. */
  private moveDown(primary: number, secondary: number, document: number) {
    let at = 0
    for (let child = 1; child < this.count; child = 2 * at + 1) {
      if (child + 1 < this.count && this.isAfter(child + 1, child)) child++
      if (this.compare(child, primary, secondary, document) < 0) break
      this.copy(child, at)
      at = child
    }
    this.put(at, primary, secondary, document)
  }

  private compare(at: number, primary: number, secondary: number, document: number): number {
    return (
      (this.primaries[at] ?? 0) - primary ||
      (this.secondaries[at] ?? 0) - secondary ||
      (this.documents[at] ?? 0) - document
    )
  }

  private isAfter(a: number, b: number): boolean {
    return this.compare(a, this.primaries[b] ?? 0, this.secondaries[b] ?? 0, this.documents[b] ?? 0) > 0
  }

  private copy(from: number, to: number) {
    this.put(to, this.primaries[from] ?? 0, this.secondaries[from] ?? 0, this.documents[from] ?? 0)
  }

  private put(at: number, primary: number, secondary: number, document: number) {
    this.primaries[at] = primary
    this.secondaries[at] = secondary
    this.documents[at] = document
  }
}

// ── The matches of a segment ────────────────────────────────────────────────────────────────────────────────────────────

/** Adds slots by a number, price, distance, or age to a list. `firstDocument` is the number of slot 0. */
export function collectByKey(
  top: TopList,
  { slots, list }: { slots: Bitset; list: BlockList },
  order: Order,
  segment: Segment,
  firstDocument: number,
): void {
  const key = primaryOf(order, segment)
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const slot = index * 32 + positionOf(word & -word)
      const primary = key(slot)
      if (primary <= top.worstPrimary)
        top.add(primary, secondaryKey(order, segment.columns, slot), firstDocument + slot)
      else if (order.sort === 'newest') return
    }
  }
}

// ── By relevance ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Adds the slots to a list by relevance, unless all that follow are older than the last of the list, and none can score more. */
export function collectByRelevance(
  top: TopList,
  { slots, list, matches }: SegmentMatches,
  concepts: readonly WeightedConcept[],
  order: Order,
  segment: Segment,
  firstDocument: number,
): void {
  const { columns } = segment
  const best = -concepts.reduce((sum, { levels }) => sum + (levels[0]?.gain ?? 0), 0)
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    let word = slots[index] ?? 0
    if (top.worstPrimary <= best && !order.nearby) {
      const newest = index * 32 + positionOf(word & -word)
      if (secondaryKey(order, columns, newest) > top.worstSecondary) return
    }
    for (; word !== 0; word &= word - 1) {
      const slot = index * 32 + positionOf(word & -word)
      const score = scoreOf(concepts, matches, columns, slot)
      if (-score <= top.worstPrimary) {
        top.add(-score, secondaryKey(order, columns, slot), firstDocument + slot)
      }
    }
  }
}
