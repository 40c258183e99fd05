/** Pages of listings that a search finds: words, filters by price, day, and distance, facets, and what the search did. */

import { dayIn } from '../../../shared/days.ts'
import { kmPerMile } from '../../../shared/distance.ts'
import { maxReachable } from '../../../shared/limits.ts'
import type { DistanceUnit, Sort } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { AlternativeSearch, Facets, SearchReport } from '../../../shared/search.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Catalog, IdFilter } from '../catalog/service.ts'
import type {
  FacetRequest,
  SearchOutcome,
  SearchRequest,
  SearchService,
  StoredSearch,
} from '../search/service.ts'
import { findAlternatives } from './alternatives.ts'
import { createFacetNames, shownFacets } from './facets.ts'
import { createFoundReader } from './found-listings.ts'
import type { ListedRow } from './list-query.ts'
import { engineFilterOf, filterOfIds, type LocatedFilter, sortOf } from './search-filter.ts'
import { createTownNames, noTowns } from './towns.ts'
import { understoodParts } from './understood-parts.ts'

export type SearchSelection = LocatedFilter & {
  kind: Kind
  sort: Sort | undefined
  limit: number
  offset: number
  /** Whether listings that match only some of the words follow the full matches, and facets are counted. */
  explained: boolean
  fresh: boolean
}

type FoundPage = {
  rows: (ListedRow & { distance?: number })[]
  /** The number of full matches. */
  total: number
  /** With the partial matches that follow them. */
  listed: number
  search: SearchReport
  facets: Facets | null
}

export type SearchPages = {
  page: (selection: SearchSelection) => Promise<FoundPage>
  /** Returns a list in the form in which it is compared with new listings. */
  compile: (kind: Kind, located: LocatedFilter) => Promise<StoredSearch>
  /** Counts the facets of a list without words, for a cache. */
  facetsOf: (kind: Kind, ids: IdFilter) => Promise<Facets>
  /** Returns the JSON text of all towns with full matches, the most first, for a cache. */
  townsOf: (kind: Kind, located: LocatedFilter) => Promise<Buffer>
}

type Options = {
  database: Database
  catalog: Catalog
  search: SearchService
  clock: Clock
  /** The site's. */
  timeZone: string
}

export function createSearchPages({ database, catalog, search, clock, timeZone }: Options): SearchPages {
  const readFound = createFoundReader(database)
  const nameFacets = createFacetNames(catalog)
  const nameTowns = createTownNames(catalog)
  function requestOf(selection: SearchSelection): SearchRequest {
    const { kind, filter, sort, limit, offset, explained, fresh } = selection
    const now = clock()
    const ids = catalog.idsOf(filter)
    return {
      text: filter.searchtext ?? '',
      verbatim: filter.verbatim !== undefined,
      filter: engineFilterOf(catalog, kind, selection, now),
      now: now.toISOString(),
      today: dayIn(timeZone, now),
      sort: sortOf(sort, kind, filter),
      offset,
      limit,
      facets: explained ? (place) => shownFacets(catalog, withPlace(ids, place)) : null,
      partial: explained,
      fresh,
    }
  }

  async function page(selection: SearchSelection): Promise<FoundPage> {
    const { kind, filter, center, offset, explained } = selection
    const request = requestOf(selection)
    // Beyond what lists show, only the totals are read.
    const readable = offset < maxReachable ? request : { ...request, offset: 0, limit: 0 }
    const outcome = await search.find(readable)
    const days = request.filter.days ?? outcome.days?.days
    const around = center ?? outcome.near
    const { now } = request
    const listed = days ? { daysAt: (place: number) => search.daysAt(days, now, place), now } : null
    const found = await readFound(kind, outcome.hits, listed)
    const rows = found.map(({ place, ...row }) => {
      const km = outcome.hits[place - 1]?.km ?? null
      return around && km !== null ? { ...row, distance: toUnit(km, around.unit) } : row
    })
    const count = outcome.full + outcome.partial
    const alternatives: AlternativeSearch[] =
      count === 0 && explained
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
        understood: understoodParts(outcome, request.text, dayIn(timeZone, clock())),
        more: outcome.more,
        full: Math.max(0, Math.min(rows.length, outcome.full - offset)),
        related: outcome.related,
        alternatives,
      },
      facets: outcome.facets && nameFacets(outcome.facets, withPlace(catalog.idsOf(filter), outcome.place)),
    }
  }

  return {
    page,
    compile(kind, located) {
      return search.compile(
        requestOf({ ...located, kind, sort: undefined, limit: 0, offset: 0, explained: false, fresh: false }),
      )
    },
    async facetsOf(kind, ids) {
      const { facets } = await search.find({
        text: '',
        verbatim: true,
        filter: filterOfIds(kind, ids),
        now: clock().toISOString(),
        sort: 'newest',
        offset: 0,
        limit: 0,
        facets: () => shownFacets(catalog, ids),
        partial: false,
        fresh: true,
      })
      if (!facets) throw new Error('unreachable: the engine counts facets')
      return nameFacets(facets, ids)
    },
    async townsOf(kind, located) {
      // With room for a result, the text is read as it is for the list.
      const request = requestOf({
        ...located,
        kind,
        sort: undefined,
        limit: 1,
        offset: 0,
        explained: true,
        fresh: true,
      })
      const towns: FacetRequest = { topicsUnder: [], placesUnder: 'all', inPlaces: true }
      const { facets } = await search.find({ ...request, facets: () => towns })
      return facets ? nameTowns(facets.places) : noTowns
    },
  }
}

const withPlace = (ids: IdFilter, place: SearchOutcome['place']): IdFilter =>
  place ? { ...ids, [place.level]: place.ids } : ids

/** Distances are rounded up, also within a town: it is a point here, but not in reality. */
const toUnit = (km: number, unit: DistanceUnit) => Math.max(1, Math.ceil(unit === 'km' ? km : km / kmPerMile))
