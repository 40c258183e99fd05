/** The tree of topics and places by id, and which ids lie under others. */
import { LRUCache } from 'lru-cache'

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

/** Enough for the places and topics that are asked for all the time: a set of places has 36 kB. */
const maxSharedSets = 100

const sharedSets = new WeakMap<Uint32Array, LRUCache<string, IdSet>>()
const shared = new WeakSet<IdSet>()

/** Whether later queries get the same set, so that what follows from it is worth remembering. */
export const isShared = (set: IdSet): boolean => shared.has(set)

/** Returns the set of a tree with this key, computed once. It must not be changed. */
function sharedSet(parents: Uint32Array, key: string, compute: () => IdSet): IdSet {
  const sets = sharedSets.get(parents) ?? new LRUCache<string, IdSet>({ max: maxSharedSets })
  sharedSets.set(parents, sets)
  const existing = sets.get(key)
  if (existing) return existing
  const set = compute()
  shared.add(set)
  sets.set(key, set)
  return set
}

const members = new WeakMap<IdSet, Uint32Array>()

/** Returns the ids of a set in ascending order. */
export function membersOf(set: IdSet): Uint32Array {
  const known = members.get(set)
  if (known) return known
  const ids: number[] = []
  for (let id = 0; id < set.length; id++) if (set[id]) ids.push(id)
  const found = Uint32Array.from(ids)
  members.set(set, found)
  return found
}

const runs = new WeakMap<IdSet, Uint32Array>()

/** Returns the ids of a set as runs of ids that follow each other: the first id and the last one of each. A state's towns are one run. */
export function runsOf(set: IdSet): Uint32Array {
  const known = runs.get(set)
  if (known) return known
  const bounds: number[] = []
  for (const id of membersOf(set))
    if (bounds.length > 0 && bounds.at(-1) === id - 1) bounds[bounds.length - 1] = id
    else bounds.push(id, id)
  const found = Uint32Array.from(bounds)
  runs.set(set, found)
  return found
}

/** Returns the set of `ids` and of all ids under them. */
export const idsUnder = (parents: Uint32Array, ids: number[]): IdSet =>
  sharedSet(parents, ids.join(), () => collectIds(parents, ids))

function collectIds(parents: Uint32Array, ids: number[]): IdSet {
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
  const given = lists.filter((ids) => ids !== undefined)
  const [only] = given
  if (only === undefined) return null
  if (given.length === 1) return idsUnder(parents, only)
  return sharedSet(parents, given.map((ids) => ids.join()).join(' and '), () => {
    const sets = given.map((ids) => collectIds(parents, ids))
    return new Uint8Array(parents.length).map((_, id) => (sets.every((set) => set[id]) ? 1 : 0))
  })
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

/**
 * The cities within a distance. `rank` is by id: 1 for the nearest, equal for equal distances, 0 outside. `nearest` has the ids, the
 * nearest first.
 */
export type Nearby = { ids: IdSet; rank: Uint32Array; km: Map<number, number>; nearest: number[] }

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
  const ids = new Uint8Array(latitude.length)
  const rank = new Uint32Array(latitude.length)
  let current = 0
  let previous = -1
  for (const { id, km } of found) {
    if (km !== previous) current++
    ids[id] = 1
    rank[id] = current
    previous = km
  }
  const nearest = found.map(({ id }) => id)
  return { ids, rank, km: new Map(found.map(({ id, km }) => [id, km])), nearest }
}
