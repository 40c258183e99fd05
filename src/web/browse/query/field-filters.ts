/**
 * The filters and orders of the site's own fields (`shared/listing-fields/`). Loaders write the texts, so that a page that the server has
 * rendered needs no definitions and none of the code that reads them.
 */

import { currencySymbol } from '../../../shared/currency-symbol.ts'
import { hasChoices, hasRange, type ListingField } from '../../../shared/listing-fields/field.ts'
import {
  describeFieldFilter,
  filterable,
  parseFieldFilter,
  parseFieldFilters,
} from '../../../shared/listing-fields/filters.ts'
import { offeredChoices } from '../../../shared/listing-fields/form.ts'
import { type FormatContext, unitOf } from '../../../shared/listing-fields/format.ts'
import {
  type FieldFilterTexts,
  type FieldParameter,
  type FieldSort,
  parameterOf,
} from '../../../shared/listing-fields/parameters.ts'
import type { Facets } from '../../../shared/search.ts'
import { t } from '../../../shared/translate.ts'

type Choice = { key: string; label: string; count: number; more: boolean }

/** What the form of a list shows of a field. `error` says why a value does not filter the list. */
export type FilterControl = { name: FieldParameter; label: string } & (
  | { type: 'number' | 'date'; error: string }
  | { type: 'choices'; choices: Choice[] }
)

export type FieldFilters = {
  controls: FilterControl[]
  /** The ends of ranges by the names of their fields, such as `f.years.min`. */
  ends: FieldFilterTexts
  chips: { name: FieldParameter; label: string }[]
  sorts: { value: FieldSort; label: string }[]
}

type FilteredFields = {
  fields: readonly ListingField[]
  filters: FieldFilterTexts
  /** Values that the server refused. */
  rejected: Partial<Record<FieldParameter, { value: string }>>
  context: FormatContext
  /** The fields of the list; none while the search is unavailable. */
  facets: Facets['fields']
}

export function toFieldFilters(filtered: FilteredFields): FieldFilters {
  const { fields, filters, context, facets } = filtered
  const own = fields.filter(({ key }) => facets.some((facet) => facet.key === key))
  return {
    controls: filterable(own).map((field) => controlOf(field, filtered)),
    ends: Object.assign(
      {},
      ...filterable(own)
        .filter(hasRange)
        .map((field) => endsOf(field, filtered)),
    ),
    chips: parseFieldFilters(fields, filters).map((filter) => ({
      name: parameterOf(filter.field.key),
      label: describeFieldFilter(filter, context),
    })),
    sorts: own.filter((field) => field.sortable && hasRange(field)).flatMap(sortsOf),
  }
}

function controlOf(
  field: ListingField,
  { filters, rejected, context, facets }: FilteredFields,
): FilterControl {
  const { key, label, type } = field
  const name = parameterOf(key)
  if (hasChoices(field)) {
    const counts = facets.find((facet) => facet.key === key)?.choices ?? []
    const choices = offeredChoices(field, filters[name] ?? '').map(({ key, label }) => {
      const { count = 0, more = false } = counts.find((count) => count.key === key) ?? {}
      return { key, label, count, more }
    })
    return { name, label, type: 'choices', choices }
  }
  const isDate = type === 'date'
  const unit = type === 'money' ? currencySymbol(context.currency) : unitOf(field, context)
  const correction = isDate ? t('Enter a day of the calendar.') : t('Enter a number such as 5.')
  return {
    name,
    label: unit ? `${label} (${unit})` : label,
    type: isDate ? 'date' : 'number',
    error: rejected[name] ? correction : '',
  }
}

/** Returns the ends of a range, or what was typed if it is none, such as `1e3-`. */
function endsOf(field: ListingField, { filters, rejected }: FilteredFields): FieldFilterTexts {
  const name = parameterOf(field.key)
  const text = filters[name] ?? rejected[name]?.value ?? ''
  const filter = parseFieldFilter(field, text)
  const [, from = '', to = ''] = /^(-?[^-]*)-(.*)$/.exec(text) ?? []
  const { min = '', max = '' } = filter && 'range' in filter ? filter.range : { min: from, max: to }
  return { [`${name}.min`]: min, [`${name}.max`]: max }
}

function sortsOf({ key, label, type }: ListingField): FieldFilters['sorts'] {
  const [asc, desc] =
    type === 'date'
      ? [t('{field}: earliest first', { field: label }), t('{field}: latest first', { field: label })]
      : [t('{field}: low to high', { field: label }), t('{field}: high to low', { field: label })]
  return [
    { value: `f.${key}-asc`, label: asc },
    { value: `f.${key}-desc`, label: desc },
  ]
}
