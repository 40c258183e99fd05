/** Distances between points, in kilometers, and the unit in which people of a country say them. */
import { type DistanceUnit, defaultDistance } from './list-filters.ts'

/** In degrees. */
export type Coordinates = { latitude: number; longitude: number }

export const kmPerMile = 1.609344

/** Returns the circle of a search around a town: miles in the United States, and kilometers in Canada. */
export function circleAround(
  { latitude, longitude, country }: Coordinates & { country: 'US' | 'CA' },
  within: number = defaultDistance,
): { unit: DistanceUnit; circle: Coordinates & { km: number } } {
  return { unit: distanceUnitIn(country), circle: { latitude, longitude, km: toKm(within, country) } }
}

/** Returns the unit in which people of a country, by its code or name, say distances. */
export const distanceUnitIn = (country: string): DistanceUnit =>
  country === 'CA' || country === 'Canada' ? 'km' : 'mi'

/** Returns a distance as people of a country say it in kilometers. */
export const toKm = (distance: number, country: string): number =>
  country === 'CA' ? distance : distance * kmPerMile

const earthRadiusKm = 6371
/** The length of a degree of latitude. */
export const kmPerDegree: number = (Math.PI / 180) * earthRadiusKm

/** Returns the great-circle distance in kilometers (haversine formula). */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const radians = Math.PI / 180
  const square =
    Math.sin(((b.latitude - a.latitude) * radians) / 2) ** 2 +
    Math.cos(a.latitude * radians) *
      Math.cos(b.latitude * radians) *
      Math.sin(((b.longitude - a.longitude) * radians) / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(square)))
}
