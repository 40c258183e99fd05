/** The slots of a segment by topic or by place. */

import type { IdSet } from '../../tree.ts'
import { addSlot, type Bitset, createBitset, intersect, type WordList } from '../bitset.ts'
import { addPosting, positionIn } from '../posting.ts'
import { takeBitset } from './working-sets.ts'

/** The slots of each id of a column: those of `ids[at]` are `slots` from `starts[at]` to `starts[at + 1] - 1`. */
export type Groups = {
  ids: Uint32Array
  starts: Uint32Array
  slots: Uint16Array
  /** As long as queries use a set, its slots are known. */
  known: WeakMap<IdSet, SlotsOfIds>
}

/** Sorts slots by id with a counting sort: ids are small numbers. The slots of an id are in ascending order. */
export function groupSlots(column: Uint32Array): Groups {
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
  return { ids: Uint32Array.from(ids), starts: Uint32Array.from(starts), slots, known: new WeakMap() }
}

/**
 * The slots whose id is in a set: in `Groups.slots` from `ranges[at]` to `ranges[at + 1] - 1`, for each even `at`. As a bitset, too, if
 * they are many.
 */
type SlotsOfIds = { ranges: number[]; count: number; bitset: Bitset | null }

/** From this many slots on, combining a bitset costs less than reading the slots. */
const minStoredSlots = 1_024

/** Returns the slots whose id is in a set. */
export function slotsOfIds(groups: Groups, set: IdSet): SlotsOfIds {
  const existing = groups.known.get(set)
  if (existing) return existing
  const found: SlotsOfIds = { ranges: rangesOf(groups, set), count: 0, bitset: null }
  for (let at = 0; at < found.ranges.length; at += 2)
    found.count += (found.ranges[at + 1] ?? 0) - (found.ranges[at] ?? 0)
  if (found.count >= minStoredSlots) {
    found.bitset = createBitset()
    addRanges(found.bitset, groups, found.ranges)
  }
  groups.known.set(set, found)
  return found
}

function rangesOf({ ids, starts }: Groups, { runs }: IdSet): number[] {
  const ranges: number[] = []
  for (let at = 0; at < runs.length; at += 2) {
    const first = positionIn(ids, runs[at] ?? 0)
    const end = positionIn(ids, (runs[at + 1] ?? 0) + 1, first)
    if (end > first) ranges.push(starts[first] ?? 0, starts[end] ?? 0)
  }
  return ranges
}

function addRanges(target: Bitset, { slots }: Groups, ranges: number[]): void {
  for (let at = 0; at < ranges.length; at += 2) {
    const end = ranges[at + 1] ?? 0
    for (let index = ranges[at] ?? 0; index < end; index++) addSlot(target, slots[index] ?? 0)
  }
}

/** Adds the slots whose id is in a set. Returns false if there are none. */
export function addGroups(target: Bitset, groups: Groups, set: IdSet): boolean {
  const { ranges, count, bitset } = slotsOfIds(groups, set)
  if (bitset) addPosting(target, bitset)
  else addRanges(target, groups, ranges)
  return count > 0
}

/** Removes the slots whose id is not in a set. */
export function keepGroups(slots: Bitset, groups: Groups, set: IdSet, list: WordList): void {
  const { bitset, ranges } = slotsOfIds(groups, set)
  const members = bitset ?? takeBitset(null)
  if (!bitset) addRanges(members, groups, ranges)
  intersect(slots, members, list)
}
