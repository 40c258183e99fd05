/** Says the values of fields to readers. */
import { type DistanceUnit, distanceUnitIn } from '../distance.ts'
import { formatDay } from '../format.ts'
import { isHttpUrl } from '../http-url.ts'
import { formatPrice } from '../price.ts'
import { formatNumber } from '../site-format.ts'
import { t } from '../translate.ts'
import {
  chosenOf,
  type FieldScreen,
  type FieldValue,
  type FieldValues,
  hasChoices,
  type ListingField,
} from './field.ts'

export type FormatContext = { currency: string; distanceUnit: DistanceUnit }

/** Returns how the values of a listing are written. Distances have the unit of its place. */
export const formatContextOf = ({ country }: { country: string }, currency: string): FormatContext => ({
  currency,
  distanceUnit: distanceUnitIn(country),
})

/** Returns the value as a reader sees it, such as `5 years` or `English, Spanish`. */
export function formatValue(field: ListingField, value: FieldValue, context: FormatContext): string {
  if (field.type === 'number')
    return [formatNumber(Number(value)), unitOf(field, context)].filter(Boolean).join(' ')
  if (field.type === 'money') return formatPrice({ price: Number(value), price_unit: null }, context.currency)
  if (field.type === 'date') return formatDay(String(value))
  return hasChoices(field) ? choiceLabels(field, value) : String(value)
}

/** Returns the labels of the choices that a listing has. */
export const choiceLabels = (field: ListingField, value: FieldValue): string =>
  chosenOf(field, value)
    .map(({ label }) => label)
    .join(', ')

/** Returns the unit of a number in a form or a text. */
export const unitOf = (
  { role, unit }: ListingField,
  { distanceUnit }: Pick<FormatContext, 'distanceUnit'>,
): string => (role === 'travel-distance' ? distanceUnit : unit)

/** A value of a listing as a screen shows it. `href` is where a web address or a phone number leads. */
export type ShownField = Pick<ListingField, 'key' | 'label' | 'audience'> & {
  text: string
  href: string | null
}

/** Returns the values that a screen shows, in the order of the fields. `values` are those that the reader may see. */
export const shownFields = (
  fields: readonly ListingField[],
  values: FieldValues,
  screen: FieldScreen,
  context: FormatContext,
): ShownField[] =>
  fields.flatMap((field) => {
    const { key, label, audience, retired, shownOn } = field
    const value = values[key]
    const isShown = value !== undefined && !retired && shownOn.includes(screen)
    const text = isShown ? formatValue(field, value, context) : ''
    return text ? [{ key, label, audience, text, href: hrefOf(field, text) }] : []
  })

/** Returns the values that a screen shows as lines of text, such as `Experience: 5 years`. */
export const shownLines = (...shown: Parameters<typeof shownFields>): string[] =>
  shownFields(...shown).map(({ label, text }) => t('{field}: {value}', { field: label, value: text }))

function hrefOf({ type }: ListingField, text: string): string | null {
  if (type === 'url') return isHttpUrl(text) ? text : null
  const digits = text.replace(/[^\d+]/g, '')
  return type === 'phone' && digits ? `tel:${digits}` : null
}

/** Returns the values that cards show as one line, such as `Comes to you · Experience: 5 years`; empty without any. */
export const cardLine = (
  fields: readonly ListingField[],
  values: FieldValues,
  context: FormatContext,
): string =>
  fields
    .flatMap((field) => {
      const [shown] = shownFields([field], values, 'card', context)
      if (!shown) return []
      const { label, text } = shown
      // Choices speak for themselves.
      if (field.type === 'choice' || field.type === 'choices') return text
      return values[field.key] === true ? label : t('{field}: {value}', { field: label, value: text })
    })
    .join(' · ')
