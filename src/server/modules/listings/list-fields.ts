/** The site's own fields by which lists are filtered and ordered. */

import { invalidFields } from '../../../shared/errors.ts'
import { fieldLimits } from '../../../shared/limits.ts'
import type { ListOrder } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import {
  type FieldTopic,
  fieldsOf,
  hasChoices,
  hasRange,
  type ListingField,
  mayRead,
  visitor,
} from '../../../shared/listing-fields/field.ts'
import {
  engineChoice,
  engineNumber,
  filterable,
  parseFieldFilter,
  parseFieldFilters,
  toFieldText,
} from '../../../shared/listing-fields/filters.ts'
import {
  type FieldFilterTexts,
  fieldParametersOf,
  fieldSortPattern,
  parameterOf,
} from '../../../shared/listing-fields/parameters.ts'
import { t } from '../../../shared/translate.ts'
import type { Catalog, CatalogNode, NamedFilter } from '../catalog/service.ts'
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
  // Merged topics whose ads are still moving count as what they stand for.
  const topics = new Set(
    (subcategory ?? category ?? []).flatMap((id) => catalog.nodes().topics.get(id) ?? []),
  )
  if (topics.size === 0) return []
  const fields = (await listingFields.all()).filter(
    (field) =>
      mayRead(field, visitor) &&
      (field.filter ? hasChoices(field) || hasRange(field) : field.sortable && hasRange(field)),
  )
  // A name can mean subcategories of several categories.
  return [...topics].reduce((shared, topic) => fieldsOf(shared, kind, topicOf(topic)), fields)
}

const topicOf = ({ id, ancestors: [category] }: CatalogNode): FieldTopic => ({
  category: category === undefined ? null : String(category),
  subcategory: String(id),
})

/**
 * Returns the texts of what the filters of a list with these fields mean. Throws `invalid`, with a sentence for each that the list does
 * not have, and for more filters than a person uses: facets count again without each, and so does what is offered if nothing is found.
 */
export function cleanFieldFilters(
  fields: readonly ListingField[],
  texts: FieldFilterTexts,
): FieldFilterTexts {
  const offered = new Map(filterable(fields).map((field) => [parameterOf(field.key), field]))
  const clean: FieldFilterTexts = {}
  const errors: Record<string, string> = {}
  for (const name of fieldParametersOf(texts)) {
    const field = offered.get(name)
    const text = texts[name] ?? ''
    const filter = field && parseFieldFilter(field, text)
    if (filter && Object.keys(clean).length === fieldLimits.filters)
      errors[name] = t('A list can be filtered by at most {max} fields.', { max: fieldLimits.filters })
    else if (filter) clean[name] = toFieldText(filter)
    else
      errors[name] = field
        ? t('“{field}” does not have the value “{value}”, so it does not filter this list.', {
            field: field.label,
            value: text,
          })
        : t('Ads in this list do not have the field “{field}”, so it does not filter this list.', {
            field: name.slice(2),
          })
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  return clean
}

/** Returns what the engine filters by. */
export function fieldPartsOf(
  fields: readonly ListingField[],
  texts: FieldFilterTexts,
): Pick<EngineFilter, 'choices' | 'numbers'> {
  const filters = parseFieldFilters(fields, texts)
  return {
    choices: filters.flatMap((filter) =>
      'choices' in filter ? [filter.choices.map((choice) => engineChoice(filter.field, choice))] : [],
    ),
    numbers: filters.flatMap((filter) => {
      if (!('range' in filter)) return []
      const { field, range } = filter
      const numberOf = (end = '') => (end === '' ? undefined : engineNumber(field, end))
      return [{ key: field.key, min: numberOf(range.min), max: numberOf(range.max) }]
    }),
  }
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
