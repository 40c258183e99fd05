/** Pages of listings that a search finds: words, filters by price, day, and distance, facets, and what the search did. */
import type { Town } from '../../../shared/contract/browse.ts'
import { dayIn } from '../../../shared/days.ts'
import { type DistanceUnit, kmPerMile } from '../../../shared/distance.ts'
import { maxReachable } from '../../../shared/limits.ts'
import { eventDays, type ListOrder } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { ListingField } from '../../../shared/listing-fields/field.ts'
import type { Facets, SearchReport, UnderstoodPart } from '../../../shared/search.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Catalog, IdFilter } from '../catalog/service.ts'
import {
  type Day,
  daysOn,
  type SearchOutcome,
  type SearchRequest,
  type SearchService,
} from '../search/service.ts'
import { findAlternatives } from './alternatives.ts'
import { createFacetNames, nameTowns, shownFacets } from './facets.ts'
import { readFound } from './found-listings.ts'
import type { ListedRow } from './list-query.ts'
import { engineFilterOf, filterOfIds, type LocatedFilter, sortOf } from './search-filter.ts'

export type SearchSelection = LocatedFilter & {
  kind: Kind
  sort: ListOrder | undefined
  limit: number
  offset: number
  /** Whether listings that match only some of the words follow the full matches, and facets are counted. */
  explained: boolean
  fresh: boolean
}

export type SearchPageOptions = {
  database: Database
  catalog: Catalog
  search: SearchService
  clock: Clock
  settings: CurrentSettings
}

export function createSearchPages({ database, catalog, search, clock, settings }: SearchPageOptions) {
  const nameFacets = createFacetNames(catalog)

  function requestOf(selection: SearchSelection): SearchRequest {
    const { kind, filter, fields, sort, limit, offset, explained, fresh } = selection
    const now = clock()
    const ids = catalog.idsOf(filter)
    return {
      text: filter.searchtext ?? '',
      verbatim: filter.verbatim !== undefined,
      filter: engineFilterOf(catalog, kind, selection, now),
      now: now.toISOString(),
      today: dayIn(settings().timeZone, now),
      sort: sortOf(sort, kind, selection),
      offset,
      limit,
      facets: explained ? (place) => shownFacets(catalog, withPlace(ids, place), fields) : null,
      partial: explained,
      fresh,
    }
  }

  /** `total` counts the full matches, `listed` also the partial ones that follow them. */
  async function page(selection: SearchSelection) {
    const { kind, filter, fields, center, offset, explained } = selection
    const request = requestOf(selection)
    // Beyond what lists show, only the totals are read.
    const readable = offset < maxReachable ? request : { ...request, offset: 0, limit: 0 }
    const outcome = await search.find(readable)
    const days = request.filter.days ?? outcome.days?.days
    const around = center ?? outcome.near
    const { now } = request
    const listed = days ? { daysAt: (place: number) => search.daysAt(days, now, place), now } : null
    const found = await readFound(database, kind, outcome.hits, listed)
    const rows = found.map(({ rank, ...row }): ListedRow & { distance?: number } => {
      const km = outcome.hits[rank - 1]?.km ?? null
      return around && km !== null ? { ...row, distance: toUnit(km, around.unit) } : row
    })
    const count = outcome.full + outcome.partial
    const isFailed = count === 0 && explained
    const alternatives = isFailed
      ? await findAlternatives({ ...selection, search, catalog, request, outcome })
      : []
    return {
      rows,
      total: outcome.full,
      listed: count,
      search: {
        corrected: outcome.corrected,
        place: outcome.place && {
          name: outcome.place.name,
          text: request.text.replace(outcome.place.typed, ' ').replace(/\s+/g, ' ').trim(),
        },
        near: around && { name: around.name, unit: around.unit },
        understood: understoodParts(outcome, request.text, dayIn(settings().timeZone, clock())),
        more: outcome.more,
        full: Math.max(0, Math.min(rows.length, outcome.full - offset)),
        related: outcome.related,
        alternatives,
      } satisfies SearchReport,
      facets:
        outcome.facets && nameFacets(outcome.facets, withPlace(catalog.idsOf(filter), outcome.place), fields),
    }
  }

  return {
    page,

    /** Returns a list in the form in which it is compared with new listings. */
    compile: (kind: Kind, located: LocatedFilter) =>
      search.compile(
        requestOf({ ...located, kind, sort: undefined, limit: 0, offset: 0, explained: false, fresh: false }),
      ),

    /** Counts the facets of a list without words. */
    async facetsOf(kind: Kind, ids: IdFilter, fields: ListingField[]): Promise<Facets> {
      const { facets } = await search.find({
        text: '',
        verbatim: true,
        filter: filterOfIds(kind, ids),
        now: clock().toISOString(),
        sort: 'newest',
        offset: 0,
        limit: 0,
        facets: () => shownFacets(catalog, ids, fields),
        partial: false,
        fresh: true,
      })
      if (!facets) throw new Error('unreachable: the engine counts facets')
      return nameFacets(facets, ids, fields)
    },

    /** Returns the towns with full matches, the most first. */
    async townsOf(kind: Kind, located: LocatedFilter): Promise<Town[]> {
      // With room for a result, the text is read as it is for the list.
      const selection = {
        ...located,
        kind,
        sort: undefined,
        limit: 1,
        offset: 0,
        explained: true,
        fresh: true,
      }
      const { facets } = await search.find({
        ...requestOf(selection),
        facets: () => ({ topicsUnder: [], placesUnder: 'all', inPlaces: true }),
      })
      return nameTowns(catalog, facets?.places ?? [])
    },
  }
}

const withPlace = (ids: IdFilter, place: SearchOutcome['place']): IdFilter =>
  place ? { ...ids, [place.level]: place.ids } : ids

/** Distances are rounded up, also within a town: it is a point here, but not in reality. */
const toUnit = (km: number, unit: DistanceUnit) => Math.max(1, Math.ceil(unit === 'km' ? km : km / kmPerMile))

type Understood = Pick<SearchOutcome, 'price' | 'days' | 'near'>

/** Returns what the text says besides words and a place, in its order and in the terms of the filters of a list. */
function understoodParts({ price, days, near }: Understood, text: string, today: Day): UnderstoodPart[] {
  const parts = [
    ...(near ? [partOf(near, { near: near.name })] : []),
    ...(price ? [partOf(price, filtersOfPrice(price.range))] : []),
    ...(days ? [partOf(days, filtersOfDays(days.days, today))] : []),
  ]
  return parts.sort((a, b) => text.indexOf(a.typed) - text.indexOf(b.typed))
}

const partOf = ({ typed, rest }: { typed: string; rest: string }, filters: UnderstoodPart['filters']) => ({
  typed,
  text: rest,
  filters,
})

function filtersOfPrice({ min, max }: { min?: number; max?: number }): UnderstoodPart['filters'] {
  if (max === 0) return { free: 'true' }
  return {
    ...(min !== undefined && { price_min: String(min) }),
    ...(max !== undefined && { price_max: String(max) }),
  }
}

function filtersOfDays(days: NonNullable<Understood['days']>['days'], today: Day): UnderstoodPart['filters'] {
  const when = 'when' in days ? eventDays.find((each) => each === days.when) : undefined
  return when ? { when } : daysOn(days, today)
}
