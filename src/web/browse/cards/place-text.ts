import { formatPlace } from '../../../shared/format.ts'

/** Returns a place for use in a sentence: "Austin, Texas, United States", "the United States", "Canada". */
export function placeText(place: { country: string; state: string; city: string }): string {
  if (place.state) return formatPlace(place)
  return /^United /.test(place.country) ? `the ${place.country}` : place.country
}
