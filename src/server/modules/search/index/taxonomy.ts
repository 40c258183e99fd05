/** The tree of topics and places by id, and which ids lie under others. */

export type IndexTaxonomy = {
  /** The category of a subcategory, by id; 0 for a category. */
  topicParent: Uint32Array
  /** The state of a city and the country of a state, by id; 0 for a country. */
  placeParent: Uint32Array
  /** In degrees, by the id of the city; NaN for other places. */
  latitude: Float32Array
  longitude: Float32Array
}

/** A flag per id: 1 for the members of a set. */
export type IdSet = Uint8Array

/** Returns the set of `ids` and of all ids under them. */
export function idsUnder(parents: Uint32Array, ids: number[]): IdSet {
  const set = new Uint8Array(parents.length)
  for (const id of ids) set[id] = 1
  // A parent can have a greater id than its children, so each id walks up until it finds a member.
  for (let id = 1; id < set.length; id++) {
    for (let at = parents[id] ?? 0; at !== 0 && !set[id]; at = parents[at] ?? 0) if (set[at]) set[id] = 1
  }
  return set
}

/** Returns the ids that lie under at least one id of each list; null without a list. An empty list leaves none. */
export function idsUnderAll(parents: Uint32Array, lists: (number[] | undefined)[]): IdSet | null {
  const sets = lists.filter((ids) => ids !== undefined).map((ids) => idsUnder(parents, ids))
  const [first, ...others] = sets
  return first?.map((member, id) => (others.every((set) => set[id]) ? member : 0)) ?? null
}

const earthRadius = 6_371.0088
const kmPerDegree = (Math.PI / 180) * earthRadius

/** Returns the great-circle distance between two points in kilometers. */
function kmBetween(latitude: number, longitude: number, otherLatitude: number, otherLongitude: number) {
  const radians = Math.PI / 180
  const vertical = Math.sin(((otherLatitude - latitude) * radians) / 2)
  const horizontal = Math.sin(((otherLongitude - longitude) * radians) / 2)
  const chord =
    vertical ** 2 + Math.cos(latitude * radians) * Math.cos(otherLatitude * radians) * horizontal ** 2
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, chord)))
}

/** The cities within a distance. `rank` is by id: 1 for the nearest, equal for equal distances, 0 outside. */
export type Nearby = { rank: Uint32Array; km: Map<number, number> }

/** Finds the cities within `km` kilometers of a point. */
export function findNearby(
  { latitude, longitude }: IndexTaxonomy,
  center: { latitude: number; longitude: number; km: number },
): Nearby {
  const found: { id: number; km: number }[] = []
  const maxDegrees = center.km / kmPerDegree
  for (let id = 0; id < latitude.length; id++) {
    // Comparing latitudes first leaves few cities to compute the distance of. It is false for NaN.
    if (!(Math.abs((latitude[id] ?? Number.NaN) - center.latitude) <= maxDegrees)) continue
    const km = kmBetween(center.latitude, center.longitude, latitude[id] ?? 0, longitude[id] ?? 0)
    if (km <= center.km) found.push({ id, km })
  }
  found.sort((a, b) => a.km - b.km)
  const rank = new Uint32Array(latitude.length)
  let current = 0
  let previous = -1
  for (const { id, km } of found) {
    if (km !== previous) current++
    rank[id] = current
    previous = km
  }
  return { rank, km: new Map(found.map(({ id, km }) => [id, km])) }
}
