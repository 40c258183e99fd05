/** Compares single documents with many queries by the rules of the index. Each document becomes an index of its own. */
import type { Concept, EngineFilter, Instant, SearchDocument, SearchTree } from '../../engine.ts'
import { createTree } from '../matching.ts'
import { buildSegment } from './build-segment.ts'
import { prepareFilter } from './query/filter.ts'
import { matchAll, weighConcept } from './query/match.ts'
import { createClock } from './query/segment-sets.ts'
import { releaseWorkingSets } from './slots.ts'

export type MatchedQuery = { concepts: readonly Concept[]; filter: EngineFilter }

/** Returns a function that returns whether a query would find a document as a full match. */
export function createDocumentMatcher({ topics, places }: SearchTree) {
  const topicsById = new Map(topics.map((topic) => [topic.id, topic]))
  const placesById = new Map(places.map((place) => [place.id, place]))

  return async (document: SearchDocument, now: Instant): Promise<(query: MatchedQuery) => boolean> => {
    // A tree of what is above the document is small, so that sets of ids are. Its ids are positions: 1 is the topic or place itself.
    const onTopics = chainOf(topicsById, document.topic)
    const inPlaces = chainOf(placesById, document.place)
    const small: SearchTree = { topics: renumber(onTopics), places: renumber(inPlaces) }
    const tree = createTree(small)
    const clock = createClock(small)(now)
    const segment = await buildSegment(0, [{ ...document, topic: 1, place: 1 }])
    const topicIds = (ids: readonly number[]) => positionsOf(onTopics, ids)
    const placeIds = (ids: readonly number[]) => positionsOf(inPlaces, ids)
    return ({ concepts, filter }) => {
      releaseWorkingSets()
      const own = {
        ...filter,
        topics: filter.topics.map(topicIds),
        places: filter.places.map(placeIds),
      }
      const weighted = concepts.map(({ alternatives, topics, places, typed }) =>
        weighConcept(
          tree,
          {
            typed,
            alternatives: alternatives.map((each) => ({
              ...each,
              within: each.within && topicIds(each.within),
            })),
            topics: topics.map(({ id, weight }) => ({
              id: onTopics.findIndex((topic) => topic.id === id) + 1,
              weight,
            })),
            places: places && placeIds(places),
          },
          1,
        ),
      )
      return matchAll(segment, weighted, prepareFilter(own, tree, clock), []) !== null
    }
  }
}

type Node = { id: number; parent: number | null }

/** Returns a topic or place and those above it. */
function chainOf<Each extends Node>(nodes: ReadonlyMap<number, Each>, id: number): Each[] {
  const node = nodes.get(id)
  if (!node) return []
  return node.parent === null ? [node] : [node, ...chainOf(nodes, node.parent)]
}

const renumber = <Each extends Node>(chain: readonly Each[]): Each[] =>
  chain.map((node, at) => ({ ...node, id: at + 1, parent: node.parent === null ? null : at + 2 }))

/** Returns 0 for an id that is not in the chain. */
const positionsOf = (chain: readonly Node[], ids: readonly number[]): number[] =>
  ids.map((id) => chain.findIndex((node) => node.id === id) + 1)
