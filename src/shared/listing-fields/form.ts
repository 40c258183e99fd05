/** The fields as a form has them: every value is a text, and a field has the name `fields.KEY`. Several choices are joined by commas. */
import { choicesOf, type FieldValue, type FieldValues, type ListingField } from './field.ts'

export type FormName = `fields.${string}`
export const formName = (key: string): FormName => `fields.${key}`

export const isFormName = (name: string): name is FormName => /^fields\.[a-z][a-z0-9_]{0,39}$/.test(name)

/** Returns the text of a value in the form. */
export function toFormText(value: FieldValue | null | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** Returns the value that a text of the form means, not yet checked. A text that is no number stays one, and is refused later. */
export function fromFormText({ type }: Pick<ListingField, 'type'>, text: string): FieldValue | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (type === 'number' || type === 'money') return parseNumber(trimmed)
  if (type === 'yes-no') return trimmed === 'yes' || (trimmed === 'no' ? false : trimmed)
  return type === 'choices' ? trimmed.split(',') : text
}

/** Returns the number in a text such as `1,200.50` or `$5`, as the price field reads it; the text if it is none. */
function parseNumber(text: string): number | string {
  const digits = text.replace(/^[^\d-]{1,3}(?=\d)/u, '').replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : text
}

/** Returns the values of these fields in the texts of a form, not yet checked. */
export const fromForm = (
  fields: readonly ListingField[],
  texts: Readonly<Record<string, string | undefined>>,
): Record<string, FieldValue> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = fromFormText(field, texts[formName(field.key)] ?? '')
      return value === undefined ? [] : [[field.key, value] as const]
    }),
  )

/** Returns the texts of a form that has these values. */
export const toForm = (values: FieldValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [formName(key), toFormText(value)]))

/** Returns the choices that a form offers: those that can be chosen, and those that the listing has. */
export const offeredChoices = (field: ListingField, text: string) =>
  choicesOf(field).filter(({ key, retired }) => !retired || text.split(',').includes(key))
