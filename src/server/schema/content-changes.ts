/**
 * What triggers store in `content_change` when something changes that visitors see, and the cache tags that it changes. Whatever
 * reads one of these things adds its tag to the `tracker` of its request.
 */
import type { CacheTag } from '../platform/cache/cache-tracker.ts'

type Kind = 'service' | 'event'

/** Which listings are public on a topic in a place, and in which order; 0 is every topic or place. Texts have tags of their own. */
export const listTag = (kind: Kind, topic: number, place: number): CacheTag => `${kind} ${topic} ${place}`
export const listingTag = (id: string): CacheTag => `listing ${id}`
/** What is public about an author: profile, account, and listings. */
export const authorTag = (profileId: string): CacheTag => `author ${profileId}`
/** How many people are interested in an event, or going. */
export const attendanceTag = (listingId: string): CacheTag => `attendance ${listingId}`

/** The columns of a row that say what has changed. */
type ContentChange = {
  kind: Kind | 'attendance' | null
  category_id: number | null
  subcategory_id: number | null
  country_id: number | null
  state_id: number | null
  city_id: number | null
  listing_id: string | null
  author_id: string | null
}

/** Returns null if everything may have changed. */
export function tagsOfChange(change: ContentChange): CacheTag[] | null {
  const { kind, listing_id, author_id } = change
  if (kind === 'attendance') return listing_id === null ? null : [attendanceTag(listing_id)]
  const shown: CacheTag[] = []
  if (listing_id !== null) shown.push(listingTag(listing_id))
  if (author_id !== null) shown.push(authorTag(author_id))
  if (kind === null) return shown.length > 0 ? shown : null
  const topics = [0, change.category_id, change.subcategory_id].filter((id) => id !== null)
  const places = [0, change.country_id, change.state_id, change.city_id].filter((id) => id !== null)
  return [...topics.flatMap((topic) => places.map((place) => listTag(kind, topic, place))), ...shown]
}
