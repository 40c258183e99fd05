/** What each concept of a query is worth, and which sets of listings match it how well. Independent of segments' slots. */
import type { Concept } from '../types.ts'
import type { SearchIndex } from './search-index.ts'
import { countGroups, setsOf } from './segment.ts'
import { type IdSet, idsUnder } from './taxonomy.ts'

/** How much a match in a field is worth. */
export const fieldWeights = { title: 1, topic: 0.8, body: 0.4 } as const

/** A listing in the place of `boost` gains this share of the largest weight of a concept. */
export const boostWeight = 0.6

/** Scores are integers, in units of 1/4,096, so that sums and bounds of scores compare exactly. */
const scoreUnit = 4_096

/** Listings that match in one way: all terms in the title, all terms in title or body, or a topic of the set. */
export type Source = { terms: string[]; field: 'title' | 'anywhere' } | { topics: IdSet }

/** The ways to match that gain the same score. */
export type Level = { gain: number; sources: Source[] }

/** The levels start with the largest gain. */
export type WeightedConcept = { weight: number; levels: Level[] }

/** Returns the concepts with their weights and gains in score units. The rarest come first: they leave fewest listings. */
export const weighConcepts = (index: SearchIndex, concepts: Concept[]): WeightedConcept[] =>
  concepts.map((concept) => weighConcept(index, concept)).sort((a, b) => b.weight - a.weight)

/** Returns the score of a listing in the place of `boost`. Without concepts, any score works. */
export const boostOf = (concepts: WeightedConcept[]) =>
  Math.round(boostWeight * (concepts[0]?.weight ?? scoreUnit))

function weighConcept(index: SearchIndex, concept: Concept): WeightedConcept {
  const { documentCount, taxonomy } = index
  const gains = new Map<number, Source[]>()
  const idf = Math.log(1 + documentCount / (1 + estimateMatches(index, concept)))
  const addSource = (weight: number, source: Source) => {
    const gain = Math.round(scoreUnit * idf * weight)
    gains.set(gain, [...(gains.get(gain) ?? []), source])
  }
  for (const { terms, weight } of concept.alternatives) {
    // No terms would be in every listing.
    if (terms.length === 0) continue
    addSource(weight * fieldWeights.title, { terms, field: 'title' })
    addSource(weight * fieldWeights.body, { terms, field: 'anywhere' })
  }
  for (const [weight, ids] of Map.groupBy(concept.topics, (topic) => topic.weight)) {
    const topics = idsUnder(
      taxonomy.topicParent,
      ids.map(({ id }) => id),
    )
    addSource(weight * fieldWeights.topic, { topics })
  }
  const levels = [...gains].map(([gain, sources]) => ({ gain, sources })).sort((a, b) => b.gain - a.gain)
  return { weight: Math.round(scoreUnit * idf), levels }
}

/**
 * Returns about how many listings match a concept, without reading postings: the sum over its alternatives and topics.
 * Listings that match several of them count several times, up to the number of all listings.
 */
function estimateMatches(
  { documentCount, listingsWith, segments, taxonomy }: SearchIndex,
  { alternatives, topics }: Concept,
): number {
  let total = 0
  for (const { terms } of alternatives) if (terms.length > 0) total += Math.min(...terms.map(listingsWith))
  if (topics.length > 0) {
    const set = idsUnder(
      taxonomy.topicParent,
      topics.map(({ id }) => id),
    )
    for (const segment of segments) total += countGroups(setsOf(segment).topics, set)
  }
  return Math.min(total, documentCount)
}
