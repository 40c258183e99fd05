/** A country, division, or town as admins define it. */
import * as z from 'zod/mini'
import { maxNameLength, placeLimits } from '../limits.ts'
import { requiredText, textField, yesNo } from '../schemas/fields.ts'
import { msg, t } from '../translate.ts'

export const placeLevels = ['country', 'state', 'city'] as const
export type PlaceLevel = (typeof placeLevels)[number]

export type Place = {
  id: number
  level: PlaceLevel
  /** The id of its country or division; null for a country. */
  parent: number | null
  name: string
  /** Empty for towns. */
  slug: string
  /** What finds it besides the names of the data: the names that it had, and those that admins gave. */
  moreNames: string[]
  /** In degrees; null for all but towns. */
  latitude: number | null
  longitude: number | null
  /** Offered nowhere. Its ads stay. */
  retired: boolean
}

/** Returns the names of a text that separates them by commas or lines, each once. */
export const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]

const oneLine = (name: string) => !/[\n\r]/.test(name)
const wrongPoint = {
  error: () => t('Please enter the latitude and the longitude, such as 48.4106, -114.3353.'),
}
const pointForm = /^([+-]?\d{1,3}(?:\.\d{0,20})?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d{0,20})?)$/

/** Returns the latitude and the longitude of a text; null if it has none. */
export function readPoint(text: string): { latitude: number; longitude: number } | null {
  const [, latitude, longitude] = pointForm.exec(text.trim()) ?? []
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null
}

export const writePoint = ({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): string =>
  latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`

/** What admins say of a place. */
export const placeProperties = {
  name: requiredText(msg('the name'), maxNameLength, { error: () => t('Please enter a name.') }).check(
    z.refine(oneLine, { error: () => t('A name is one line.') }),
  ),
  moreNames: textField(msg('the other names'), placeLimits.moreNames).check(
    z.refine((text) => namesIn(text).every((name) => name.length <= maxNameLength), {
      error: () =>
        t('Each name can have at most {max} characters. Please separate names by commas.', {
          max: maxNameLength,
        }),
    }),
  ),
  /** `48.4106, -114.3353`. Only towns have one. */
  point: textField(msg('the point'), 100).check(
    z.refine((text) => text === '' || readPoint(text) !== null, wrongPoint),
  ),
  retired: yesNo('retired'),
}
