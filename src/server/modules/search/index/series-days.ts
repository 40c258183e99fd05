/**
 * The days, months, and years in which each series of a segment takes place, as bits of numbers for 32 of them. Postings have the
 * series of each, so reading those takes as long for a few series as for all.
 */
import { maxSegmentSize } from '../types.ts'
import { type Bitset, bitsetWords, countOnes, hasSlot, positionOf, type WordList } from './bitset.ts'
import type { Columns } from './columns.ts'
import type { DayUnit } from './event-days.ts'
import { slotsOf } from './posting.ts'
import type { SearchIndex } from './search-index.ts'
import { type Segment, setsOf } from './segment.ts'
import { takeBitset } from './working-sets.ts'

/**
 * Of a segment; a year has 12 of days. Each takes 4 bytes per series, and 2 for each day of a series. In a segment with many series, each
 * also takes up to 500 kB for unions.
 */
const maxBlocks = 16

/** 32 units of the same length, from number `first` on. */
export type Block = {
  key: string
  first: number
  /** By series: the bits of its units. */
  bits: Int32Array
  /** By unit: the number of series. */
  counts: Uint32Array
  /** The bits of the units that were read. */
  read: number
  /** By unit: its series by the time at which they begin. Computed when first needed. */
  ordered: (Uint16Array | undefined)[]
  /** By run of units (`series-unions.ts`): the series of some of them. Computed when first needed. */
  unions: (StoredUnion | undefined)[]
}

/** The series that take place in any of the units of `mask`. */
type StoredUnion = { mask: number; slots: Bitset }

export type StoredDays = {
  series: Bitset
  /** By word of a bitset: how many series precede its first slot. */
  preceding: Uint16Array
  count: number
  /** The series by the time at which they begin, the newest first of those that begin at the same time. */
  byMinute: Uint16Array
  blocks: Map<string, Block>
}

/** The units of a range in one block, each at its number in the block, and their bits. */
type UnitsInBlock = { block: Block; mask: number; units: (DayUnit | undefined)[] }

/** The series of a segment with the units of a range in which they take place. Units without a series may be missing. */
export type SeriesDays = { stored: StoredDays; blocks: UnitsInBlock[] }

const createBlock = (unit: DayUnit, series: number): Block => ({
  key: unit.block,
  first: unit.number & ~31,
  bits: new Int32Array(series),
  counts: new Uint32Array(32),
  read: 0,
  ordered: [],
  unions: [],
})

const storedByColumns = new WeakMap<Columns, StoredDays>()

/** Returns in which of the units the series of a segment take place. Reads only postings of units that it has not read before. */
export function readSeriesDays(index: SearchIndex, segment: Segment, units: readonly DayUnit[]): SeriesDays {
  const stored = storedDaysOf(segment)
  const blocks: UnitsInBlock[] = []
  if (stored.count === 0) return { stored, blocks }
  for (const unit of units) {
    const block = readUnit(stored, unit, index, segment)
    if (!block) continue
    let read = blocks.find((each) => each.block === block)
    if (!read) {
      read = { block, mask: 0, units: Array.from({ length: 32 }) }
      blocks.push(read)
    }
    read.mask |= 1 << (unit.number & 31)
    read.units[unit.number & 31] = unit
  }
  for (const { block } of blocks) {
    // The one that was used last comes last.
    stored.blocks.delete(block.key)
    stored.blocks.set(block.key, block)
  }
  for (const key of stored.blocks.keys()) {
    if (stored.blocks.size <= maxBlocks) break
    stored.blocks.delete(key)
  }
  return { stored, blocks }
}

function storedDaysOf(segment: Segment): StoredDays {
  const existing = storedByColumns.get(segment.columns)
  if (existing) return existing
  const { series } = setsOf(segment)
  const preceding = new Uint16Array(bitsetWords)
  let count = 0
  for (let index = 0; index < bitsetWords; index++) {
    preceding[index] = count
    count += countOnes(series[index] ?? 0)
  }
  const { startMinute } = segment.columns
  const minuteOf = (slot: number) => startMinute[slot] ?? 0
  // Sorting is stable.
  const byMinute = slotsOf(series)
    .slice()
    .sort((a, b) => minuteOf(a) - minuteOf(b))
  const stored = { series, preceding, count, byMinute, blocks: new Map() }
  storedByColumns.set(segment.columns, stored)
  return stored
}

/** Returns the block of a unit; null if no series takes place in the unit. */
function readUnit(stored: StoredDays, unit: DayUnit, index: SearchIndex, segment: Segment): Block | null {
  const { series, preceding, count, blocks } = stored
  const bit = 1 << (unit.number & 31)
  const existing = blocks.get(unit.block)
  if (existing && existing.read & bit) return existing
  const posting = index.postingOf(unit.term, segment, 'titles')
  if (!posting) return null
  const block = existing ?? createBlock(unit, count)
  const slots = slotsOf(posting)
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    const rank = rankOf(slot, series, preceding)
    block.bits[rank] = (block.bits[rank] ?? 0) | bit
  }
  block.counts[unit.number & 31] = slots.length
  block.read |= bit
  blocks.set(unit.block, block)
  return block
}

/** Returns how many series precede the one of a slot. */
const rankOf = (slot: number, series: Bitset, preceding: Uint16Array) =>
  (preceding[slot >>> 5] ?? 0) + countOnes((series[slot >>> 5] ?? 0) & ((1 << (slot & 31)) - 1))

/** Returns the first or the last of the units in which a series takes place. */
export function unitOfSeries(
  { stored: { series, preceding }, blocks }: SeriesDays,
  slot: number,
  which: 'first' | 'last',
): DayUnit | undefined {
  const rank = rankOf(slot, series, preceding)
  let best: DayUnit | undefined
  for (const { block, mask, units } of blocks) {
    const bits = (block.bits[rank] ?? 0) & mask
    if (bits === 0) continue
    const unit = units[positionOf(which === 'first' ? bits & -bits : bits)]
    if (unit && (!best || (which === 'first') === unit.from < best.from)) best = unit
  }
  return best
}

/**
 * Calls `visit` with each of the series in `slots` that takes place in a unit, by the time at which they begin, the newest first of
 * those that begin at the same time, until it returns false. All words of `slots` must be valid.
 */
export function visitInOrder(
  { stored, blocks }: SeriesDays,
  unit: DayUnit,
  slots: Bitset,
  visit: (slot: number) => boolean,
): void {
  const read = blocks.find(({ units }) => units.includes(unit))
  if (!read) return
  const inOrder = orderedSlots(stored, read.block, unit.number & 31)
  for (let at = 0; at < inOrder.length; at++) {
    const slot = inOrder[at] ?? 0
    if (hasSlot(slots, slot) && !visit(slot)) return
  }
}

/** Returns the series that take place in a unit of a block, by the time at which they begin. */
export function orderedSlots(
  { series, preceding, byMinute }: StoredDays,
  block: Block,
  position: number,
): Uint16Array {
  const existing = block.ordered[position]
  if (existing) return existing
  const bit = 1 << position
  const ordered = new Uint16Array(block.counts[position] ?? 0)
  let filled = 0
  for (let at = 0; at < byMinute.length && filled < ordered.length; at++) {
    const slot = byMinute[at] ?? 0
    if ((block.bits[rankOf(slot, series, preceding)] ?? 0) & bit) ordered[filled++] = slot
  }
  block.ordered[position] = ordered
  return ordered
}

/** Returns the number of series of the segment. */
export const seriesCount = ({ stored }: SeriesDays): number => stored.count

/** Returns all series of the segment that are not in `slots`. */
export function otherSeries({ stored }: SeriesDays, slots: Bitset, { indexes, count }: WordList): Bitset {
  const others = takeBitset(stored.series)
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    others[index] = (others[index] ?? 0) & ~(slots[index] ?? 0)
  }
  return others
}

/** Adds to `totals`, by day from `from` on, the numbers of all series of the segment, including deleted ones. */
export function addAllDays({ blocks }: SeriesDays, from: number, totals: Int32Array): void {
  for (const { block, mask } of blocks) {
    for (let bits = mask; bits !== 0; bits &= bits - 1) {
      const day = positionOf(bits & -bits)
      const at = block.first + day - from
      totals[at] = (totals[at] ?? 0) + (block.counts[day] ?? 0)
    }
  }
}

/** Numbers of up to this many ones fit into the counters of `addDaysOf`. */
const maxCounted = 31

/**
 * Adds `weight` to `totals`, by day from `from` on, for each of the series in `slots` on each of its days. Counts all days of a block at
 * once: bit `n` of `ones`, `twos`, `fours`, `eights`, and `sixteens` together are the counter of day `n`, to which a series adds its bits.
 */
export function addDaysOf(
  { stored, blocks }: SeriesDays,
  from: number,
  slots: Bitset,
  list: WordList,
  totals: Int32Array,
  weight: 1 | -1,
): void {
  const count = selectSeries(stored, slots, list)
  for (const { block, mask } of blocks) {
    for (let at = 0; at < count; ) {
      const end = Math.min(at + maxCounted, count)
      let ones = 0
      let twos = 0
      let fours = 0
      let eights = 0
      let sixteens = 0
      for (; at < end; at++) {
        const bits = (block.bits[selectedRanks[at] ?? 0] ?? 0) & mask
        const carryToTwos = ones & bits
        ones ^= bits
        const carryToFours = twos & carryToTwos
        twos ^= carryToTwos
        const carryToEights = fours & carryToFours
        fours ^= carryToFours
        const carryToSixteens = eights & carryToEights
        eights ^= carryToEights
        sixteens ^= carryToSixteens
      }
      for (let bits = ones | twos | fours | eights | sixteens; bits !== 0; bits &= bits - 1) {
        const day = positionOf(bits & -bits)
        const bitOf = (plane: number) => (plane >>> day) & 1
        const found =
          bitOf(ones) + 2 * bitOf(twos) + 4 * bitOf(fours) + 8 * bitOf(eights) + 16 * bitOf(sixteens)
        const position = block.first - from + day
        totals[position] = (totals[position] ?? 0) + weight * found
      }
    }
  }
}

/** Calls `visit` with each of the series in `slots` and the position of each of its days, counted from `from` on. */
export function visitDaysOf(
  { stored, blocks }: SeriesDays,
  from: number,
  slots: Bitset,
  list: WordList,
  visit: (slot: number, at: number) => void,
): void {
  const count = selectSeries(stored, slots, list)
  for (let at = 0; at < count; at++) {
    const rank = selectedRanks[at] ?? 0
    for (const { block, mask } of blocks)
      for (let bits = (block.bits[rank] ?? 0) & mask; bits !== 0; bits &= bits - 1)
        visit(selectedSlots[at] ?? 0, block.first - from + positionOf(bits & -bits))
  }
}

/**
 * Calls `visit` with each of the series in `slots`, by the time at which they begin, and the position of each of its days, counted from
 * `from` on. Skips a day once `visit` has returned false for it. All words of `slots` must be valid.
 */
export function visitFirstOfDays(
  { stored: { series, preceding, byMinute }, blocks }: SeriesDays,
  from: number,
  slots: Bitset,
  visit: (slot: number, at: number) => boolean,
): void {
  const open = blocks.map(({ mask }) => mask)
  for (let next = 0; next < byMinute.length; next++) {
    const slot = byMinute[next] ?? 0
    if (!hasSlot(slots, slot)) continue
    const rank = rankOf(slot, series, preceding)
    let remaining = 0
    for (let each = 0; each < blocks.length; each++) {
      const { first = 0, bits } = blocks[each]?.block ?? {}
      for (let days = (bits?.[rank] ?? 0) & (open[each] ?? 0); days !== 0; days &= days - 1) {
        const day = days & -days
        if (!visit(slot, first - from + positionOf(day))) open[each] = (open[each] ?? 0) & ~day
      }
      remaining |= open[each] ?? 0
    }
    if (remaining === 0) return
  }
}

/** The series that `selectSeries` found last, in ascending order. */
const selectedSlots = new Uint16Array(maxSegmentSize)
/** How many series of the segment precede each of them. */
const selectedRanks = new Uint16Array(maxSegmentSize)

/** Selects the series in `slots`. Returns their number. */
function selectSeries(
  { series, preceding }: StoredDays,
  slots: Bitset,
  { indexes, count }: WordList,
): number {
  let selected = 0
  for (let listed = 0; listed < count; listed++) {
    const index = indexes[listed] ?? 0
    const all = series[index] ?? 0
    for (let word = (slots[index] ?? 0) & all; word !== 0; word &= word - 1) {
      const bit = word & -word
      selectedSlots[selected] = index * 32 + positionOf(bit)
      selectedRanks[selected++] = (preceding[index] ?? 0) + countOnes(all & (bit - 1))
    }
  }
  return selected
}
