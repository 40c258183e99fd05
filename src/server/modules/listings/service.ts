/** The rules of reading listings: who may see which, and what of them. */

import pLimit from 'p-limit'
import type { PostingDefaults } from '../../../shared/contract/posting.ts'
import { AppError, gone, notFound } from '../../../shared/errors.ts'
import { maxSimilarListings } from '../../../shared/limits.ts'
import type { Event, Kind, OwnPaging, SellerPage } from '../../../shared/listing.ts'
import { visitor } from '../../../shared/listing-fields/field.ts'
import { isOffered } from '../../../shared/offered-kinds.ts'
import { canEditListing, canModerate, isAuthor, scopeOf, type Viewer } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { CacheTracker } from '../../platform/cache/cache-tracker.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'
import { always } from '../../platform/http/once.ts'
import { authorTag } from '../../schema/content-changes.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'
import { isListingInScope } from '../roles/service.ts'
import { withEventDetails } from './event-details.ts'
import { planEvent, storeEvent } from './event-input.ts'
import { findListed } from './found-listings.ts'
import { renewByOf } from './freshness/renewal.ts'
import { trackDetails } from './list-tags.ts'
import { createLists, type ListOptions } from './lists.ts'
import { findLastCountry, findListing, findListings, pageOwn } from './queries.ts'
import { findCalendarDetails } from './schedule/calendar-queries.ts'
import { instantOf, localTimeOf, startOfDay } from './schedule/instants.ts'
import { instantsOf, isFirstDay } from './schedule/occurrences.ts'
import { locateFilter, type SearchFilter } from './search-filter.ts'
import { findSeller } from './seller-queries.ts'
import { listingStatus } from './status.ts'

/** What a read shares with others of its page, and where it records what its reply depends on. */
type Reading = Pick<RequestContext, 'once' | 'tracker'>

/** 500 long ads are 5 MB. Several such replies in a row would delay all other requests. */
const limitLongLists = pLimit(1)

export type ListingService = ReturnType<typeof createListingService>

export function createListingService(options: ListOptions) {
  const { database, catalog, updateEventOrder, clock, settings } = options
  const { stats, named, compile, listLike, ...lists } = createLists(options)

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

  /** Whether it is in the scope of a moderator, who sees what they decide about. */
  const canDecide = async (viewer: Viewer | null, id: string): Promise<boolean> =>
    viewer !== null && canModerate(viewer) && isListingInScope(database.kysely, scopeOf(viewer), id)

  async function read(viewer: Viewer | null, kind: Kind, id: string) {
    if (kind === 'event') await updateEventOrder()
    const listing = await findListing(database, kind, id)
    if (!listing) throw notFound(kind)
    if (listing.status === 'deleted') throw gone(kind)
    const isPublic = listing.status !== 'hidden' && isOffered(settings(), kind)
    if (!isPublic && !canEditListing(viewer, listing) && !(await canDecide(viewer, id))) throw notFound(kind)
    const renewal = isAuthor(viewer, listing) ? listing.renewal : null
    const isSignedIn = viewer !== null && viewer.suspensionReason === null
    const reader = canEditListing(viewer, listing) ? 'author' : isSignedIn ? 'signed-in' : visitor
    const [row] = await named([listing], reader)
    if (!row) throw notFound(kind)
    const detailed = withEventDetails(row)
    const online_url = getsOnlineLink(viewer, detailed, clock()) ? detailed.online_url : null
    return {
      ...detailed,
      online_url,
      renewBy: renewByOf(renewal, settings()),
      publishAt: publishAtOf(listing),
    }
  }

  const publishAtOf = ({
    publish_at,
    ...place
  }: Parameters<Catalog['timeZoneOf']>[0] & { publish_at: string | null }) =>
    publish_at && localTimeOf(publish_at, catalog.timeZoneOf(place))

  return {
    ...lists,
    caches: { lists: stats },

    /** Changes a listing's status. Moderation decides when. */
    status: listingStatus,

    /** Returns a list as it is compared with new listings, and the town that `near` means. Throws `invalid` for unknown names. */
    async compile(kind: Kind, filter: SearchFilter) {
      if (!isOffered(settings(), kind))
        throw new AppError(
          'invalid',
          t('This site has no {kind, select, service {services} other {events}}.', { kind }),
        )
      for (const [part, ids] of Object.entries(catalog.idsOf(filter)))
        if (ids.length === 0)
          throw new AppError(
            'invalid',
            t(
              'There is no {part, select, category {category} subcategory {subcategory} country {country} state {state} other {city}} with this name.',
              { part },
            ),
          )
      const located = await locateFilter(options, kind, filter)
      return {
        stored: await compile(kind, located),
        filter: located.filter,
        center: located.center,
      }
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
      // Its row can still have those of what was merged, where no list has ads anymore.
      const { category_id, subcategory_id, state_id } = catalog.currentIds(
        await get(viewer, kind, id, reading),
      )
      const { rows } = await listLike(kind, { category_id, subcategory_id, state_id }, reading.tracker)
      return rows.filter(({ _id }) => _id !== id).slice(0, maxSimilarListings)
    },

    /** Finds a seller by id or handle. Only people with public listings, recommendations, or a handle have a page. */
    async getSeller(viewer: Viewer | null, key: string, tracker?: CacheTracker): Promise<SellerPage> {
      const stored = await findSeller(database, key)
      const found = stored && {
        ...stored,
        services: isOffered(settings(), 'service') ? stored.services : 0,
        events: isOffered(settings(), 'event') ? stored.events : 0,
      }
      if (!found || (isEmpty(found) && found.handle === null)) throw notFound('seller')
      const { newest, accountId, ...seller } = found
      tracker?.addTags([authorTag(seller.id)])
      const isOwn = viewer !== null && viewer.accountId === accountId
      return { ...seller, isOwn, town: newest && townOf(catalog.namesOf(newest)) }
    },

    /** Returns listings of either kind and any status, in the order of `ids`. For admins. */
    async find(ids: string[]) {
      return named(await findListings(database, ids), 'author')
    },

    /** Returns those of these listings that are public. */
    async listPublic(ids: string[]) {
      const [services, events] = await Promise.all(
        (['service', 'event'] as const).map((kind) =>
          isOffered(settings(), kind) ? findListed(database, kind, ids) : [],
        ),
      )
      return { services: await named(services ?? []), events: await named(events ?? []) }
    },

    /** Returns the viewer's own listings of any status but `deleted`, or only the archived ones, newest first. */
    async pageOwn({ accountId }: Viewer, kind: Kind, { page, limit, archived }: OwnPaging) {
      if (kind === 'event') await updateEventOrder()
      const offset = (page - 1) * limit
      const selection = { kind, accountId, limit, offset, archived: archived === 'true' }
      const { rows, total } = await limitLongLists(() => pageOwn(database, selection))
      const shown = await named(rows, 'author')
      const own = shown.map((row) => ({
        ...withEventDetails(row),
        renewBy: renewByOf(row.renewal, settings()),
        publishAt: publishAtOf(row),
      }))
      return { rows: own, total }
    },

    /** Returns what calendars say about these events, which the viewer may see, beyond their rows. */
    calendarDetails: (ids: string[]) => findCalendarDetails(database, ids),

    async postingDefaults({ accountId }: Viewer): Promise<PostingDefaults> {
      const home = catalog.homeTown()
      const country = (await findLastCountry(database, accountId)) ?? home?.country ?? null
      const { state = null, city = null } = home?.country === country ? (home ?? {}) : {}
      return { country, state, city }
    },
  }
}

type LinkedEvent = Parameters<typeof canEditListing>[1] &
  Pick<Event, 'online_url_shown'> &
  Partial<Pick<Event, 'occurrence' | 'time_zone'>>

/** Returns whether the viewer gets the link to an online event now. Its author and admins always do; visitors and suspended users never. */
function getsOnlineLink(viewer: Viewer | null, event: LinkedEvent, now: Date): boolean {
  if (!viewer) return false
  if (canEditListing(viewer, event)) return true
  if (viewer.suspensionReason !== null) return false
  const { online_url_shown, occurrence, time_zone } = event
  if (online_url_shown === 'signed_in') return true
  if (!occurrence || !time_zone) return false
  return now.toISOString() >= startOfDay(occurrence.startDate, time_zone)
}

const isEmpty = ({
  services,
  events,
  recommendations,
}: Pick<SellerPage, 'services' | 'events' | 'recommendations'>) => services + events + recommendations === 0

const townOf = ({ city, state, country }: Taxonomy['names']) =>
  [city, state ?? country].filter((name) => name !== null).join(', ')

export type { ListingPage } from './listing-pages.ts'
export type { CalendarDetails, CalendarPart } from './schedule/calendar-queries.ts'
/** Plans and stores what an event says beyond the content of every listing, for other modules. */
export const eventContent = { plan: planEvent, store: storeEvent, isFirstDay }
export type { EventContent } from './event-input.ts'

/** Instants of days and times at a place, for other modules. */
export const eventInstants = { instantOf, instantsOf }
