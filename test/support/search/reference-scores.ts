/** How well listings match a query, for the reference engine. */
import type { Concept, EngineQuery, SearchDocument } from '../../../src/server/modules/search/engine.ts'
import { termsOf } from '../../../src/server/modules/search/language/words.ts'
import type { Tree } from './reference-tree.ts'

/** How much a match in a field is worth. */
const fieldWeights = { title: 1, topic: 0.8, place: 0.6, text: 0.4 }
/** A concept that names a topic says what is wanted; other words mostly say how or when. */
const topicFactor = 2
/** Rarity changes in steps of 1.6 %, so that a query keeps its scores while single listings come and go. */
const raritySteps = 64
const scoreUnit = 4_096

export type Indexed = { document: SearchDocument; title: Set<string>; text: Set<string> }

export const indexDocument = (document: SearchDocument): Indexed => ({
  document,
  title: new Set(termsOf(document.title, document.language)),
  text: new Set(termsOf(document.text, document.language)),
})

export type Judged = {
  indexed: Indexed
  /** Whether it matches every concept. */
  isFull: boolean
  /** The weight of the concepts that it matches, and of all. */
  matched: number
  weight: number
  score: number
  km: number | null
}

/** Returns a function that compares a listing with the concepts of a query. */
export function createJudge(
  documents: readonly Indexed[],
  tree: Tree,
  { concepts, filter }: Pick<EngineQuery, 'concepts'> & { filter: Pick<EngineQuery['filter'], 'near'> },
) {
  const weights = weighConcepts(documents, tree, concepts)
  return (indexed: Indexed): Judged => {
    const qualities = concepts.map((concept) => qualityOf(concept, indexed, tree))
    const score = sum(weights.map((weight, at) => toUnits(weight * (qualities[at] ?? 0))))
    return {
      indexed,
      isFull: qualities.every((quality) => quality !== null),
      matched: sum(weights.map((weight, at) => (qualities[at] === null ? 0 : toUnits(weight)))),
      weight: sum(weights.map(toUnits)),
      score: indexed.document.stale ? Math.floor(score / 2) : score,
      km: filter.near ? tree.kmTo(filter.near, indexed.document.place) : null,
    }
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const toUnits = (score: number) => Math.round(score * scoreUnit)

/** Returns the weights: rare concepts weigh most. One that no listing matches weighs as much as the most common other one. */
function weighConcepts(documents: readonly Indexed[], tree: Tree, concepts: Concept[]): number[] {
  const counts = concepts.map((concept) => countMatches(documents, tree, concept))
  const mostCommon = Math.max(...counts)
  return concepts.map(({ topics }, at) => {
    const rarity = Math.log(1 + documents.length / (1 + (counts[at] || mostCommon)))
    return (topics.length > 0 ? topicFactor : 1) * (Math.round(raritySteps * rarity) / raritySteps)
  })
}

/** Returns about how many listings match. Those that match in several ways count several times. */
function countMatches(
  documents: readonly Indexed[],
  tree: Tree,
  { alternatives, topics, places = [] }: Concept,
): number {
  const count = (matches: (indexed: Indexed) => boolean) => documents.filter(matches).length
  const ids = topics.map(({ id }) => id)
  const onTopics = count(({ document }) => tree.isOnTopic(document.topic, ids))
  const inPlaces = count(({ document }) => tree.isInPlace(document.place, places))
  const withTerms = alternatives.map(({ terms }) =>
    terms.length === 0
      ? 0
      : Math.min(...terms.map((term) => count(({ title, text }) => title.has(term) || text.has(term)))),
  )
  return Math.min(documents.length, onTopics + inPlaces + sum(withTerms))
}

/** Returns the best weight of a field in which the concept matches, or null. */
function qualityOf(
  { alternatives, topics, places = [] }: Concept,
  { document, title, text }: Indexed,
  tree: Tree,
): number | null {
  const qualities = topics
    .filter(({ id }) => tree.isOnTopic(document.topic, [id]))
    .map(({ weight }) => weight * fieldWeights.topic)
  if (tree.isInPlace(document.place, places)) qualities.push(fieldWeights.place)
  for (const { terms, weight, within } of alternatives) {
    if (terms.length === 0) continue
    if (terms.every((term) => title.has(term))) qualities.push(weight * fieldWeights.title)
    else if (
      (!within || tree.isOnTopic(document.topic, within)) &&
      terms.every((term) => title.has(term) || text.has(term))
    )
      qualities.push(weight * fieldWeights.text)
  }
  return qualities.length === 0 ? null : Math.max(...qualities)
}
