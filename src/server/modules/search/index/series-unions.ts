/**
 * Which series of some slots take place in a range of days. A range is split into runs of 1, 2, 4, 8, 16, or 32 units of a block that
 * begin at a multiple of their number. The series of a run are stored as one bitset, so 30 days are at most eight of them.
 */
import {
  addSlot,
  type Bitset,
  countOnes,
  countSlots,
  createBitset,
  hasSlot,
  positionOf,
  type WordList,
} from './bitset.ts'
import { type Block, orderedSlots, type SeriesDays, type StoredDays } from './series-days.ts'

/** Adds to `target` the series in `slots` that take place in any of the units. */
export function addSeriesIn(
  { stored, blocks }: SeriesDays,
  target: Bitset,
  slots: Bitset,
  list: WordList,
): void {
  const parts = blocks.map(({ block, mask }) => ({ block, mask, runs: runsOf(mask) }))
  const steps = parts.reduce(
    (sum, { block, runs }) => sum + runs.reduce((ofBlock, run) => ofBlock + stepsOf(block, run, list), 0),
    0,
  )
  if (steps >= countSlots(slots, list) * blocks.length) {
    for (const { block, mask } of parts) addTested(stored, block, mask, target, slots, list)
    return
  }
  const unions: Bitset[] = []
  for (const { block, runs } of parts) {
    for (const run of runs) {
      if (isSparse(block, run, list)) addOrdered(target, slots, orderedSlots(stored, block, run.position))
      else unions.push(unionOf(stored, block, run))
    }
  }
  for (let at = 0; at < unions.length; at += unionsPerPass)
    addCommon(target, slots, unions.slice(at, at + unionsPerPass), list)
}

/**
 * How long reading a word of a union, and a series of a unit, takes compared with testing whether a series takes place in units. A
 * union must save more than half of the time, because it takes 8 kB.
 */
const stepsPerWord = 1
const stepsPerDate = 2

const stepsOf = (block: Block, run: Run, list: WordList) =>
  isSparse(block, run, list) ? stepsPerDate * datesOf(block, run) : stepsPerWord * list.count

/** Returns whether reading the series of a run one by one takes less time than reading its union. */
const isSparse = (block: Block, run: Run, { count }: WordList) =>
  run.length === 1 && stepsPerDate * datesOf(block, run) < stepsPerWord * count

const datesOf = ({ counts }: Block, { position }: Run) => counts[position] ?? 0

/** `length` units of a block, from `position` on. The mask has those of them that a range has. */
type Run = { position: number; length: number; mask: number }

const runLengths = [32, 16, 8, 4, 2, 1]

/** Splits the units from the first to the last of a mask into as few runs as possible. */
function runsOf(mask: number): Run[] {
  const runs: Run[] = []
  const end = positionOf(mask) + 1
  for (let position = positionOf(mask & -mask); position < end; ) {
    const start = position
    const length = runLengths.find((each) => start % each === 0 && start + each <= end) ?? 1
    const units = length === 32 ? mask : mask & (((1 << length) - 1) << start)
    if (units !== 0) runs.push({ position, length, mask: units })
    position += length
  }
  return runs
}

/** Returns the series that take place in any unit of a run. */
function unionOf({ series }: StoredDays, block: Block, { position, length, mask }: Run): Bitset {
  // The runs of a length follow those of twice that length.
  const number = (32 + position) / length - 1
  const existing = block.unions[number]
  if (existing?.mask === mask) return existing.slots
  const slots = createBitset()
  let rank = 0
  for (let index = 0; index < slots.length; index++) {
    let found = 0
    for (let word = series[index] ?? 0; word !== 0; word &= word - 1)
      found |= word & -word & onesIfAny((block.bits[rank++] ?? 0) & mask)
    slots[index] = found
  }
  block.unions[number] = { mask, slots }
  return slots
}

const unionsPerPass = 4
const noSlots = createBitset()

/** Adds to `target` those in `slots` that are in any of up to four sets. */
function addCommon(
  target: Bitset,
  slots: Bitset,
  [one = noSlots, two = noSlots, three = noSlots, four = noSlots]: Bitset[],
  { indexes, count }: WordList,
): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    const united = (one[index] ?? 0) | (two[index] ?? 0) | (three[index] ?? 0) | (four[index] ?? 0)
    target[index] = (target[index] ?? 0) | ((slots[index] ?? 0) & united)
  }
}

function addOrdered(target: Bitset, slots: Bitset, ordered: Uint16Array): void {
  for (let at = 0; at < ordered.length; at++) {
    const slot = ordered[at] ?? 0
    if (hasSlot(slots, slot)) addSlot(target, slot)
  }
}

function addTested(
  { series, preceding }: StoredDays,
  { bits }: Block,
  mask: number,
  target: Bitset,
  slots: Bitset,
  { indexes, count }: WordList,
): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    const all = series[index] ?? 0
    const found = target[index] ?? 0
    const tested = all & (slots[index] ?? 0) & ~found
    if (tested === 0) continue
    let added = 0
    if (tested === all) {
      let rank = preceding[index] ?? 0
      for (let word = all; word !== 0; word &= word - 1)
        added |= word & -word & onesIfAny((bits[rank++] ?? 0) & mask)
    } else {
      for (let word = tested; word !== 0; word &= word - 1) {
        const bit = word & -word
        const rank = (preceding[index] ?? 0) + countOnes(all & (bit - 1))
        added |= bit & onesIfAny((bits[rank] ?? 0) & mask)
      }
    }
    target[index] = found | added
  }
}

/** Returns -1 for any other number than 0. A branch would take longer: half of the series may be in a range. */
const onesIfAny = (bits: number) => (bits | -bits) >> 31
