/** Segments, and sets of their slots that follow from the columns. */
import { addRange, addSlot, type Bitset, createBitset, hasSlot } from './bitset.ts'
import { type Columns, columnFlags } from './columns.ts'
import { type Groups, groupSlots } from './groups.ts'
import { slotCount } from './posting.ts'

/** Up to 65,536 listings, from newest to oldest. Only `deleted` changes: a segment with other listings has new columns. */
export type Segment = {
  id: number
  size: number
  columns: Columns
  deleted: Bitset | null
  /** Which slots were deleted after the segment was loaded. Null if results for it are not worth remembering. */
  removed: RemovedSlots | null
}

/** The first `count` of `slots`, in the order of their deletion. Later versions of a segment have the same, growing array. */
export type RemovedSlots = { slots: number[]; count: number }

type SegmentSets = {
  events: Bitset
  free: Bitset
  pictures: Bitset
  series: Bitset
  topics: Groups
  places: Groups
  /** The first and the last day of the segment's events that take place once. */
  singleDays: { firstDay: number; lastDay: number }
}

const setsByColumns = new WeakMap<Columns, SegmentSets>()

/** Returns the sets of a segment, computed once for its columns: 24 KB, and 4 bytes per listing. */
export function setsOf({ columns }: Segment): SegmentSets {
  const existing = setsByColumns.get(columns)
  if (existing) return existing
  const sets = {
    events: slotsWithFlag(columns.flags, columnFlags.event),
    free: slotsWithFlag(columns.flags, columnFlags.free),
    pictures: slotsWithFlag(columns.flags, columnFlags.pictures),
    series: slotsWithFlag(columns.flags, columnFlags.series),
    topics: groupSlots(columns.topic),
    places: groupSlots(columns.place),
    singleDays: singleDaysOf(columns),
  }
  setsByColumns.set(columns, sets)
  return sets
}

function slotsWithFlag(flags: Uint8Array, flag: number): Bitset {
  const bitset = createBitset()
  for (let slot = 0; slot < flags.length; slot++) if ((flags[slot] ?? 0) & flag) addSlot(bitset, slot)
  return bitset
}

/** Returns the first day of an event that takes place once, and the last one. */
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

/** The visible listings of one kind, and their numbers in the order of the ids of the groups. */
type VisibleCounts = { slots: Bitset; total: number; topics: Uint32Array; places: Uint32Array }

const countsOfEvents = new WeakMap<Segment, VisibleCounts>()
const countsOfServices = new WeakMap<Segment, VisibleCounts>()

/** Counts the events or services that are not deleted, once for a segment: one with other deletions is another object. */
export function visibleCounts(segment: Segment, events: boolean): VisibleCounts {
  const known = events ? countsOfEvents : countsOfServices
  const existing = known.get(segment)
  if (existing) return existing
  const sets = setsOf(segment)
  const visible = createBitset()
  addRange(visible, segment.size)
  for (let index = 0; index < visible.length; index++) {
    const ofKind = events ? (sets.events[index] ?? 0) : ~(sets.events[index] ?? 0)
    visible[index] = (visible[index] ?? 0) & ofKind & ~(segment.deleted?.[index] ?? 0)
  }
  const counts = {
    ...{ slots: visible, total: slotCount(visible) },
    topics: countVisible(sets.topics, visible),
    places: countVisible(sets.places, visible),
  }
  known.set(segment, counts)
  return counts
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
