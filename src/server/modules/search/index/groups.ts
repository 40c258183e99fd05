/** The slots of a segment by topic or by place. */
import { LRUCache } from 'lru-cache'
import { positionIn } from './ascending.ts'
import { addSlot, type Bitset, createBitset } from './bitset.ts'
import { keyOf } from './object-keys.ts'
import { addPosting } from './posting.ts'
import { type IdSet, isShared, membersOf } from './taxonomy.ts'

/** The slots of each id of a column: those of `ids[at]` are `slots` from `starts[at]` to `starts[at + 1] - 1`. */
export type Groups = { ids: Uint32Array; starts: Uint32Array; slots: Uint16Array }

/** Sorts slots by id with a counting sort: ids are small numbers. */
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
  return { ids: Uint32Array.from(ids), starts: Uint32Array.from(starts), slots }
}

/** Returns the slots of one id. */
export function slotsOfId({ ids, starts, slots }: Groups, id: number): Uint16Array {
  const at = positionIn(ids, id)
  return ids[at] === id ? slots.subarray(starts[at], starts[at + 1]) : noSlots
}

const noSlots = new Uint16Array(0)

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
  if (!isShared(set)) return { count: countGroups(groups, set), slots: null }
  const key = `${keyOf(groups)} ${keyOf(set)}`
  const known = stored.get(key)
  if (known) return known
  const count = countGroups(groups, set)
  const slots = count < minStoredSlots ? null : createBitset()
  if (slots) addEach(slots, groups, set)
  stored.set(key, { count, slots })
  return { count, slots }
}

/** Returns the number of slots whose id is in a set. */
const countGroups = (groups: Groups, set: IdSet): number =>
  groupsOf(groups, set).reduce((total, at) => total + sizeOf(groups, at), 0)

/** Adds the slots whose id is in a set. Returns false if there are none. */
export function addGroups(target: Bitset, groups: Groups, set: IdSet): boolean {
  const { count, slots } = slotsOfIds(groups, set)
  if (slots) addPosting(target, slots)
  else if (count > 0) addEach(target, groups, set)
  return count > 0
}

function addEach(target: Bitset, groups: Groups, set: IdSet): void {
  const { starts, slots } = groups
  for (const group of groupsOf(groups, set)) {
    const end = starts[group + 1] ?? 0
    for (let at = starts[group] ?? 0; at < end; at++) addSlot(target, slots[at] ?? 0)
  }
}

const sizeOf = ({ starts }: Groups, at: number) => (starts[at + 1] ?? 0) - (starts[at] ?? 0)

/** Looking up an id takes about as long as testing this many. */
const lookupSteps = 16

/** Returns which groups have an id of a set. */
function groupsOf({ ids }: Groups, set: IdSet): number[] {
  const found: number[] = []
  const members = membersOf(set)
  if (members.length * lookupSteps < ids.length) {
    for (const id of members) {
      const at = positionIn(ids, id)
      if (ids[at] === id) found.push(at)
    }
    return found
  }
  for (let at = 0; at < ids.length; at++) if (set[ids[at] ?? 0]) found.push(at)
  return found
}
