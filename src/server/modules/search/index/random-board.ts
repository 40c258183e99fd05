/** Random listings for tests: as a plain list for `naive-query.ts` and as an index. */

import type { IndexClock } from '../types.ts'
import { addSlot, createBitset } from './bitset.ts'
import { columnFlags, createColumns, noDay } from './columns.ts'
import { termsOfDays } from './event-days.ts'
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
  /** Of a series, those of its current date. */
  startDay: number
  endDay: number
  /** The days of a series; null for another listing. */
  days: number[] | null
  startMinute: number
  endMinute: number
  /** 0 if it ends with its last day. */
  endsAt: number
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
export const categoryIds = [1, 2]

/** Ids 1 and 2 are countries, 3 to 5 states, 6 to 10 cities. City 10 has no coordinates; 6 and 7 have the same. */
export const placeParents = [0, 0, 0, 1, 1, 2, 3, 3, 4, 5, 5]
export const placeIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
export const cityIds = [6, 7, 8, 9, 10]
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

/** It is a day earlier in city 8 and state 5. */
export function clockAt(today: number): IndexClock {
  const todayOf = Uint16Array.from(placeParents, (_, id) => (id === 8 || id === 5 ? today - 1 : today))
  return { now: 1_000_000, todayOf, days: [today - 1, today] }
}

/** Returns a random number generator (LCG) with numbers from 0 to 1. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Returns a board with segments of the given sizes, each `step` seconds newer than the one before. The times of a segment span 60
 * seconds. The same seed makes the same board.
 */
export function createBoard(seed: number, segmentSizes: number[], clock: IndexClock, step = 2): Board {
  const random = createRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = (ids: number[]) => ids[below(ids.length)] ?? 0
  const eventShare = pick([0.05, 0.5])
  const titleShare = pick([0.05, 0.5])
  const listings = segmentSizes.flatMap((size, segment) => {
    const times = Array.from({ length: size }, () => 1_000 + segment * step + below(60)).sort((a, b) => b - a)
    const deletedShare = pick([0, 0.2])
    return times.map((posted, slot): BoardListing => {
      const isEvent = random() < eventShare
      const place = pick(placeIds)
      const dates = isEvent ? randomDates(clock, clock.todayOf[place] ?? 0, below) : null
      const words = (share: number) => boardTerms.filter((_, at) => at < 5 && random() < share / 2 ** at)
      return {
        segment,
        slot,
        isEvent,
        hasPictures: random() < 0.5,
        isStale: !isEvent && random() < 0.2,
        topic: pick(topicIds),
        place,
        posted,
        price: below(5) * 100,
        startDay: dates?.startDay ?? noDay,
        endDay: dates?.endDay ?? noDay,
        days: dates?.days ?? null,
        startMinute: dates ? below(3) * 600 : 0,
        endMinute: dates ? 1_440 - below(3) * 60 : 1_440,
        endsAt: dates?.endsAt ?? 0,
        isDeleted: random() < deletedShare,
        title: words(titleShare),
        body: words(0.9),
      }
    })
  })
  return { listings, index: indexOf(listings, segmentSizes) }
}

/** Deletes listings of a board, as a later version of its index has it. */
export function deleteFromBoard(board: Board, isDeleted: (listing: BoardListing) => boolean): Board {
  const gone = board.listings.filter((listing) => !listing.isDeleted && isDeleted(listing))
  const segments = board.index.segments.map((segment, at) => {
    const slots = gone.filter((listing) => listing.segment === at).map(({ slot }) => slot)
    if (slots.length === 0 || !segment.removed) return segment
    const deleted = segment.deleted?.slice() ?? createBitset()
    for (const slot of slots) addSlot(deleted, slot)
    const log = segment.removed.slots
    log.push(...slots)
    return { ...segment, deleted, removed: { slots: log, count: log.length } }
  })
  const listings = board.listings.map((listing) =>
    gone.includes(listing) ? { ...listing, isDeleted: true } : listing,
  )
  return { listings, index: { ...board.index, segments } }
}

/** Returns the dates of an event where it is `today`. Some of those of today are over. */
function randomDates({ now, days }: IndexClock, today: number, below: (limit: number) => number) {
  const start = (days.at(-1) ?? 0) - 6 + below(12)
  if (below(2) === 0) {
    const endDay = start + below(4)
    if (below(2) === 0) return { startDay: start, endDay, days: null, endsAt: 0 }
    const isOver = endDay < today || (endDay === today && below(2) === 0)
    return { startDay: start, endDay, days: null, endsAt: isOver ? now - below(9) : now + 1 + below(9) }
  }
  const length = below(2)
  const count = 2 + below(8)
  const starts = [start]
  for (let at = 1; at < count; at++) starts.push((starts[at - 1] ?? 0) + length + 1 + below(30))
  // Its date of today may be over, and so not the current one.
  const since = below(2) === 0 ? today : today + 1
  const current = starts.find((day) => day + length >= since)
  const startDay = current ?? starts.at(-1) ?? 0
  return {
    startDay,
    endDay: startDay + length,
    days: starts.flatMap((day) => Array.from({ length: length + 1 }, (_, at) => day + at)),
    endsAt: current === undefined ? now : now + 1,
  }
}

function indexOf(listings: BoardListing[], segmentSizes: number[]): SearchIndex {
  const contents = segmentSizes.map((_, segment) => listings.filter((listing) => listing.segment === segment))
  const takesPlace = ({ days }: BoardListing, term: string) => days !== null && termsOfDays(days).has(term)
  const occurs = (listing: BoardListing, term: string) =>
    listing.title.includes(term) || listing.body.includes(term) || takesPlace(listing, term)
  return {
    segments: contents.map((members, at) => segmentOf(at, members)),
    taxonomy,
    documentCount: listings.length,
    listingsWith: (term) => listings.filter((listing) => occurs(listing, term)).length,
    postingOf: (term, segment, field) =>
      postingOf(contents[segment.id - 100] ?? [], (listing) =>
        field === 'titles'
          ? listing.title.includes(term) || takesPlace(listing, term)
          : listing.body.includes(term),
      ),
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
      (listing.isStale ? columnFlags.stale : 0) |
      (listing.days ? columnFlags.series : 0)
    columns.topic[slot] = listing.topic
    columns.place[slot] = listing.place
    columns.posted[slot] = listing.posted
    columns.price[slot] = listing.price
    columns.startDay[slot] = listing.startDay
    columns.endDay[slot] = listing.endDay
    columns.startMinute[slot] = listing.startMinute
    columns.endMinute[slot] = listing.endMinute
    columns.endsAt[slot] = listing.endsAt
    if (deleted && listing.isDeleted) addSlot(deleted, slot)
  }
  return { id: 100 + at, size: members.length, columns, deleted, removed: { slots: [], count: 0 } }
}
