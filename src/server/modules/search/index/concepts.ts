/** What each concept of a query is worth, and which sets of listings match it how well. Independent of segments' slots. */
import type { Concept } from '../types.ts'
import { slotsOfIds } from './groups.ts'
import type { SearchIndex } from './search-index.ts'
import { setsOf } from './segment.ts'
import { type IdSet, idsUnder } from './taxonomy.ts'

/** How much a match in a field is worth. */
const fieldWeights = { title: 1, topic: 0.8, place: 0.6, body: 0.4 } as const

/** A concept that names a topic says what is wanted; other words mostly say how or when. It weighs this many times as much. */
const topicFactor = 2

/** A listing in the place of `boost` gains this share of the largest weight of a concept. */
const boostWeight = 0.6

/** Scores are integers, in units of 1/4,096, so that sums and bounds of scores compare exactly. */
const scoreUnit = 4_096

/**
 * Listings that match in one way: all terms in the title, all terms in title or body (of the topics in `within` only, if
 * not null), or a topic or place of the set.
 */
export type Source =
  | { terms: string[]; field: 'title' }
  | { terms: string[]; field: 'anywhere'; within: IdSet | null }
  | { topics: IdSet }
  | { places: IdSet }

/** The ways to match that gain the same score. */
export type Level = { gain: number; sources: Source[] }

/** The levels start with the largest gain. */
export type WeightedConcept = {
  weight: number
  levels: Level[]
  /** About how many listings match. */
  matches: number
  /** The number of sources of all levels. */
  sources: number
  /** Returns what the levels and their matches depend on. */
  key: () => string
}

/**
 * Returns the concepts with their weights and gains in score units. The rarest come first: they leave fewest listings. A
 * concept that no listing matches weighs as much as the most common other one. It tells nothing about what was meant, and
 * with the weight of a rare word it would leave no partial match.
 */
export function weighConcepts(index: SearchIndex, concepts: Concept[]): WeightedConcept[] {
  const matches = concepts.map((concept) => estimateMatches(index, concept))
  const mostCommon = Math.max(...matches)
  return concepts
    .map((concept, at) => {
      const factor = concept.topics.length > 0 ? topicFactor : 1
      const count = matches[at] ?? 0
      const rarity = rarityOf(index.documentCount, count || mostCommon)
      const weighted = weighConcept(index, concept, factor * rarity)
      const sources = weighted.levels.reduce((sum, level) => sum + level.sources.length, 0)
      return { ...weighted, matches: count, sources, key: keyOf(concept, weighted.weight) }
    })
    .sort((a, b) => b.weight - a.weight)
}

function keyOf({ alternatives, topics, places }: Concept, weight: number): () => string {
  let key: string | null = null
  return () => {
    key ??= JSON.stringify([weight, alternatives, topics, places])
    return key
  }
}

/** Rarity changes in steps of 1.6 %, so that a query keeps its scores while single listings come and go. */
const raritySteps = 64

const rarityOf = (documentCount: number, matches: number) =>
  Math.round(raritySteps * Math.log(1 + documentCount / (1 + matches))) / raritySteps

/** Returns the score of a listing in the place of `boost`. Without concepts, any score works. */
export const boostOf = (concepts: WeightedConcept[]) =>
  Math.round(boostWeight * (concepts[0]?.weight ?? scoreUnit))

function weighConcept({ taxonomy }: SearchIndex, concept: Concept, idf: number) {
  const gains = new Map<number, Source[]>()
  const addSource = (weight: number, source: Source) => {
    const gain = Math.round(scoreUnit * idf * weight)
    gains.set(gain, [...(gains.get(gain) ?? []), source])
  }
  for (const { terms, weight, within } of concept.alternatives) {
    // No terms would be in every listing.
    if (terms.length === 0) continue
    addSource(weight * fieldWeights.title, { terms, field: 'title' })
    const topics = within ? idsUnder(taxonomy.topicParent, within) : null
    addSource(weight * fieldWeights.body, { terms, field: 'anywhere', within: topics })
  }
  for (const [weight, ids] of Map.groupBy(concept.topics, (topic) => topic.weight)) {
    const topics = idsUnder(
      taxonomy.topicParent,
      ids.map(({ id }) => id),
    )
    addSource(weight * fieldWeights.topic, { topics })
  }
  if (concept.places)
    addSource(fieldWeights.place, { places: idsUnder(taxonomy.placeParent, concept.places) })
  const levels = [...gains].map(([gain, sources]) => ({ gain, sources })).sort((a, b) => b.gain - a.gain)
  return { weight: Math.round(scoreUnit * idf), levels }
}

/**
 * Returns about how many listings match a concept, without reading postings: the sum over its alternatives and topics.
 * Listings that match several of them count several times, up to the number of all listings.
 */
export function estimateMatches(
  { documentCount, listingsWith, segments, taxonomy }: Omit<SearchIndex, 'postingOf'>,
  { alternatives, topics, places }: Concept,
): number {
  let total = 0
  for (const { terms } of alternatives) if (terms.length > 0) total += Math.min(...terms.map(listingsWith))
  if (topics.length > 0) {
    const set = idsUnder(
      taxonomy.topicParent,
      topics.map(({ id }) => id),
    )
    for (const segment of segments) total += slotsOfIds(setsOf(segment).topics, set).count
  }
  if (places) {
    const set = idsUnder(taxonomy.placeParent, places)
    for (const segment of segments) total += slotsOfIds(setsOf(segment).places, set).count
  }
  return Math.min(total, documentCount)
}
