/** The filters beyond search text, topic, and place: read from the URL, and described for people. */
import { maxNameLength } from '../../../shared/limits.ts'
import {
  activeFilters,
  type Center,
  type FilterParameter,
  type FilterTexts,
  isAnywhere,
  namesOf,
  parametersOf,
} from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import { isFieldParameter, readFieldFilters } from '../../../shared/listing-fields/parameters.ts'
import type { UnderstoodPart } from '../../../shared/search.ts'
import { formatNumber } from '../../../shared/site-format.ts'

/** Reads the filters that a list of this kind has. Does not validate them: the server does. */
export function readFilters(query: URLSearchParams, kind: Kind): FilterTexts {
  const filters: FilterTexts = { ...readFieldFilters(query) }
  for (const name of parametersOf(kind)) {
    const value = query.get(name)?.trim().slice(0, maxNameLength).trim()
    if (value) filters[name] = value
  }
  return withoutDependents(filters)
}

/** Returns the filters without some of them and those that depend on them. */
export function withoutFilters(filters: FilterTexts, names: readonly string[]): FilterTexts {
  const rest = Object.entries(filters).filter(([name]) => !names.includes(name))
  return withoutDependents(Object.fromEntries(rest))
}

/** Returns the filters without those of the site's own fields, which are those of a category. */
export const withoutFields = (filters: FilterTexts): FilterTexts =>
  withoutFilters(filters, Object.keys(filters).filter(isFieldParameter))

/** A distance means nothing without the place to measure it from. */
function withoutDependents({ within, ...rest }: FilterTexts): FilterTexts {
  return rest.near && !isAnywhere(rest.near) && within ? { ...rest, within } : rest
}

/** Counts the filters as a reader would: a price range is one. How words are matched is none. */
export const countFilters = (filters: FilterTexts): number =>
  activeFilters(filters).filter(({ column }) => column).length +
  Object.keys(filters).filter(isFieldParameter).length

type Described = { label: string; names: readonly FilterParameter[] }

/** Describes each active filter in a few words, except those of the site's own fields. `center` is where the server found `near`. */
export const describeFilters = (filters: FilterTexts, currency: string, center: Center): Described[] =>
  activeFilters(filters).map((filter) => ({
    names: namesOf(filter),
    label: filter.chip(filters, { currency, center }),
  }))

/** Describes a part of the search text that filters the list. */
export const labelOfPart = ({ filters }: UnderstoodPart, currency: string, center: Center): string =>
  describeFilters(filters, currency, center)
    .map(({ label }) => label)
    .join(', ')

/** Formats a count as `12`, or as `1,000+` if there are more. */
export const formatCounted = (count: number, more = false): string =>
  `${formatNumber(count)}${more ? '+' : ''}`
