/**
 * Which events take place on some days, and which are over. Each event is judged by the local day of its place. An event that takes
 * place once has its days in the columns, and a series in postings.
 */
import type { DayFilter, EngineFilter } from '../../../engine.ts'
import { type DayRange, dayNumberOf, daysOfWhen } from '../../../relative-days.ts'
import { maxStoredDay } from '../../matching.ts'
import { type DayUnit, unitsOf } from '../event-days.ts'
import type { Segment } from '../segment.ts'
import {
  addPosting,
  type Bitset,
  type BlockList,
  countCommonSlots,
  intersect,
  keepIf,
  skipEmptyBlocks,
  subtract,
  takeBitset,
  unite,
} from '../slots.ts'
import { type Clock, setsOf, slotsAtDay, slotsOver } from './segment-sets.ts'

/** The days of the filter where it is `today`. */
export type LocalRange = DayRange & {
  today: number
  units: DayUnit[]
  /** If ended events are left out, a series counts today only while its date of today is its current one. */
  todayUnit: DayUnit | null
}

export type PreparedDays = {
  clock: Clock
  hideEnded: boolean
  /** One range for each local day, or a single one if all are equal. Empty if any day passes. */
  ranges: LocalRange[]
}

/** Returns null for a filter that leaves out no day. */
export function prepareDays(
  { days, hideEnded = false }: Pick<EngineFilter, 'days' | 'hideEnded'>,
  clock: Clock,
): PreparedDays | null {
  if (!days && !hideEnded) return null
  const ranges = days ? clock.days.map((today) => localRange(days, today, hideEnded)) : []
  const [first, ...others] = ranges
  const isSameEverywhere = first !== undefined && others.every((range) => isSameRange(range, first))
  return { clock, hideEnded, ranges: isSameEverywhere ? [first] : ranges }
}

const isSameRange = (a: LocalRange, b: LocalRange) =>
  a.from === b.from && a.to === b.to && a.todayUnit === null && b.todayUnit === null

function localRange(days: DayFilter, today: number, hideEnded: boolean): LocalRange {
  const { from, to } = rangeOf(days, today)
  if (!hideEnded) return { today, from, to, units: unitsOf({ from, to }), todayUnit: null }
  const [todayUnit = null] = from <= today && today <= to ? unitsOf({ from: today, to: today }) : []
  const units = unitsOf({ from: Math.max(from, today + 1), to })
  return { today, from: Math.max(from, today), to, units, todayUnit }
}

function rangeOf(days: DayFilter, today: number): DayRange {
  if ('when' in days) return daysOfWhen(days.when, today)
  const { from, to } = days
  return {
    from: from ? Math.max(dayNumberOf(from), 0) : 0,
    to: Math.min(to ? dayNumberOf(to) : maxStoredDay, maxStoredDay),
  }
}

/** Removes from `slots` the events that do not pass. Words without a slot may leave the list. */
export function keepDays(slots: Bitset, days: PreparedDays, segment: Segment, list: BlockList): void {
  const { ranges, clock, hideEnded } = days
  if (ranges.length > 0) {
    const kept = takeBitset(null)
    for (const range of ranges) {
      const local = takeBitset(slots)
      if (ranges.length > 1) intersect(local, slotsAtDay(segment, clock, range.today), list)
      addSingleEvents(kept, local, range, segment, list)
      addSeries(kept, local, range, segment, list)
    }
    intersect(slots, kept, list)
    skipEmptyBlocks(slots, list)
  }
  if (hideEnded) subtract(slots, slotsOver(segment, clock), list)
}

function addSingleEvents(kept: Bitset, slots: Bitset, range: LocalRange, segment: Segment, list: BlockList) {
  const found = takeBitset(slots)
  subtract(found, setsOf(segment).series, list)
  const { startDay, endDay } = segment.columns
  keepIf(found, list, (slot) => (endDay[slot] ?? 0) >= range.from && (startDay[slot] ?? 0) <= range.to)
  unite(kept, found, list)
}

function addSeries(
  kept: Bitset,
  slots: Bitset,
  { today, units, todayUnit }: LocalRange,
  segment: Segment,
  list: BlockList,
) {
  if (countCommonSlots(slots, setsOf(segment).series, list) === 0) return
  const found = takeBitset(null)
  for (const unit of units) addUnit(found, unit, segment)
  if (todayUnit) {
    const { startDay } = segment.columns
    const current = takeBitset(null)
    addUnit(current, todayUnit, segment)
    intersect(current, slots, list)
    keepIf(current, list, (slot) => (startDay[slot] ?? 0) <= today)
    unite(found, current, list)
  }
  intersect(found, slots, list)
  unite(kept, found, list)
}

function addUnit(target: Bitset, { term }: DayUnit, segment: Segment) {
  const posting = segment.postingOf(term, 'titles')
  if (posting) addPosting(target, posting)
}
