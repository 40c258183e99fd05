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

type Choice = { key: string; label: string; isChosen: boolean; count: number; more: boolean }

/** What the form of a list shows of a field. `error` says why a value does not filter the list. */
export type FilterControl = { name: FieldParameter; label: string; text: string } & (
  | { type: 'number' | 'date'; min: string; max: string; error: string }
  | { type: 'choices'; choices: Choice[] }
)

export type FieldFilters = {
  controls: FilterControl[]
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
    chips: parseFieldFilters(fields, filters).map((filter) => ({
      name: parameterOf(filter.field.key),
      label: describeFieldFilter(filter, context),
    })),
    sorts: own.filter((field) => field.sortable && hasRange(field)).flatMap(sortsOf),
  }
}

function controlOf(field: ListingField, filtered: FilteredFields): FilterControl {
  const { filters, rejected, context, facets } = filtered
  const { key, label, type } = field
  const name = parameterOf(key)
  const text = filters[name] ?? rejected[name]?.value ?? ''
  const filter = parseFieldFilter(field, text)
  if (hasChoices(field)) {
    const counts = facets.find((facet) => facet.key === key)?.choices ?? []
    const chosen = filter && 'choices' in filter ? filter.choices : []
    const choices = offeredChoices(field, text).map(({ key, label }) => {
      const { count = 0, more = false } = counts.find((count) => count.key === key) ?? {}
      return { key, label, isChosen: chosen.includes(key), count, more }
    })
    return { name, label, text, type: 'choices', choices }
  }
  const isDate = type === 'date'
  const unit = type === 'money' ? currencySymbol(context.currency) : unitOf(field, context)
  const { min = '', max = '' } = filter && 'range' in filter ? filter.range : typedRange(text)
  const correction = isDate ? 'Enter a day of the calendar.' : 'Enter a number such as 5.'
  const error = rejected[name] ? correction : ''
  const named = unit ? `${label} (${unit})` : label
  return { name, label: named, text, type: isDate ? 'date' : 'number', min, max, error }
}

/** Returns what was typed into the fields of a range that is none, such as `1e3-`. */
function typedRange(text: string): FieldRange {
  const [, min, max] = /^(-?[^-]*)-(.*)$/.exec(text) ?? []
  return { min, max }
}

function sortsOf({ key, label, type }: ListingField): FieldFilters['sorts'] {
  const [asc, desc] = type === 'date' ? ['earliest first', 'latest first'] : ['low to high', 'high to low']
  return [
    { value: `f.${key}-asc`, label: `${label}: ${asc}` },
    { value: `f.${key}-desc`, label: `${label}: ${desc}` },
  ]
}
