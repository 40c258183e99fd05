/** The values of the form's part *Venue*. */

import type { Event } from '../../shared/listing.ts'
import { msg, t } from '../../shared/translate.ts'
import type { Values } from '../ui/forms/form.tsx'

export const venueFieldNames = [
  'attendance_mode',
  'venue.name',
  'venue.address',
  'venue.postal_code',
  'venue.note',
  'venue.latitude',
  'venue.longitude',
  'online_url',
  'online_url_shown',
] as const
export type VenueValues = Record<(typeof venueFieldNames)[number], string>

/** An empty value stands for `inPerson` and `signedIn`, so that an empty part of the form is no change. */
export const inPerson = msg('In person')
export const attendanceModeLabels = { online: msg('Online'), both: msg('In person and online') }
export const signedIn = msg('Signed-in users')
export const onlineUrlAudienceLabels = { on_the_day: msg('Signed-in users, from the day of the event on') }

export function venueValues({ venue, attendance_mode, online_url, online_url_shown }: Event): Values {
  return {
    attendance_mode: attendance_mode === 'in_person' ? '' : attendance_mode,
    'venue.name': venue.name,
    'venue.address': venue.address,
    'venue.postal_code': venue.postal_code,
    'venue.note': venue.note,
    'venue.latitude': formatCoordinate(venue.latitude),
    'venue.longitude': formatCoordinate(venue.longitude),
    online_url: online_url ?? '',
    online_url_shown: online_url_shown === 'signed_in' ? '' : online_url_shown,
  }
}

const formatCoordinate = (value: number | null): string => (value === null ? '' : String(value))

export const hasVenueValues = (values: VenueValues): boolean =>
  venueFieldNames.some((name) => values[name] !== '')

/** Returns the part of the request body. What the mode of attendance hides is not sent. */
export function venueBody(values: VenueValues) {
  const { attendance_mode: mode, online_url, online_url_shown } = values
  const venue = {
    name: values['venue.name'].trim(),
    address: values['venue.address'].trim(),
    postal_code: values['venue.postal_code'].trim(),
    note: values['venue.note'].trim(),
    latitude: parseCoordinate(values['venue.latitude']),
    longitude: parseCoordinate(values['venue.longitude']),
  }
  const isEmpty = Object.values(venue).every((value) => value === '' || value === null)
  const isOnline = mode === 'online' || mode === 'both'
  return {
    attendance_mode: mode || 'in_person',
    venue: isEmpty || mode === 'online' ? null : venue,
    online_url: isOnline ? online_url.trim() : '',
    online_url_shown: online_url_shown || 'signed_in',
  }
}

/** Returns NaN, which the server's schema rejects, for what is not a number. */
const parseCoordinate = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Describes the venue, a line for each field. */
export function describeVenue(values: VenueValues): string {
  const { attendance_mode: mode, online_url_shown: audience } = values
  const point = [values['venue.latitude'], values['venue.longitude']].filter(Boolean).join(', ')
  const isOnline = mode === 'online' || mode === 'both'
  const lines = [
    t(attendanceModeLabels[mode as keyof typeof attendanceModeLabels] ?? inPerson),
    ...(mode === 'online'
      ? []
      : [
          values['venue.name'],
          values['venue.address'],
          values['venue.postal_code'],
          values['venue.note'],
          point,
        ]),
    isOnline && values.online_url,
    isOnline && t(onlineUrlAudienceLabels[audience as keyof typeof onlineUrlAudienceLabels] ?? signedIn),
  ]
  return lines.filter(Boolean).join('\n')
}
