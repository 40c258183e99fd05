/** The slots of a segment in the order of their prices, so that a range of prices is found without reading the price of each. */
import type { Columns } from './columns.ts'
import type { SlotRanges } from './groups.ts'
import { createSpareTime } from './spare-time.ts'

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

/** Returns the position of the first slot in the order whose price is at least so high. */
export function positionOfPrice(slots: Uint16Array, { price }: Columns, cents: number): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((price[slots[middle] ?? 0] ?? 0) < cents) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the part of the order with the best prices: the lowest up to `last`, or the highest down to minus `last`. Null if the segment is
 * not sorted.
 */
export function pricesUpTo(
  last: number,
  sort: 'price-asc' | 'price-desc',
  columns: Columns,
): SlotRanges | null {
  const slots = slotsByPriceUnlessBusy(columns)
  if (!slots) return null
  return sort === 'price-asc'
    ? { slots, ranges: [0, positionOfPrice(slots, columns, last + 1)] }
    : { slots, ranges: [positionOfPrice(slots, columns, -last), slots.length] }
}
