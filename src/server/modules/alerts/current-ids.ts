/** Replaces the ids of merged topics and places in stored searches, and in what is compared with them, by those that they stand for. */
import type { Catalog } from '../catalog/service.ts'
import type { SearchDocument, StoredSearch } from '../search/service.ts'

export function currentSearch(catalog: Catalog, { concepts, filter, phrases }: StoredSearch): StoredSearch {
  const { topics, places } = catalog.nodes()
  const topicOf = (id: number) => topics.get(id)?.id ?? id
  const placeOf = (id: number) => places.get(id)?.id ?? id
  return {
    concepts: concepts.map((concept) => ({
      ...concept,
      topics: concept.topics.map(({ id, weight }) => ({ id: topicOf(id), weight })),
      places: concept.places?.map(placeOf),
    })),
    filter: {
      ...filter,
      topics: filter.topics.map((ids) => ids.map(topicOf)),
      // The last one is the narrowest: what it is in can have changed.
      places: filter.places.slice(-1).map((ids) => ids.map(placeOf)),
    },
    phrases,
  }
}

export function currentDocument(catalog: Catalog, document: SearchDocument): SearchDocument {
  const { topics, places } = catalog.nodes()
  const topic = topics.get(document.topic)?.id ?? document.topic
  const place = places.get(document.place)?.id ?? document.place
  return { ...document, topic, place }
}
