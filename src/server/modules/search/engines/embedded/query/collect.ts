/** Collects the matches of a segment in the order of the query: by price, distance, age, relevance, or date. */
import { type DayUnit, partsOf } from '../event-days.ts'
import type { Segment } from '../segment.ts'
import { columnFlags } from '../segment-buffer.ts'
import {
  addSlot,
  type Bitset,
  hasSlot,
  intersect,
  positionOf,
  removeSlot,
  slotsOf,
  takeBitset,
  unite,
  type WordList,
} from '../slots.ts'
import { slotsAtDay } from './clock.ts'
import type { LocalRange } from './filter-days.ts'
import { type SegmentMatches, scoreOf, type WeightedConcept } from './match.ts'
import {
  endedKey,
  eventKey,
  type Order,
  primaryOf,
  secondaryKey,
  type TopList,
  upcomingKey,
} from './order.ts'

/** Adds slots by price, distance, or age to a list. `firstDocument` is the number of slot 0. */
export function collectByKey(
  top: TopList,
  { slots, list }: { slots: Bitset; list: WordList },
  order: Order,
  { columns }: Segment,
  firstDocument: number,
): void {
  const key = primaryOf(order, columns)
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const slot = index * 32 + positionOf(word & -word)
      const primary = key(slot)
      if (primary <= top.worstPrimary)
        top.add(primary, secondaryKey(order, columns, slot), firstDocument + slot)
      else if (order.sort === 'newest') return
    }
  }
}

// ── By relevance ────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Adds the slots to a list by relevance. Once the list is full, a listing must score at least as much as the last of
 * the list, and more if it is older. For each word, that tells which levels of each concept suffice if the others match
 * best, so words of 32 slots are mostly discarded without reading a slot.
 */
export function collectByRelevance(
  top: TopList,
  { slots, list, matches }: SegmentMatches,
  concepts: readonly WeightedConcept[],
  order: Order,
  segment: Segment,
  firstDocument: number,
): void {
  const { columns } = segment
  const bounds = createBounds(concepts)
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    let word = slots[index] ?? 0
    if (word === 0) continue
    if (top.worstPrimary !== Number.POSITIVE_INFINITY) {
      const isOlder =
        !order.nearby &&
        secondaryKey(order, columns, index * 32 + positionOf(word & -word)) > top.worstSecondary
      const required = -top.worstPrimary + (isOlder ? 1 : 0)
      if (required > bounds.max) {
        // Scores only have to be greater further on, and the rest of the segment is older.
        if (isOlder) return
        continue
      }
      requireScore(bounds, concepts, required)
      for (let concept = 0; concept < matches.length; concept++) {
        word &= matches[concept]?.[bounds.levels[concept] ?? 0]?.[index] ?? 0
      }
    }
    for (; word !== 0; word &= word - 1) {
      const slot = index * 32 + positionOf(word & -word)
      const score = scoreOf(concepts, matches, columns, slot)
      if (-score <= top.worstPrimary) {
        top.add(-score, secondaryKey(order, columns, slot), firstDocument + slot)
      }
    }
  }
}

/** The greatest possible score, and by concept the worst level that a required score allows. */
type Bounds = { max: number; required: number; levels: Int32Array }

function createBounds(concepts: readonly WeightedConcept[]): Bounds {
  let max = 0
  for (const { levels } of concepts) max += levels[0]?.gain ?? 0
  return { max, required: Number.NEGATIVE_INFINITY, levels: new Int32Array(concepts.length) }
}

function requireScore(bounds: Bounds, concepts: readonly WeightedConcept[], required: number): void {
  if (bounds.required === required) return
  bounds.required = required
  for (let at = 0; at < concepts.length; at++) {
    const levels = concepts[at]?.levels ?? []
    const missing = bounds.max - required
    const best = levels[0]?.gain ?? 0
    let level = levels.length - 1
    while (level > 0 && best - (levels[level]?.gain ?? 0) > missing) level--
    bounds.levels[at] = level
  }
}

// ── By date ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/*
 * Collects events by date: those that begin today or later by their beginning, then those that began earlier by their end, then those
 * that are over.
 */

type Collected = {
  top: TopList
  order: Order
  segment: Segment
  /** The events that match, with a date on the days of the filter if it has any. */
  slots: Bitset
  list: WordList
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
    addFirstDates(search, todayUnit ? [todayUnit, ...units] : units, ofRange(search, range, later))
    addLastDates(search, units, ofRange(search, range, earlier))
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

/** Adds the series of a set by their first date in the range. */
function addFirstDates(search: Collected, units: readonly DayUnit[], remaining: Bitset): void {
  const { startMinute } = search.segment.columns
  for (const unit of units) {
    if (upcomingKey(unit.from, 0) > search.top.worstPrimary) return
    const found = slotsIn(search.segment, unit, remaining)
    if (found.length > 0 && unit.to > unit.from) addFirstDates(search, partsOf(unit), remaining)
    else for (const slot of found) add(search, slot, upcomingKey(unit.from, startMinute[slot] ?? 0))
    for (const slot of found) removeSlot(remaining, slot)
  }
}

/** Adds the series of a set by their last date in the range, which is over. */
function addLastDates(search: Collected, units: readonly DayUnit[], remaining: Bitset): void {
  for (const unit of units.toReversed()) {
    if (endedKey(unit.to) > search.top.worstPrimary) return
    const found = slotsIn(search.segment, unit, remaining)
    if (found.length > 0 && unit.to > unit.from) addLastDates(search, partsOf(unit), remaining)
    else for (const slot of found) add(search, slot, endedKey(unit.to))
    for (const slot of found) removeSlot(remaining, slot)
  }
}

/** Returns the slots of a set that take place in a unit. */
function slotsIn(segment: Segment, { term }: DayUnit, slots: Bitset): Uint16Array {
  const posting = segment.postingOf(term, 'titles')
  return posting ? slotsOf(posting).filter((slot) => hasSlot(slots, slot)) : noSlots
}

const noSlots = new Uint16Array(0)
