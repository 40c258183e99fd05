/** The filters of a list as the search index takes them. */
import { AppError } from '../../../shared/errors.ts'
import { maxPrice } from '../../../shared/limits.ts'
import type { DistanceUnit, Sort } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { Narrowing } from '../../../shared/search.ts'
import type { NamedFilter } from '../catalog/service.ts'
import {
  circleOf,
  type IndexFilter,
  type IndexSort,
  indexDayOf,
  type SearchService,
} from '../search/service.ts'

export type SearchFilter = NamedFilter & Narrowing & { searchtext?: string | undefined }

/** Returns whether a list needs the search index: it has words or a filter beyond topic and place. */
export const needsSearch = ({ searchtext, ...filter }: SearchFilter, sort: Sort | undefined): boolean =>
  Boolean(searchtext) || sort === 'distance' || narrowingNames.some((name) => filter[name] !== undefined)

const narrowingNames = [
  'near',
  'price_min',
  'price_max',
  'free',
  'pictures',
  'when',
  'from',
  'to',
  'hide_ended',
] satisfies (keyof Narrowing)[]

/** A filter whose `near` is the name of a town, and the circle around it. */
export type LocatedFilter = { filter: SearchFilter; center: SearchCenter | null }
type SearchCenter = { name: string; unit: DistanceUnit; circle: NonNullable<IndexFilter['near']> }

/**
 * Replaces `near` by its town, so that caches do not contain what a visitor typed or where they are. Throws `invalid` for an
 * unknown place.
 */
export async function locateFilter(search: SearchService, typed: SearchFilter): Promise<LocatedFilter> {
  const { near, within, ...filter } = typed
  if (!near) return { filter, center: null }
  const center = await search.resolvePlace(near)
  if (!center) {
    throw new AppError('invalid', 'We do not know this place. Try a city, a ZIP code, or a postal code.', {
      near: 'We do not know this place. Try a city, a ZIP code, or a postal code.',
    })
  }
  const { name } = center
  return { filter: { ...filter, near: name, within }, center: { name, ...circleOf(center, within) } }
}

/** The filters by price, pictures, and day, as the index takes them. */
export function narrowingOf(kind: Kind, filter: SearchFilter): Partial<IndexFilter> {
  const { free, price_min, price_max, pictures, hide_ended } = filter
  const priced = free !== undefined || price_min !== undefined || price_max !== undefined
  const max = free !== undefined ? 0 : (price_max ?? maxPrice)
  return {
    price: priced ? { min: toCents(price_min ?? 0), max: toCents(max) } : undefined,
    pictures: pictures !== undefined,
    days: kind === 'event' ? daysOf(filter) : undefined,
    hideEnded: kind === 'event' && hide_ended !== undefined,
  }
}

const toCents = (price: number) => Math.round(price * 100)

/** The days of `when`, or from `from` to `to`; undefined for any day. */
function daysOf({ when, from, to }: SearchFilter): IndexFilter['days'] {
  if (when) return { when }
  if (from === undefined && to === undefined) return undefined
  return {
    from: from === undefined ? 0 : Math.max(0, indexDayOf(from)),
    to: to === undefined ? lastDay : Math.min(indexDayOf(to), lastDay),
  }
}

/** In the year 2179, the last that the index stores. */
const lastDay = 65_534

/** Searches are sorted by relevance, lists around a place by distance, and others as all lists. */
export function sortOf(
  requested: Sort | undefined,
  kind: Kind,
  { searchtext, near }: SearchFilter,
): IndexSort {
  if (requested === 'distance' && !near) return searchtext ? 'relevance' : defaultSort(kind)
  if (requested !== undefined && (requested !== 'relevance' || searchtext)) return requested
  if (searchtext) return 'relevance'
  return near ? 'distance' : defaultSort(kind)
}

export const defaultSort = (kind: Kind): Sort => (kind === 'event' ? 'soonest' : 'newest')
