/** Random listings for tests: as a plain list for `naive-query.ts` and as an index. */
import { addSlot, createBitset } from './bitset.ts'
import { columnFlags, createColumns, noDay } from './columns.ts'
import { createPosting, type Posting } from './posting.ts'
import type { SearchIndex } from './search-index.ts'
import type { Segment } from './segment.ts'
import type { IndexTaxonomy } from './taxonomy.ts'

export type BoardListing = {
  segment: number
  slot: number
  isEvent: boolean
  hasPictures: boolean
  isStale: boolean
  topic: number
  place: number
  posted: number
  price: number
  startDay: number
  endDay: number
  isDeleted: boolean
  title: string[]
  body: string[]
}

export type Board = { listings: BoardListing[]; index: SearchIndex }

/** The words of listings, the common ones first. The last occurs in none. */
export const boardTerms = ['clean', 'dog', 'walk', 'music', 'rare', 'unknown']

/** Ids 1 and 2 are categories; 3 to 6 are subcategories. */
export const topicParents = [0, 0, 0, 1, 1, 1, 2]
export const topicIds = [1, 2, 3, 4, 5, 6]

/** Ids 1 and 2 are countries, 3 to 5 states, 6 to 10 cities. City 10 has no coordinates; 6 and 7 have the same. */
export const placeParents = [0, 0, 0, 1, 1, 2, 3, 3, 4, 5, 5]
export const placeIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
export const coordinates: Record<number, { latitude: number; longitude: number }> = {
  6: { latitude: 40, longitude: -100 },
  7: { latitude: 40, longitude: -100 },
  8: { latitude: 40.25, longitude: -100.25 },
  9: { latitude: 45, longitude: -90 },
}

const taxonomy: IndexTaxonomy = {
  topicParent: Uint32Array.from(topicParents),
  placeParent: Uint32Array.from(placeParents),
  latitude: Float32Array.from(placeParents, (_, id) => coordinates[id]?.latitude ?? Number.NaN),
  longitude: Float32Array.from(placeParents, (_, id) => coordinates[id]?.longitude ?? Number.NaN),
}

/** Returns a random number generator (LCG) with numbers from 0 to 1. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns a board with segments of the given sizes, whose times overlap. The same seed makes the same board. */
export function createBoard(seed: number, segmentSizes: number[], today: number): Board {
  const random = createRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = (ids: number[]) => ids[below(ids.length)] ?? 0
  const eventShare = pick([0.05, 0.5])
  const titleShare = pick([0.05, 0.5])
  const listings = segmentSizes.flatMap((size, segment) => {
    const times = Array.from({ length: size }, () => 1_000 + segment * 2 + below(60)).sort((a, b) => b - a)
    const deletedShare = pick([0, 0.2])
    return times.map((posted, slot): BoardListing => {
      const isEvent = random() < eventShare
      const startDay = isEvent ? today - 6 + below(12) : noDay
      const words = (share: number) => boardTerms.filter((_, at) => at < 5 && random() < share / 2 ** at)
      return {
        segment,
        slot,
        isEvent,
        hasPictures: random() < 0.5,
        isStale: !isEvent && random() < 0.2,
        topic: pick(topicIds),
        place: pick(placeIds),
        posted,
        price: below(5) * 100,
        startDay,
        endDay: isEvent ? startDay + below(4) : noDay,
        isDeleted: random() < deletedShare,
        title: words(titleShare),
        body: words(0.9),
      }
    })
  })
  return { listings, index: indexOf(listings, segmentSizes) }
}

function indexOf(listings: BoardListing[], segmentSizes: number[]): SearchIndex {
  const contents = segmentSizes.map((_, segment) => listings.filter((listing) => listing.segment === segment))
  const occurs = (listing: BoardListing, term: string) =>
    listing.title.includes(term) || listing.body.includes(term)
  return {
    segments: contents.map((members, at) => segmentOf(at, members)),
    taxonomy,
    documentCount: listings.length,
    listingsWith: (term) => listings.filter((listing) => occurs(listing, term)).length,
    postingsOf: (term, segment) => ({
      titles: postingOf(contents[segment.id - 100] ?? [], ({ title }) => title.includes(term)),
      bodies: postingOf(contents[segment.id - 100] ?? [], ({ body }) => body.includes(term)),
    }),
  }
}

/** Both forms of postings occur, although the segments are small. */
function postingOf(members: BoardListing[], matches: (listing: BoardListing) => boolean): Posting | null {
  const slots = members.filter(matches).map(({ slot }) => slot)
  if (slots.length === 0) return null
  if (slots.length % 2 === 0) return createPosting(slots)
  const bitset = createBitset()
  for (const slot of slots) addSlot(bitset, slot)
  return bitset
}

function segmentOf(at: number, members: BoardListing[]): Segment {
  const columns = createColumns(members.length)
  const deleted = members.some(({ isDeleted }) => isDeleted) ? createBitset() : null
  for (const listing of members) {
    const { slot } = listing
    columns.flags[slot] =
      (listing.isEvent ? columnFlags.event : 0) |
      (listing.price === 0 ? columnFlags.free : 0) |
      (listing.hasPictures ? columnFlags.pictures : 0) |
      (listing.isStale ? columnFlags.stale : 0)
    columns.topic[slot] = listing.topic
    columns.place[slot] = listing.place
    columns.posted[slot] = listing.posted
    columns.price[slot] = listing.price
    columns.startDay[slot] = listing.startDay
    columns.endDay[slot] = listing.endDay
    if (deleted && listing.isDeleted) addSlot(deleted, slot)
  }
  return { id: 100 + at, size: members.length, columns, deleted }
}
