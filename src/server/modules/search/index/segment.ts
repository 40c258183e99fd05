/** Segments, and sets of their slots that follow from the columns. */
import { addSlot, type Bitset, createBitset, hasSlot } from './bitset.ts'
import { type Columns, columnFlags } from './columns.ts'

/** Up to 65,536 listings, from newest to oldest. Only `deleted` changes: a segment with other listings has new columns. */
export type Segment = { id: number; size: number; columns: Columns; deleted: Bitset | null }

/** The slots of each id of a column: those of `ids[at]` are `slots` from `starts[at]` to `starts[at + 1] - 1`. */
export type Groups = { ids: Uint32Array; starts: Uint32Array; slots: Uint16Array }

type SegmentSets = { events: Bitset; free: Bitset; pictures: Bitset; topics: Groups; places: Groups }

const setsByColumns = new WeakMap<Columns, SegmentSets>()

/** Returns the sets of a segment, computed once for its columns: 24 KB, and 4 bytes per listing. */
export function setsOf({ columns }: Segment): SegmentSets {
  const existing = setsByColumns.get(columns)
  if (existing) return existing
  const sets = {
    events: slotsWithFlag(columns.flags, columnFlags.event),
    free: slotsWithFlag(columns.flags, columnFlags.free),
    pictures: slotsWithFlag(columns.flags, columnFlags.pictures),
    topics: groupSlots(columns.topic),
    places: groupSlots(columns.place),
  }
  setsByColumns.set(columns, sets)
  return sets
}

function slotsWithFlag(flags: Uint8Array, flag: number): Bitset {
  const bitset = createBitset()
  for (let slot = 0; slot < flags.length; slot++) if ((flags[slot] ?? 0) & flag) addSlot(bitset, slot)
  return bitset
}

/** Sorts slots by id with a counting sort: ids are small numbers. */
function groupSlots(column: Uint32Array): Groups {
  let maxId = 0
  for (const id of column) if (id > maxId) maxId = id
  const next = new Uint32Array(maxId + 1)
  for (const id of column) next[id] = (next[id] ?? 0) + 1
  const ids: number[] = []
  const starts = [0]
  let start = 0
  for (let id = 0; id <= maxId; id++) {
    const count = next[id] ?? 0
    next[id] = start
    if (count === 0) continue
    start += count
    ids.push(id)
    starts.push(start)
  }
  const slots = new Uint16Array(column.length)
  for (let slot = 0; slot < column.length; slot++) {
    const id = column[slot] ?? 0
    const at = next[id] ?? 0
    slots[at] = slot
    next[id] = at + 1
  }
  return { ids: Uint32Array.from(ids), starts: Uint32Array.from(starts), slots }
}

/** The number of visible listings of one kind, in the order of the ids of the groups. */
type VisibleCounts = { topics: Uint32Array; places: Uint32Array }

const countsOfEvents = new WeakMap<Segment, VisibleCounts>()
const countsOfServices = new WeakMap<Segment, VisibleCounts>()

/** Counts the events or services that are not deleted, once for a segment: one with other deletions is another object. */
export function visibleCounts(segment: Segment, events: boolean): VisibleCounts {
  const known = events ? countsOfEvents : countsOfServices
  const existing = known.get(segment)
  if (existing) return existing
  const sets = setsOf(segment)
  const visible = sets.events.map((word, index) => (events ? word : ~word) & ~(segment.deleted?.[index] ?? 0))
  const counts = {
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

/** Returns the number of slots whose id is in a set. */
export function countGroups({ ids, starts }: Groups, set: Uint8Array): number {
  let total = 0
  for (let at = 0; at < ids.length; at++) {
    if (set[ids[at] ?? 0]) total += (starts[at + 1] ?? 0) - (starts[at] ?? 0)
  }
  return total
}

/** Adds the slots whose id is in a set. Returns false if there are none. */
export function addGroups(target: Bitset, { ids, starts, slots }: Groups, set: Uint8Array): boolean {
  let isEmpty = true
  for (let group = 0; group < ids.length; group++) {
    if (!set[ids[group] ?? 0]) continue
    isEmpty = false
    const end = starts[group + 1] ?? 0
    for (let at = starts[group] ?? 0; at < end; at++) {
      const slot = slots[at] ?? 0
      target[slot >>> 5] = (target[slot >>> 5] ?? 0) | (1 << (slot & 31))
    }
  }
  return !isEmpty
}
