/** The filters of a list as the search takes them. */
import { circleAround } from '../../../shared/distance.ts'
import { AppError } from '../../../shared/errors.ts'
import {
  activeFilters,
  type DistanceUnit,
  defaultSort,
  type FilterValues,
  listSorts,
  partsOf,
  type Sort,
} from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { Catalog, IdFilter, NamedFilter } from '../catalog/service.ts'
import type { EngineFilter, EngineSort } from '../search/service.ts'

export type SearchFilter = NamedFilter & FilterValues & { searchtext?: string | undefined }

/** Returns whether a list is a search: it has words or a filter beyond topic and place. */
export const needsSearch = ({ searchtext, near, ...filter }: SearchFilter, sort: Sort | undefined): boolean =>
  Boolean(searchtext) ||
  near !== undefined ||
  sort === 'distance' ||
  activeFilters(filter).some(({ part }) => part !== undefined)

/** A filter whose `near` is the name of a town, and the circle around it. */
export type LocatedFilter = { filter: SearchFilter; center: SearchCenter | null }
type SearchCenter = { name: string; unit: DistanceUnit; circle: NonNullable<EngineFilter['near']> }

/** Replaces `near` by its town, so that caches do not contain what a visitor typed. Throws `invalid` for an unknown place. */
export async function locateFilter(catalog: Catalog, typed: SearchFilter): Promise<LocatedFilter> {
  const { near, within, ...filter } = typed
  if (!near) return { filter, center: null }
  const center = await catalog.findTown(near)
  if (!center) {
    const message = 'We do not know this place. Try a city, a ZIP code, or a postal code.'
    throw new AppError('invalid', message, { near: message })
  }
  const { name } = center
  return { filter: { ...filter, near: name, within }, center: { name, ...circleAround(center, within) } }
}

/** Returns the listings of a kind on a topic and in a place as the engine takes them. */
export const filterOfIds = (
  kind: Kind,
  { category, subcategory, country, state, city }: IdFilter,
): EngineFilter => ({
  kind,
  topics: [category, subcategory].filter((ids) => ids !== undefined),
  places: [country, state, city].filter((ids) => ids !== undefined),
  ranges: [],
  flags: [],
})

/** Returns the filter of a list as the engine takes it. */
export function engineFilterOf(
  catalog: Catalog,
  kind: Kind,
  { filter, center }: LocatedFilter,
  now: Date,
): EngineFilter {
  const parts = partsOf(filter, kind, now)
  return {
    ...filterOfIds(kind, catalog.idsOf(filter)),
    ranges: parts.flatMap(({ range }) => range ?? []),
    flags: parts.flatMap(({ flag }) => flag ?? []),
    days: parts.find(({ days }) => days !== undefined)?.days,
    hideEnded: parts.some(({ hideEnded }) => hideEnded),
    near: center?.circle,
  }
}

/** Returns the order of a list. One that the list cannot have counts as none. */
export function sortOf(
  requested: Sort | undefined,
  kind: Kind,
  { searchtext, near }: SearchFilter,
): EngineSort {
  const has = { words: Boolean(searchtext), near: Boolean(near) }
  if (!requested) return defaultSort(kind, has)
  const entry = listSorts[requested]
  return 'needs' in entry && !has[entry.needs] ? defaultSort(kind, has) : requested
}
