/** The site's own fields by which lists are filtered and ordered. */
import { daysBetween } from '../../../shared/days.ts'
import { invalidFields } from '../../../shared/errors.ts'
import type { ListOrder } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import {
  choicesOf,
  fieldsOf,
  hasChoices,
  hasRange,
  type ListingField,
  mayRead,
  visitor,
} from '../../../shared/listing-fields/field.ts'
import { filterable, parseFieldFilter, parseFieldFilters } from '../../../shared/listing-fields/filters.ts'
import {
  type FieldFilterTexts,
  type FieldParameter,
  fieldSortPattern,
  fieldTextsOf,
  parameterOf,
} from '../../../shared/listing-fields/parameters.ts'
import type { Catalog, NamedFilter } from '../catalog/service.ts'
import type { ListingFields } from '../listing-fields/service.ts'
import type { EngineFilter, EngineSort } from '../search/service.ts'

export type ListSources = { catalog: Catalog; listingFields: ListingFields }

/** Returns the fields by which a list can be filtered or ordered: those of its topic that everyone may see. Other lists have none. */
export async function fieldsOfList(
  { catalog, listingFields }: ListSources,
  kind: Kind,
  names: NamedFilter,
): Promise<ListingField[]> {
  const { category, subcategory } = catalog.idsOf(names)
  const topics = subcategory ?? category ?? []
  if (topics.length === 0) return []
  const fields = (await listingFields.all()).filter(
    (field) =>
      mayRead(field, visitor) &&
      (field.filter ? hasChoices(field) || hasRange(field) : field.sortable && hasRange(field)),
  )
  // A name can mean subcategories of several categories.
  return topics.reduce((shared, topic) => fieldsOf(shared, kind, topicOf(catalog, topic)), fields)
}

function topicOf(catalog: Catalog, id: number) {
  const subcategory = String(id)
  const parent = catalog
    .categories()
    .find(({ subcategories }) => subcategories.some((sub) => sub.id === subcategory))
  return { category: parent?._id ?? subcategory, subcategory: parent ? subcategory : null }
}

/** Throws `invalid`, with a sentence for each filter that a list with these fields does not have. */
export function requireFieldFilters(fields: readonly ListingField[], texts: FieldFilterTexts): void {
  const offered = new Map(filterable(fields).map((field) => [parameterOf(field.key), field]))
  const errors = Object.entries(fieldTextsOf(texts)).flatMap(([name, text]) => {
    const field = offered.get(name as FieldParameter)
    if (field && parseFieldFilter(field, text)) return []
    const sentence = field
      ? `“${field.label}” does not have this value, so it does not filter this list.`
      : `Ads in this list do not have the field “${name.slice(2)}”, so it does not filter this list.`
    return [[name, sentence] as const]
  })
  if (errors.length > 0) throw invalidFields(Object.fromEntries(errors))
}

/** Returns what the engine filters by. */
export function fieldPartsOf(
  fields: readonly ListingField[],
  texts: FieldFilterTexts,
): Pick<EngineFilter, 'choices' | 'numbers'> {
  const filters = parseFieldFilters(fields, texts)
  const choices = filters.flatMap((filter) =>
    'choices' in filter ? [filter.choices.map((choice) => choiceOf(filter.field, choice))] : [],
  )
  const numbers = filters.flatMap((filter) => {
    if (!('range' in filter)) return []
    const { field, range } = filter
    return [{ key: field.key, min: numberOf(field, range.min), max: numberOf(field, range.max) }]
  })
  return { choices: orNone(choices), numbers: orNone(numbers) }
}

const choiceOf = ({ key }: ListingField, choice: string) => `${key}:${choice}`

/** Days are numbers since 1970, as engines have them. */
function numberOf({ type }: ListingField, end: string | undefined): number | undefined {
  if (end === undefined) return undefined
  return type === 'date' ? daysBetween('1970-01-01', end) : Number(end)
}

const orNone = <Item>(items: Item[]): Item[] | undefined => (items.length > 0 ? items : undefined)

/** Returns the choices whose listings a list counts. */
export const countedChoices = (fields: readonly ListingField[]): string[] =>
  filterable(fields)
    .filter(hasChoices)
    .flatMap((field) => choicesOf(field).map(({ key }) => choiceOf(field, key)))

/** Returns the counts of each field, in the order of its choices. */
export function namedChoices<Count extends object>(
  fields: readonly ListingField[],
  counts: readonly (readonly [string, number])[],
  toCount: (count: number) => Count,
) {
  const byChoice = new Map(counts)
  return fields.map((field) => ({
    key: field.key,
    choices: choicesOf(field).flatMap(({ key }) => {
      const count = byChoice.get(choiceOf(field, key))
      return count ? [{ key, ...toCount(count) }] : []
    }),
  }))
}

/** Returns the order by a field; null for another one, or if the list does not have the field. */
export function fieldOrderOf(
  fields: readonly ListingField[],
  order: ListOrder | undefined,
): Exclude<EngineSort, string> | null {
  const [, key = '', direction] = fieldSortPattern.exec(order ?? '') ?? []
  const field = fields.find((field) => field.key === key)
  return field?.sortable && hasRange(field) ? { key, descending: direction === 'desc' } : null
}
