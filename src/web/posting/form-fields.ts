/** The site's own fields in the listing form: which ones it has, what they begin with, and what they say. */
import type { Category } from '../../shared/contract/catalog.ts'
import type { Kind } from '../../shared/listing.ts'
import { type FieldValue, fieldsOf, type ListingField } from '../../shared/listing-fields/field.ts'
import { formName, fromFormText, toFormText } from '../../shared/listing-fields/form.ts'
import type { ListingValues } from './values.ts'

/** Two categories can have subcategories of one name. */
const nameOfSubtopic = (category: string, subcategory: string) => `${category}\n${subcategory}`

/** Returns all fields of a kind, because the form can change its topic. Their topics are names, as the form has them. */
export function toFormFields(
  kind: Kind,
  fields: readonly ListingField[],
  categories: Category[],
): ListingField[] {
  const names = new Map<string, string>()
  for (const { _id, name, subcategories } of categories) {
    names.set(_id, name)
    for (const subcategory of subcategories) names.set(subcategory.id, nameOfSubtopic(name, subcategory.name))
  }
  return fields
    .filter(({ kinds, retired }) => kinds.includes(kind) && !retired)
    .map((field) => ({ ...field, topics: field.topics.map((id) => names.get(id) ?? id) }))
}

/** Returns those of the form's fields that a listing on this topic has. */
export const ownFields = (
  kind: Kind,
  fields: readonly ListingField[],
  { category, subcategory }: Pick<ListingValues, 'category' | 'subcategory'>,
): ListingField[] =>
  fieldsOf(fields, kind, {
    category: category || null,
    subcategory: subcategory ? nameOfSubtopic(category, subcategory) : null,
  })

/** Returns what the fields of a new listing begin with. */
export const initialTexts = (fields: readonly ListingField[]): Partial<ListingValues> =>
  Object.fromEntries(
    fields
      .filter(({ initial }) => initial !== null)
      .map(({ key, initial }) => [formName(key), toFormText(initial)]),
  )

/** Returns the value of a field in a form, not yet checked. The order in which choices were made does not matter. */
export function valueIn(values: ListingValues, field: ListingField): FieldValue | undefined {
  const value = fromFormText(field, values[formName(field.key)] ?? '')
  if (Array.isArray(value)) return value.toSorted()
  return typeof value === 'string' ? value.trim() : value
}
