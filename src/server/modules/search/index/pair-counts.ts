/**
 * Counts the visible listings of each topic in each place. So a list without words knows its number and its facets without reading
 * its listings, of which there may be millions.
 */

import { hasSlot } from './bitset.ts'
import { type Columns, columnFlags } from './columns.ts'
import type { PreparedFilter } from './filter.ts'
import type { Segment } from './segment.ts'
import { createSpareTime } from './spare-time.ts'
import { type IdSet, type IndexTaxonomy, membersOf } from './taxonomy.ts'

/** Facets of the listings that pass a filter. `topics` and `places` are by id, without the ids under them. */
export type PairFacets = { topics: Uint32Array; places: Uint32Array; free: number; pictures: number }

/** The parts of a filter whose matches are counted. */
export type PairFilter = Pick<PreparedFilter, 'events' | 'topics' | 'places' | 'nearby'>

export type PairCounts = {
  /** Counts these segments instead of others. Returns false while some are not counted yet: one at a time is, now and then. */
  follow: (segments: Segment[], taxonomy: IndexTaxonomy) => boolean
  /** Returns the number of listings that pass the filter, in the segments that were counted last. */
  count: (filter: PairFilter) => number
  /** Returns their facets. With `narrow`, these count only what passes the whole filter; otherwise each ignores its own part. */
  facets: (filter: PairFilter, narrow: boolean) => PairFacets
  /** Returns the least rank of `nearby` up to which this many listings pass the filter, or all that do. */
  rankOf: (filter: PairFilter, count: number) => number
}

type Ids = Uint32Array | number[]

/** By topic, then by place. Id 0 stands for all topics, and for all places. */
type Counts = { all: Uint32Array; free: Uint32Array; pictures: Uint32Array }

export function createPairCounts(): PairCounts {
  /** The versions of segments that are counted. */
  const counted = new Map<Columns, Segment>()
  const inSpareTime = createSpareTime()
  let size = { topics: 0, places: 0 }
  let services = createCounts(0)
  let events = createCounts(0)

  function startOver({ topicParent, placeParent }: IndexTaxonomy) {
    counted.clear()
    size = { topics: topicParent.length, places: placeParent.length }
    services = createCounts(size.topics * size.places)
    events = createCounts(size.topics * size.places)
  }

  function addSlotOf({ flags, topic, place }: Columns, slot: number, step: 1 | -1) {
    const flag = flags[slot] ?? 0
    const { all, free, pictures } = flag & columnFlags.event ? events : services
    const placeId = place[slot] ?? 0
    const topicId = topic[slot] ?? 0
    // One that was added to the catalog after this process started.
    if (topicId >= size.topics || placeId >= size.places) return
    const row = topicId * size.places
    addPair(all, row, placeId, step)
    if (flag & columnFlags.free) addPair(free, row, placeId, step)
    if (flag & columnFlags.pictures) addPair(pictures, row, placeId, step)
  }

  function addVisible({ size: slots, columns, deleted }: Segment, step: 1 | -1) {
    for (let slot = 0; slot < slots; slot++)
      if (!deleted || !hasSlot(deleted, slot)) addSlotOf(columns, slot, step)
  }

  function add(segment: Segment): true {
    addVisible(segment, 1)
    counted.set(segment.columns, segment)
    return true
  }

  function remove(segment: Segment) {
    addVisible(segment, -1)
    counted.delete(segment.columns)
  }

  /** Counts a segment instead of another version of it: a query that began earlier has an earlier one. Returns false if it cannot. */
  function replace(known: Segment, segment: Segment): boolean {
    const [before, now] = [known.removed, segment.removed]
    if (!before || before.slots !== now?.slots) {
      remove(known)
      return addInSpareTime(segment)
    }
    if (before.count === now.count) return true
    for (let at = before.count; at < now.count; at++) addSlotOf(segment.columns, now.slots[at] ?? 0, -1)
    for (let at = now.count; at < before.count; at++) addSlotOf(segment.columns, now.slots[at] ?? 0, 1)
    counted.set(segment.columns, segment)
    return true
  }

  const addInSpareTime = (segment: Segment) => inSpareTime(() => add(segment)) ?? false

  const rowsOf = (topics: IdSet | null) => (topics ? membersOf(topics) : everything)
  const countsOf = (filter: PairFilter) => (filter.events ? events : services)

  function sumOf(counts: Uint32Array, topics: Ids, places: Ids): number {
    let sum = 0
    for (let at = 0; at < topics.length; at++)
      sum += sumOfRow(counts, (topics[at] ?? 0) * size.places, places)
    return sum
  }

  return {
    follow(segments, taxonomy) {
      if (taxonomy.topicParent.length !== size.topics || taxonomy.placeParent.length !== size.places)
        startOver(taxonomy)
      const current = new Set(segments.map(({ columns }) => columns))
      for (const segment of counted.values()) if (!current.has(segment.columns)) remove(segment)
      for (const segment of segments) {
        const known = counted.get(segment.columns)
        if (!(known ? replace(known, segment) : addInSpareTime(segment))) return false
      }
      return true
    },

    count: (filter) => sumOf(countsOf(filter).all, rowsOf(filter.topics), placesOf(filter)),

    facets(filter, narrow) {
      const { all, free, pictures } = countsOf(filter)
      const { topics, places, nearby } = filter
      const rows = rowsOf(topics)
      const passing = placesOf(filter)
      const byTopic = new Uint32Array(size.topics)
      for (let topic = 1; topic < size.topics; topic++)
        if (!narrow || !topics || topics[topic]) byTopic[topic] = sumOfRow(all, topic * size.places, passing)
      const byPlace = new Uint32Array(size.places)
      const facetPlaces = narrow && places ? passing : (nearby?.nearest ?? null)
      for (const topic of rows) addRow(byPlace, all.subarray(topic * size.places), facetPlaces)
      return {
        ...{ topics: byTopic, places: byPlace },
        free: sumOf(free, rows, passing),
        pictures: sumOf(pictures, rows, passing),
      }
    },

    rankOf(filter, count) {
      const { all } = countsOf(filter)
      const { nearest = [], rank = noRanks } = filter.nearby ?? {}
      const rows = rowsOf(filter.topics)
      let found = 0
      let last = 0
      for (const place of nearest) {
        const current = rank[place] ?? 0
        if (found >= count && current > last) break
        last = current
        if (!filter.places || filter.places[place]) found += sumOf(all, rows, [place])
      }
      return last
    },
  }
}

const noRanks = new Uint32Array(0)

const createCounts = (length: number): Counts => ({
  all: new Uint32Array(length),
  free: new Uint32Array(length),
  pictures: new Uint32Array(length),
})

const everything = [0]

function addPair(counts: Uint32Array, row: number, place: number, step: 1 | -1): void {
  counts[row + place] = (counts[row + place] ?? 0) + step
  counts[row] = (counts[row] ?? 0) + step
  counts[place] = (counts[place] ?? 0) + step
  counts[0] = (counts[0] ?? 0) + step
}

function sumOfRow(counts: Uint32Array, row: number, places: Ids): number {
  let sum = 0
  for (let at = 0; at < places.length; at++) sum += counts[row + (places[at] ?? 0)] ?? 0
  return sum
}

/** Adds the counts of these places, or of all. */
function addRow(target: Uint32Array, row: Uint32Array, places: Ids | null): void {
  if (places) for (const place of places) target[place] = (target[place] ?? 0) + (row[place] ?? 0)
  else
    for (let place = 1; place < target.length; place++)
      target[place] = (target[place] ?? 0) + (row[place] ?? 0)
}

/** Returns the places that a filter lets pass; only 0 if it lets pass all. */
function placesOf({ places, nearby }: PairFilter): Ids {
  if (!nearby) return places ? membersOf(places) : everything
  return places ? nearby.nearest.filter((place) => places[place]) : nearby.nearest
}
