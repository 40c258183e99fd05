/** Finds the events of each day of a calendar. */
import type { CalendarQuery, EngineDay } from '../../../engine.ts'
import { dayNumberOf } from '../../../relative-days.ts'
import type { Tree } from '../../matching.ts'
import { unitsOf } from '../event-days.ts'
import { type EmbeddedIndex, newestFirst, type Segment } from '../segment.ts'
import {
  type Bitset,
  hasSlot,
  intersect,
  positionOf,
  releaseWorkingSets,
  slotsOf,
  takeBitset,
  unite,
  type WordList,
} from '../slots.ts'
import { prepareFilter } from './filter.ts'
import { matchAll, weighConcepts } from './match.ts'
import { type Clock, setsOf } from './segment-sets.ts'

type Candidate = { segment: Segment; slot: number; minute: number; posted: number }

/** The events of a day, by time. Each list has at most as many as are returned. */
type FoundDay = { total: number; beginning: Candidate[]; continuing: Candidate[] }

/** The days of the calendar, counted from 2000-01-01. */
type Range = { from: number; to: number; limit: number }

export function runCalendar(
  index: EmbeddedIndex,
  tree: Tree,
  query: CalendarQuery,
  clock: Clock,
): EngineDay[] {
  const range = { from: dayNumberOf(query.from), to: dayNumberOf(query.to), limit: query.limit }
  const concepts = weighConcepts(index, tree, query.concepts)
  const filter = prepareFilter(query.filter, tree, clock)
  const days = Array.from(
    { length: range.to - range.from + 1 },
    (): FoundDay => ({ total: 0, beginning: [], continuing: [] }),
  )
  for (const segment of newestFirst(index)) {
    releaseWorkingSets()
    const found = matchAll(segment, concepts, filter, [])
    if (!found) continue
    addSingleEvents(days, range, found.slots, segment, found.list)
    addSeries(days, range, found.slots, segment, found.list)
  }
  return days.map(({ total, beginning, continuing }) => ({
    total,
    ids: [...beginning, ...continuing].slice(0, query.limit).map(({ segment, slot }) => segment.idOf(slot)),
  }))
}

/** Adds an event if it is among the first by time. Of those at the same time, the newest come first. */
function addCandidate(best: Candidate[], limit: number, segment: Segment, slot: number) {
  const minute = segment.columns.startMinute[slot] ?? 0
  const last = best[limit - 1]
  if (last && last.minute < minute) return
  const posted = segment.columns.posted[slot] ?? 0
  let at = best.length
  for (; at > 0; at--) {
    const before = best[at - 1]
    if (!before || before.minute < minute || (before.minute === minute && before.posted >= posted)) break
  }
  if (at >= limit) return
  best.splice(at, 0, { segment, slot, minute, posted })
  if (best.length > limit) best.pop()
}

function addSingleEvents(
  days: FoundDay[],
  { from, to, limit }: Range,
  slots: Bitset,
  segment: Segment,
  { indexes, count }: WordList,
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
        addCandidate(day === start ? found.beginning : found.continuing, limit, segment, slot)
      }
    }
  }
}

function addSeries(
  days: FoundDay[],
  { from, to, limit }: Range,
  slots: Bitset,
  segment: Segment,
  list: WordList,
) {
  // Words that are not listed are not valid.
  const series = takeBitset(null)
  unite(series, slots, list)
  intersect(series, setsOf(segment).series, list)
  for (const [at, { term }] of unitsOf({ from, to }).entries()) {
    const day = days[at]
    const posting = segment.postingOf(term, 'titles')
    if (!day || !posting) continue
    for (const slot of slotsOf(posting)) {
      if (!hasSlot(series, slot)) continue
      day.total++
      addCandidate(day.beginning, limit, segment, slot)
    }
  }
}
