/** Distances between points, in kilometers, and the unit in which the site says them. */
import { siteDistanceUnit } from './site-format.ts'

export type DistanceUnit = 'mi' | 'km'

/** In degrees. */
export type Coordinates = { latitude: number; longitude: number }

export const kmPerMile = 1.609344

/** The radius of a search around a place, in the unit there. */
export const defaultDistance = 25

/** Returns the circle of a search around a town, in the unit of its country or of the site. */
export function circleAround(
  { latitude, longitude, country }: Coordinates & { country: string },
  within: number = defaultDistance,
): { unit: DistanceUnit; circle: Coordinates & { km: number } } {
  const unit = distanceUnitIn(country)
  return { unit, circle: { latitude, longitude, km: toKm(within, unit) } }
}

/** Where people say miles, by code and name; also where the country is not known. */
const milesIn = /^($|US|GB|LR|United [SK]|Liberia)/

/** Returns the unit in which distances in a country, by its code or name, are said. */
export function distanceUnitIn(country: string, chosen = siteDistanceUnit()): DistanceUnit {
  if (chosen !== 'country') return chosen
  return milesIn.test(country) ? 'mi' : 'km'
}

/** Returns a distance in kilometers. */
export const toKm = (distance: number, unit: DistanceUnit): number =>
  unit === 'km' ? distance : distance * kmPerMile

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
