/**
 * Which events take place on some days, and which are over. Each event is judged by the local day of its place. An event that takes
 * place once has its days in the columns, and a series in postings.
 */

import { type DayRange, daysOfWhen } from '../relative-days.ts'
import type { IndexClock, IndexFilter } from '../types.ts'
import {
  type Bitset,
  intersect,
  positionOf,
  skipEmptyWords,
  subtract,
  unite,
  type WordList,
} from './bitset.ts'
import type { Columns } from './columns.ts'
import { slotsAtDay, slotsOver } from './event-clock.ts'
import { type DayUnit, unitsOf } from './event-days.ts'
import type { SearchIndex } from './search-index.ts'
import { type Segment, setsOf } from './segment.ts'
import { readSeriesDays } from './series-days.ts'
import { addSeriesIn } from './series-unions.ts'
import { takeBitset } from './working-sets.ts'

/** The days of the filter where it is `today`. */
export type LocalRange = DayRange & {
  today: number
  units: DayUnit[]
  /** If ended events are left out, a series counts today only while its date of today is its current one. */
  todayUnit: DayUnit | null
}

export type PreparedDays = {
  clock: IndexClock
  hideEnded: boolean
  /** One range for each local day, or a single one if all are equal. Empty if any day passes. */
  ranges: LocalRange[]
}

/** Returns null for a filter that leaves out no day. */
export function prepareDays(
  { days, hideEnded = false }: IndexFilter,
  clock: IndexClock,
): PreparedDays | null {
  if (!days && !hideEnded) return null
  const ranges = days ? clock.days.map((today) => localRange(days, today, hideEnded)) : []
  const [first, ...others] = ranges
  const isSameEverywhere = first !== undefined && others.every((range) => isSameRange(range, first))
  return { clock, hideEnded, ranges: isSameEverywhere ? [first] : ranges }
}

const isSameRange = (a: LocalRange, b: LocalRange) =>
  a.from === b.from && a.to === b.to && a.todayUnit === null && b.todayUnit === null

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

/** Returns the same days without the units that have no series: a range without an end has more than a hundred years. */
export function withoutEmptyUnits(days: PreparedDays, { listingsWith }: SearchIndex): PreparedDays {
  const ranges = days.ranges.map((range) => ({
    ...range,
    units: range.units.filter(({ term }) => listingsWith(term) > 0),
  }))
  return { ...days, ranges }
}

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
    for (const range of days.ranges) addSeries(kept, slots, range, days, index, segment, list)
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
  slots: Bitset,
  { today, units, todayUnit }: LocalRange,
  { clock, ranges }: PreparedDays,
  index: SearchIndex,
  segment: Segment,
  list: WordList,
) {
  const tested = takeBitset(slots)
  if (ranges.length > 1) intersect(tested, slotsAtDay(segment, clock, today), list)
  addSeriesIn(readSeriesDays(index, segment, units), kept, tested, list)
  if (!todayUnit) return
  const { startDay } = segment.columns
  const current = takeBitset(null)
  addSeriesIn(readSeriesDays(index, segment, [todayUnit]), current, tested, list)
  keepIf(current, list, (slot) => (startDay[slot] ?? 0) <= today)
  unite(kept, current, list)
}

/** Removes the events whose current date is not on a day of the range. Comparing without branches is faster: half of them are not. */
function keepDuring(slots: Bitset, { from, to }: DayRange, { startDay, endDay }: Columns, list: WordList) {
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    let kept = 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
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
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const bit = word & -word
      if (test(index * 32 + positionOf(bit))) kept |= bit
    }
    slots[index] = kept
  }
}
