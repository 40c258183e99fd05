/**
 * Collects events by date: those that begin today or later by their beginning, then those that began earlier by their end, then those
 * that are over. Each segment has its events in the order of their beginning, so a list that is full ends the search for more.
 */

import { maxSegmentSize } from '../types.ts'

import {
  addSlot,
  type Bitset,
  countSlots,
  createBitset,
  hasSlot,
  intersect,
  positionOf,
  removeSlot,
  unite,
  type WordList,
} from './bitset.ts'
import { type Columns, columnFlags, noDay } from './columns.ts'
import { slotsAtDay, slotsOver } from './event-clock.ts'
import type { DayUnit } from './event-days.ts'
import type { LocalRange } from './filter-days.ts'
import type { SlotRanges } from './groups.ts'
import {
  currentKey,
  endedKey,
  eventKey,
  isBeforeEnded,
  type Order,
  secondaryKey,
  upcomingKey,
} from './order.ts'
import type { SearchIndex } from './search-index.ts'
import { type Segment, setsOf } from './segment.ts'
import { readSeriesDays, type SeriesDays, unitOfSeries, visitInOrder } from './series-days.ts'
import type { TopList } from './top-list.ts'
import { takeBitset } from './working-sets.ts'

type Collected = {
  top: TopList
  order: Order
  index: SearchIndex
  segment: Segment
  /** The events that match, with a date on the days of the filter if it has any. */
  slots: Bitset
  list: WordList
  /** The number of slot 0. */
  firstDocument: number
}

/**
 * Adds the events to the list. With days in the filter, a series is listed by its current date only if that is on one of them. Otherwise
 * it is listed by its first date on them, or if all of those are over, by the last. In long ranges, that is the first or last day of the
 * month or year of that date.
 */
export function collectSoonest({ slots, list, ...rest }: Collected): void {
  // Words that are not listed have no slot.
  const listed = takeBitset(null)
  unite(listed, slots, list)
  const search = { slots: listed, list, ...rest }
  if (areFew(search)) {
    addEach(search)
    return
  }
  const { days, clock } = rest.order
  const minToday = clock.days[0] ?? 0
  const firstDay = Math.max(minToday, ...(days ? [Math.min(...days.ranges.map(({ from }) => from))] : []))
  addUpcoming(search, firstDay)
  if (firstDay > minToday) addSpanning(search, minToday, firstDay - 1)
  for (const range of days?.ranges ?? []) addLaterSeries(search, range)
  addEarlier(search, minToday)
}

/** How many events can be looked up by their beginning while one is compared. */
const lookupsPerEvent = 4

/** Whether comparing all of them takes less time than looking for the first ones among all events of the segment. */
function areFew({ top, segment, slots, list }: Collected): boolean {
  const count = countSlots(slots, list)
  const lookups = (top.capacity * startsOf(segment.columns).slots.length) / Math.max(1, count)
  return lookups > lookupsPerEvent * count
}

/** Adds events in the order of their slots. */
function addEach(search: Collected): void {
  const { order, slots } = search
  const isListed = createTest(search)
  const others = takeBitset(null)
  visitSlots(search, slots, 0, (slot) => {
    if (isListed(slot)) add(search, slot)
    else addSlot(others, slot)
  })
  for (const range of order.days?.ranges ?? []) addOthers(search, range, others)
}

/** The events of a segment in the order of their beginning, and those that last several days. */
type Starts = { slots: Uint16Array; long: Bitset }

const startsByColumns = new WeakMap<Columns, Starts>()

/** Computes them once for the columns: 8 kB, and 2 bytes per event. */
function startsOf(columns: Columns): Starts {
  const existing = startsByColumns.get(columns)
  if (existing) return existing
  const { flags, startDay, endDay, startMinute } = columns
  const keys: number[] = []
  const long = createBitset()
  for (let slot = 0; slot < flags.length; slot++) {
    if (((flags[slot] ?? 0) & columnFlags.event) === 0) continue
    keys.push(((startDay[slot] ?? 0) * minutesPerDay + (startMinute[slot] ?? 0)) * maxSegmentSize + slot)
    if ((endDay[slot] ?? 0) > (startDay[slot] ?? 0)) addSlot(long, slot)
  }
  const slots = Uint16Array.from(Float64Array.from(keys).sort(), (key) => key % maxSegmentSize)
  startsByColumns.set(columns, { slots, long })
  return { slots, long }
}

/** A minute of an event is from 0 to this. */
const minutesPerDay = 1_441

/** Returns the position of the first event that begins on a day or later. */
function positionOfDay(starts: Uint16Array, { startDay }: Columns, day: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((startDay[starts[middle] ?? 0] ?? 0) < day) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the events of a segment whose first number is up to `last` by their current date, and some others, in the order of their
 * beginning. Null if there may be events among them that began before today.
 */
export function upcomingUpTo(last: number, { clock }: Order, columns: Columns): SlotRanges | null {
  if (last >= currentKey(0, 0)) return null
  const { slots } = startsOf(columns)
  const lastDay = Math.floor((last - upcomingKey(0, 0)) / minutesPerDay)
  const start = positionOfDay(slots, columns, clock.days[0] ?? 0)
  return { slots, ranges: [start, Math.max(start, positionOfDay(slots, columns, lastDay + 1))] }
}

/** Adds the events that begin on a day or later with their current date. */
function addUpcoming(search: Collected, firstDay: number): void {
  const { top, order, slots, segment } = search
  const { startDay, startMinute } = segment.columns
  const starts = startsOf(segment.columns).slots
  const isListed = createTest(search)
  const lastDay = Math.max(...(order.days?.ranges ?? [everyDay]).map(({ to }) => to))
  for (let at = positionOfDay(starts, segment.columns, firstDay); at < starts.length; at++) {
    const slot = starts[at] ?? 0
    if (!hasSlot(slots, slot)) continue
    const day = startDay[slot] ?? 0
    if (day > lastDay || upcomingKey(day, startMinute[slot] ?? 0) > top.worstPrimary) return
    if (isListed(slot)) add(search, slot)
  }
}

const everyDay = { to: noDay }

/** Adds the events that begin on these days with their current date, if they are listed by it and last until later. */
function addSpanning(search: Collected, from: number, to: number): void {
  const { startDay } = search.segment.columns
  const { long } = startsOf(search.segment.columns)
  const isListed = createTest(search)
  visitSlots(search, long, 0, (slot) => {
    const day = startDay[slot] ?? 0
    if (day >= from && day <= to && isListed(slot)) add(search, slot)
  })
}

/** Calls `visit` with the events in a set, or with `flipped` -1, those that are not. */
function visitSlots({ slots, list }: Collected, set: Bitset, flipped: 0 | -1, visit: (slot: number) => void) {
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    for (let word = (slots[index] ?? 0) & ((set[index] ?? 0) ^ flipped); word !== 0; word &= word - 1)
      visit(index * 32 + positionOf(word & -word))
  }
}

/** Returns whether an event is listed by its current date. */
function createTest({ order, segment }: Collected): (slot: number) => boolean {
  const { flags, startDay, endDay, place } = segment.columns
  const { todayOf } = order.clock
  const ranges = order.days?.ranges ?? []
  const [only] = ranges
  if (!only) return () => true
  return (slot) => {
    if (((flags[slot] ?? 0) & columnFlags.series) === 0) return true
    const today = todayOf[place[slot] ?? 0]
    const range = ranges.length === 1 ? only : ranges.find((each) => each.today === today)
    return range !== undefined && (endDay[slot] ?? 0) >= range.from && (startDay[slot] ?? 0) <= range.to
  }
}

function add(search: Collected, slot: number): void {
  addWith(search, slot, eventKey(search.order, search.segment.columns, slot))
}

function addWith({ top, order, segment, firstDocument }: Collected, slot: number, primary: number): void {
  const { columns } = segment
  if (primary <= top.worstPrimary) top.add(primary, secondaryKey(order, columns, slot), firstDocument + slot)
}

/** Series with their dates in a range. */
type SeriesInRange = { known: SeriesDays; slots: Bitset }

/** Returns the series of `among` at whose place the range applies. */
function seriesOf(
  { order, index, segment, list }: Collected,
  range: LocalRange,
  among: Bitset,
): SeriesInRange {
  const slots = takeBitset(among)
  const isOneOfSeveral = (order.days?.ranges.length ?? 0) > 1
  if (isOneOfSeveral) intersect(slots, slotsAtDay(segment, order.clock, range.today), list)
  return { known: readSeriesDays(index, segment, range.units), slots }
}

/** Whether a series is not listed by its current date because that is before the range. */
const isLater = ({ endDay }: Columns, { from }: LocalRange, slot: number) => (endDay[slot] ?? 0) < from
/** Whether it is not because that is after the range: all of its dates in the range are over. */
const isEarlier = ({ startDay }: Columns, { to }: LocalRange, slot: number) => (startDay[slot] ?? 0) > to

/** Adds the series of `among` that are listed by another date than their current one. */
function addOthers(search: Collected, range: LocalRange, among: Bitset): void {
  const { columns } = search.segment
  const { known, slots } = seriesOf(search, range, among)
  visitSlots(search, slots, 0, (slot) => {
    if (isLater(columns, range, slot)) addLater(search, slot, unitOfSeries(known, slot, 'first'))
    else if (isEarlier(columns, range, slot)) addOver(search, slot, unitOfSeries(known, slot, 'last'))
  })
}

function addLater(search: Collected, slot: number, unit: DayUnit | undefined): void {
  const { startMinute } = search.segment.columns
  if (unit) addWith(search, slot, upcomingKey(unit.from, startMinute[slot] ?? 0))
}

function addOver(search: Collected, slot: number, unit: DayUnit | undefined): void {
  if (unit) addWith(search, slot, endedKey(unit.to))
}

/** Adds the series whose current date is before the range, in the order of their first dates on it, until the list is full. */
function addLaterSeries(search: Collected, range: LocalRange): void {
  const { top, segment, slots: all } = search
  const { columns } = segment
  const { startMinute } = columns
  const { known, slots: remaining } = seriesOf(search, range, all)
  let found = 0
  for (const unit of range.units) {
    // Each of those that were found precedes all others.
    if (found >= top.capacity || upcomingKey(unit.from, 0) > top.worstPrimary) return
    visitInOrder(known, unit, remaining, (slot) => {
      removeSlot(remaining, slot)
      if (!isLater(columns, range, slot)) return true
      const primary = upcomingKey(unit.from, startMinute[slot] ?? 0)
      if (primary > top.worstPrimary) return false
      addWith(search, slot, primary)
      found++
      return found < top.capacity
    })
  }
}
/** Adds the events that began before today everywhere, and those that are over. */
function addEarlier(search: Collected, minToday: number): void {
  const { top, order, segment } = search
  top.reduce()
  if (top.worstPrimary < currentKey(0, 0)) return
  const { startDay } = segment.columns
  const over = slotsOver(segment, order.clock)
  const isListed = createTest(search)
  const addEvent = (slot: number) => {
    if ((startDay[slot] ?? 0) < minToday && isListed(slot)) add(search, slot)
  }
  visitSlots(search, over, -1, addEvent)
  // Most events of old segments are over, and come after all others.
  if (isBeforeEnded(top.worstPrimary)) return
  visitSlots(search, over, 0, addEvent)
  const { series } = setsOf(segment)
  for (const range of order.days?.ranges ?? []) {
    const { known, slots } = seriesOf(search, range, search.slots)
    visitSlots(search, slots, 0, (slot) => {
      if (hasSlot(series, slot) && isEarlier(segment.columns, range, slot))
        addOver(search, slot, unitOfSeries(known, slot, 'last'))
    })
  }
}
