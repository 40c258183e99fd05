/** The lines of a flyer and of a share image that say when and where. */
import { formatPlace } from '../../../shared/format.ts'
import type { Event, Service } from '../../../shared/listing.ts'
import { type DisplayText, toDisplayText, toDisplayTimes } from './display-text.ts'

type EventFields = Pick<Event, 'occurrence' | 'attendance_mode' | 'venue'>
export type PlacedListing = Pick<Service, 'country' | 'state' | 'city'> & Partial<EventFields>

/** Returns up to three lines: when, the venue, and the town. Of a series, the next date. */
export function linesOf(listing: PlacedListing): DisplayText[] {
  const { occurrence, attendance_mode, venue } = listing
  const town = toDisplayText(formatPlace(listing))
  // A service has none of these.
  if (!occurrence || !venue) return [town]
  const times = toDisplayTimes(occurrence)
  if (attendance_mode === 'online') return [times, toDisplayText('Online')]
  const where = [venue.name, venue.address].filter(Boolean).join(', ')
  return [times, ...(where ? [toDisplayText(where)] : []), town]
}
