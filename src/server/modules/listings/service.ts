/** The rules of reading listings: who may see which, in what order, and how pages are counted. */
import pLimit from 'p-limit'
import type { TopicCount } from '../../../shared/catalog.ts'
import { dayIn } from '../../../shared/days.ts'
import { AppError, gone, notFound } from '../../../shared/errors.ts'
import { type CalendarDay, type CalendarQuery, daysFrom } from '../../../shared/event-calendar.ts'
import { maxReachable, maxSimilarListings } from '../../../shared/limits.ts'
import type { Sort } from '../../../shared/list-filters.ts'
import type {
  Author,
  CountFilter,
  Kind,
  OwnPaging,
  Paging,
  PostingDefaults,
  SellerPage,
} from '../../../shared/listing.ts'
import type { MapQuery } from '../../../shared/map.ts'
import { canEditListing, isAdmin, isAuthor, type Viewer } from '../../../shared/policy.ts'
import type { Facets, SearchReport } from '../../../shared/search.ts'
import type { FreshnessSettings } from '../../config/freshness-settings.ts'
import type { CacheTracker } from '../../platform/cache/cache-tracker.ts'
import type { CacheSources } from '../../platform/cache/tag-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'
import { always } from '../../platform/http/once.ts'
import { authorTag } from '../../schema/content-changes.ts'
import type { Catalog, IdFilter, Taxonomy } from '../catalog/service.ts'
import { isSearchUnavailable, type SearchService } from '../search/service.ts'
import { createEventCalendar } from './event-calendar.ts'
import { planEvent, storeEvent } from './event-input.ts'
import { type EventColumns, withEventDetails, withEventFields } from './event-rows.ts'
import { renewByOf } from './freshness/renewal.ts'
import { createListCache } from './list-cache.ts'
import {
  hasOrderedIndex,
  type ListedRow,
  type ListSort,
  pageListings,
  type ResultPage,
  type Selection,
} from './list-query.ts'
import {
  tagsOfAllFacets,
  tagsOfList,
  tagsOfShownFacets,
  trackDetails,
  trackList,
  trackShown,
} from './list-tags.ts'
import type { ListingMaintenance } from './maintenance.ts'
import { getsOnlineLink } from './online-link.ts'
import {
  findLastCountry,
  findListed,
  findListing,
  findListings,
  pageOwn,
  pageReportedListings,
} from './queries.ts'
import { findCalendarDetails } from './schedule/calendar-queries.ts'
import { instantOf, nextEventChange } from './schedule/instants.ts'
import { instantsOf, isFirstDay } from './schedule/occurrences.ts'
import { locateFilter, needsSearch, type SearchFilter } from './search-filter.ts'
import { createSearchPages, type SearchSelection } from './search-page.ts'
import { findSeller, pageSellerListings } from './seller-queries.ts'
import { createSimilarEvents } from './similar-events.ts'
import { decidingTiers, findSimilarServices } from './similar-services.ts'
import { listingStatus } from './status.ts'
import { readTopicCounts } from './topic-counts.ts'
import { noTowns } from './towns.ts'

/** `author` only in the list of reported listings. */
export type ListingPage = {
  rows: (Named<ListedRow> & { author?: Author; distance?: number })[]
  total: number
  totalPages: number
  /** Of a list with words or with filters beyond topic and place. */
  search?: SearchReport
  facets?: Facets
}
type Named<Row> = Row & Taxonomy['names']
type Filter = SearchFilter & { status?: 'reported' | undefined }

/** What a read shares with others of its page, and where it records what its reply depends on. */
type Reading = Pick<RequestContext, 'once' | 'tracker'>

/** 500 long ads are 5 MB. Several such replies in a row would delay all other requests. */
const limitLongLists = pLimit(1)

export type ListingService = ReturnType<typeof createListingService>

type Options = {
  database: Database
  catalog: Catalog
  search: SearchService
  maintenance: ListingMaintenance
  clock: Clock
  timeZone: string
  freshness: FreshnessSettings
  /** Null: every list is read for its request. */
  caches: CacheSources | null
}

export function createListingService(options: Options) {
  const { database, catalog, search, maintenance, clock, timeZone, freshness } = options
  const searchPages = createSearchPages({ database, catalog, search, clock, timeZone })
  const lists = createListCache(options.caches)
  const readCalendar = createEventCalendar({ database, catalog, search, clock, timeZone })
  const findSimilarEvents = createSimilarEvents({ database, search, clock })
  const named = <Row extends Taxonomy['ids'] & EventColumns>(row: Row) => ({
    ...withEventFields(row, catalog),
    ...catalog.namesOf(row),
  })
  const paged = ({ rows, total }: ResultPage, limit: number): ListingPage => ({
    rows: rows.map(named),
    total,
    totalPages: countPages(total, limit),
  })

  /** How long a filtered list stays the same if nothing is written: events end at any minute. */
  const momentOf = (kind: Kind) =>
    kind === 'event' ? Math.floor(clock().getTime() / 60_000) : dayIn(timeZone, clock())

  async function findPage(selection: SearchSelection) {
    const { facets, listed, search: report, ...found } = await searchPages.page(selection)
    requireReachable(selection.offset, listed)
    const totalPages = countPages(listed, selection.limit)
    const page: ListingPage = { ...paged(found, selection.limit), totalPages, ...(facets && { facets }) }
    return { page, report }
  }

  function pageOrdered(selection: Selection, outer?: CacheTracker): Promise<ListingPage> {
    const { kind, filter, limit, offset } = selection
    return lists.get(
      JSON.stringify(selection),
      async (tracker) => {
        tracker.addTags(tagsOfList(kind, filter))
        const found = await pageListings(database, selection)
        requireReachable(offset, found.total)
        const page = paged(found, limit)
        trackShown(tracker, page.rows, clock())
        return page
      },
      outer,
    )
  }

  /** Reads a list in an order that only the search engine has. */
  function pageSorted(
    sorted: Omit<SearchSelection, 'center' | 'fresh'>,
    ids: IdFilter,
    outer?: CacheTracker,
  ): Promise<ListingPage> {
    const { kind, explained } = sorted
    return lists.get(
      JSON.stringify(['sorted', momentOf(kind), sorted]),
      async (tracker) => {
        tracker.addTags(explained ? tagsOfAllFacets(kind, ids) : tagsOfList(kind, ids))
        const { page } = await findPage({ ...sorted, center: null, fresh: true })
        trackShown(tracker, page.rows, clock())
        return page
      },
      outer,
    )
  }

  const countFacets = (kind: Kind, ids: IdFilter): Promise<Facets> =>
    lists.get(JSON.stringify(['facets', kind, ids]), (tracker) => {
      tracker.addTags(tagsOfAllFacets(kind, ids))
      return searchPages.facetsOf(kind, ids)
    })

  /** Throws unless the viewer may see the listing. `once` is for one viewer. */
  async function get(
    viewer: Viewer | null,
    kind: Kind,
    id: string,
    { once = always, tracker }: Reading = {},
  ) {
    const found = await once(`${kind} ${id}`, () => read(viewer, kind, id))
    trackDetails(tracker, found, clock())
    return found
  }

  async function read(viewer: Viewer | null, kind: Kind, id: string) {
    if (kind === 'event') await maintenance.updateEventOrder()
    const listing = await findListing(database, kind, id)
    if (!listing) throw notFound(kind)
    if (listing.status === 'deleted') throw gone(kind)
    if (listing.status === 'hidden' && !canEditListing(viewer, listing)) throw notFound(kind)
    const renewal = isAuthor(viewer, listing) ? listing.renewal : null
    const detailed = withEventDetails(named(listing))
    const online_url = getsOnlineLink(viewer, detailed, clock()) ? detailed.online_url : null
    return { ...detailed, online_url, renewBy: renewByOf(renewal, freshness, timeZone) }
  }

  return {
    caches: { lists: lists.stats },

    /** Changes a listing's status. Moderation decides when. */
    status: listingStatus,

    /**
     * Returns a list in the form in which it is compared with new listings, and the name of the town that `near` means. Throws
     * `invalid` for unknown names.
     */
    async compile(kind: Kind, filter: SearchFilter) {
      for (const [part, ids] of Object.entries(catalog.idsOf(filter)))
        if (ids.length === 0) throw new AppError('invalid', `There is no ${part} with this name.`)
      const located = await locateFilter(catalog, filter)
      return {
        stored: await searchPages.compile(kind, located),
        filter: located.filter,
        center: located.center,
      }
    },

    /**
     * By default services are sorted newest first, events soonest first, and search results by relevance. With
     * `explained`, listings that match only some of the words follow, and the page has facets. With a `tracker`, or for a viewer, a
     * search finds everything that was committed before the call. While it is unavailable, lists without words and filters have no facets.
     */
    async page(
      viewer: Viewer | null,
      kind: Kind,
      filter: Filter,
      paging: Paging,
      { explained = false, tracker }: { explained?: boolean; tracker?: CacheTracker | undefined } = {},
    ): Promise<ListingPage> {
      const { status, ...searched } = filter
      const { searchtext = '', category, subcategory, country, state, city } = searched
      const names = { category, subcategory, country, state, city }
      const { page, limit, sort } = paging
      const offset = (page - 1) * limit
      if (status === 'reported' && !isAdmin(viewer)) {
        throw new AppError('forbidden', 'Only admins can list reported ads.')
      }

      const ids = catalog.idsOf(names)
      // Nothing finer than a town is stored.
      if (searched.near) tracker?.preventCaching()
      trackList(tracker, { kind, filter: searched, sort, ids, now: clock() })
      if (Object.values(ids).some((matching) => matching.length === 0))
        return paged({ rows: [], total: 0 }, limit)
      if (status === 'reported') {
        return paged(
          await pageReportedListings(database, { kind, filter: ids, limit, offset }, searchtext),
          limit,
        )
      }
      if (kind === 'event') await maintenance.updateEventOrder()
      const asked = { kind, sort, limit, offset, explained }
      if (needsSearch(searched, sort)) {
        const located = await locateFilter(catalog, searched)
        const fresh = tracker !== undefined || viewer !== null
        // Most searches are never repeated, so they are not stored here.
        const { page, report } = await findPage({ ...asked, ...located, fresh })
        // The text has a postal code.
        if (report.understood.some(({ filters }) => filters.near)) tracker?.preventCaching()
        trackShown(tracker, page.rows, clock())
        return { ...page, search: report }
      }
      const selection = { kind, filter: ids, limit, offset, sort: sortOf(sort, kind) }
      if (!hasOrderedIndex(selection)) {
        const found = await unlessUnavailable(() => pageSorted({ ...asked, filter: names }, ids, tracker))
        // PostgreSQL takes longer than the engine, but can order it as well.
        if (found) return found
      }
      const [listed, counted] = await Promise.all([
        pageOrdered(selection, tracker),
        explained ? unlessUnavailable(() => countFacets(kind, ids)) : null,
      ])
      if (!counted) {
        if (explained) tracker?.preventCaching()
        return listed
      }
      tracker?.addTags(tagsOfShownFacets(kind, ids))
      return { ...listed, facets: counted }
    },

    /** Counts what visitors see of all categories and subcategories, or of one, in one place or everywhere. */
    async countByTopic(filter: CountFilter, outer?: CacheTracker): Promise<TopicCount[]> {
      const ids = catalog.idsOf(filter)
      const { city, state, country, ...topics } = ids
      const places = city ?? state ?? country ?? [0]
      return lists.get(
        JSON.stringify(['counts', topics, places]),
        (tracker) => {
          for (const kind of ['service', 'event'] as const) tracker.addTags(tagsOfList(kind, ids))
          return readTopicCounts(database, catalog.topicIds(topics), places)
        },
        outer,
      )
    },

    /** Returns the JSON text of the towns that have listings which match, with their number, the most first. */
    async listTowns({ kind, ...filter }: MapQuery, outer?: CacheTracker): Promise<Buffer> {
      const ids = catalog.idsOf(filter)
      // Nothing finer than a town is stored.
      if (filter.near) outer?.preventCaching()
      if (Object.values(ids).some((matching) => matching.length === 0)) {
        outer?.addTags([])
        return noTowns
      }
      const located = await locateFilter(catalog, filter)
      return lists.get(
        JSON.stringify(['towns', momentOf(kind), kind, located]),
        (tracker) => {
          trackList(tracker, { kind, filter, ids, now: clock() })
          return searchPages.townsOf(kind, located)
        },
        outer,
      )
    },

    /** Returns the days from `from` to `to`, with the number of events that match and the first of them. */
    async readCalendar(
      { from, to, limit, ...filter }: CalendarQuery,
      outer?: CacheTracker,
    ): Promise<CalendarDay[]> {
      const ids = catalog.idsOf(filter)
      // Nothing finer than a town is stored.
      if (filter.near) outer?.preventCaching()
      if (Object.values(ids).some((matching) => matching.length === 0)) {
        outer?.addTags([])
        return daysFrom(from, to).map((day) => ({ day, total: 0, events: [] }))
      }
      const selection = { ...(await locateFilter(catalog, filter)), from, to, limit }
      return lists.get(
        JSON.stringify(['calendar', selection]),
        async (tracker) => {
          trackList(tracker, { kind: 'event', filter, ids, now: clock() })
          const days = await readCalendar(selection)
          for (const { events } of days) trackShown(tracker, events, clock())
          return days
        },
        outer,
      )
    },

    get,

    /** Throws unless the viewer may see the event. */
    async getEvent(viewer: Viewer | null, id: string, reading?: Reading) {
      const event = await get(viewer, 'event', id, reading)
      if (!('occurrence' in event)) throw notFound('event')
      return event
    },

    /** Returns public listings on the same topic, nearby ones first; of events, those that one can still go to. */
    async listSimilar(viewer: Viewer | null, kind: Kind, id: string, reading: Reading = {}) {
      const { category_id, subcategory_id, state_id } = await get(viewer, kind, id, reading)
      const like = { category_id, subcategory_id, state_id }
      // One entry for all listings like this one, so it may contain the listing itself.
      const { rows } = await lists.get(
        JSON.stringify(['similar', kind, momentOf(kind), like]),
        async (tracker) => {
          const found =
            kind === 'event' ? await findSimilarEvents(like) : await findSimilarServices(database, like)
          for (const tier of decidingTiers(like, found)) tracker.addTags(tagsOfList(kind, tier))
          const page = paged({ rows: found, total: found.length }, maxSimilarListings)
          trackShown(tracker, page.rows, clock())
          return page
        },
        reading.tracker,
      )
      return rows.filter(({ _id }) => _id !== id).slice(0, maxSimilarListings)
    },

    /**
     * Finds a seller by id or handle. Only people with public listings, recommendations, or a handle, which they chose for
     * it, have a page.
     */
    async getSeller(viewer: Viewer | null, key: string, tracker?: CacheTracker): Promise<SellerPage> {
      const found = await findSeller(database, key)
      if (!found || (isEmpty(found) && found.handle === null)) throw notFound('seller')
      const { newest, accountId, ...seller } = found
      tracker?.addTags([authorTag(seller.id)])
      const isOwn = viewer !== null && viewer.accountId === accountId
      return { ...seller, isOwn, town: newest && townOf(catalog.namesOf(newest)) }
    },

    async pageBySeller(
      kind: Kind,
      seller: string,
      { page, limit }: Pick<Paging, 'page' | 'limit'>,
      outer?: CacheTracker,
    ) {
      if (kind === 'event') await maintenance.updateEventOrder()
      const selection = { kind, seller, limit, offset: (page - 1) * limit }
      return lists.get(
        JSON.stringify(['seller', selection]),
        async (tracker) => {
          tracker.addTags([authorTag(seller)])
          const found = paged(await pageSellerListings(database, selection), limit)
          trackShown(tracker, found.rows, clock())
          return found
        },
        outer,
      )
    },

    /** Returns listings of either kind and any status, in the order of `ids`. For admins. */
    async find(ids: string[]) {
      return (await findListings(database, ids)).map(named)
    },

    /** Returns those of these listings that are public. */
    async listPublic(ids: string[]) {
      const [services, events] = await Promise.all(
        (['service', 'event'] as const).map((kind) => findListed(database, kind, ids)),
      )
      return { services: services?.map(named) ?? [], events: events?.map(named) ?? [] }
    },

    /** Returns the viewer's own listings of any status but `deleted`, or only the archived ones, newest first. */
    async pageOwn({ accountId }: Viewer, kind: Kind, { page, limit, archived }: OwnPaging) {
      if (kind === 'event') await maintenance.updateEventOrder()
      const offset = (page - 1) * limit
      const selection = { kind, accountId, limit, offset, archived: archived === 'true' }
      const { rows, total } = await limitLongLists(() => pageOwn(database, selection))
      const own = rows.map((row) => ({
        ...withEventDetails(named(row)),
        renewBy: renewByOf(row.renewal, freshness, timeZone),
      }))
      return { rows: own, total }
    },

    /** Returns what calendars say about these events, which the viewer may see, beyond their rows. */
    calendarDetails: (ids: string[]) => findCalendarDetails(database, ids),

    async postingDefaults({ accountId }: Viewer): Promise<PostingDefaults> {
      return { country: await findLastCountry(database, accountId) }
    },
  }
}

/** Returns null while the search engine cannot be asked. */
const unlessUnavailable = <Found>(read: () => Promise<Found>): Promise<Found | null> =>
  read().catch((error: unknown) => {
    if (isSearchUnavailable(error)) return null
    throw error
  })

const isEmpty = ({
  services,
  events,
  recommendations,
}: Pick<SellerPage, 'services' | 'events' | 'recommendations'>) => services + events + recommendations === 0

const townOf = ({ city, state, country }: Taxonomy['names']) =>
  [city, state ?? country].filter((name) => name !== null).join(', ')

/** The number of pages that a list shows: one that is partly beyond the limit is shown whole. */
const countPages = (total: number, limit: number) => Math.ceil(Math.min(total, maxReachable) / limit)

/** Throws if there are ads at this offset, but lists do not reach that far. */
function requireReachable(offset: number, total: number) {
  if (offset < maxReachable || offset >= total) return
  const reachable = maxReachable.toLocaleString('en-US')
  const message = `Lists show the first ${reachable} ads. To see others, choose a category or a place, or another order.`
  throw new AppError('invalid', message, { page: message })
}

function sortOf(requested: Sort | undefined, kind: Kind): ListSort {
  if (requested === undefined || requested === 'relevance' || requested === 'distance') {
    return kind === 'event' ? 'soonest' : 'newest'
  }
  return requested
}

export type { CalendarDetails, CalendarPart } from './schedule/calendar-queries.ts'
/** Plans and stores what an event says beyond the content of every listing, for other modules. */
export const eventContent = { plan: planEvent, store: storeEvent, isFirstDay }
export type { EventContent } from './event-input.ts'

/** Instants of days and times at a place, for other modules. */
export const eventInstants = { instantOf, instantsOf, nextEventChange }
