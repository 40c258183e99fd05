/** What each concept of a query is worth, and which listings of a segment match it, and how well. */
import type { Concept } from '../../../engine.ts'
import { fieldWeights, type IdSet, idsUnder, rarityOf, scoreUnit, type Tree } from '../../matching.ts'
import type { EmbeddedIndex, Segment } from '../segment.ts'
import { type Columns, columnFlags } from '../segment-buffer.ts'
import {
  addPosting,
  addRange,
  type Bitset,
  type BlockList,
  type Field,
  intersect,
  skipEmptyBlocks,
  takeBitset,
  takeBlocks,
  unite,
} from '../slots.ts'
import {
  type FacetPart,
  keepAlways,
  keepKind,
  keepNumbers,
  keepPart,
  type PreparedFilter,
  partsOf,
} from './filter.ts'
import { addGroups, keepGroups, setsOf, slotsOfIds } from './segment-sets.ts'

/**
 * Listings that match in one way: all terms in the title, all terms in title or text (of the topics in `within` only, if
 * not null), or a topic or place of the set.
 */
type Source =
  | { terms: string[]; field: 'title' }
  | { terms: string[]; field: 'anywhere'; within: IdSet | null }
  | { topics: IdSet }
  | { places: IdSet }

/** The ways to match that gain the same score. */
type Level = { gain: number; sources: Source[] }

/** The levels start with the largest gain. */
export type WeightedConcept = { weight: number; levels: Level[] }

/** Returns the concepts with their weights and gains in score units. The rarest come first: they leave fewest listings. */
export function weighConcepts(
  index: EmbeddedIndex,
  tree: Tree,
  concepts: readonly Concept[],
): WeightedConcept[] {
  const matches = concepts.map((concept) => estimateMatches(index, tree, concept))
  const rarities = rarityOf(concepts, matches, index.listings)
  return concepts
    .map((concept, at) => weighConcept(tree, concept, rarities[at] ?? 0))
    .sort((a, b) => b.weight - a.weight)
}

/** Returns a concept that is so rare. */
export function weighConcept(tree: Tree, concept: Concept, rarity: number): WeightedConcept {
  const gains = new Map<number, Source[]>()
  const addSource = (weight: number, source: Source) => {
    const gain = Math.round(scoreUnit * rarity * weight)
    const sources = gains.get(gain)
    if (sources) sources.push(source)
    else gains.set(gain, [source])
  }
  for (const { terms, weight, within } of concept.alternatives) {
    // No terms would be in every listing.
    if (terms.length === 0) continue
    addSource(weight * fieldWeights.title, { terms, field: 'title' })
    const topics = within ? idsUnder(tree.topics, [within]) : null
    addSource(weight * fieldWeights.text, { terms, field: 'anywhere', within: topics })
  }
  for (const [weight, topics] of Map.groupBy(concept.topics, (topic) => topic.weight))
    addSource(weight * fieldWeights.topic, { topics: topicSet(tree, topics) })
  if (concept.places) addSource(fieldWeights.place, { places: idsUnder(tree.places, [concept.places]) })
  const levels = [...gains].map(([gain, sources]) => ({ gain, sources })).sort((a, b) => b.gain - a.gain)
  return { weight: Math.round(scoreUnit * rarity), levels }
}

const topicSet = (tree: Tree, topics: Concept['topics']) =>
  idsUnder(tree.topics, [topics.map(({ id }) => id)])

/**
 * Returns about how many listings match a concept, without reading postings: the sum over the rarest term of each alternative, and topics.
 * Listings that match several of them count several times, up to the number of all listings.
 */
function estimateMatches(
  { listings, listingsWith, segments }: EmbeddedIndex,
  tree: Tree,
  { alternatives, topics, places }: Concept,
): number {
  let total = 0
  for (const { terms } of alternatives) if (terms.length > 0) total += Math.min(...terms.map(listingsWith))
  const inTopics = topics.length > 0 ? topicSet(tree, topics) : null
  const inPlaces = places ? idsUnder(tree.places, [places]) : null
  for (const segment of segments) {
    const sets = setsOf(segment)
    if (inTopics) total += slotsOfIds(sets.topics, inTopics).count
    if (inPlaces) total += slotsOfIds(sets.places, inPlaces).count
  }
  return Math.min(total, listings)
}

// ── Matches in a segment ────────────────────────────────────────────────────────────────────────────────────────────────

/** For each level of the concept, the slots that match at that level or a better one. Empty if no slot matches. */
export type ConceptMatch = Bitset[]

/** Slots that match every concept. `matches` is by concept. Only the active blocks are valid. */
export type SegmentMatches = { slots: Bitset; list: BlockList; matches: ConceptMatch[] }

/** Matches a concept. Of the result, only the listed blocks are valid. */
export function matchConcept(segment: Segment, { levels }: WeightedConcept, list: BlockList): ConceptMatch {
  const match: ConceptMatch = []
  let isEmpty = true
  for (const { sources } of levels) {
    const slots = takeBitset(match.at(-1) ?? null)
    for (const source of sources) if (addSource(slots, segment, source, list)) isEmpty = false
    match.push(slots)
  }
  return isEmpty ? [] : match
}

/** Returns the gain of a slot; 0 if it does not match. */
function gainOf(concept: WeightedConcept | undefined, match: ConceptMatch | undefined, slot: number): number {
  if (!concept || !match) return 0
  const bit = 1 << (slot & 31)
  for (let level = 0; level < match.length; level++)
    if (((match[level]?.[slot >>> 5] ?? 0) & bit) !== 0) return concept.levels[level]?.gain ?? 0
  return 0
}

/**
 * Returns the score, by which relevance orders: the sum of the gains of a slot, or half of it for a stale service. Concepts that it does
 * not match gain nothing.
 */
export function scoreOf(
  concepts: readonly WeightedConcept[],
  matches: readonly ConceptMatch[],
  { flags }: Columns,
  slot: number,
): number {
  let score = 0
  for (let at = 0; at < matches.length; at++) score += gainOf(concepts[at], matches[at], slot)
  return ((flags[slot] ?? 0) & columnFlags.stale) === 0 ? score : score >> 1
}

/**
 * Adds the slots that match a source. Returns false if the segment has none. `target` has the slots of better levels already: with
 * a term in the title, if the source is that term anywhere.
 */
function addSource(target: Bitset, segment: Segment, source: Source, list: BlockList): boolean {
  if ('topics' in source) return addGroups(target, setsOf(segment).topics, source.topics)
  if ('places' in source) return addGroups(target, setsOf(segment).places, source.places)
  const [first, ...others] = source.terms
  if (first === undefined) return false
  const within = source.field === 'anywhere' ? source.within : null
  const fields = source.field === 'title' ? titles : others.length === 0 ? bodies : anywhere
  if (others.length === 0 && !within) return addTerm(target, segment, first, fields)
  const common = takeBitset(null)
  if (!addTerm(common, segment, first, fields)) return false
  for (const term of others) {
    const slots = takeBitset(null)
    if (!addTerm(slots, segment, term, fields)) return false
    intersect(common, slots, list)
  }
  if (within) keepGroups(common, setsOf(segment).topics, within, list)
  unite(target, common, list)
  return true
}

const titles: Field[] = ['titles']
const bodies: Field[] = ['bodies']
const anywhere: Field[] = ['titles', 'bodies']

function addTerm(target: Bitset, segment: Segment, term: string, fields: readonly Field[]): boolean {
  let isEmpty = true
  for (const field of fields) {
    const posting = segment.postingOf(term, field)
    if (!posting) continue
    isEmpty = false
    addPosting(target, posting)
  }
  return !isEmpty
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
  const list = takeBlocks(segment.size)
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
    skipEmptyBlocks(slots, list)
    if (list.count === 0) return null
  }
  slots ??= allSlots(segment)
  keepKind(slots, filter, segment, list)
  skipEmptyBlocks(slots, list)
  keepAlways(slots, filter, segment, list)
  for (const part of parts)
    if (part !== 'topics' && part !== 'places') keepPart(slots, part, filter, segment, list)
  // `filterForFacets` tests numbers after the parts that facets ignore.
  if (ignored.length === 0) keepNumbers(slots, filter, segment, list)
  skipEmptyBlocks(slots, list)
  return list.count === 0 ? null : { slots, list, matches }
}

/** Returns the listings on the topics and in the places of the filter, and leaves their blocks in `list`. Returns null if neither filters. */
function topicsAndPlaces(
  segment: Segment,
  filter: PreparedFilter,
  parts: readonly FacetPart[],
  list: BlockList,
): Bitset | null {
  const sets = setsOf(segment)
  const places = parts.includes('places') ? filter.places : null
  const topics = parts.includes('topics') ? filter.topics : null
  if (!places && !topics) return null
  const slots = takeBitset(null)
  if (places) addGroups(slots, sets.places, places)
  else if (topics) addGroups(slots, sets.topics, topics)
  skipEmptyBlocks(slots, list)
  if (places && topics) keepPart(slots, 'topics', filter, segment, list)
  return slots
}

function allSlots({ size }: Segment): Bitset {
  const slots = takeBitset(null)
  addRange(slots, size)
  return slots
}
