/** The site's own fields in the listing form: which ones it has, and what they begin with. Their topics are names, as the form has them. */
import type { Category } from '../../shared/contract/catalog.ts'
import type { Kind } from '../../shared/listing.ts'
import { fieldsOf, type ListingField } from '../../shared/listing-fields/field.ts'
import { formName, toFormText } from '../../shared/listing-fields/form.ts'
import type { ListingValues } from './values.ts'

/** Two categories can have subcategories of one name. */
const nameOfSubtopic = (category: string, subcategory: string) => `${category}\n${subcategory}`

/** Returns all fields of a kind, because the form can change its topic. */
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
    .filter(({ kinds }) => kinds.includes(kind))
    .map((field) => ({ ...field, topics: field.topics.map((id) => names.get(id) ?? id) }))
}

/** Returns those of the form's fields that a listing on this topic has. */
export const ownFields = (
  kind: Kind,
  fields: readonly ListingField[],
  { category, subcategory }: Pick<ListingValues, 'category' | 'subcategory'>,
): ListingField[] => fieldsOf(fields, kind, { category, subcategory: nameOfSubtopic(category, subcategory) })

/** Returns what the fields of a new listing begin with. */
export const initialTexts = (fields: readonly ListingField[]): Partial<ListingValues> =>
  Object.fromEntries(fields.map(({ key, initial }) => [formName(key), toFormText(initial)]))
