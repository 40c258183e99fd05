/** Counts the listings of each topic and place. */
import { type FacetCounts, type FacetLevel, type IdCounts, maxSegmentSize } from '../types.ts'
import { type Bitset, countCommonSlots, countSlots, positionOf, subtract, type WordList } from './bitset.ts'
import { cellsOf } from './facet-cells.ts'
import type { FilteredSlots, PreparedFilter } from './filter.ts'
import type { PairFacets } from './pair-counts.ts'
import type { SearchIndex } from './search-index.ts'
import { type Segment, setsOf, visibleCounts } from './segment.ts'
import type { IndexTaxonomy } from './taxonomy.ts'
import { takeBitset, takeWordList } from './working-sets.ts'

/** Counts of the current query. Each query clears those of its level: by id if it counts all facets, else by cell. */
let level: FacetLevel = 'all'
let topicCounts = new Uint32Array(0)
let placeCounts = new Uint32Array(0)
let cellCounts = new Uint32Array(0)
let freeCount = 0
let picturesCount = 0

/** Starts counting. Queries run one at a time to their end, so there is one set of counts. */
export function startFacets({ topicParent, placeParent }: IndexTaxonomy, facets: FacetLevel): void {
  level = facets
  if (level === 'top') cellCounts.fill(0)
  else {
    topicCounts = emptyCounts(topicCounts, topicParent.length)
    placeCounts = emptyCounts(placeCounts, placeParent.length)
  }
  freeCount = 0
  picturesCount = 0
}

const emptyCounts = (counts: Uint32Array<ArrayBuffer>, length: number) =>
  counts.length === length ? counts.fill(0) : new Uint32Array(length)

/** Whether a facet counts every visible listing of the kind, because nothing else than the facet itself is filtered. */
type Unfiltered = { topics: boolean; places: boolean }

/** Returns which facets of a query need no look at its matches. */
export function unfilteredFacets(concepts: unknown[], filter: PreparedFilter): Unfiltered {
  const isPlain = filtersAtMostIds(concepts, filter)
  return { topics: isPlain && !filter.places, places: isPlain && !filter.topics }
}

/** Whether a query has no words, and no filter but of topics and places. */
const filtersAtMostIds = (concepts: unknown[], filter: PreparedFilter) =>
  filtersAtMostPlaces(concepts, filter) && !filter.nearby

/** Whether a query has no words, and no filter but of topics, places, and distance. */
export const filtersAtMostPlaces = (concepts: unknown[], { days, price, pictures }: PreparedFilter) =>
  concepts.length === 0 && !days && !price && !pictures

/**
 * Returns which facets to count for a request. With a filter by topic or place, pages also show the level below it. The facets of
 * plain lists are counted in advance.
 */
export function levelOf(requested: FacetLevel, concepts: unknown[], filter: PreparedFilter): FacetLevel {
  const needsAll = filter.topics !== null || filter.places !== null || filtersAtMostIds(concepts, filter)
  return requested === 'top' && needsAll ? 'all' : requested
}

/** Adds the matches of a segment. With `unfiltered` null, looks only at these slots: they are few, or deleted. */
export function countFacets(
  slots: FilteredSlots,
  segment: Segment,
  list: WordList,
  { events }: PreparedFilter,
  unfiltered: Unfiltered | null,
  taxonomy: IndexTaxonomy,
): void {
  const { topic, place } = segment.columns
  const sets = setsOf(segment)
  if (level === 'top') countCells(slots.topics, segment, list, taxonomy)
  else if (slots.topics === slots.places && !unfiltered?.topics && !unfiltered?.places) {
    const passing = countSlots(slots.topics, list)
    const visible = unfiltered && passing * 4 > segment.size ? visibleCounts(segment, events) : null
    if (visible && passing * 2 > visible.total) {
      // Fewer listings fail than pass.
      addCounts(topicCounts, sets.topics.ids, visible.topics)
      addCounts(placeCounts, sets.places.ids, visible.places)
      const words = takeWordList(segment.size)
      countBoth(failingSlots(visible.slots, slots.topics, words), topic, place, words, -1)
    } else countBoth(slots.topics, topic, place, list, 1)
  } else {
    if (unfiltered?.topics) addCounts(topicCounts, sets.topics.ids, visibleCounts(segment, events).topics)
    else countIds(topicCounts, slots.topics, topic, list, 1)
    if (unfiltered?.places) addCounts(placeCounts, sets.places.ids, visibleCounts(segment, events).places)
    else countIds(placeCounts, slots.places, place, list, 1)
  }
  freeCount += countCommonSlots(slots.prices, sets.free, list)
  picturesCount += countCommonSlots(slots.pictures, sets.pictures, list)
}

const failingSlots = (visible: Bitset, passing: Bitset, words: WordList): Bitset => {
  const failing = takeBitset(visible)
  subtract(failing, passing, words)
  return failing
}

/** Adds only the places of `count` matches of a segment. With `count` null, looks only at these slots: they are deleted. */
export function countPlaces(
  slots: Bitset,
  count: number | null,
  segment: Segment,
  list: WordList,
  { events }: PreparedFilter,
): void {
  const { place } = segment.columns
  const visible = count !== null && count * 4 > segment.size ? visibleCounts(segment, events) : null
  if (visible && count !== null && count * 2 > visible.total) {
    addCounts(placeCounts, setsOf(segment).places.ids, visible.places)
    const words = takeWordList(segment.size)
    countIds(placeCounts, failingSlots(visible.slots, slots, words), place, words, -1)
  } else countIds(placeCounts, slots, place, list, 1)
}

/** The counts of facets that are taken from another query, in pairs of an id and its count. */
export type KnownFacets = { topics: Uint32Array | null; places: Uint32Array | null }

/** Adds the matches of a segment to the facets that are not known. */
export function countOtherFacets(
  slots: FilteredSlots,
  segment: Segment,
  list: WordList,
  known: KnownFacets,
): void {
  const { topic, place } = segment.columns
  const { free, pictures } = setsOf(segment)
  if (!known.topics) countIds(topicCounts, slots.topics, topic, list, 1)
  if (!known.places) countIds(placeCounts, slots.places, place, list, 1)
  freeCount += countCommonSlots(slots.prices, free, list)
  picturesCount += countCommonSlots(slots.pictures, pictures, list)
}

/** Adds the facets that are known. */
export function addKnownFacets({ topics, places }: KnownFacets): void {
  if (topics) addPairs(topicCounts, topics, 1)
  if (places) addPairs(placeCounts, places, 1)
}

/** Counts of a query so far, in pairs of an id and its count. */
export type StoredCounts = {
  topics: Uint32Array
  places: Uint32Array
  cells: Uint32Array
  free: number
  pictures: number
}

const noPairs = new Uint32Array(0)

/** Returns what has been counted since `startFacets`. */
export const storeCounts = (): StoredCounts => ({
  topics: level === 'all' ? pairsOf(topicCounts) : noPairs,
  places: level !== 'top' ? pairsOf(placeCounts) : noPairs,
  cells: level === 'top' ? pairsOf(cellCounts) : noPairs,
  free: freeCount,
  pictures: picturesCount,
})

function pairsOf(counts: Uint32Array): Uint32Array {
  let found = 0
  for (const count of counts) if (count > 0) found++
  const pairs = new Uint32Array(2 * found)
  for (let id = 0, at = 0; id < counts.length; id++) {
    const count = counts[id] ?? 0
    if (count === 0) continue
    pairs[at++] = id
    pairs[at++] = count
  }
  return pairs
}

/** Adds stored counts of the same level `times` times: once, or minus once to take them away. */
export function addStoredCounts(
  { topics, places, cells, free, pictures }: StoredCounts,
  times: 1 | -1,
): void {
  addPairs(topicCounts, topics, times)
  addPairs(placeCounts, places, times)
  addPairs(cellCounts, cells, times)
  freeCount += times * free
  picturesCount += times * pictures
}

function addPairs(counts: Uint32Array, pairs: Uint32Array, times: 1 | -1): void {
  for (let at = 0; at < pairs.length; at += 2) {
    const id = pairs[at] ?? 0
    counts[id] = (counts[id] ?? 0) + times * (pairs[at + 1] ?? 0)
  }
}

/** Adds counts of all topics and places. */
export function addPairFacets({ topics, places, free, pictures }: PairFacets): void {
  addAll(topicCounts, topics)
  addAll(placeCounts, places)
  freeCount += free
  picturesCount += pictures
}

function addAll(counts: Uint32Array, added: Uint32Array): void {
  for (let id = 0; id < added.length; id++) counts[id] = (counts[id] ?? 0) + (added[id] ?? 0)
}

/** Returns the counts, each including those of the ids under it. */
export function finishFacets(taxonomy: IndexTaxonomy): FacetCounts {
  const { topicParent, placeParent } = taxonomy
  const counts =
    level === 'top'
      ? sumCells(taxonomy)
      : { topics: rollUp(topicCounts, topicParent), places: rollUp(placeCounts, placeParent) }
  return { ...counts, free: freeCount, pictures: picturesCount }
}

function sumCells(taxonomy: IndexTaxonomy): Pick<FacetCounts, 'topics' | 'places'> {
  const { categories, states } = cellsOf(taxonomy)
  const topics = new Map<number, number>()
  const places = new Map<number, number>()
  const add = (counts: Map<number, number>, id: number, count: number) =>
    counts.set(id, (counts.get(id) ?? 0) + count)
  for (let cell = 0; cell < cellCounts.length; cell++) {
    const count = cellCounts[cell] ?? 0
    if (count === 0) continue
    add(topics, categories[cell] ?? 0, count)
    add(places, states[cell] ?? 0, count)
  }
  for (const [id, count] of [...places]) {
    const country = taxonomy.placeParent[id] ?? 0
    if (country !== 0) add(places, country, count)
  }
  return { topics, places }
}

function addCounts(counts: Uint32Array, ids: Uint32Array, added: Uint32Array): void {
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0
    counts[id] = (counts[id] ?? 0) + (added[at] ?? 0)
  }
}

/** Counts single listings, such as the partial matches of a query. Documents are numbered as in `run-query.ts`. */
export function countDocuments({ segments, taxonomy }: SearchIndex, documents: number[]): FacetCounts {
  startFacets(taxonomy, 'all')
  for (const document of documents) {
    const segment = segments[Math.floor(document / maxSegmentSize)]
    if (!segment) continue
    const slot = document % maxSegmentSize
    const { topic, place } = segment.columns
    const topicId = topic[slot] ?? 0
    const placeId = place[slot] ?? 0
    topicCounts[topicId] = (topicCounts[topicId] ?? 0) + 1
    placeCounts[placeId] = (placeCounts[placeId] ?? 0) + 1
    const { free, pictures } = setsOf(segment)
    if (hasSlot(free, slot)) freeCount++
    if (hasSlot(pictures, slot)) picturesCount++
  }
  return finishFacets(taxonomy)
}

const hasSlot = (slots: Bitset, slot: number) => ((slots[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0

/** Adds `step` for each slot. */
function countBoth(
  slots: Bitset,
  topic: Uint32Array,
  place: Uint32Array,
  { indexes, count }: WordList,
  step: 1 | -1,
): void {
  const topics = topicCounts
  const places = placeCounts
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const slot = index * 32 + positionOf(word & -word)
      const topicId = topic[slot] ?? 0
      const placeId = place[slot] ?? 0
      topics[topicId] = (topics[topicId] ?? 0) + step
      places[placeId] = (places[placeId] ?? 0) + step
    }
  }
}

function countCells(
  slots: Bitset,
  { columns }: Segment,
  { indexes, count }: WordList,
  taxonomy: IndexTaxonomy,
): void {
  const { columnOf, categories } = cellsOf(taxonomy)
  const cells = columnOf(columns)
  if (cellCounts.length < categories.length) {
    const shorter = cellCounts
    cellCounts = new Uint32Array(categories.length)
    cellCounts.set(shorter)
  }
  const counts = cellCounts
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const cell = cells[index * 32 + positionOf(word & -word)] ?? 0
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
}

function countIds(
  counts: Uint32Array,
  slots: Bitset,
  column: Uint32Array,
  { indexes, count }: WordList,
  step: 1 | -1,
): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const id = column[index * 32 + positionOf(word & -word)] ?? 0
      counts[id] = (counts[id] ?? 0) + step
    }
  }
}

/** Does not become a Map: filling one with thousands of places takes longer than counting them. */
function rollUp(counts: Uint32Array, parents: Uint32Array): IdCounts {
  const totals = new Uint32Array(counts.length)
  for (let id = 1; id < counts.length; id++) {
    const count = counts[id] ?? 0
    if (count === 0) continue
    for (let at = id; at !== 0; at = parents[at] ?? 0) totals[at] = (totals[at] ?? 0) + count
  }
  return { get: (id) => totals[id] || undefined }
}
