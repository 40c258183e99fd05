/** Finds the events of each day of a calendar. */
import type { CalendarQuery, EngineDay } from '../../../engine.ts'
import { type DayRange, dayNumberOf } from '../../../relative-days.ts'
import type { Tree } from '../../matching.ts'
import { unitsOf } from '../event-days.ts'
import { type EmbeddedIndex, newestFirst, type Segment } from '../segment.ts'
import {
  hasSlot,
  intersect,
  maxSegmentSize,
  positionOf,
  releaseBitsets,
  slotsOf,
  takeBitset,
  unite,
} from '../slots.ts'
import { prepareFilter } from './filter.ts'
import { matchAll, type SegmentMatches, weighConcepts } from './match.ts'
import { TopList } from './order.ts'
import { type Clock, setsOf } from './segment-sets.ts'

/** The events of a day, and the first of them: those that begin on it by time, then those that began earlier. */
type FoundDay = { total: number; first: TopList }

export function runCalendar(
  index: EmbeddedIndex,
  tree: Tree,
  query: CalendarQuery,
  clock: Clock,
): EngineDay[] {
  const range = { from: dayNumberOf(query.from), to: dayNumberOf(query.to) }
  const concepts = weighConcepts(index, tree, query.concepts)
  const filter = prepareFilter(query.filter, tree, clock)
  const segments = newestFirst(index)
  const days = Array.from(
    { length: range.to - range.from + 1 },
    (): FoundDay => ({ total: 0, first: new TopList(Math.min(query.limit, index.listings)) }),
  )
  for (const [position, segment] of segments.entries()) {
    releaseBitsets()
    const found = matchAll(segment, concepts, filter, [])
    if (!found) continue
    addSingleEvents(days, range, found, segment, position)
    addSeries(days, range, found, segment, position)
  }
  return days.map(({ total, first }) => ({
    total,
    ids: first
      .takePage(0)
      .map(
        (document) => segments[Math.floor(document / maxSegmentSize)]?.idOf(document % maxSegmentSize) ?? '',
      ),
  }))
}

const minutesOfDay = 1_441

function addEvent(
  { first }: FoundDay,
  { columns }: Segment,
  position: number,
  slot: number,
  begins: boolean,
) {
  const minute = (begins ? 0 : minutesOfDay) + (columns.startMinute[slot] ?? 0)
  first.add(minute, -(columns.posted[slot] ?? 0), position * maxSegmentSize + slot)
}

function addSingleEvents(
  days: FoundDay[],
  { from, to }: DayRange,
  { slots, list: { indexes, count } }: SegmentMatches,
  segment: Segment,
  position: number,
) {
  const { series } = setsOf(segment)
  const { startDay, endDay } = segment.columns
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    for (let word = (slots[index] ?? 0) & ~(series[index] ?? 0); word !== 0; word &= word - 1) {
      const slot = index * 32 + positionOf(word & -word)
      const start = startDay[slot] ?? 0
      const last = Math.min(endDay[slot] ?? 0, to)
      for (let day = Math.max(start, from); day <= last; day++) {
        const found = days[day - from]
        if (!found) break
        found.total++
        addEvent(found, segment, position, slot, day === start)
      }
    }
  }
}

function addSeries(
  days: FoundDay[],
  range: DayRange,
  { slots, list }: SegmentMatches,
  segment: Segment,
  position: number,
) {
  // Words that are not listed are not valid.
  const series = takeBitset(null)
  unite(series, slots, list)
  intersect(series, setsOf(segment).series, list)
  for (const [at, { term }] of unitsOf(range).entries()) {
    const day = days[at]
    const posting = segment.postingOf(term, 'titles')
    if (!day || !posting) continue
    for (const slot of slotsOf(posting)) {
      if (!hasSlot(series, slot)) continue
      day.total++
      addEvent(day, segment, position, slot, true)
    }
  }
}
