/** A set of slots: bit `slot & 31` of word `slot >>> 5`. Signed words, because V8 stores unsigned ones above 2^31 as objects. */

/** The most listings of a segment, so that a slot fits in 16 bits. */
export const maxSegmentSize = 65_536

export type Bitset = Int32Array

/** The number of words of every bitset, also of one for a small segment. */
export const bitsetWords = maxSegmentSize / 32

export const createBitset = (): Bitset => new Int32Array(bitsetWords)

/** The words of a bitset that a step reads: the first `count` of `indexes`, in ascending order. */
export type WordList = { indexes: Uint16Array; count: number }

/** Returns the number of ones in a word. */
export function countOnes(word: number): number {
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

/** Returns the number of slots, reading only the listed words. */
export function countSlots(bitset: Bitset, { indexes, count }: WordList): number {
  let total = 0
  for (let at = 0; at < count; at++) total += countOnes(bitset[indexes[at] ?? 0] ?? 0)
  return total
}

/** Returns the number of slots in both sets, reading only the listed words. */
export function countCommonSlots(a: Bitset, b: Bitset, { indexes, count }: WordList): number {
  let total = 0
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    total += countOnes((a[index] ?? 0) & (b[index] ?? 0))
  }
  return total
}

/** Removes from `target` every slot that `other` does not contain. */
export function intersect(target: Bitset, other: Bitset, { indexes, count }: WordList): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    target[index] = (target[index] ?? 0) & (other[index] ?? 0)
  }
}

/** Removes from `target` every slot of `other`. */
export function subtract(target: Bitset, other: Bitset, { indexes, count }: WordList): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    target[index] = (target[index] ?? 0) & ~(other[index] ?? 0)
  }
}

/** Adds every slot of `other` to `target`. */
export function unite(target: Bitset, other: Bitset, { indexes, count }: WordList): void {
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    target[index] = (target[index] ?? 0) | (other[index] ?? 0)
  }
}

/** Removes the slots that do not pass a test. */
export function keepIf(slots: Bitset, { indexes, count }: WordList, test: (slot: number) => boolean): void {
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

/** Removes the words without a slot from the list. A branch for each word, which the processor cannot foresee, would take longer. */
export function skipEmptyWords(bitset: Bitset, list: WordList): void {
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
