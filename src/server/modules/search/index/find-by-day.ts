/** Finds the events of each day of a calendar. */
import type { Concept, IndexClock, IndexFilter, Position } from '../types.ts'
import {
  addSlot,
  type Bitset,
  countSlots,
  intersect,
  positionOf,
  skipEmptyWords,
  subtract,
  unite,
  type WordList,
} from './bitset.ts'
import { type WeightedConcept, weighConcepts } from './concepts.ts'
import { type DayUnit, unitsOf } from './event-days.ts'
import { keepAll, keepDaysAndDistance, type PreparedFilter, prepareFilter } from './filter.ts'
import { matchAll, matchDeleted, type SegmentMatches } from './full-matches.ts'
import type { QueryCache, StoredCandidate, StoredDay } from './query-cache.ts'
import type { SearchIndex } from './search-index.ts'
import { type Segment, setsOf } from './segment.ts'
import {
  addAllDays,
  addDaysOf,
  otherSeries,
  readSeriesDays,
  type SeriesDays,
  seriesCount,
  visitDaysOf,
  visitFirstOfDays,
} from './series-days.ts'
import { releaseWorkingSets, takeBitset, takeWordList } from './working-sets.ts'

export type DayQuery = {
  concepts: Concept[]
  /** Its `days` and `hideEnded` do not count. */
  filter: IndexFilter
  clock: IndexClock
  /** At most 42 days, which are one unit each. */
  from: number
  to: number
  /** How many events of each day are returned. */
  limit: number
}

/** The number of events on a day, and the first of them by time, before those that began earlier. */
export type DayHits = { total: number; hits: Position[] }

/** Returns the terms whose postings the query reads. */
export const termsOfCalendar = ({ from, to }: Pick<DayQuery, 'from' | 'to'>): string[] =>
  unitsOf({ from, to }).map(({ term }) => term)

/**
 * Returns each day from `from` to `to`. With `only`, an event must be among these. A cache is only for queries on the same
 * index.
 */
export function findByDay(
  index: SearchIndex,
  query: DayQuery,
  only: readonly Position[] | null,
  cache: QueryCache | null = null,
): DayHits[] {
  const { hideEnded: _ended, days: _days, ...rest } = query.filter
  const plan: Plan = {
    ...{ query, only },
    filter: prepareFilter(rest, index.taxonomy, query.clock),
    concepts: weighConcepts(index, query.concepts),
    units: unitsOf(query),
  }
  const expected = Math.min(index.documentCount, ...plan.concepts.map(({ matches }) => matches))
  const { from, to, limit, concepts } = query
  const keyOf = () => JSON.stringify(['days', from, to, limit, rest, concepts])
  const key = only ? null : (cache?.popularKey(expected, keyOf) ?? null)
  const newest = ({ columns }: Segment) => columns.posted[0] ?? 0
  const segments = index.segments.toSorted((a, b) => newest(b) - newest(a))
  const isStored = (segment: Segment) => key !== null && cache?.isStored(segment) === true
  const stored = segments.filter(isStored)
  const small = segments.filter((segment) => !isStored(segment))
  const days = findDays(index, plan, small)
  const others =
    cache && key !== null && stored.length > 0 ? findStoredDays(index, plan, cache, key, stored) : null
  return days.map((day, at) => hitsOf(others?.[at] ? merge(day, others[at], limit) : day, limit))
}

/** A query with what is the same for all segments. */
type Plan = {
  query: DayQuery
  only: readonly Position[] | null
  filter: PreparedFilter
  concepts: WeightedConcept[]
  /** The days. */
  units: DayUnit[]
}

function findDays(index: SearchIndex, plan: Plan, segments: Segment[]): StoredDay[] {
  const days = emptyDays(plan.query)
  for (const segment of segments) {
    releaseWorkingSets()
    const found = matchAll(index, segment, plan.concepts, plan.filter)
    if (found) addEvents(days, index, plan, plan.query, segment, found)
  }
  return days
}

const emptyDays = ({ from, to }: DayQuery) =>
  Array.from({ length: to - from + 1 }, (): StoredDay => ({ total: 0, beginning: [], continuing: [] }))

/** Adds the events of a segment among those that match every concept. */
function addEvents(
  days: StoredDay[],
  index: SearchIndex,
  { filter, only, units }: Plan,
  query: DayQuery,
  segment: Segment,
  { slots, list }: SegmentMatches,
): void {
  keepFiltered(slots, filter, index, segment, list)
  if (only) intersect(slots, slotsIn(segment, only), list)
  skipEmptyWords(slots, list)
  addSingleEvents(days, query, slots, segment, list)
  addSeries(days, query, units, slots, index, segment, list)
}

/** Returns the days of large segments from the cache, or finds and stores them. */
function findStoredDays(
  index: SearchIndex,
  plan: Plan,
  cache: QueryCache,
  key: string,
  segments: Segment[],
): StoredDay[] {
  const known = cache.days.get(key, segments)
  const isRemoved = ({ segment, slot }: StoredCandidate) =>
    known?.removals.some((removal) => removal.segment.id === segment && removal.slots.has(slot))
  if (known && !known.value.some((day) => [...day.beginning, ...day.continuing].some(isRemoved))) {
    if (known.removals.length === 0) return known.value
    const removed = emptyDays(plan.query)
    for (const { segment, slots } of known.removals) {
      releaseWorkingSets()
      const found = matchDeleted(index, segment, plan.concepts, plan.filter, slots)
      if (found) addEvents(removed, index, plan, { ...plan.query, limit: 0 }, segment, found)
    }
    const days = known.value.map((day, at) => ({ ...day, total: day.total - (removed[at]?.total ?? 0) }))
    cache.days.set(key, segments, days)
    return days
  }
  const days = findDays(index, plan, segments)
  cache.days.set(key, segments, days)
  return days
}

/** Returns a day of some segments together with the same day of others, which has events that were posted earlier. */
function merge({ total, beginning, continuing }: StoredDay, others: StoredDay, limit: number): StoredDay {
  const first = (newer: StoredCandidate[], older: StoredCandidate[]) =>
    [...newer, ...older].sort((a, b) => a.minute - b.minute || b.posted - a.posted).slice(0, limit)
  return {
    total: total + others.total,
    beginning: first(beginning, others.beginning),
    continuing: first(continuing, others.continuing),
  }
}

const hitsOf = ({ total, beginning, continuing }: StoredDay, limit: number): DayHits => ({
  total,
  hits: [...beginning, ...continuing].slice(0, limit).map(({ segment, slot }) => ({ segment, slot })),
})

function keepFiltered(
  slots: Bitset,
  filter: PreparedFilter,
  index: SearchIndex,
  segment: Segment,
  list: WordList,
) {
  keepDaysAndDistance(slots, filter, index, segment, list)
  keepAll(slots, filter, segment, list)
}

function slotsIn({ id }: Segment, positions: readonly Position[]): Bitset {
  const slots = takeBitset(null)
  for (const { segment, slot } of positions) if (segment === id) addSlot(slots, slot)
  return slots
}

/** Adds an event if it is among the first by time. Of those at the same time, the newest come first. */
function addCandidate(best: StoredCandidate[], limit: number, { id, columns }: Segment, slot: number) {
  const minute = columns.startMinute[slot] ?? 0
  const last = best[limit - 1]
  if (last && last.minute < minute) return
  const posted = columns.posted[slot] ?? 0
  let at = best.length
  for (; at > 0; at--) {
    const before = best[at - 1]
    if (!before || before.minute < minute || (before.minute === minute && before.posted >= posted)) break
  }
  if (at >= limit) return
  best.splice(at, 0, { segment: id, slot, minute, posted })
  if (best.length > limit) best.pop()
}

function addSingleEvents(
  days: StoredDay[],
  { from, to, limit }: DayQuery,
  slots: Bitset,
  segment: Segment,
  list: WordList,
) {
  const { series, singleDays } = setsOf(segment)
  if (singleDays.lastDay < from || singleDays.firstDay > to) return
  const { startDay, endDay } = segment.columns
  const single = takeBitset(slots)
  subtract(single, series, list)
  forEachSlot(single, list, (slot) => {
    const start = startDay[slot] ?? 0
    const last = Math.min(endDay[slot] ?? 0, to)
    for (let day = Math.max(start, from); day <= last; day++) {
      const found = days[day - from]
      if (!found) return
      found.total++
      addCandidate(day === start ? found.beginning : found.continuing, limit, segment, slot)
    }
  })
}

function addSeries(
  days: StoredDay[],
  { from, limit }: DayQuery,
  units: DayUnit[],
  slots: Bitset,
  index: SearchIndex,
  segment: Segment,
  list: WordList,
) {
  const known = readSeriesDays(index, segment, units)
  if (seriesCount(known) === 0) return
  const totals = new Int32Array(days.length)
  const series = takeBitset(null)
  unite(series, slots, list)
  intersect(series, setsOf(segment).series, list)
  const count = countSlots(series, list)
  if (2 * count <= seriesCount(known)) addDaysOf(known, from, series, list, totals, 1)
  else {
    // Most series pass, so those that do not are fewer.
    addAllDays(known, from, totals)
    addDaysOf(known, from, otherSeries(known, series, list), takeWordList(segment.size), totals, -1)
  }
  if (limit > 0) addFirsts(known, units, days, { from, limit }, series, count, segment, list)
  for (const [at, day] of days.entries()) day.total += totals[at] ?? 0
}

/** How many series of a day can be tested in the order of their beginning while one is compared on each of its days. */
const testsPerSeries = 30

/** Whether comparing some series on all of their days takes less time than looking for the first of each day among all series. */
const areFew = (count: number, wanted: number, all: number) => count * count * testsPerSeries < wanted * all

/** Adds the first of some series to each of their days. */
function addFirsts(
  known: SeriesDays,
  units: DayUnit[],
  days: StoredDay[],
  { from, limit }: Pick<DayQuery, 'from' | 'limit'>,
  series: Bitset,
  count: number,
  segment: Segment,
  list: WordList,
) {
  const { startMinute } = segment.columns
  /** Returns whether the series is among the first of the day so far. */
  const add = (slot: number, at: number) => {
    const day = days[at]
    const last = day?.beginning[limit - 1]
    if (!day || (last && last.minute < (startMinute[slot] ?? 0))) return false
    addCandidate(day.beginning, limit, segment, slot)
    return true
  }
  if (areFew(count, units.length * limit, seriesCount(known))) {
    visitDaysOf(known, from, series, list, add)
    return
  }
  const found = new Uint8Array(days.length)
  visitFirstOfDays(known, from, series, (slot, at) => {
    if (!add(slot, at)) return false
    found[at] = (found[at] ?? 0) + 1
    return (found[at] ?? 0) < limit
  })
}

function forEachSlot(slots: Bitset, { indexes, count }: WordList, visit: (slot: number) => void): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      visit(index * 32 + positionOf(word & -word))
    }
  }
}
