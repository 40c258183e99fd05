/** The filters of a list as the search takes them. */

import { circleAround, type DistanceUnit } from '../../../shared/distance.ts'
import { AppError } from '../../../shared/errors.ts'
import {
  activeFilters,
  defaultSort,
  type FilterValues,
  type ListOrder,
  listSorts,
  partsOf,
} from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { ListingField } from '../../../shared/listing-fields/field.ts'
import {
  type FieldFilterTexts,
  fieldParametersOf,
  isFieldSort,
} from '../../../shared/listing-fields/parameters.ts'
import { t } from '../../../shared/translate.ts'
import type { Catalog, IdFilter, NamedFilter } from '../catalog/service.ts'
import { type EngineFilter, type EngineSort, languageChoice } from '../search/service.ts'
import {
  cleanFieldFilters,
  fieldOrderOf,
  fieldPartsOf,
  fieldsOfList,
  type ListSources,
} from './list-fields.ts'

export type SearchFilter = NamedFilter & FilterValues & FieldFilterTexts & { searchtext?: string | undefined }

/** Returns whether a list is a search: it has words or a filter beyond topic and place. */
export const needsSearch = (
  { searchtext, near, ...filter }: SearchFilter,
  sort: ListOrder | undefined,
): boolean =>
  Boolean(searchtext) ||
  Boolean(near) ||
  sort === 'distance' ||
  activeFilters(filter).some(({ part }) => part !== undefined) ||
  fieldParametersOf(filter).length > 0

/** A filter whose `near` is the name of a town, and the circle around it. */
export type LocatedFilter = {
  filter: SearchFilter
  center: SearchCenter | null
  /** Those by which the list can be filtered and ordered. */
  fields: ListingField[]
}
type SearchCenter = { name: string; unit: DistanceUnit; circle: NonNullable<EngineFilter['near']> }

/**
 * Replaces `near` by its town, and the filters of fields by what they mean, so that caches do not contain what a visitor typed. Throws
 * `invalid` for an unknown place, and for filters that the list does not have.
 */
export async function locateFilter(
  sources: ListSources,
  kind: Kind,
  typed: SearchFilter,
): Promise<LocatedFilter> {
  const { near, within, ...others } = typed
  const fields = await fieldsOfList(sources, kind, typed)
  const filter: SearchFilter = { ...others, ...cleanFieldFilters(fields, others) }
  if (!near) return { filter, center: null, fields }
  const center = await sources.catalog.findTown(near)
  if (!center) {
    const message = t('We do not know this place. Try a city, a ZIP code, or a postal code.')
    throw new AppError('invalid', message, { near: message })
  }
  const { name } = center
  return {
    filter: { ...filter, near: name, within },
    center: { name, ...circleAround(center, within) },
    fields,
  }
}

/** Returns the listings of a kind on a topic and in a place as the engine takes them. */
export const filterOfIds = (
  kind: Kind,
  { category, subcategory, country, state, city }: IdFilter,
): EngineFilter => ({
  kind,
  topics: [category, subcategory].filter((ids) => ids !== undefined),
  // The narrowest one says it all. A town that moves between divisions has ads in both.
  places: [city ?? state ?? country].filter((ids) => ids !== undefined),
  ranges: [],
  flags: [],
})

/** Returns the filter of a list as the engine takes it. */
export function engineFilterOf(
  catalog: Catalog,
  kind: Kind,
  { filter, center, fields }: LocatedFilter,
  now: Date,
): EngineFilter {
  const parts = partsOf(filter, kind, now)
  const { choices, numbers } = fieldPartsOf(fields, filter)
  return {
    ...filterOfIds(kind, catalog.idsOf(filter)),
    ranges: parts.flatMap(({ range }) => range ?? []),
    flags: parts.flatMap(({ flag }) => flag ?? []),
    numbers,
    choices: [
      ...(choices ?? []),
      ...parts.flatMap(({ languages }) => (languages ? [languages.map(languageChoice)] : [])),
    ],
    days: parts.find(({ days }) => days !== undefined)?.days,
    hideEnded: parts.some(({ hideEnded }) => hideEnded),
    near: center?.circle,
  }
}

/** Returns the order of a list. One that the list cannot have counts as none. */
export function sortOf(
  requested: ListOrder | undefined,
  kind: Kind,
  { filter: { searchtext, near }, fields }: Omit<LocatedFilter, 'center'>,
): EngineSort {
  const has = { words: Boolean(searchtext), near: Boolean(near) }
  const byField = fieldOrderOf(fields, requested)
  if (byField) return byField
  if (!requested || isFieldSort(requested)) return defaultSort(kind, has)
  const entry = listSorts[requested]
  return 'needs' in entry && !has[entry.needs] ? defaultSort(kind, has) : requested
}
