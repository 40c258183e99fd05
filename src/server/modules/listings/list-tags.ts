/** What lists and listings depend on: their cache tags, and when they change without a write. */
import type { Occurrence } from '../../../shared/event-fields.ts'
import { type ListOrder, nextFacets } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import { anyTag, type CacheTag, type CacheTracker } from '../../platform/cache/cache-tracker.ts'
import { authorTag, listingTag, listTag } from '../../schema/content-changes.ts'
import type { IdFilter } from '../catalog/service.ts'
import { nextEventChange } from './schedule/instants.ts'
import { needsSearch, type SearchFilter } from './search-filter.ts'

const minuteMs = 60_000
/** A search corrects typos with words that it reads some time after they were posted. */
const maxSearchAgeMs = 10 * minuteMs

/** Topics and places share names. A filter that means more of them than this counts as none. */
const maxTagsOfList = 40

/** Returns the tags of the listings on a topic in a place: which are public, in which order, and how many. */
export function tagsOfList(
  kind: Kind,
  { category, subcategory, country, state, city }: IdFilter,
): CacheTag[] {
  const topics = subcategory ?? category ?? [0]
  const places = city ?? state ?? country ?? [0]
  if (topics.length * places.length > maxTagsOfList) return [listTag(kind, 0, 0)]
  return topics.flatMap((topic) => places.map((place) => listTag(kind, topic, place)))
}

/** Each facet counts the listings that pass the other filters. */
export function tagsOfAllFacets(kind: Kind, filter: IdFilter): CacheTag[] {
  const { category, subcategory, country, state, city } = filter
  return [
    ...tagsOfList(kind, { country, state, city }),
    ...tagsOfList(kind, { category, subcategory, country }),
  ]
}

/** Returns the tags of the facets that the page of a list shows. */
export function tagsOfShownFacets(kind: Kind, filter: IdFilter): CacheTag[] {
  const { category, subcategory, country, state, city } = filter
  const others: Record<ReturnType<typeof nextFacets>[number], IdFilter> = {
    category: { country, state, city },
    subcategory: { category, country, state, city },
    state: { category, subcategory, country },
    city: { category, subcategory, country, state },
  }
  return nextFacets(filter).flatMap((name) => tagsOfList(kind, others[name]))
}

/**
 * Records what a list depends on. The result of a search for words changes with everything, that with filters alone as lists do, and that of
 * events at any minute.
 */
export function trackList(
  tracker: CacheTracker | undefined,
  list: { kind: Kind; filter: SearchFilter; sort?: ListOrder | undefined; ids: IdFilter; now: Date },
) {
  const { kind, filter, sort, ids, now } = list
  if (!needsSearch(filter, sort)) return tracker?.addTags(tagsOfList(kind, ids))
  tracker?.addTags(filter.searchtext || filter.near ? [anyTag] : tagsOfAllFacets(kind, ids))
  const nextMinute = (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs
  tracker?.expireAt(kind === 'event' ? nextMinute : now.getTime() + maxSearchAgeMs)
}

/** What changes a listing on a page without any write. Services have no times. */
type Shown = { _id: string; occurrence?: Occurrence; time_zone?: string }

/** Records that these listings are shown, with their texts and times. */
export function trackShown(tracker: CacheTracker | undefined, shown: readonly Shown[], now: Date) {
  tracker?.addTags(shown.map(({ _id }) => listingTag(_id)))
  for (const { occurrence, time_zone } of shown)
    if (occurrence) tracker?.expireAt(nextEventChange(occurrence, time_zone ?? 'UTC', now))
}

/** Records that the page of a listing is shown, with what it says about its author. */
export function trackDetails(
  tracker: CacheTracker | undefined,
  listing: Shown & { seller: { id: string } },
  now: Date,
) {
  trackShown(tracker, [listing], now)
  tracker?.addTags([authorTag(listing.seller.id)])
}
