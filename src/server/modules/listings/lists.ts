/** Lists of public listings: their order, how pages are counted, and what they depend on while they are cached. */

import type {
  CalendarDay,
  CalendarQuery,
  MapQuery,
  TopicCount,
  Town,
} from '../../../shared/contract/browse.ts'
import { dayIn, daysFrom } from '../../../shared/days.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxSimilarListings } from '../../../shared/limits.ts'
import type { ListOrder } from '../../../shared/list-filters.ts'
import type { CountFilter, Kind, Paging } from '../../../shared/listing.ts'
import { isFieldSort } from '../../../shared/listing-fields/parameters.ts'
import { isOffered } from '../../../shared/offered-kinds.ts'
import { isAdmin, type Viewer } from '../../../shared/policy.ts'
import type { Facets } from '../../../shared/search.ts'
import { t } from '../../../shared/translate.ts'
import type { CacheTracker } from '../../platform/cache/cache-tracker.ts'
import type { CacheSources } from '../../platform/cache/tag-cache.ts'
import { authorTag } from '../../schema/content-changes.ts'
import type { IdFilter } from '../catalog/service.ts'
import type { ListingFields } from '../listing-fields/service.ts'
import { isSearchUnavailable } from '../search/service.ts'
import { readCalendar } from './event-calendar.ts'
import { createListCache } from './list-cache.ts'
import { fieldOrderOf, fieldsOfList } from './list-fields.ts'
import { hasOrderedIndex, type ListSort, pageListings, type Selection } from './list-query.ts'
import { tagsOfAllFacets, tagsOfList, tagsOfShownFacets, trackList, trackShown } from './list-tags.ts'
import {
  countPages,
  createListingPages,
  type ListingPage,
  noListings,
  requireReachable,
} from './listing-pages.ts'
import { countTopics, pageReportedListings } from './queries.ts'
import { type LocatedFilter, locateFilter, needsSearch, type SearchFilter } from './search-filter.ts'
import { createSearchPages, type SearchPageOptions, type SearchSelection } from './search-page.ts'
import { pageSellerListings } from './seller-queries.ts'
import { findSimilar, type Likeness } from './similar.ts'

type Filter = SearchFilter & { status?: 'reported' | undefined }

export type ListOptions = SearchPageOptions & {
  listingFields: ListingFields
  /** Orders the events for the current time. */
  updateEventOrder: () => Promise<void>
  /** If null, every list is read for its request. */
  caches: CacheSources | null
}

/** `tracker` records what a list depends on, so that its reply can be cached. */
export function createLists(options: ListOptions) {
  const { database, catalog, updateEventOrder, clock, settings } = options
  const searchPages = createSearchPages(options)
  const cache = createListCache(options.caches)
  const { named, paged, shownPage } = createListingPages(options)
  /** Returns the time for which a filtered list stays the same if nothing is written: events end at any minute. */
  const momentOf = (kind: Kind) =>
    kind === 'event' ? Math.floor(clock().getTime() / 60_000) : dayIn(settings().timeZone, clock())

  async function findPage(selection: SearchSelection) {
    const { facets, listed, search: report, ...found } = await searchPages.page(selection)
    requireReachable(selection.offset, listed)
    const totalPages = countPages(listed, selection.limit)
    const page: ListingPage = {
      ...(await paged(found, selection.limit)),
      totalPages,
      ...(facets && { facets }),
    }
    return { page, report }
  }

  const pageOrdered = (selection: Selection, tracker?: CacheTracker) =>
    cache.get(['list', selection], tracker, async (own) => {
      own.addTags(tagsOfList(selection.kind, selection.filter))
      const found = await pageListings(database, selection)
      requireReachable(selection.offset, found.total)
      return shownPage(own, found, selection.limit)
    })

  /** Reads a list in an order that only the search engine has. */
  const pageSorted = (
    sorted: Omit<SearchSelection, 'center' | 'fields' | 'fresh'>,
    ids: IdFilter,
    tracker?: CacheTracker,
  ) =>
    cache.get(['sorted', momentOf(sorted.kind), sorted], tracker, async (own) => {
      own.addTags((sorted.explained ? tagsOfAllFacets : tagsOfList)(sorted.kind, ids))
      const fields = await fieldsOfList(options, sorted.kind, sorted.filter)
      const { page } = await findPage({ ...sorted, center: null, fields, fresh: true })
      trackShown(own, page.rows, clock())
      return page
    })

  const countFacets = (kind: Kind, filter: SearchFilter, ids: IdFilter): Promise<Facets> =>
    cache.get(['facets', kind, ids], undefined, async (own) => {
      own.addTags(tagsOfAllFacets(kind, ids))
      return searchPages.facetsOf(kind, ids, await fieldsOfList(options, kind, filter))
    })

  /** Nothing finer than a town is stored, also not in the URL of a page. */
  async function locate(kind: Kind, filter: SearchFilter, tracker?: CacheTracker): Promise<LocatedFilter> {
    const located = await locateFilter(options, kind, filter)
    if (filter.near && filter.near !== located.filter.near) tracker?.preventCaching()
    return located
  }

  /** Most searches are never repeated, so only their pages are cached. */
  async function pageSearch(
    filter: SearchFilter,
    selection: Omit<SearchSelection, keyof LocatedFilter>,
    tracker?: CacheTracker,
  ): Promise<ListingPage> {
    const located = await locate(selection.kind, filter, tracker)
    const { page, report } = await findPage({ ...selection, ...located })
    // The text has a postal code.
    if (report.understood.some(({ filters }) => filters.near)) tracker?.preventCaching()
    trackShown(tracker, page.rows, clock())
    return { ...page, search: report }
  }

  /** Returns what a filter means; null if the catalog does not have one of its names, or the site not this kind. */
  function idsOf(
    kind: Kind,
    filter: SearchFilter,
    sort: ListOrder | undefined,
    tracker?: CacheTracker,
  ): IdFilter | null {
    const ids = catalog.idsOf(filter)
    trackList(tracker, { kind, filter, sort, ids, now: clock() })
    if (!isOffered(settings(), kind)) return null
    return Object.values(ids).some((matching) => matching.length === 0) ? null : ids
  }

  async function countAll(filter: CountFilter, tracker?: CacheTracker): Promise<TopicCount[]> {
    const ids = catalog.idsOf(filter)
    const { city, state, country, ...topics } = ids
    const places = city ?? state ?? country ?? [0]
    return cache.get(['counts', topics, places], tracker, async (own) => {
      for (const kind of ['service', 'event'] as const) own.addTags(tagsOfList(kind, ids))
      return addMerged(await countTopics(database, catalog.topicIds(topics), places))
    })
  }

  /** Adds the counts of merged topics whose listings are still moving to those of what they stand for. */
  function addMerged(counts: TopicCount[]): TopicCount[] {
    const added = new Map<string, TopicCount>()
    for (const { id, services, events } of counts) {
      const current = String(catalog.nodes().topics.get(Number(id))?.id ?? id)
      const known = added.get(current) ?? { id: current, services: 0, events: 0 }
      added.set(current, { id: current, services: known.services + services, events: known.events + events })
    }
    return [...added.values()]
  }

  return {
    stats: cache.stats,
    named,
    compile: searchPages.compile,

    /**
     * By default services are sorted newest first, events soonest first, and search results by relevance. With
     * `explained`, listings that match only some of the words follow, and the page has facets. With a `tracker`, or for a viewer, a
     * search finds everything that was committed before the call. While it is unavailable, lists without words and filters have no facets.
     */
    async page(
      viewer: Viewer | null,
      kind: Kind,
      { status, ...filter }: Filter,
      { page, limit, sort }: Paging,
      { explained = false, tracker }: { explained?: boolean; tracker?: CacheTracker | undefined } = {},
    ): Promise<ListingPage> {
      const offset = (page - 1) * limit
      if (status === 'reported' && !isAdmin(viewer)) {
        throw new AppError('forbidden', t('Only admins can list reported ads.'))
      }
      if (status === 'reported') {
        const ids = catalog.idsOf(filter)
        const selection = { kind, filter: ids, limit, offset }
        return paged(await pageReportedListings(database, selection, filter.searchtext ?? ''), limit)
      }
      const ids = idsOf(kind, filter, sort, tracker)
      if (!ids) return noListings
      if (kind === 'event') await updateEventOrder()
      const selected = { kind, sort, limit, offset, explained }
      if (needsSearch(filter, sort)) {
        return pageSearch(filter, { ...selected, fresh: tracker !== undefined || viewer !== null }, tracker)
      }
      const selection = { kind, filter: ids, limit, offset, sort: sortOf(sort, kind) }
      const isByField =
        isFieldSort(sort) && fieldOrderOf(await fieldsOfList(options, kind, filter), sort) !== null
      if (isByField || !hasOrderedIndex(selection)) {
        const { category, subcategory, country, state, city } = filter
        const narrowed = { category, subcategory, country, state, city }
        const sorted = { ...selected, sort: isByField ? sort : selection.sort, filter: narrowed }
        const found = await unlessUnavailable(pageSorted(sorted, ids, tracker))
        // PostgreSQL takes longer than the engine, but can order it as well.
        if (found) return found
      }
      const [listed, facets] = await Promise.all([
        pageOrdered(selection, tracker),
        explained ? unlessUnavailable(countFacets(kind, filter, ids)) : null,
      ])
      if (facets) {
        tracker?.addTags(tagsOfShownFacets(kind, ids))
        return { ...listed, facets }
      }
      if (explained) tracker?.preventCaching()
      return listed
    },

    /** Counts what visitors see of all categories and subcategories, or of one, in one place or everywhere. */
    async countByTopic(filter: CountFilter, tracker?: CacheTracker): Promise<TopicCount[]> {
      const counts = await countAll(filter, tracker)
      if (settings().kinds === 'both') return counts
      const countOf = (kind: Kind, count: number) => (isOffered(settings(), kind) ? count : 0)
      return counts.map(({ id, services, events }) => ({
        id,
        services: countOf('service', services),
        events: countOf('event', events),
      }))
    },

    /** Returns the towns that have listings which match, with their number, the most first. */
    async listTowns({ kind, ...filter }: MapQuery, tracker?: CacheTracker): Promise<Town[]> {
      const ids = idsOf(kind, filter, undefined, tracker)
      if (!ids) return []
      const { fields: _, ...key } = await locate(kind, filter, tracker)
      return cache.get(['towns', momentOf(kind), kind, key], tracker, async (own) => {
        trackList(own, { kind, filter, ids, now: clock() })
        return searchPages.townsOf(kind, await locateFilter(options, kind, filter))
      })
    },

    /** Returns the days from `from` to `to`, with the number of events that match and the first of them. */
    async readCalendar(
      { from, to, limit, ...filter }: CalendarQuery,
      tracker?: CacheTracker,
    ): Promise<CalendarDay[]> {
      const ids = idsOf('event', filter, undefined, tracker)
      if (!ids) return daysFrom(from, to).map((day) => ({ day, total: 0, events: [] }))
      const span = { from, to, limit }
      const { fields: _, ...key } = await locate('event', filter, tracker)
      return cache.get(['calendar', span, key], tracker, async (own) => {
        trackList(own, { kind: 'event', filter, ids, now: clock() })
        const located = await locateFilter(options, 'event', filter)
        const days = await readCalendar(options, { ...located, ...span })
        for (const { events } of days) trackShown(own, events, clock())
        return days
      })
    },

    /** Returns public listings like one, which may be among them; of events, those that one can still go to. */
    async listLike(kind: Kind, like: Likeness, tracker?: CacheTracker): Promise<ListingPage> {
      if (!isOffered(settings(), kind)) return noListings
      // One entry for all listings like this one.
      return cache.get(['similar', kind, momentOf(kind), like], tracker, async (own) => {
        const found = await findSimilar(options, kind, like)
        // The least similar ones are of the same category, anywhere.
        own.addTags(tagsOfList(kind, { category: [like.category_id] }))
        return shownPage(own, { rows: found, total: found.length }, maxSimilarListings)
      })
    },

    async pageBySeller(
      kind: Kind,
      seller: string,
      { page, limit }: Pick<Paging, 'page' | 'limit'>,
      tracker?: CacheTracker,
    ): Promise<ListingPage> {
      if (!isOffered(settings(), kind)) return noListings
      if (kind === 'event') await updateEventOrder()
      const selection = { kind, seller, limit, offset: (page - 1) * limit }
      return cache.get(['seller', selection], tracker, async (own) => {
        own.addTags([authorTag(seller)])
        return shownPage(own, await pageSellerListings(database, selection), limit)
      })
    },
  }
}

/** Returns null while the search engine is unavailable. */
const unlessUnavailable = <Found>(reading: Promise<Found>): Promise<Found | null> =>
  reading.catch((error: unknown) => {
    if (isSearchUnavailable(error)) return null
    throw error
  })

function sortOf(requested: ListOrder | undefined, kind: Kind): ListSort {
  if (!requested || requested === 'relevance' || requested === 'distance' || isFieldSort(requested)) {
    return kind === 'event' ? 'soonest' : 'newest'
  }
  return requested
}
