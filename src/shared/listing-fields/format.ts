/** Says the values of fields to readers. */
import { formatDay } from '../format.ts'
import { formatPrice } from '../price.ts'
import { choicesOf, type FieldScreen, type FieldValue, type FieldValues, type ListingField } from './field.ts'

export type FormatContext = { currency: string; distanceUnit: 'mi' | 'km' }

/** Returns the value as a reader sees it, such as `5 years` or `English, Spanish`. Choices that no longer exist are left out. */
export function formatValue(field: ListingField, value: FieldValue, context: FormatContext): string {
  if (field.type === 'number')
    return [Number(value).toLocaleString('en-US'), unitOf(field, context)].filter(Boolean).join(' ')
  if (field.type === 'money') return formatPrice({ price: Number(value), price_unit: null }, context.currency)
  if (field.type === 'date') return formatDay(String(value))
  if (field.type === 'yes-no') return value === true ? 'Yes' : 'No'
  if (field.type === 'choice' || field.type === 'choices') {
    const keys: readonly unknown[] = Array.isArray(value) ? value : [value]
    return choicesOf(field)
      .filter(({ key }) => keys.includes(key))
      .map(({ label }) => label)
      .join(', ')
  }
  return String(value)
}

/** Returns the unit of a number in a form or a text. */
export const unitOf = (
  { role, unit }: ListingField,
  { distanceUnit }: Pick<FormatContext, 'distanceUnit'>,
): string => (role === 'travel-distance' ? distanceUnit : unit)

/** A field of a listing as a screen shows it. */
export type ShownField = { key: string; label: string; text: string; href: string | null }

/** Returns the fields with a value that a screen shows, in their order. `values` are those that the reader may see. */
export const shownFields = (
  fields: readonly ListingField[],
  values: FieldValues,
  screen: FieldScreen,
  context: FormatContext,
): ShownField[] =>
  fields.flatMap((field) => {
    const value = values[field.key]
    if (value === undefined || field.retired || !field.shownOn.includes(screen)) return []
    const text = formatValue(field, value, context)
    const href =
      field.type === 'url' ? text : field.type === 'phone' ? `tel:${text.replace(/[^\d+]/g, '')}` : null
    return text ? [{ key: field.key, label: field.label, text, href }] : []
  })
