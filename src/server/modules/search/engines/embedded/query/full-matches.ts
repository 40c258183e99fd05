/** Finds the listings of a segment that match every concept and pass the filter, counts their facets, and collects the best. */
import {
  addRange,
  type Bitset,
  countSlots,
  intersect,
  maxSegmentSize,
  positionOf,
  skipEmptyWords,
  type WordList,
} from '../bitset.ts'
import type { Segment } from '../segment.ts'
import type { WeightedConcept } from './concepts.ts'
import { countMatches, countVisible, type FacetPlan } from './facets.ts'
import {
  type FacetPart,
  filterForFacets,
  keepAlways,
  keepKind,
  keepPart,
  type PreparedFilter,
  partsOf,
} from './filter.ts'
import { addGroups } from './groups.ts'
import { type ConceptMatch, matchConcept, type SegmentMatches } from './match.ts'
import { type Order, primaryOf, secondaryKey } from './order.ts'
import { collectByRelevance } from './relevance.ts'
import { setsOf } from './segment-sets.ts'
import { collectSoonest } from './soonest.ts'
import type { TopList } from './top-list.ts'
import { releaseWorkingSets, takeBitset, takeWordList } from './working-sets.ts'

/** A query with everything that is the same for all segments. */
export type Plan = {
  /** The segment with the newest listing comes first: its matches exclude most older ones. */
  segments: Segment[]
  concepts: WeightedConcept[]
  filter: PreparedFilter
  order: Order
  facets: FacetPlan | null
}

/** Adds the full matches of one segment to the list, and to the facets. Returns their number. */
export function addFullMatches(
  { concepts, filter, order, facets }: Plan,
  segment: Segment,
  position: number,
  top: TopList,
): number {
  releaseWorkingSets()
  if (facets) countVisible(facets, filter, segment)
  const ignored = facets?.ignored ?? []
  const found = matchAll(segment, concepts, filter, ignored)
  if (!found) return 0
  const { list } = found
  if (facets) {
    const filtered = filterForFacets(found.slots, ignored, filter, segment, list)
    countMatches(facets, filtered, segment, list)
    found.slots = filtered.all
    skipEmptyWords(found.slots, list)
  }
  const full = countSlots(found.slots, list)
  if (top.capacity === 0 || full === 0) return full
  const firstDocument = position * maxSegmentSize
  if (order.sort === 'relevance') collectByRelevance(top, found, concepts, order, segment, firstDocument)
  else if (order.sort === 'soonest')
    collectSoonest({ top, order, segment, slots: found.slots, list, firstDocument })
  else collect(top, found, order, segment, firstDocument)
  return full
}

/** Adds slots by price, distance, or age to a list. `firstDocument` is the number of slot 0. */
function collect(
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

/**
 * Returns the listings that match every concept and pass the filter without its parts in `ignored`; null if there are none. Words that are
 * not listed are not valid.
 */
export function matchAll(
  segment: Segment,
  concepts: readonly WeightedConcept[],
  filter: PreparedFilter,
  ignored: readonly FacetPart[],
): SegmentMatches | null {
  const parts = partsOf(filter).filter((part) => !ignored.includes(part))
  const list = takeWordList(segment.size)
  let slots = topicsAndPlaces(segment, filter, parts, list)
  if (list.count === 0) return null
  const matches: ConceptMatch[] = []
  for (const concept of concepts) {
    const match = matchConcept(segment, concept, list)
    const any = match.at(-1)
    if (!any) return null
    matches.push(match)
    if (slots) intersect(slots, any, list)
    else slots = takeBitset(any)
    skipEmptyWords(slots, list)
    if (list.count === 0) return null
  }
  slots ??= allSlots(segment)
  keepKind(slots, filter, segment, list)
  skipEmptyWords(slots, list)
  keepAlways(slots, filter, segment, list)
  if (parts.includes('price')) keepPart(slots, 'price', filter, segment, list)
  if (parts.includes('pictures')) keepPart(slots, 'pictures', filter, segment, list)
  skipEmptyWords(slots, list)
  return list.count === 0 ? null : { slots, list, matches }
}

/** Returns the listings on the topics and in the places of the filter, and leaves their words in `list`. Null if neither filters. */
function topicsAndPlaces(
  segment: Segment,
  filter: PreparedFilter,
  parts: readonly FacetPart[],
  list: WordList,
): Bitset | null {
  const sets = setsOf(segment)
  const places = parts.includes('places') ? filter.places : null
  const topics = parts.includes('topics') ? filter.topics : null
  if (!places && !topics) return null
  const slots = takeBitset(null)
  if (places) addGroups(slots, sets.places, places)
  else if (topics) addGroups(slots, sets.topics, topics)
  skipEmptyWords(slots, list)
  if (places && topics) keepPart(slots, 'topics', filter, segment, list)
  return slots
}

function allSlots({ size }: Segment): Bitset {
  const slots = takeBitset(null)
  addRange(slots, size)
  return slots
}
