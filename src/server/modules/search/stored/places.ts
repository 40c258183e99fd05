/** Which places and topics lie under others, and which towns are near a point. */
import { findNearby, type IndexTaxonomy } from '../index/taxonomy.ts'

type Circle = { latitude: number; longitude: number; km: number }

/** Circles whose towns are remembered: people search around few towns. */
const maxCircles = 5_000

export type Places = ReturnType<typeof createPlaces>

export function createPlaces(taxonomy: IndexTaxonomy) {
  const circles = new Map<string, ReadonlySet<number>>()
  const { topicParent, placeParent } = taxonomy

  function townsIn(circle: Circle): ReadonlySet<number> {
    const key = `${circle.latitude} ${circle.longitude} ${circle.km}`
    const known = circles.get(key)
    if (known) return known
    if (circles.size >= maxCircles) circles.clear()
    const towns = new Set(findNearby(taxonomy, circle).km.keys())
    circles.set(key, towns)
    return towns
  }

  return {
    isNear: (place: number, circle: Circle): boolean => townsIn(circle).has(place),
    /** Returns the states of the towns in a circle. */
    statesIn: (circle: Circle): Set<number> =>
      new Set([...townsIn(circle)].map((town) => placeParent[town] ?? 0)),
    topicsAbove: (topic: number): Set<number> => withParents(topicParent, topic),
    placesAbove: (place: number): Set<number> => withParents(placeParent, place),
  }
}

function withParents(parents: Uint32Array, id: number): Set<number> {
  const ids = new Set<number>()
  for (let at = id; at !== 0; at = parents[at] ?? 0) ids.add(at)
  return ids
}
