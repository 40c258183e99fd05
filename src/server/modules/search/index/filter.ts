/** Which listings a query may return, apart from its words. */
import type { IndexClock, IndexFilter } from '../types.ts'
import {
  addSlot,
  type Bitset,
  countSlots,
  createBitset,
  intersect,
  positionOf,
  removeSlot,
  subtract,
  type WordList,
} from './bitset.ts'
import { keepDays, type PreparedDays, prepareDays } from './filter-days.ts'
import { addGroups, type Groups, slotsOfIds } from './groups.ts'
import { positionOfPrice, slotsByPriceUnlessBusy } from './price-order.ts'
import type { SearchIndex } from './search-index.ts'
import { type Segment, setsOf } from './segment.ts'
import { findNearby, type IdSet, type IndexTaxonomy, idsUnderAll, type Nearby } from './taxonomy.ts'
import { takeBitset, takeListed } from './working-sets.ts'

/** A filter with its ids as sets. The parts that facets ignore are null if they do not filter. */
export type PreparedFilter = {
  events: boolean
  days: PreparedDays | null
  nearby: Nearby | null
  topics: IdSet | null
  places: IdSet | null
  price: { min: number; max: number } | null
  pictures: boolean
}

/** Prepares a filter for all segments. */
export function prepareFilter(
  filter: IndexFilter,
  taxonomy: IndexTaxonomy,
  clock: IndexClock,
): PreparedFilter {
  const { category, subcategory, country, state, city } = filter.ids
  const nearby = filter.near ? findNearby(taxonomy, filter.near) : null
  return {
    events: filter.kind === 'event',
    days: filter.kind === 'event' ? prepareDays(filter, clock) : null,
    nearby,
    topics: idsUnderAll(taxonomy.topicParent, [category, subcategory]),
    places: idsUnderAll(taxonomy.placeParent, [country, state, city]),
    price: filter.price ?? null,
    pictures: filter.pictures === true,
  }
}

/** The slots that pass a filter, and those that pass it without the part that a facet ignores. */
export type FilteredSlots = { all: Bitset; topics: Bitset; places: Bitset; prices: Bitset; pictures: Bitset }

/** Removes from `slots` those that are deleted or of the other kind. */
export function keepKind(slots: Bitset, { events }: PreparedFilter, segment: Segment, list: WordList): void {
  const sets = setsOf(segment)
  if (events) intersect(slots, sets.events, list)
  else subtract(slots, sets.events, list)
  if (segment.deleted) subtract(slots, segment.deleted, list)
}

const noSlots = createBitset()

/**
 * Adds the slots of `sets` that are not deleted and of the kind to empty `slots`, and leaves only their words in `list`, which has all
 * words of the segment. Reading them once costs less than `unite`, `keepKind`, and `skipEmptyWords`.
 */
export function uniteOfKind(
  slots: Bitset,
  sets: Bitset[],
  { events }: PreparedFilter,
  segment: Segment,
  list: WordList,
): void {
  const [eventSlots, { deleted }, { indexes }] = [setsOf(segment).events, segment, list]
  const [first = noSlots, second = noSlots, third = noSlots, ...others] = sets
  // A service is a slot that is not an event.
  const flipped = events ? 0 : -1
  let count = 0
  for (let index = 0; index < list.count; index++) {
    // There are seldom more than three, and a loop over them takes longer.
    let word = (first[index] ?? 0) | (second[index] ?? 0) | (third[index] ?? 0)
    for (let at = 0; at < others.length; at++) word |= others[at]?.[index] ?? 0
    if (word === 0) continue
    word &= (eventSlots[index] ?? 0) ^ flipped
    if (deleted) word &= ~(deleted[index] ?? 0)
    if (word === 0) continue
    slots[index] = word
    indexes[count++] = index
  }
  list.count = count
}

/**
 * Removes from `slots` those that fail a part that no facet ignores: the days and the distance. Words without a slot may
 * leave the list.
 */
export function keepDaysAndDistance(
  slots: Bitset,
  filter: PreparedFilter,
  index: SearchIndex,
  segment: Segment,
  list: WordList,
): void {
  const { place } = segment.columns
  if (filter.nearby) keepIds(slots, setsOf(segment).places, place, filter.nearby.ids, list)
  if (filter.days) keepDays(slots, filter.days, index, segment, list)
}

/** Removes from `slots` those that fail any part that a facet may ignore. */
export function keepAll(slots: Bitset, filter: PreparedFilter, segment: Segment, list: WordList): void {
  for (const part of facetParts) keepPart(slots, part, filter, segment, list)
}

/** Filters `slots` once with all parts, and once without each part that filters. The sets are `slots` itself if none does. */
export function filterForFacets(
  slots: Bitset,
  filter: PreparedFilter,
  segment: Segment,
  list: WordList,
): FilteredSlots {
  if (!facetParts.some((part) => filters(filter, part)))
    return { all: slots, topics: slots, places: slots, prices: slots, pictures: slots }
  const passing = facetParts.map((part) => {
    if (!filters(filter, part)) return null
    const kept = takeListed(slots, list)
    keepPart(kept, part, filter, segment, list)
    return kept
  })
  const combine = (ignored: number) => {
    const kept = takeBitset(slots)
    passing.forEach((part, at) => {
      if (part && at !== ignored) intersect(kept, part, list)
    })
    return kept
  }
  const all = combine(-1)
  const [topics = all, places = all, prices = all, pictures = all] = passing.map((part, at) =>
    part ? combine(at) : all,
  )
  return { all, topics, places, prices, pictures }
}

const facetParts = ['topics', 'places', 'price', 'pictures'] as const
type FacetPart = (typeof facetParts)[number]

const filters = (filter: PreparedFilter, part: FacetPart) => filter[part] !== null && filter[part] !== false

function keepPart(slots: Bitset, part: FacetPart, filter: PreparedFilter, segment: Segment, list: WordList) {
  const sets = setsOf(segment)
  const { topic, place } = segment.columns
  switch (part) {
    case 'topics':
      if (filter.topics) keepIds(slots, sets.topics, topic, filter.topics, list)
      break
    case 'places':
      if (filter.places) keepIds(slots, sets.places, place, filter.places, list)
      break
    case 'price':
      if (filter.price) keepPrices(slots, segment, filter.price, list)
      break
    case 'pictures':
      if (filter.pictures) intersect(slots, sets.pictures, list)
  }
}

/** Reads either the listings of the ids or the ids of the slots, whichever are fewer. */
function keepIds(slots: Bitset, groups: Groups, column: Uint32Array, ids: IdSet, list: WordList): void {
  const { count, slots: stored } = slotsOfIds(groups, ids)
  if (stored) {
    intersect(slots, stored, list)
    return
  }
  if (countSlots(slots, list) > groups.ids.length + count) {
    const members = takeListed(null, list)
    addGroups(members, groups, ids)
    intersect(slots, members, list)
    return
  }
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    let kept = 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const bit = word & -word
      if (ids[column[index * 32 + positionOf(bit)] ?? 0]) kept |= bit
    }
    slots[index] = kept
  }
}

/** Reading the prices of fewer slots takes no longer than finding a range. */
const minSortedSlots = 4_096

/** Reads the prices of the slots, or the slots inside or outside the range, whichever are fewest. */
function keepPrices(
  slots: Bitset,
  { size, columns }: Segment,
  { min, max }: NonNullable<PreparedFilter['price']>,
  list: WordList,
): void {
  const count = countSlots(slots, list)
  const order = count < minSortedSlots ? null : slotsByPriceUnlessBusy(columns)
  if (!order) {
    keepRange(slots, columns.price, min, max, list)
    return
  }
  const first = positionOfPrice(order, columns, min)
  const end = positionOfPrice(order, columns, max + 1)
  const outside = size - (end - first)
  if (count < Math.min(outside, end - first)) keepRange(slots, columns.price, min, max, list)
  else if (outside < end - first) {
    for (let at = 0; at < first; at++) removeSlot(slots, order[at] ?? 0)
    for (let at = end; at < size; at++) removeSlot(slots, order[at] ?? 0)
  } else {
    const inside = takeBitset(null)
    for (let at = first; at < end; at++) addSlot(inside, order[at] ?? 0)
    intersect(slots, inside, list)
  }
}

function keepRange(slots: Bitset, column: Uint32Array, min: number, max: number, list: WordList): void {
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    let kept = 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const bit = word & -word
      const value = column[index * 32 + positionOf(bit)] ?? 0
      if (value >= min && value <= max) kept |= bit
    }
    slots[index] = kept
  }
}
