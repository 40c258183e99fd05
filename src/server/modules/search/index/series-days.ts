/**
 * The days of each series of a large segment, as bits of numbers of 32 days. Postings have the series of each day, so counting with
 * them takes as long for a few series as for all.
 */
import { maxSegmentSize } from '../types.ts'
import { type Bitset, bitsetWords, countOnes, hasSlot, positionOf, type WordList } from './bitset.ts'
import type { Columns } from './columns.ts'
import type { DayRange, DayUnit } from './event-days.ts'
import { type Posting, slotsOf } from './posting.ts'
import { type Segment, setsOf } from './segment.ts'
import { takeBitset } from './working-sets.ts'

/** Segments with fewer series have postings that are read as fast. */
const minSeries = 64
/** Of a segment; a year has 12. Each takes 4 bytes per series. */
const maxBlocks = 16

/** The 32 days from `first` on. */
type Block = {
  first: number
  /** By series: the bits of its days. */
  days: Uint32Array
  /** By day: the number of series. */
  counts: Uint16Array
  /** The bits of the days that were read. */
  read: number
}

type StoredDays = {
  series: Bitset
  /** By word of a bitset: how many series precede its first slot. */
  preceding: Uint16Array
  count: number
  /** The series by the time at which they begin, the newest first of those that begin at the same time. */
  byMinute: Uint16Array
  blocks: Map<number, Block>
}

/** The days of the series of a segment in a range. */
export type SeriesDays = {
  stored: StoredDays
  /** In ascending order, with the bits of the days of the range. Days without a series may be in none of them. */
  blocks: { block: Block; mask: number }[]
}

const createBlock = (first: number, series: number): Block => ({
  first,
  days: new Uint32Array(series),
  counts: new Uint16Array(32),
  read: 0,
})

const noBlock: SeriesDays['blocks'][number] = { block: createBlock(0, 0), mask: 0 }

const storedByColumns = new WeakMap<Columns, StoredDays>()

/**
 * Returns the days of the series of a segment on `days`, which follow each other; null for a segment with few series. Calls
 * `postingOf` for the series of each day that it has not read before.
 */
export function readSeriesDays(
  segment: Segment,
  days: readonly DayUnit[],
  postingOf: (day: DayUnit) => Posting | null,
): SeriesDays | null {
  const stored = storedDaysOf(segment)
  if (stored.count < minSeries) return null
  for (const day of days) readDay(stored, day, postingOf)
  const range = { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? -1 }
  const blocks: SeriesDays['blocks'] = []
  for (let number = range.from >> 5; number <= range.to >> 5; number++) {
    const block = stored.blocks.get(number)
    if (!block) continue
    blocks.push({ block, mask: maskOf(block, range) })
    // The one that was used last comes last.
    stored.blocks.delete(number)
    stored.blocks.set(number, block)
  }
  for (const number of stored.blocks.keys()) {
    if (stored.blocks.size <= maxBlocks) break
    stored.blocks.delete(number)
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

function readDay(stored: StoredDays, unit: DayUnit, postingOf: (day: DayUnit) => Posting | null): void {
  const { series, preceding, count, blocks } = stored
  const number = unit.from >> 5
  const bit = 1 << (unit.from & 31)
  const existing = blocks.get(number)
  if (existing && existing.read & bit) return
  const posting = postingOf(unit)
  if (!posting) return
  const block = existing ?? createBlock(number * 32, count)
  const slots = slotsOf(posting)
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    const rank = rankOf(slot, series, preceding)
    block.days[rank] = (block.days[rank] ?? 0) | bit
  }
  block.counts[unit.from & 31] = slots.length
  block.read |= bit
  blocks.set(number, block)
}

/** Returns how many series precede the one of a slot. */
const rankOf = (slot: number, series: Bitset, preceding: Uint16Array) =>
  (preceding[slot >>> 5] ?? 0) + countOnes((series[slot >>> 5] ?? 0) & ((1 << (slot & 31)) - 1))

function maskOf({ first }: Block, { from, to }: DayRange): number {
  const after = from > first ? -1 << (from - first) : -1
  const before = to < first + 31 ? -1 >>> (31 - (to - first)) : -1
  return after & before
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
        const bits = (block.days[selectedRanks[at] ?? 0] ?? 0) & mask
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
      for (let bits = (block.days[rank] ?? 0) & mask; bits !== 0; bits &= bits - 1)
        visit(selectedSlots[at] ?? 0, block.first - from + positionOf(bits & -bits))
  }
}

/**
 * Calls `visit` like `visitDaysOf`, by the time at which series begin, the newest first of those that begin at the same time, and on
 * each day only as long as it is wanted. All words of `slots` must be valid.
 */
export function visitDaysInOrder(
  { stored, blocks }: SeriesDays,
  from: number,
  slots: Bitset,
  isWanted: (at: number) => boolean,
  visit: (slot: number, at: number) => void,
): void {
  const { series, preceding, byMinute } = stored
  const wanted = blocks.map(({ block, mask }) => {
    let days = 0
    for (let bits = mask; bits !== 0; bits &= bits - 1)
      if (isWanted(block.first - from + positionOf(bits & -bits))) days |= bits & -bits
    return days
  })
  let isDone = wanted.every((days) => days === 0)
  for (let at = 0; at < byMinute.length && !isDone; at++) {
    const slot = byMinute[at] ?? 0
    if (!hasSlot(slots, slot)) continue
    const rank = rankOf(slot, series, preceding)
    for (let read = 0; read < blocks.length; read++) {
      const { block } = blocks[read] ?? noBlock
      for (let bits = (block.days[rank] ?? 0) & (wanted[read] ?? 0); bits !== 0; bits &= bits - 1) {
        const bit = bits & -bits
        const day = block.first - from + positionOf(bit)
        visit(slot, day)
        if (isWanted(day)) continue
        wanted[read] = (wanted[read] ?? 0) & ~bit
        isDone = wanted.every((days) => days === 0)
      }
    }
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
    const all = (series[index] ?? 0) | 0
    for (let word = (slots[index] ?? 0) & all; word !== 0; word &= word - 1) {
      const bit = word & -word
      selectedSlots[selected] = index * 32 + positionOf(bit)
      selectedRanks[selected++] = (preceding[index] ?? 0) + countOnes(all & (bit - 1))
    }
  }
  return selected
}
