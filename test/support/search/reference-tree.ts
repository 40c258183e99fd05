/** The topics and places of a site, for the reference engine. */
import type { Circle, SearchTree } from '../../../src/server/modules/search/engine.ts'

const earthRadiusKm = 6_371

export type Tree = ReturnType<typeof createTree>

export function createTree({ topics, places }: SearchTree) {
  const topicParents = new Map(topics.map(({ id, parent }) => [id, parent]))
  const placeParents = new Map(places.map(({ id, parent }) => [id, parent]))
  const placesById = new Map(places.map((place) => [place.id, place]))
  const topicsAbove = (id: number) => chain(topicParents, id)
  const placesAbove = (id: number) => chain(placeParents, id)
  return {
    /** Returns a topic, and those above it. */
    topicsAbove,
    /** Returns a place, and those above it. */
    placesAbove,
    topicParent: (id: number) => topicParents.get(id) ?? null,
    placeParent: (id: number) => placeParents.get(id) ?? null,
    isOnTopic: (id: number, ids: readonly number[]) => topicsAbove(id).some((topic) => ids.includes(topic)),
    isInPlace: (id: number, ids: readonly number[]) => placesAbove(id).some((place) => ids.includes(place)),
    timeZoneOf: (id: number) => placesById.get(id)?.timeZone ?? 'UTC',
    /** Returns the distance to a town by the haversine formula; null to what is no town. */
    kmTo(center: Omit<Circle, 'km'>, id: number): number | null {
      const { latitude, longitude } = placesById.get(id) ?? { latitude: null, longitude: null }
      if (latitude === null || longitude === null) return null
      const radians = (degrees: number) => (degrees * Math.PI) / 180
      const haversine = (angle: number) => Math.sin(radians(angle) / 2) ** 2
      const distance =
        haversine(latitude - center.latitude) +
        Math.cos(radians(center.latitude)) *
          Math.cos(radians(latitude)) *
          haversine(longitude - center.longitude)
      return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(distance)))
    },
  }
}

function chain(parents: Map<number, number | null>, id: number): number[] {
  const parent = parents.get(id) ?? null
  return parent === null ? [id] : [id, ...chain(parents, parent)]
}
