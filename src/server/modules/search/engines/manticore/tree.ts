/** Topics and places in columns: `topic1` is the category, `topic2` the subcategory; `place1` the country, `place2` the state, `place3` the city. */
import { dayIn } from '../../../../../shared/days.ts'
import type { Circle, Instant, SearchTree } from '../../engine.ts'
import { hashOf } from './terms.ts'

export const levels = { topic: 2, place: 3 } as const
export type Level = keyof typeof levels

export type Tree = ReturnType<typeof createTree>

export function createTree({ topics, places }: SearchTree) {
  const parents = {
    topic: new Map(topics.map(({ id, parent }) => [id, parent])),
    place: new Map(places.map(({ id, parent }) => [id, parent])),
  }
  const placesById = new Map(places.map((place) => [place.id, place]))
  const zones = new Set(['UTC', ...places.map(({ timeZone }) => timeZone)])
  const zoneOf = (place: number) => placesById.get(place)?.timeZone ?? 'UTC'
  const pathOf = (level: Level, id: number): number[] => {
    const path = [id]
    for (let at = parents[level].get(id); at && path.length < levels[level]; at = parents[level].get(at))
      path.unshift(at)
    return path
  }
  const columnOf = (level: Level, id: number) => `${level}${pathOf(level, id).length}`
  const sizesOf = (level: Level) => {
    const sizes: number[] = []
    for (const id of parents[level].keys()) {
      const depth = pathOf(level, id).length
      sizes[depth] = (sizes[depth] ?? 0) + 1
    }
    return sizes
  }
  const sizes = { topic: sizesOf('topic'), place: sizesOf('place') }
  return {
    /** Returns the ids from the top to this one. */
    pathOf,
    parentOf: (level: Level, id: number) => parents[level].get(id) ?? null,
    /** Returns how many topics or places are at a depth, under one of the parents. */
    countAt: (level: Level, depth: number, under: (number | null)[] | 'all') =>
      under === 'all'
        ? (sizes[level][depth] ?? 0)
        : [...parents[level].values()].filter((parent) => under.includes(parent)).length,
    /** Returns the condition that a listing is on, or in, one of these. */
    isUnder(level: Level, ids: readonly number[]): string {
      const byColumn = Map.groupBy(ids, (id) => columnOf(level, id))
      const parts = [...byColumn].map(([column, list]) => `IN(${column},${list.join()})`)
      return parts.length === 1 ? (parts[0] ?? '0') : `(${parts.join(' OR ') || '0'})`
    },
    hashesOf: (zones: string[]) => zones.map(hashOf),
    zoneHash: (place: number) => hashOf(zoneOf(place)),
    /** Returns each day that it is somewhere, with the zones where it is, by their hashes. */
    todays: (now: Instant) => Map.groupBy(zones, (zone) => dayNumber(dayIn(zone, new Date(now)))),
    townsWithin: (circle: Circle) =>
      places
        .filter(({ id }) => (kmTo(circle, id) ?? Number.POSITIVE_INFINITY) <= circle.km)
        .map(({ id }) => id),
    coordinatesOf: (place: number) => placesById.get(place),
    kmTo,
  }

  /** Returns the distance to a town by the haversine formula, which is exact at the center; null to what is no town. */
  function kmTo(center: Circle, id: number): number | null {
    const { latitude = null, longitude = null } = placesById.get(id) ?? {}
    if (latitude === null || longitude === null) return null
    const distance =
      haversine(latitude - center.latitude) +
      Math.cos(radians(center.latitude)) *
        Math.cos(radians(latitude)) *
        haversine(longitude - center.longitude)
    return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(distance)))
  }
}

const earthRadiusKm = 6_371.0088
const radians = (degrees: number) => (degrees * Math.PI) / 180
const haversine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2

const dayMs = 86_400_000
const epoch = Date.UTC(2000, 0, 1)

/** Days are counted from 2000-01-01. NaN for what is no day. */
export const dayNumber = (day: string): number => Math.floor((Date.parse(day) - epoch) / dayMs)
