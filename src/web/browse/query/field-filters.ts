/**
 * The filters and orders of the site's own fields (`shared/listing-fields/`). Loaders write the texts, so that a page that the server has
 * rendered needs no definitions and none of the code that reads them.
 */
import { hasChoices, hasRange, type ListingField } from '../../../shared/listing-fields/field.ts'
import {
  describeFieldFilter,
  type FieldRange,
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
import { currencySymbol } from '../../../shared/price.ts'
import type { Facets } from '../../../shared/search.ts'

type Count = { count: number; more: boolean }
type Choice = { key: string; label: string; isChosen: boolean; count: Count }

/** What the form of a list shows of a field. Yes or no is a select. */
export type FilterControl = { name: FieldParameter; label: string; text: string } & (
  | { type: 'number' | 'date'; unit: string; min: string; max: string }
  | { type: 'choices' | 'yes-no'; choices: Choice[] }
)

export type FieldFilters = {
  controls: FilterControl[]
  chips: { name: FieldParameter; label: string }[]
  sorts: { value: FieldSort; label: string }[]
}

type FilteredFields = {
  fields: readonly ListingField[]
  filters: FieldFilterTexts
  context: FormatContext
  /** The fields of the list; none while the search is unavailable. */
  facets: Facets['fields']
}

export function toFieldFilters(filtered: FilteredFields): FieldFilters {
  const { fields, facets } = filtered
  const own = fields.filter(({ key }) => facets.some((facet) => facet.key === key))
  return {
    controls: filterable(own).map((field) => controlOf(field, filtered)),
    chips: describeFieldFilters(filtered),
    sorts: own.filter((field) => field.sortable && hasRange(field)).flatMap(sortsOf),
  }
}

/** Describes each filter in a few words. */
export const describeFieldFilters = ({
  fields,
  filters,
  context,
}: Omit<FilteredFields, 'facets'>): FieldFilters['chips'] =>
  parseFieldFilters(fields, filters).map((filter) => ({
    name: parameterOf(filter.field.key),
    label: describeFieldFilter(filter, context),
  }))

function controlOf(field: ListingField, { filters, context, facets }: FilteredFields): FilterControl {
  const { key, label, type } = field
  const name = parameterOf(key)
  const text = filters[name] ?? ''
  const filter = parseFieldFilter(field, text)
  if (!hasChoices(field)) {
    const range: FieldRange = filter && 'range' in filter ? filter.range : {}
    const { min = '', max = '' } = range
    const unit = type === 'money' ? currencySymbol(context.currency) : unitOf(field, context)
    return { name, label, text, type: type === 'date' ? 'date' : 'number', unit, min, max }
  }
  const chosen = filter && 'choices' in filter ? filter.choices : []
  const counts = facets.find((facet) => facet.key === key)?.choices ?? []
  const choices = offeredChoices(field, text).map((choice) => {
    const { count = 0, more = false } = counts.find((count) => count.key === choice.key) ?? {}
    return {
      key: choice.key,
      label: choice.label,
      isChosen: chosen.includes(choice.key),
      count: { count, more },
    }
  })
  return { name, label, text, type: type === 'yes-no' ? 'yes-no' : 'choices', choices }
}

function sortsOf({ key, label, type }: ListingField): FieldFilters['sorts'] {
  const [asc, desc] = type === 'date' ? ['earliest first', 'latest first'] : ['low to high', 'high to low']
  return [
    { value: `f.${key}-asc`, label: `${label}: ${asc}` },
    { value: `f.${key}-desc`, label: `${label}: ${desc}` },
  ]
}
