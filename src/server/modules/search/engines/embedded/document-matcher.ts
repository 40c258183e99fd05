/** Compares single documents with many queries by the rules of the index. Each document becomes an index of its own. */
import type { EngineQuery, Instant, SearchDocument, SearchTree } from '../../engine.ts'
import { createTree } from '../matching.ts'
import { buildSegment } from './build-segment.ts'
import { prepareFilter } from './query/filter.ts'
import { matchAll, weighConcept } from './query/match.ts'
import { createClock } from './query/segment-sets.ts'
import { releaseBitsets } from './slots.ts'

/** Returns a function that returns whether a query would find a document as a full match. */
export function createDocumentMatcher({ topics, places }: SearchTree) {
  const topicsById = new Map(topics.map((topic) => [topic.id, topic]))
  const placesById = new Map(places.map((place) => [place.id, place]))

  return async (
    document: SearchDocument,
    now: Instant,
  ): Promise<(query: Pick<EngineQuery, 'concepts' | 'filter'>) => boolean> => {
    // Sets of ids are small in a tree of what is above the document.
    const above = {
      topics: chainOf(topicsById, document.topic),
      places: chainOf(placesById, document.place),
    }
    const tree = createTree(above)
    const clock = createClock(() => above)(now)
    const segment = await buildSegment(0, [document])
    return ({ concepts, filter }) => {
      releaseBitsets()
      const weighted = concepts.map((concept) => weighConcept(tree, concept, 1))
      return matchAll(segment, weighted, prepareFilter(filter, tree, clock), []) !== null
    }
  }
}

/** Returns a topic or place, what it stands for if it was merged, and those above it. */
function chainOf<Node extends SearchTree['topics'][number]>(
  nodes: ReadonlyMap<number, Node>,
  id: number,
): Node[] {
  const node = nodes.get(id)
  if (!node) return []
  const above = node.standsFor ?? node.parent
  return above === null ? [node] : [node, ...chainOf(nodes, above)]
}
