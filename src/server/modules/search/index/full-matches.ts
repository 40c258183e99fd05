/** Finds the listings that match every concept and pass the filter, and collects the best. */
import {
  addRange,
  addSlot,
  type Bitset,
  intersect,
  positionOf,
  skipEmptyWords,
  unite,
  type WordList,
} from './bitset.ts'
import type { WeightedConcept } from './concepts.ts'
import { keepKind, type PreparedFilter } from './filter.ts'
import { addGroups } from './groups.ts'
import { type ConceptMatch, matchConcept } from './match.ts'
import { type Order, secondaryKey } from './order.ts'
import { type Boost, scoreOf } from './score.ts'
import type { SearchIndex } from './search-index.ts'
import { type Segment, setsOf } from './segment.ts'
import type { TopList } from './top-list.ts'
import { takeBitset, takeWordList } from './working-sets.ts'

/** The slots that match every concept, before the filter. `matches` is by concept. */
export type SegmentMatches = { slots: Bitset; list: WordList; matches: ConceptMatch[] }

/** Returns the listings of `matchAll` that are in `among`, as if they were not deleted; null if there are none. */
export function matchDeleted(
  index: SearchIndex,
  segment: Segment,
  concepts: WeightedConcept[],
  filter: PreparedFilter,
  among: Iterable<number>,
): SegmentMatches | null {
  const wanted = takeBitset(null)
  for (const slot of among) addSlot(wanted, slot)
  const words = takeWordList(segment.size)
  skipEmptyWords(wanted, words)
  const found = matchAll(index, { ...segment, deleted: null }, concepts, filter, words)
  if (!found) return null
  // Of the result, the words that are not listed have no slot.
  const slots = takeBitset(null)
  unite(slots, found.slots, found.list)
  intersect(slots, wanted, found.list)
  return { ...found, slots }
}

/** Returns the listings of `matchAll` with the topics and places of the filter; null if there are none. */
export function matchTopicsAndPlaces(
  index: SearchIndex,
  segment: Segment,
  concepts: WeightedConcept[],
  filter: PreparedFilter,
): SegmentMatches | null {
  const { topics, places } = setsOf(segment)
  const list = takeWordList(segment.size)
  const wanted = takeBitset(null)
  if (filter.places && !addGroups(wanted, places, filter.places)) return null
  if (filter.topics) {
    const ofTopics = filter.places ? takeBitset(null) : wanted
    if (!addGroups(ofTopics, topics, filter.topics)) return null
    if (ofTopics !== wanted) intersect(wanted, ofTopics, list)
  }
  skipEmptyWords(wanted, list)
  if (list.count === 0) return null
  const found = matchAll(index, segment, concepts, filter, list)
  if (!found) return null
  intersect(found.slots, wanted, found.list)
  skipEmptyWords(found.slots, found.list)
  return found.list.count === 0 ? null : found
}

/** Returns the listings of the kind that match every concept, in the words of `list`; null if there are none. */
export function matchAll(
  index: SearchIndex,
  segment: Segment,
  concepts: WeightedConcept[],
  filter: PreparedFilter,
  list: WordList = takeWordList(segment.size),
): SegmentMatches | null {
  const matches: ConceptMatch[] = []
  let slots: Bitset | null = null
  for (const concept of concepts) {
    const match = matchConcept(index, segment, concept, list)
    const any = match.at(-1)
    if (!any) return null
    matches.push(match)
    if (slots) intersect(slots, any, list)
    else slots = takeBitset(any)
    skipEmptyWords(slots, list)
    if (list.count === 0) return null
  }
  if (!slots) {
    slots = takeBitset(null)
    addRange(slots, segment.size)
  }
  keepKind(slots, filter, segment, list)
  skipEmptyWords(slots, list)
  return list.count === 0 ? null : { slots, list, matches }
}

/**
 * Adds the slots to a list by relevance. Once the list is full, a listing must score at least as much as the last of
 * the list, and more if it is older. For each word, that tells which levels of each concept suffice if the others match
 * best, so words of 32 slots are mostly discarded without reading a slot.
 */
export function collectByRelevance(
  top: TopList,
  { slots, list, matches }: SegmentMatches,
  concepts: WeightedConcept[],
  boost: Boost | null,
  order: Order,
  segment: Segment,
  firstDocument: number,
): void {
  const { columns } = segment
  const bounds = createBounds(concepts, boost)
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
      const score = scoreOf(concepts, matches, boost, columns, slot)
      if (-score <= top.worstPrimary) {
        top.add(-score, secondaryKey(order, columns, slot), firstDocument + slot)
      }
    }
  }
}

/** The greatest possible score, and by concept the worst level that a required score allows. */
type Bounds = { max: number; required: number; levels: Int32Array }

function createBounds(concepts: WeightedConcept[], boost: Boost | null): Bounds {
  let max = boost?.gain ?? 0
  for (const { levels } of concepts) max += levels[0]?.gain ?? 0
  return { max, required: Number.NEGATIVE_INFINITY, levels: new Int32Array(concepts.length) }
}

function requireScore(bounds: Bounds, concepts: WeightedConcept[], required: number): void {
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
