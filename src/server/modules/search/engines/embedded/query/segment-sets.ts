/** Sets of a segment's slots that follow from its columns. */
import type { FlagField } from '../../../../../../shared/list-filters.ts'
import { addRange, addSlot, type Bitset, createBitset, hasSlot } from '../bitset.ts'
import { type Columns, columnFlags } from '../columns.ts'
import type { Segment } from '../segment.ts'
import { type Groups, groupSlots } from './groups.ts'

/** As small as the ids allow: counting listings by their ids takes as long as reading these. */
export type Ids = Uint16Array | Uint32Array

type SegmentSets = {
  events: Bitset
  series: Bitset
  free: Bitset
  /** By the name of the field: which listings have it. */
  flags: Record<FlagField, Bitset>
  topics: Groups
  places: Groups
  /** The topic and the place of each slot, and those in the order of `places.slots` and of `topics.slots`. */
  topicIds: Ids
  placeIds: Ids
  topicsByPlace: Ids
  placesByTopic: Ids
  /** The first and the last day of the segment's events that take place once. */
  singleDays: { firstDay: number; lastDay: number }
}

const setsByColumns = new WeakMap<Columns, SegmentSets>()

/** Returns the sets of a segment, computed once for its columns: 32 kB, and 12 bytes per listing. */
export function setsOf({ columns }: Segment): SegmentSets {
  const existing = setsByColumns.get(columns)
  if (existing) return existing
  const [topics, places] = [groupSlots(columns.topic), groupSlots(columns.place)]
  const [topicIds, placeIds] = [compact(columns.topic, topics), compact(columns.place, places)]
  const sets = {
    events: slotsWithFlag(columns, columnFlags.event),
    series: slotsWithFlag(columns, columnFlags.series),
    free: slotsWithFlag(columns, columnFlags.free),
    flags: { pictures: slotsWithFlag(columns, columnFlags.pictures) },
    topics,
    places,
    topicIds,
    placeIds,
    topicsByPlace: topicIds.map((_, at) => topicIds[places.slots[at] ?? 0] ?? 0),
    placesByTopic: placeIds.map((_, at) => placeIds[topics.slots[at] ?? 0] ?? 0),
    singleDays: singleDaysOf(columns),
  }
  setsByColumns.set(columns, sets)
  return sets
}

const compact = (column: Uint32Array, { ids }: Groups): Ids =>
  (ids.at(-1) ?? 0) > 65_535 ? column : Uint16Array.from(column)

function slotsWithFlag({ flags }: Columns, flag: number): Bitset {
  const bitset = createBitset()
  for (let slot = 0; slot < flags.length; slot++) if ((flags[slot] ?? 0) & flag) addSlot(bitset, slot)
  return bitset
}

function singleDaysOf({ flags, startDay, endDay }: Columns) {
  let firstDay = Number.POSITIVE_INFINITY
  let lastDay = 0
  for (let slot = 0; slot < flags.length; slot++) {
    if (((flags[slot] ?? 0) & (columnFlags.event | columnFlags.series)) !== columnFlags.event) continue
    firstDay = Math.min(firstDay, startDay[slot] ?? 0)
    lastDay = Math.max(lastDay, endDay[slot] ?? 0)
  }
  return { firstDay, lastDay }
}

/** The listings that visitors see, and how many each topic and place has, in the order of the ids of the groups. */
type Visible = { over: Bitset | null; slots: Bitset; topics: Uint32Array; places: Uint32Array }

const visibleEvents = new WeakMap<Segment, Visible>()
const visibleServices = new WeakMap<Segment, Visible>()

/**
 * Returns the events that are not in `over`, or the services, without deleted ones. Remembers them: a segment with other deletions is
 * another object, and so is `over` when another event is over.
 */
export function visibleOf(segment: Segment, events: boolean, over: Bitset | null): Visible {
  const known = events ? visibleEvents : visibleServices
  const existing = known.get(segment)
  if (existing && existing.over === over) return existing
  const sets = setsOf(segment)
  const slots = createBitset()
  addRange(slots, segment.size)
  for (let index = 0; index < slots.length; index++) {
    const ofKind = events ? (sets.events[index] ?? 0) : ~(sets.events[index] ?? 0)
    const hidden = (segment.deleted?.[index] ?? 0) | (over?.[index] ?? 0)
    slots[index] = (slots[index] ?? 0) & ofKind & ~hidden
  }
  const [topics, places] = [countVisible(sets.topics, slots), countVisible(sets.places, slots)]
  const visible = { over, slots, topics, places }
  known.set(segment, visible)
  return visible
}

function countVisible({ ids, starts, slots }: Groups, visible: Bitset): Uint32Array {
  const counts = new Uint32Array(ids.length)
  for (let group = 0; group < ids.length; group++) {
    let count = 0
    const end = starts[group + 1] ?? 0
    for (let at = starts[group] ?? 0; at < end; at++) if (hasSlot(visible, slots[at] ?? 0)) count++
    counts[group] = count
  }
  return counts
}
