import { formatPlace } from '../../../shared/format.ts'
import type { Event } from '../../../shared/listing.ts'

/** Returns the URL of directions to the venue, or null if only the town is known. Nothing is loaded from there. */
export function directionsUrl(event: Event): string | null {
  const { name, address, postal_code, latitude, longitude } = event.venue
  const point = latitude === null || longitude === null ? null : `${latitude},${longitude}`
  if (!point && !address && !name) return null
  const place = [address || name, postal_code, formatPlace(event)].filter(Boolean).join(', ')
  const query = new URLSearchParams({ api: '1', destination: point ?? place })
  return `https://www.google.com/maps/dir/?${query}`
}
