/** Which listings a query may return, apart from its words. */
import type { FlagField, RangeFilter } from '../../../../../../shared/list-filters.ts'
import type { Choice, EngineFilter } from '../../../engine.ts'
import { fieldOf, type IdSet, idsUnder, type Nearby, type Tree, townsIn } from '../../matching.ts'
import { choiceTerm, numberName, numbersOf, reachName, type Segment } from '../segment.ts'
import {
  addPosting,
  addSlot,
  type Bitset,
  type BlockList,
  intersect,
  keepIf,
  positionOf,
  skipEmptyBlocks,
  subtract,
  takeBitset,
  unite,
} from '../slots.ts'
import { keepDays, type PreparedDays, prepareDays } from './filter-days.ts'
import { addGroups, type Clock, keepGroups, secondOf, setsOf } from './segment-sets.ts'

type NumberField = RangeFilter['field']
type Range = { min: number; max: number }

/** A filter with its ids as sets, and numbers as columns have them. The parts that do not filter are null. */
export type PreparedFilter = {
  events: boolean
  ids: string[] | null
  days: PreparedDays | null
  nearby: Nearby | null
  topics: IdSet | null
  places: IdSet | null
  ranges: { [Field in NumberField]: Range | null }
  flags: FlagField[]
  /** Lists of choices by field. */
  choices: Map<FacetPart, Choice[][]>
  numbers: NonNullable<EngineFilter['numbers']>
}

/** Prepares a filter for all segments. */
export function prepareFilter(filter: EngineFilter, tree: Tree, clock: Clock): PreparedFilter {
  return {
    events: filter.kind === 'event',
    ids: filter.ids ?? null,
    days: filter.kind === 'event' ? prepareDays(filter, clock) : null,
    nearby: filter.near ? townsIn(tree, filter.near) : null,
    topics: filter.topics.length > 0 ? idsUnder(tree.topics, filter.topics) : null,
    places: filter.places.length > 0 ? idsUnder(tree.places, filter.places) : null,
    ranges: { price: rangeOf('price', filter.ranges), posted: rangeOf('posted', filter.ranges) },
    flags: filter.flags,
    choices: Map.groupBy(filter.choices ?? [], ([choice = '']) => partOf(choice)),
    numbers: filter.numbers ?? [],
  }
}

/** Returns what all ranges of a field leave. */
function rangeOf(field: NumberField, ranges: readonly RangeFilter[]): Range | null {
  const given = ranges.filter((range) => range.field === field).map(rangeInColumn)
  if (given.length === 0) return null
  return { min: Math.max(...given.map(({ min }) => min)), max: Math.min(...given.map(({ max }) => max)) }
}

function rangeInColumn(range: RangeFilter): Range {
  if (range.field === 'posted')
    return {
      min: range.min === undefined ? 0 : secondOf(range.min),
      max: range.max === undefined ? Number.POSITIVE_INFINITY : secondOf(range.max),
    }
  const { min = 0, max = Number.POSITIVE_INFINITY } = range
  return { min: Math.ceil(centsOf(min)), max: Math.floor(centsOf(max)) }
}

/** Returns a price in cents and fractions of them, without errors of binary fractions such as 1,998.9999999999998. */
const centsOf = (price: number) => Math.round(price * 1e6) / 1e4

/** The parts that a facet may ignore: the choices of a field are one. */
export type FacetPart = 'topics' | 'places' | 'pictures' | 'price' | `${string}:`

/** Returns the part of a choice. */
export const partOf = (choice: Choice): FacetPart => `${fieldOf(choice)}:`

/** Returns the parts of a filter that leave something out. The price is the last: it is read for each slot that the others leave. */
export function partsOf({ topics, places, flags, choices, ranges }: PreparedFilter): FacetPart[] {
  const parts: FacetPart[] = []
  if (topics) parts.push('topics')
  if (places) parts.push('places')
  if (flags.includes('pictures')) parts.push('pictures')
  parts.push(...choices.keys())
  if (ranges.price) parts.push('price')
  return parts
}

/** Removes from `slots` those that are deleted or of the other kind. */
export function keepKind(slots: Bitset, { events }: PreparedFilter, segment: Segment, list: BlockList): void {
  const sets = setsOf(segment)
  if (events) intersect(slots, sets.events, list)
  else subtract(slots, sets.events, list)
  if (segment.deleted) subtract(slots, segment.deleted, list)
}

/** Removes from `slots` those that fail a part that no facet ignores. Words without a slot may leave the list. */
export function keepAlways(slots: Bitset, filter: PreparedFilter, segment: Segment, list: BlockList): void {
  const { ids, ranges, days } = filter
  if (ids) intersect(slots, slotsOfListings(ids, segment), list)
  if (ranges.posted) keepRange(slots, segment.columns.posted, ranges.posted, list)
  if (days) keepDays(slots, days, segment, list)
}

/** Removes from `slots` those outside a circle, or a range of a number. Reads numbers of each slot, so the parts should come first. */
export function keepNumbers(
  slots: Bitset,
  { nearby, numbers }: PreparedFilter,
  segment: Segment,
  list: BlockList,
): void {
  if (nearby) keepNearby(slots, nearby, segment, list)
  for (const { key, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } of numbers)
    keepRange(slots, numbersOf(segment, numberName(key)), { min, max }, list)
}

/** Removes from `slots` those that fail a part. */
export function keepPart(
  slots: Bitset,
  part: FacetPart,
  filter: PreparedFilter,
  segment: Segment,
  list: BlockList,
): void {
  const sets = setsOf(segment)
  if (part === 'topics' && filter.topics) keepGroups(slots, sets.topics, filter.topics, list)
  if (part === 'places' && filter.places) keepGroups(slots, sets.places, filter.places, list)
  if (part === 'price' && filter.ranges.price)
    keepRange(slots, segment.columns.price, filter.ranges.price, list)
  if (part === 'pictures') intersect(slots, sets.flags.pictures, list)
  for (const choices of filter.choices.get(part) ?? [])
    intersect(slots, slotsWithChoice(choices, segment), list)
}

/** The slots that pass a filter, and those that pass it without the part that a facet ignores. */
export type FilteredSlots = { all: Bitset; without: (part: FacetPart) => Bitset }

/**
 * Filters `slots` with all of some parts, and with numbers. Leaves those in `slots` that fail one part at most, and only their blocks in
 * `list`: no facet counts others, and they are few.
 */
export function filterForFacets(
  slots: Bitset,
  parts: readonly FacetPart[],
  filter: PreparedFilter,
  segment: Segment,
  list: BlockList,
): FilteredSlots {
  const all = takeBitset(slots)
  const passing = parts.map((part) => {
    const kept = takeBitset(slots)
    keepPart(kept, part, filter, segment, list)
    intersect(slots, kept, list)
    unite(slots, all, list)
    intersect(all, kept, list)
    skipEmptyBlocks(slots, list)
    return kept
  })
  if (parts.length > 0) {
    keepNumbers(slots, filter, segment, list)
    skipEmptyBlocks(slots, list)
    intersect(all, slots, list)
  }
  return {
    all,
    without(part) {
      const kept = passing[parts.indexOf(part)]
      if (!kept) return all
      const others = takeBitset(slots)
      subtract(others, kept, list)
      unite(others, all, list)
      return others
    },
  }
}

function slotsOfListings(ids: readonly string[], segment: Segment): Bitset {
  const slots = takeBitset(null)
  for (const id of ids) {
    const slot = segment.slotOf(id)
    if (slot >= 0) addSlot(slots, slot)
  }
  return slots
}

/** Keeps the listings in the towns of a circle, and those whose author travels to its center. */
function keepNearby(slots: Bitset, { ids, km }: Nearby, segment: Segment, list: BlockList): void {
  const { place } = segment.columns
  const inside = takeBitset(null)
  addGroups(inside, setsOf(segment).places, ids)
  const outside = takeBitset(slots)
  subtract(outside, inside, list)
  const reaches = numbersOf(segment, reachName)
  keepIf(outside, list, (slot) => {
    const reach = reaches[slot] ?? 0
    return reach > 0 && reach >= (km[place[slot] ?? 0] ?? Number.POSITIVE_INFINITY)
  })
  intersect(slots, inside, list)
  unite(slots, outside, list)
}

function slotsWithChoice(choices: readonly Choice[], segment: Segment): Bitset {
  const slots = takeBitset(null)
  for (const choice of choices) {
    const posting = segment.postingOf(choiceTerm(choice), 'titles')
    if (posting) addPosting(slots, posting)
  }
  return slots
}

/** Has no branch for each slot, which the processor could not foresee. */
function keepRange(
  slots: Bitset,
  column: Uint32Array | Float64Array,
  { min, max }: Range,
  { indexes, count }: BlockList,
): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    let kept = 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const bit = word & -word
      const value = column[index * 32 + positionOf(bit)] ?? Number.NaN
      kept |= bit & -(Number(value >= min) & Number(value <= max))
    }
    slots[index] = kept
  }
}
