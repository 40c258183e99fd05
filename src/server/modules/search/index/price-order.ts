/** The slots of a segment in the order of their prices, so that a range of prices is found without reading the price of each. */
import type { Columns } from './columns.ts'

const orderByColumns = new WeakMap<Columns, Uint16Array>()

/** Returns the slots from the lowest to the highest price, sorted once for the columns: 2 bytes per listing. */
export function slotsByPrice(columns: Columns): Uint16Array {
  const existing = orderByColumns.get(columns)
  if (existing) return existing
  const { price } = columns
  const keys = Float64Array.from(price, (cents, slot) => cents * slotRange + slot).sort()
  const slots = Uint16Array.from(keys, (key) => key % slotRange)
  orderByColumns.set(columns, slots)
  return slots
}

const slotRange = 65_536

/** Sorting smaller segments costs more than reading their prices: they are in memory until the next listing is posted. */
const minSortedSize = 4_096
/** Sorting takes at most this share of the time, so that no request waits until all segments of a large site are sorted. */
const maxSortingShare = 0.1
let busyUntil = 0

/**
 * Returns what `slotsByPrice` returns. Null for a small segment, and for one that is not sorted yet if another one was sorted just
 * before.
 */
export function slotsByPriceUnlessBusy(columns: Columns): Uint16Array | null {
  if (columns.price.length < minSortedSize) return null
  if (orderByColumns.has(columns)) return slotsByPrice(columns)
  const started = performance.now()
  if (started < busyUntil) return null
  const slots = slotsByPrice(columns)
  busyUntil = started + (performance.now() - started) / maxSortingShare
  return slots
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
