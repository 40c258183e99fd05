/** The slots of a segment in the order of their prices, so that a range of prices is found without reading the price of each. */
import type { Columns } from './columns.ts'
import { type Groups, groupSlots, rangesById, type SlotRanges } from './groups.ts'
import { createSpareTime } from './spare-time.ts'
import type { IdSet } from './taxonomy.ts'

const orderByColumns = new WeakMap<Columns, Uint16Array>()

/** Returns the slots from the lowest to the highest price, sorted once for the columns: 2 bytes per listing. */
export function slotsByPrice(columns: Columns): Uint16Array {
  const existing = orderByColumns.get(columns)
  if (existing) return existing
  const slots = sortSlots(columns.price)
  orderByColumns.set(columns, slots)
  return slots
}

const digitBits = 11
const digits = 1 << digitBits

/** Sorts slots by a column, and those with equal numbers by slot: a radix sort, which takes a tenth of the time of `sort`. */
function sortSlots(column: Uint32Array): Uint16Array {
  let sorted = new Uint16Array(column.length)
  let target = new Uint16Array(column.length)
  let used = 0
  for (let slot = 0; slot < column.length; slot++) {
    sorted[slot] = slot
    used |= column[slot] ?? 0
  }
  for (let shift = 0; shift < 32 && used >>> shift > 0; shift += digitBits) {
    sortByDigit(sorted, target, column, shift)
    ;[sorted, target] = [target, sorted]
  }
  return sorted
}

/** Writes the slots to `target`, sorted by one digit of their number. */
function sortByDigit(slots: Uint16Array, target: Uint16Array, column: Uint32Array, shift: number): void {
  const next = new Uint32Array(digits + 1)
  for (let slot = 0; slot < column.length; slot++) {
    const digit = ((column[slot] ?? 0) >>> shift) & (digits - 1)
    next[digit + 1] = (next[digit + 1] ?? 0) + 1
  }
  for (let digit = 0; digit < digits; digit++) next[digit + 1] = (next[digit + 1] ?? 0) + (next[digit] ?? 0)
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index] ?? 0
    const digit = ((column[slot] ?? 0) >>> shift) & (digits - 1)
    const at = next[digit] ?? 0
    target[at] = slot
    next[digit] = at + 1
  }
}

/** Sorting smaller segments costs more than reading their prices: they are in memory until the next listing is posted. */
const minSortedSize = 4_096

const inSpareTime = createSpareTime()

/**
 * Returns what `slotsByPrice` returns. Null for a small segment, and for one that is not sorted yet if another one was sorted just
 * before.
 */
export function slotsByPriceUnlessBusy(columns: Columns): Uint16Array | null {
  if (columns.price.length < minSortedSize) return null
  if (orderByColumns.has(columns)) return slotsByPrice(columns)
  return inSpareTime(() => slotsByPrice(columns))
}

/**
 * Returns the position of the first slot in the order, or in a part of it from `low` to before `high`, whose price is at least so high;
 * `high` if there is none.
 */
export function positionOfPrice(
  slots: Uint16Array,
  { price }: Columns,
  cents: number,
  low = 0,
  high = slots.length,
): number {
  let first = low
  let end = high
  while (first < end) {
    const middle = (first + end) >>> 1
    if ((price[slots[middle] ?? 0] ?? 0) < cents) first = middle + 1
    else end = middle
  }
  return first
}

type PriceSort = 'price-asc' | 'price-desc'

/**
 * Returns the part of the order with the best prices: the lowest up to `last`, or the highest down to minus `last`. Null if the segment is
 * not sorted.
 */
export function pricesUpTo(last: number, sort: PriceSort, columns: Columns): SlotRanges | null {
  const slots = slotsByPriceUnlessBusy(columns)
  return slots && partUpTo(last, sort, columns, { slots, ranges: [0, slots.length] })
}

/** Returns what is up to `last` of ranges that are each in the order of prices. */
function partUpTo(
  last: number,
  sort: PriceSort,
  columns: Columns,
  { slots, ranges }: SlotRanges,
): SlotRanges {
  const part = [...ranges]
  for (let at = 0; at < ranges.length; at += 2) {
    const [start = 0, end = 0] = [ranges[at], ranges[at + 1]]
    if (sort === 'price-asc') part[at + 1] = positionOfPrice(slots, columns, last + 1, start, end)
    else part[at] = positionOfPrice(slots, columns, -last, start, end)
  }
  return { slots, ranges: part }
}

const topicsByColumns = new WeakMap<Columns, Groups>()
const topicsInSpareTime = createSpareTime()

/** Returns the slots of each topic from the lowest to the highest price, sorted once for the columns: 2 bytes per listing. */
export function topicsByPrice(columns: Columns): Groups {
  const existing = topicsByColumns.get(columns)
  if (existing) return existing
  const groups = groupSlots(columns.topic, slotsByPrice(columns))
  topicsByColumns.set(columns, groups)
  return groups
}

/** Returns the same as `pricesUpTo` of the listings on topics, in ranges of one topic each. */
export function pricesOfTopicsUpTo(
  last: number,
  sort: PriceSort,
  topics: IdSet,
  columns: Columns,
): SlotRanges | null {
  if (!slotsByPriceUnlessBusy(columns)) return null
  const groups = topicsByColumns.get(columns) ?? topicsInSpareTime(() => topicsByPrice(columns))
  return groups && partUpTo(last, sort, columns, rangesById(groups, topics))
}
