/** The slots of a segment by topic or by place. */
import { LRUCache } from 'lru-cache'
import { positionIn } from './ascending.ts'
import { addSlot, type Bitset, createBitset } from './bitset.ts'
import { keyOf } from './object-keys.ts'
import { addPosting } from './posting.ts'
import { type IdSet, isShared, runsOf } from './taxonomy.ts'

/** The slots of each id of a column: those of `ids[at]` are `slots` from `starts[at]` to `starts[at + 1] - 1`. */
export type Groups = { ids: Uint32Array; starts: Uint32Array; slots: Uint16Array }

/**
 * Sorts slots by id with a counting sort: ids are small numbers. The slots of an id are in ascending order, or in that of `order` if it
 * is given.
 */
export function groupSlots(column: Uint32Array, order?: Uint16Array): Groups {
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
  for (let index = 0; index < column.length; index++) {
    const slot = order?.[index] ?? index
    const id = column[slot] ?? 0
    const at = next[id] ?? 0
    slots[at] = slot
    next[id] = at + 1
  }
  return { ids: Uint32Array.from(ids), starts: Uint32Array.from(starts), slots }
}

/** Slots from `ranges[at]` to `ranges[at + 1] - 1` of an array, for each even `at`. */
export type SlotRanges = { slots: Uint16Array; ranges: number[] }

/** Returns the slots whose id is in a set. */
export function rangesOf({ ids, starts, slots }: Groups, set: IdSet): SlotRanges {
  const positions = positionsOf(ids, set)
  return { slots, ranges: positions.map((position) => starts[position] ?? 0) }
}

/** Returns the same slots as `rangesOf`, with a range for each id. */
export function rangesById({ ids, starts, slots }: Groups, set: IdSet): SlotRanges {
  const positions = positionsOf(ids, set)
  const ranges: number[] = []
  for (let at = 0; at < positions.length; at += 2)
    for (let position = positions[at] ?? 0; position < (positions[at + 1] ?? 0); position++)
      ranges.push(starts[position] ?? 0, starts[position + 1] ?? 0)
  return { slots, ranges }
}

/** Returns where the ids of a set are: those from one position to before the next, for each two of them. */
function positionsOf(ids: Uint32Array, set: IdSet): number[] {
  const runs = runsOf(set)
  const positions: number[] = []
  for (let at = 0; at < runs.length; at += 2) {
    const first = positionIn(ids, runs[at] ?? 0)
    const end = positionIn(ids, (runs[at + 1] ?? 0) + 1, first)
    if (end > first) positions.push(first, end)
  }
  return positions
}

/** Returns the slots of each of these ids, in their order. */
export function rangesOfEach({ ids, starts, slots }: Groups, wanted: number[]): SlotRanges {
  const ranges: number[] = []
  for (const id of wanted) {
    const at = positionIn(ids, id)
    if (ids[at] === id) ranges.push(starts[at] ?? 0, starts[at + 1] ?? 0)
  }
  return { slots, ranges }
}

/** Returns the number of slots in ranges. */
export function countRanges({ ranges }: SlotRanges): number {
  let count = 0
  for (let at = 0; at < ranges.length; at += 2) count += (ranges[at + 1] ?? 0) - (ranges[at] ?? 0)
  return count
}

/** Adds the slots in ranges to a set. */
export function addRanges(target: Bitset, { slots, ranges }: SlotRanges): void {
  for (let at = 0; at < ranges.length; at += 2) {
    const end = ranges[at + 1] ?? 0
    for (let index = ranges[at] ?? 0; index < end; index++) addSlot(target, slots[index] ?? 0)
  }
}

/** The number of slots whose id is in a set. The slots, too, if they are many and several queries use the set. */
type SlotsOfIds = { count: number; slots: Bitset | null }

/** From this many slots on, combining a bitset costs less than reading the slots. */
const minStoredSlots = 1_024
/**
 * Enough for the large states, categories, and subcategories of a million listings. With 8 MB, searches with filters replaced 64 MB of
 * these in ten seconds, for which V8 collects the whole heap.
 */
const maxStoredBytes = 24 * 1024 * 1024

const stored = new LRUCache<string, SlotsOfIds>({
  maxSize: maxStoredBytes,
  sizeCalculation: ({ slots }) => 200 + (slots?.byteLength ?? 0),
})

/** Returns the slots whose id is in a set. Remembers those of sets that several queries use. */
export function slotsOfIds(groups: Groups, set: IdSet): SlotsOfIds {
  if (!isShared(set)) return { count: countRanges(rangesOf(groups, set)), slots: null }
  const key = `${keyOf(groups)} ${keyOf(set)}`
  const known = stored.get(key)
  if (known) return known
  const ranges = rangesOf(groups, set)
  const count = countRanges(ranges)
  const slots = count < minStoredSlots ? null : createBitset()
  if (slots) addRanges(slots, ranges)
  stored.set(key, { count, slots })
  return { count, slots }
}

/** Adds the slots whose id is in a set. Returns false if there are none. */
export function addGroups(target: Bitset, groups: Groups, set: IdSet): boolean {
  const { count, slots } = slotsOfIds(groups, set)
  if (slots) addPosting(target, slots)
  else if (count > 0) addRanges(target, rangesOf(groups, set))
  return count > 0
}
