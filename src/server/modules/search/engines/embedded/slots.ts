/** Sets of slots: the positions of listings in a segment. */

/** The most listings of a segment, so that a slot fits in 16 bits. */
export const maxSegmentSize = 65_536

/** Blocks of 32 slots: bit `slot & 31` of block `slot >>> 5`. Signed, because V8 stores unsigned numbers above 2^31 as objects. */
export type Bitset = Int32Array

/** The number of blocks of every bitset, also of one for a small segment. */
export const blocksPerBitset = maxSegmentSize / 32

export const createBitset = (): Bitset => new Int32Array(blocksPerBitset)

/** The blocks of a bitset that a step reads: the first `count` of `indexes`, in ascending order. */
export type BlockList = { indexes: Uint16Array; count: number }

/** Returns the number of ones in a block. */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Returns the position of the only one in `bit`. */
export const positionOf = (bit: number) => 31 - Math.clz32(bit)

export const hasSlot = (bitset: Bitset, slot: number) =>
  ((bitset[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0

export function addSlot(bitset: Bitset, slot: number): void {
  bitset[slot >>> 5] = (bitset[slot >>> 5] ?? 0) | (1 << (slot & 31))
}

export function removeSlot(bitset: Bitset, slot: number): void {
  bitset[slot >>> 5] = (bitset[slot >>> 5] ?? 0) & ~(1 << (slot & 31))
}

/** Adds the slots from 0 to `size - 1`. */
export function addRange(bitset: Bitset, size: number): void {
  bitset.fill(0xffffffff, 0, size >>> 5)
  if (size & 31) bitset[size >>> 5] = (1 << (size & 31)) - 1
}

/** Returns the number of slots, reading only the listed blocks. */
export function countSlots(bitset: Bitset, { indexes, count }: BlockList): number {
  let total = 0
  for (let at = 0; at < count; at++) total += countOnes(bitset[indexes[at] ?? 0] ?? 0)
  return total
}

/** Returns the number of slots in both sets, reading only the listed blocks. */
export function countCommonSlots(a: Bitset, b: Bitset, { indexes, count }: BlockList): number {
  let total = 0
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    total += countOnes((a[index] ?? 0) & (b[index] ?? 0))
  }
  return total
}

/** Removes from `target` every slot that `other` does not contain. */
export function intersect(target: Bitset, other: Bitset, { indexes, count }: BlockList): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    target[index] = (target[index] ?? 0) & (other[index] ?? 0)
  }
}

/** Removes from `target` every slot of `other`. */
export function subtract(target: Bitset, other: Bitset, { indexes, count }: BlockList): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    target[index] = (target[index] ?? 0) & ~(other[index] ?? 0)
  }
}

/** Adds every slot of `other` to `target`. */
export function unite(target: Bitset, other: Bitset, { indexes, count }: BlockList): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    target[index] = (target[index] ?? 0) | (other[index] ?? 0)
  }
}

/** Removes the slots that do not pass a test. */
export function keepIf(slots: Bitset, { indexes, count }: BlockList, test: (slot: number) => boolean): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    let kept = 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const bit = word & -word
      if (test(index * 32 + positionOf(bit))) kept |= bit
    }
    slots[index] = kept
  }
}

/** Removes the blocks without a slot from the list. A branch for each block, which the processor cannot foresee, would take longer. */
export function skipEmptyBlocks(bitset: Bitset, list: BlockList): void {
  const { indexes } = list
  let count = 0
  for (let at = 0; at < list.count; at++) {
    const index = indexes[at] ?? 0
    const word = bitset[index] ?? 0
    indexes[count] = index
    count += (word | -word) >>> 31
  }
  list.count = count
}

// ── Postings ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The slots of one segment that contain a term: sorted slots if they are fewer than `minBitsetSlots`, otherwise a bitset. */
export type Posting = Uint16Array | Bitset

/** Listings have a term in their title, or in their text but not in their title. */
export type Field = 'titles' | 'bodies'

/** From this many slots on, a bitset takes no more memory than a list of slots. */
export const minBitsetSlots = 4_096

/** Returns the number of 16-bit units that a posting of so many slots takes. */
export const postingUnits = (slots: number): number => (slots < minBitsetSlots ? slots : blocksPerBitset * 2)

/** Returns the number of slots. */
export function slotCount(posting: Posting): number {
  if (posting instanceof Uint16Array) return posting.length
  let total = 0
  for (const word of posting) total += countOnes(word)
  return total
}

/** Returns the slots in ascending order. */
export function slotsOf(posting: Posting): Uint16Array {
  if (posting instanceof Uint16Array) return posting
  const slots = new Uint16Array(slotCount(posting))
  let filled = 0
  for (let index = 0; index < posting.length; index++) {
    for (let word = posting[index] ?? 0; word !== 0; word &= word - 1) {
      slots[filled++] = index * 32 + positionOf(word & -word)
    }
  }
  return slots
}

/** Returns the slots in the order of their numbers, and those with equal numbers by slot. Sorts numbers that end with the slot. */
export function slotsBy(numbers: Uint32Array): Uint16Array {
  const keys = new Float64Array(numbers.length)
  for (let slot = 0; slot < keys.length; slot++) keys[slot] = (numbers[slot] ?? 0) * maxSegmentSize + slot
  keys.sort()
  const slots = new Uint16Array(keys.length)
  for (let at = 0; at < slots.length; at++) slots[at] = (keys[at] ?? 0) % maxSegmentSize
  return slots
}

/** Returns the position of the first of ascending numbers that is not smaller than `number`, from `start` on. */
export function positionIn(numbers: Uint16Array | Uint32Array, number: number, start = 0): number {
  let low = start
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds the slots of a posting to a bitset. */
export function addPosting(target: Bitset, posting: Posting): void {
  if (posting instanceof Uint16Array)
    for (let at = 0; at < posting.length; at++) addSlot(target, posting[at] ?? 0)
  else
    for (let index = 0; index < blocksPerBitset; index++)
      target[index] = (target[index] ?? 0) | (posting[index] ?? 0)
}

// ── Intermediate results ────────────────────────────────────────────────────────────────────────────────────────────────

/*
 * Bitsets for intermediate results. A query uses a few dozen per segment; allocating them each time would cost more than
 * filling them. Queries run one at a time to their end, so one pool serves all.
 */
const allBlocks = Uint16Array.from({ length: blocksPerBitset }, (_, index) => index)

const bitsets: Bitset[] = []
const lists: BlockList[] = []
let usedBitsets = 0
let usedLists = 0

/** Returns a bitset with the slots of `content`, or an empty one. It is valid until `releaseBitsets`. */
export function takeBitset(content: Bitset | null): Bitset {
  const bitset = bitsets[usedBitsets] ?? createBitset()
  bitsets[usedBitsets] = bitset
  usedBitsets++
  if (content) bitset.set(content)
  else bitset.fill(0)
  return bitset
}

/** Returns a list of all blocks that slots below `size` need. It is valid until `releaseBitsets`. */
export function takeBlocks(size: number): BlockList {
  const list = lists[usedLists] ?? { indexes: new Uint16Array(blocksPerBitset), count: 0 }
  lists[usedLists] = list
  usedLists++
  list.count = (size + 31) >>> 5
  list.indexes.set(allBlocks.subarray(0, list.count))
  return list
}

/** Ends the use of all bitsets and lists that were taken. */
export function releaseBitsets(): void {
  usedBitsets = 0
  usedLists = 0
  // A query of many words needs more bitsets than it is worth keeping.
  if (bitsets.length > 256) bitsets.length = 256
  if (lists.length > 256) lists.length = 256
}
