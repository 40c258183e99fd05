/**
 * Which events take place on some days, and which are over. Each event is judged by the local day of its place. An event that takes
 * place once has its days in the columns, and a series in postings.
 */
import type { IndexClock, IndexFilter } from '../types.ts'
import {
  type Bitset,
  hasSlot,
  intersect,
  positionOf,
  skipEmptyWords,
  subtract,
  unite,
  type WordList,
} from './bitset.ts'
import { type Columns, noDay } from './columns.ts'
import { slotsAtDay, slotsOver } from './event-clock.ts'
import { type DayRange, type DayUnit, daysOfWhen, unitsOf } from './event-days.ts'
import { addPosting, type Posting } from './posting.ts'
import type { SearchIndex } from './search-index.ts'
import { type Segment, setsOf } from './segment.ts'
import { copyWordList, takeBitset } from './working-sets.ts'

/** The days of the filter where it is `today`. */
type LocalRange = DayRange & {
  today: number
  units: DayUnit[]
  /** If ended events are left out, a series counts today only while its date of today is its current one. */
  todayUnit: DayUnit | null
}

export type PreparedDays = {
  clock: IndexClock
  hideEnded: boolean
  /** One for each day that it is somewhere. Empty: any day. */
  ranges: LocalRange[]
}

/** Returns null for a filter that leaves out no day. */
export function prepareDays(
  { days, hideEnded = false }: IndexFilter,
  clock: IndexClock,
): PreparedDays | null {
  if (!days && !hideEnded) return null
  return {
    clock,
    hideEnded,
    ranges: days ? clock.days.map((today) => localRange(days, today, hideEnded)) : [],
  }
}

function localRange(days: NonNullable<IndexFilter['days']>, today: number, hideEnded: boolean): LocalRange {
  const { from, to } = 'when' in days ? daysOfWhen(days.when, today) : days
  if (!hideEnded) return { today, from, to, units: unitsOf({ from, to }), todayUnit: null }
  const [todayUnit = null] = from <= today && today <= to ? unitsOf({ from: today, to: today }) : []
  const units = unitsOf({ from: Math.max(from, today + 1), to })
  return { today, from: Math.max(from, today), to, units, todayUnit }
}

/** Returns the terms whose postings the filter reads. */
export const termsOfRanges = (days: PreparedDays | null): string[] =>
  (days?.ranges ?? []).flatMap(({ units, todayUnit }) =>
    [...units, ...(todayUnit ? [todayUnit] : [])].map(({ term }) => term),
  )

/** Removes from `slots` the events that do not pass. Words without a slot may leave the list. */
export function keepDays(
  slots: Bitset,
  days: PreparedDays,
  index: SearchIndex,
  segment: Segment,
  list: WordList,
): void {
  if (days.ranges.length > 0) {
    const kept = takeBitset(null)
    addSingleEvents(kept, slots, days, segment, list)
    for (const range of days.ranges) addSeries(kept, range, days, index, segment, list)
    intersect(slots, kept, list)
    skipEmptyWords(slots, list)
  }
  if (days.hideEnded) subtract(slots, slotsOver(segment, days.clock), list)
}

function addSingleEvents(
  kept: Bitset,
  slots: Bitset,
  { clock, ranges }: PreparedDays,
  segment: Segment,
  list: WordList,
) {
  const { series, singleDays } = setsOf(segment)
  for (const range of ranges) {
    // Old segments have no event that is not over.
    if (singleDays.lastDay < range.from || singleDays.firstDay > range.to) continue
    const found = takeBitset(slots)
    subtract(found, series, list)
    if (ranges.length > 1) intersect(found, slotsAtDay(segment, clock, range.today), list)
    keepDuring(found, range, segment.columns, list)
    unite(kept, found, list)
  }
}

function addSeries(
  kept: Bitset,
  { today, units, todayUnit }: LocalRange,
  { clock, ranges }: PreparedDays,
  index: SearchIndex,
  segment: Segment,
  list: WordList,
) {
  const found = takeBitset(null)
  for (const unit of units) addUnit(found, unit, index, segment)
  if (todayUnit) {
    const { startDay } = segment.columns
    const current = takeBitset(null)
    addUnit(current, todayUnit, index, segment)
    keepIf(current, list, (slot) => (startDay[slot] ?? 0) <= today)
    unite(found, current, list)
  }
  if (ranges.length > 1) intersect(found, slotsAtDay(segment, clock, today), list)
  unite(kept, found, list)
}

/** Returns the series of a segment that take place in a unit. */
export const seriesIn = ({ term }: DayUnit, index: SearchIndex, segment: Segment): Posting | null =>
  index.postingsOf(term, segment).titles

function addUnit(target: Bitset, unit: DayUnit, index: SearchIndex, segment: Segment): void {
  const series = seriesIn(unit, index, segment)
  if (series) addPosting(target, series, (segment.size + 31) >>> 5)
}

/** By slot: `noDay`, or the day of a date that is not the current one. Queries run one at a time, so one array serves all. */
const shownDays = new Uint16Array(65_536)

/** `beyond` are slots that at least `capacity` others precede. Their days are not known. */
export type ShownDays = { days: Uint16Array; beyond: Bitset }

/**
 * Returns on which day of the filter a series is shown: its current date, for which the array has `noDay`, or if that is not on the
 * days of the filter, the first date on them, or if all of them are over, the last. In long ranges, the first or last day of the
 * month or year of that date. Returns null if all are shown on their current date.
 */
export function findShownDays(
  slots: Bitset,
  days: PreparedDays,
  index: SearchIndex,
  segment: Segment,
  list: WordList,
  capacity: number,
): ShownDays | null {
  const { series } = setsOf(segment)
  const beyond = takeBitset(null)
  shownDays.fill(noDay)
  let hasOther = false
  for (const range of days.ranges) {
    const current = takeBitset(slots)
    intersect(current, series, list)
    if (days.ranges.length > 1) intersect(current, slotsAtDay(segment, days.clock, range.today), list)
    const others = takeBitset(current)
    keepDuring(current, range, segment.columns, list)
    subtract(others, current, list)
    const later = takeBitset(others)
    keepDuring(later, { from: 0, to: range.from - 1 }, segment.columns, list)
    subtract(others, later, list)
    const setDays = (remaining: Bitset, units: DayUnit[], dayOf: (unit: DayUnit) => number, max: number) => {
      const words = copyWordList(list)
      skipEmptyWords(remaining, words)
      if (words.count > 0) hasOther = true
      let found = 0
      for (const unit of units) {
        if (words.count === 0 || found >= max) break
        const series = seriesIn(unit, index, segment)
        if (!series) continue
        const day = dayOf(unit)
        removeCommon(series, remaining, words, (slot) => {
          shownDays[slot] = day
          found++
        })
        skipEmptyWords(remaining, words)
      }
      unite(beyond, remaining, words)
    }
    setDays(later, range.units, ({ from }) => from, capacity)
    setDays(others, range.units.toReversed(), ({ to }) => to, Number.POSITIVE_INFINITY)
  }
  return hasOther ? { days: shownDays, beyond } : null
}

/** Removes the slots of a posting from a set. Calls `visit` with each that was in it. */
function removeCommon(
  posting: Posting,
  slots: Bitset,
  { indexes, count }: WordList,
  visit: (slot: number) => void,
): void {
  if (posting instanceof Uint16Array) {
    for (const slot of posting) {
      if (!hasSlot(slots, slot)) continue
      slots[slot >>> 5] = (slots[slot >>> 5] ?? 0) & ~(1 << (slot & 31))
      visit(slot)
    }
    return
  }
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    const common = (slots[index] ?? 0) & (posting[index] ?? 0)
    if (common === 0) continue
    slots[index] = (slots[index] ?? 0) & ~common
    for (let word = common; word !== 0; word &= word - 1) visit(index * 32 + positionOf(word & -word))
  }
}

/** Removes the events whose current date is not on a day of the range. Comparing without branches is faster: half of them are not. */
function keepDuring(slots: Bitset, { from, to }: DayRange, { startDay, endDay }: Columns, list: WordList) {
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    let kept = 0
    for (let word = (slots[index] ?? 0) | 0; word !== 0; word &= word - 1) {
      const bit = word & -word
      const slot = index * 32 + positionOf(bit)
      // Negative if either is: it ends before the range, or begins after it.
      const outside = ((endDay[slot] ?? 0) - from) | (to - (startDay[slot] ?? 0))
      kept |= bit & ~(outside >> 31)
    }
    slots[index] = kept
  }
}

function keepIf(slots: Bitset, list: WordList, test: (slot: number) => boolean): void {
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    let kept = 0
    for (let word = (slots[index] ?? 0) | 0; word !== 0; word &= word - 1) {
      const bit = word & -word
      if (test(index * 32 + positionOf(bit))) kept |= bit
    }
    slots[index] = kept
  }
}
