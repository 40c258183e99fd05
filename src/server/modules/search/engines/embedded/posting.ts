/** Postings: the slots of one segment that contain a term. */
import {
  addSlot,
  type Bitset,
  bitsetWords,
  countOnes,
  createBitset,
  positionOf,
  type WordList,
} from './bitset.ts'

/** Sorted slots if they are fewer than `minBitsetSlots`, otherwise a bitset. */
export type Posting = Uint16Array | Bitset

/** Listings have a term in their title, or in their text but not in their title. */
export type Field = 'titles' | 'bodies'

/** From this many slots on, a bitset takes no more memory than a list of slots. */
export const minBitsetSlots = 4_096

/** Returns the number of 16-bit units that a posting of so many slots takes. */
export const postingUnits = (slots: number): number => (slots < minBitsetSlots ? slots : bitsetWords * 2)

/** Returns the posting of ascending slots. */
export function createPosting(slots: ArrayLike<number>): Posting {
  if (slots.length < minBitsetSlots) return Uint16Array.from(slots)
  const bitset = createBitset()
  for (let at = 0; at < slots.length; at++) addSlot(bitset, slots[at] ?? 0)
  return bitset
}

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

/** Searching for the slots of a word takes about as long as adding this many. */
const searchSteps = 16

/** Adds the slots of a posting to a bitset, of a segment that needs `words` words. */
export function addPosting(target: Bitset, posting: Posting, words = bitsetWords): void {
  if (posting instanceof Uint16Array) {
    for (let at = 0; at < posting.length; at++) {
      const slot = posting[at] ?? 0
      target[slot >>> 5] = (target[slot >>> 5] ?? 0) | (1 << (slot & 31))
    }
    return
  }
  for (let index = 0; index < words; index++) target[index] = (target[index] ?? 0) | (posting[index] ?? 0)
}

/** Adds at least those slots of a posting that are in the listed words. */
export function addListed(target: Bitset, posting: Posting, { indexes, count }: WordList): void {
  const words = count === 0 ? 0 : (indexes[count - 1] ?? 0) + 1
  if (posting instanceof Uint16Array && count * searchSteps < posting.length) {
    for (let at = 0, next = 0; at < count; at++) {
      const index = indexes[at] ?? 0
      next = positionIn(posting, index * 32, next)
      for (; (posting[next] ?? bitsetWords * 32) >>> 5 === index; next++) addSlot(target, posting[next] ?? 0)
    }
    return
  }
  // Reading the list costs more than the words that it leaves out, if those are few.
  if (posting instanceof Uint16Array || count * 2 > words) {
    addPosting(target, posting, words)
    return
  }
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    target[index] = (target[index] ?? 0) | (posting[index] ?? 0)
  }
}
