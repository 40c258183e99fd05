/**
 * Collects events by date, in the order of `event-order.ts`.
 */
import { type DayUnit, partsOf } from '../event-days.ts'
import type { Segment } from '../segment.ts'
import { columnFlags } from '../segment-buffer.ts'
import {
  addSlot,
  type Bitset,
  type BlockList,
  hasSlot,
  intersect,
  positionOf,
  removeSlot,
  slotsOf,
  takeBitset,
  unite,
} from '../slots.ts'
import type { LocalRange } from './filter-days.ts'
import { endedKey, eventKey, type Order, secondaryKey, type TopList, upcomingKey } from './order.ts'
import { slotsAtDay } from './segment-sets.ts'

type Collected = {
  top: TopList
  order: Order
  segment: Segment
  /** The events that match, with a date on the days of the filter if it has any. */
  slots: Bitset
  list: BlockList
  /** The number of slot 0. */
  firstDocument: number
}

/**
 * Adds the events to the list. With days in the filter, a series is listed by its current date only if that is on one of them. Otherwise
 * it is listed by its first date on them, or if all of those are over, by the last.
 */
export function collectSoonest(search: Collected): void {
  const { top, order, segment, slots, list } = search
  const { flags, place, startDay, endDay } = segment.columns
  const rangeOf = rangesByPlace(order)
  const later = takeBitset(null)
  const earlier = takeBitset(null)
  let hasOthers = false
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const slot = index * 32 + positionOf(word & -word)
      const day = startDay[slot] ?? 0
      if (day > order.lastToday && upcomingKey(day, 0) > top.worstPrimary) continue
      const isSeries = ((flags[slot] ?? 0) & columnFlags.series) !== 0
      const range = isSeries && rangeOf ? rangeOf(place[slot] ?? 0) : undefined
      const isLater = range !== undefined && (endDay[slot] ?? 0) < range.from
      const isEarlier = range !== undefined && !isLater && day > range.to
      if (isLater) addSlot(later, slot)
      else if (isEarlier) addSlot(earlier, slot)
      else add(search, slot, eventKey(order, segment.columns, slot))
      hasOthers ||= isLater || isEarlier
    }
  }
  if (!hasOthers) return
  for (const range of order.ranges) {
    const { units, todayUnit } = range
    // The current date of these is over, so a date of today counts.
    addSeries(search, todayUnit ? [todayUnit, ...units] : units, ofRange(search, range, later), 'upcoming')
    addSeries(search, units, ofRange(search, range, earlier), 'over')
  }
}

/** Returns a function that returns the days of the filter at a place; null without days. */
function rangesByPlace({ ranges, clock }: Order): ((place: number) => LocalRange | undefined) | null {
  if (ranges.length === 0) return null
  if (ranges.length === 1) return () => ranges[0]
  const byDay = new Map(ranges.map((range) => [range.today, range]))
  return (place) => byDay.get(clock.todayOf[place] ?? 0)
}

function add({ top, order, segment, firstDocument }: Collected, slot: number, primary: number): void {
  if (primary > top.worstPrimary) return
  top.add(primary, secondaryKey(order, segment.columns, slot), firstDocument + slot)
}

/** Returns the slots at whose place the range applies. All words of the result are valid. */
function ofRange({ order, segment, list }: Collected, range: LocalRange, slots: Bitset): Bitset {
  const kept = takeBitset(null)
  unite(kept, slots, list)
  if (order.ranges.length > 1) intersect(kept, slotsAtDay(segment, order.clock, range.today), list)
  return kept
}

/** Adds the series of a set by their first date in the range, or by their last one if that is over. */
function addSeries(
  search: Collected,
  units: readonly DayUnit[],
  remaining: Bitset,
  date: 'upcoming' | 'over',
): void {
  const { startMinute } = search.segment.columns
  const keyOf = ({ from, to }: DayUnit, minute: number) =>
    date === 'upcoming' ? upcomingKey(from, minute) : endedKey(to)
  for (const unit of date === 'upcoming' ? units : units.toReversed()) {
    if (keyOf(unit, 0) > search.top.worstPrimary) return
    const found = slotsIn(search.segment, unit, remaining)
    if (found.length > 0 && unit.to > unit.from) addSeries(search, partsOf(unit), remaining, date)
    else for (const slot of found) add(search, slot, keyOf(unit, startMinute[slot] ?? 0))
    for (const slot of found) removeSlot(remaining, slot)
  }
}

/** Returns the slots of a set that take place in a unit. */
function slotsIn(segment: Segment, { term }: DayUnit, slots: Bitset): Uint16Array {
  const posting = segment.postingOf(term, 'titles')
  return posting ? slotsOf(posting).filter((slot) => hasSlot(slots, slot)) : noSlots
}

const noSlots = new Uint16Array(0)
