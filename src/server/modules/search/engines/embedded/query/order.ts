/**
 * The orders of results, and the collection of the first ones. An order is pairs of numbers, smaller first; equal pairs are ordered by
 * segment and slot.
 */
import type { EngineQuery, EngineSort } from '../../../engine.ts'
import type { Nearby } from '../../matching.ts'
import type { Segment } from '../segment.ts'
import type { Columns } from '../segment-buffer.ts'
import { type Bitset, positionOf, type WordList } from '../slots.ts'
import type { PreparedFilter } from './filter.ts'
import type { LocalRange } from './filter-days.ts'
import { type SegmentMatches, scoreOf, type WeightedConcept } from './match.ts'
import { type Clock, isOver } from './segment-sets.ts'

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
function primaryOf({ sort, nearby }: Order, { price, posted, place }: Columns): (slot: number) => number {
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

// ── The first of an order ───────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Selects the first entries of an order, without sorting or storing all: up to twice the capacity is collected, then
 * reduced to the best by quickselect. Entries are numbers in typed arrays that grow only as far as there are entries.
 */
export class TopList {
  readonly capacity: number
  /** An entry after this one cannot be among the first; infinite until `capacity` entries are known. */
  worstPrimary = Number.POSITIVE_INFINITY
  worstSecondary = Number.POSITIVE_INFINITY
  private count = 0
  private primaries = new Float64Array(128)
  private secondaries = new Float64Array(128)
  private documents = new Uint32Array(128)
  private readonly maxCount: number

  constructor(capacity: number) {
    this.capacity = capacity
    this.maxCount = Math.max(2 * capacity, 128)
  }

  /** Adds an entry. Smaller numbers come first: by `primary`, then by `secondary`, then by `document`. */
  add(primary: number, secondary: number, document: number): void {
    if (primary > this.worstPrimary) return
    if (primary === this.worstPrimary && secondary > this.worstSecondary) return
    if (this.count === this.primaries.length) this.grow()
    this.primaries[this.count] = primary
    this.secondaries[this.count] = secondary
    this.documents[this.count] = document
    this.count++
    if (this.count === this.maxCount) this.reduce()
  }

  /** Returns the documents from `offset` to the end of the list, in order. */
  page(offset: number): number[] {
    this.reduce()
    if (offset >= this.count) return []
    if (offset > 0) this.select(offset)
    this.sort(offset, this.count - 1)
    return [...this.documents.subarray(offset, this.count)]
  }

  /** Removes what is not among the first, so that `worstPrimary` is that of the last of them. */
  private reduce(): void {
    if (this.capacity === 0 || this.count < this.capacity) return
    this.select(this.capacity - 1)
    this.count = this.capacity
    this.worstPrimary = this.primaries[this.capacity - 1] ?? 0
    this.worstSecondary = this.secondaries[this.capacity - 1] ?? 0
  }

  private grow() {
    const length = Math.min(this.count * 2, this.maxCount)
    const { primaries, secondaries, documents } = this
    this.primaries = new Float64Array(length)
    this.secondaries = new Float64Array(length)
    this.documents = new Uint32Array(length)
    this.primaries.set(primaries)
    this.secondaries.set(secondaries)
    this.documents.set(documents)
  }

  /** Moves the entry that belongs at `target` there, better ones before it and worse ones after it. */
  private select(target: number) {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const split = this.partition(low, high)
      if (target <= split) high = split
      else low = split + 1
    }
  }

  private sort(low: number, high: number) {
    if (low >= high) return
    const split = this.partition(low, high)
    this.sort(low, split)
    this.sort(split + 1, high)
  }

  /** Splits a range: returns an index below `high` such that no entry up to it comes after one behind it. */
  private partition(low: number, high: number): number {
    const pivot = (low + high) >>> 1
    const primary = this.primaries[pivot] ?? 0
    const secondary = this.secondaries[pivot] ?? 0
    const document = this.documents[pivot] ?? 0
    let left = low - 1
    let right = high + 1
    while (true) {
      do left++
      while (this.compare(left, primary, secondary, document) < 0)
      do right--
      while (this.compare(right, primary, secondary, document) > 0)
      if (left >= right) return right
      this.swap(left, right)
    }
  }

  private compare(at: number, primary: number, secondary: number, document: number): number {
    return (
      (this.primaries[at] ?? 0) - primary ||
      (this.secondaries[at] ?? 0) - secondary ||
      (this.documents[at] ?? 0) - document
    )
  }

  private swap(a: number, b: number) {
    const { primaries, secondaries, documents } = this
    const primary = primaries[a] ?? 0
    const secondary = secondaries[a] ?? 0
    const document = documents[a] ?? 0
    primaries[a] = primaries[b] ?? 0
    secondaries[a] = secondaries[b] ?? 0
    documents[a] = documents[b] ?? 0
    primaries[b] = primary
    secondaries[b] = secondary
    documents[b] = document
  }
}

// ── The matches of a segment ────────────────────────────────────────────────────────────────────────────────────────────

/** Adds slots by price, distance, or age to a list. `firstDocument` is the number of slot 0. */
export function collectByKey(
  top: TopList,
  { slots, list }: { slots: Bitset; list: WordList },
  order: Order,
  { columns }: Segment,
  firstDocument: number,
): void {
  const key = primaryOf(order, columns)
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const slot = index * 32 + positionOf(word & -word)
      const primary = key(slot)
      if (primary <= top.worstPrimary)
        top.add(primary, secondaryKey(order, columns, slot), firstDocument + slot)
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
