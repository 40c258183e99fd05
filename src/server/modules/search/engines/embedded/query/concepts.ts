/** What each concept of a query is worth, and which sets of listings match it how well. Independent of segments' slots. */
import type { Concept } from '../../../engine.ts'
import { type IdSet, idsUnder, type Tree } from '../../tree.ts'
import { fieldWeights, rarityOf, scoreUnit } from '../../weights.ts'
import type { EmbeddedIndex } from '../embedded-index.ts'
import { slotsOfIds } from './groups.ts'
import { setsOf } from './segment-sets.ts'

/**
 * Listings that match in one way: all terms in the title, all terms in title or text (of the topics in `within` only, if
 * not null), or a topic or place of the set.
 */
export type Source =
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
  unsorted: readonly Concept[],
): WeightedConcept[] {
  const concepts = rarestTermsFirst(index, unsorted)
  const matches = concepts.map((concept) => estimateMatches(index, tree, concept))
  const rarities = rarityOf(concepts, matches, index.listings)
  return concepts
    .map((concept, at) => weighConcept(tree, concept, rarities[at] ?? 0))
    .sort((a, b) => b.weight - a.weight)
}

/** Sorts the terms of each alternative: the first one leaves few listings to compare with the others. */
function rarestTermsFirst({ listingsWith }: EmbeddedIndex, concepts: readonly Concept[]): Concept[] {
  const terms = concepts.flatMap(({ alternatives }) =>
    alternatives.flatMap((alternative) => alternative.terms),
  )
  const counts = new Map([...new Set(terms)].map((term) => [term, listingsWith(term)]))
  const sorted = (list: string[]) => list.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
  return concepts.map((concept) => ({
    ...concept,
    alternatives: concept.alternatives.map((each) => ({ ...each, terms: sorted(each.terms) })),
  }))
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
  for (const { terms } of alternatives) if (terms[0] !== undefined) total += listingsWith(terms[0])
  const inTopics = topics.length > 0 ? topicSet(tree, topics) : null
  const inPlaces = places ? idsUnder(tree.places, [places]) : null
  for (const segment of segments) {
    const sets = setsOf(segment)
    if (inTopics) total += slotsOfIds(sets.topics, inTopics).count
    if (inPlaces) total += slotsOfIds(sets.places, inPlaces).count
  }
  return Math.min(total, listings)
}
