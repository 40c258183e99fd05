/** Postings: the slots of one segment that contain a term, in memory and as stored bytes. */
import { positionIn } from './ascending.ts'
import {
  addSlot,
  type Bitset,
  bitsetWords,
  countOnes,
  createBitset,
  hasSlot,
  positionOf,
  type WordList,
} from './bitset.ts'

/** Sorted slots if they are fewer than `minBitsetSlots`, otherwise a bitset. */
export type Posting = Uint16Array | Bitset

/** Listings have a term in their title, or in their description but not in their title. */
export type Field = 'titles' | 'bodies'

/** From this many slots on, a bitset takes no more memory than a list of slots. */
export const minBitsetSlots = 4_096

const deltaFormat = 1
const bitsetFormat = 2

/** Returns the posting of ascending slots. */
export function createPosting(slots: ArrayLike<number>): Posting {
  if (slots.length < minBitsetSlots) return Uint16Array.from(slots)
  const bitset = createBitset()
  for (let at = 0; at < slots.length; at++) addSlot(bitset, slots[at] ?? 0)
  return bitset
}

/**
 * Encodes ascending, distinct slots as one byte for the format, then either the distances between slots as varints or a
 * bitset without its empty end, whichever is smaller.
 */
export function encodePosting(slots: ArrayLike<number>): Uint8Array {
  const last = slots[slots.length - 1] ?? 0
  const bitsetLength = 1 + ((last >>> 3) + 1)
  let deltaLength = 1
  for (let at = 0, previous = -1; at < slots.length; at++) {
    const distance = (slots[at] ?? 0) - previous - 1
    deltaLength += distance < 0x80 ? 1 : distance < 0x4000 ? 2 : 3
    previous = slots[at] ?? 0
  }
  return deltaLength <= bitsetLength ? encodeDistances(slots, deltaLength) : encodeBitset(slots, bitsetLength)
}

function encodeDistances(slots: ArrayLike<number>, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes[0] = deltaFormat
  for (let at = 0, end = 1, previous = -1; at < slots.length; at++) {
    let distance = (slots[at] ?? 0) - previous - 1
    for (; distance >= 0x80; distance >>>= 7) bytes[end++] = (distance & 0x7f) | 0x80
    bytes[end++] = distance
    previous = slots[at] ?? 0
  }
  return bytes
}

function encodeBitset(slots: ArrayLike<number>, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes[0] = bitsetFormat
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    bytes[1 + (slot >>> 3)] = (bytes[1 + (slot >>> 3)] ?? 0) | (1 << (slot & 7))
  }
  return bytes
}

/** The number of bytes of a bitset. A list of slots is always shorter. */
export const bitsetBytes = bitsetWords * 4

/** Returns a view of a posting in a buffer. `start` is a multiple of 4. */
export const postingAt = (buffer: ArrayBuffer, start: number, bytes: number): Posting =>
  bytes === bitsetBytes
    ? new Int32Array(buffer, start, bitsetWords)
    : new Uint16Array(buffer, start, bytes / 2)

/** Returns the posting of encoded bytes. Throws a RangeError if the format is unknown or the bytes are damaged. */
export function decodePosting(bytes: Uint8Array): Posting {
  const length = decodedLength(bytes)
  const posting = postingAt(new ArrayBuffer(length), 0, length)
  decodeInto(posting, bytes)
  return posting
}

/** Returns the number of bytes of the posting of encoded bytes. Throws a RangeError if their format is unknown. */
export function decodedLength(bytes: Uint8Array): number {
  const slots = countEncoded(bytes)
  return slots < minBitsetSlots ? 2 * slots : bitsetBytes
}

function countEncoded(bytes: Uint8Array): number {
  let slots = 0
  if (bytes[0] === deltaFormat) {
    for (let at = 1; at < bytes.length; at++) if ((bytes[at] ?? 0) < 0x80) slots++
  } else if (bytes[0] === bitsetFormat) {
    for (let at = 1; at < bytes.length; at += 4) slots += countOnes(wordAt(bytes, at))
  } else throw new RangeError(`Unknown format of a posting: ${bytes[0]}.`)
  return slots
}

const wordAt = (bytes: Uint8Array, at: number) =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)

/** Writes the posting of encoded bytes to one of its length with any content. Throws a RangeError if the bytes are damaged. */
export function decodeInto(target: Posting, bytes: Uint8Array): void {
  if (bytes[0] === deltaFormat) decodeDistances(target, bytes)
  else decodeBitset(target, bytes)
}

function decodeDistances(target: Posting, bytes: Uint8Array): void {
  const isList = target instanceof Uint16Array
  if (!isList) target.fill(0)
  let next = 0
  for (let at = 1, filled = 0; at < bytes.length; filled++) {
    let distance = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      distance |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    const slot = next + distance
    if (isList) target[filled] = slot
    else addSlot(target, slot)
    next = slot + 1
  }
  if (next > bitsetWords * 32 || (bytes.at(-1) ?? 0) >= 0x80) throw new RangeError('A posting is damaged.')
}

function decodeBitset(target: Posting, bytes: Uint8Array): void {
  if (bytes.length - 1 > bitsetBytes) throw new RangeError('A posting is damaged.')
  const words = target instanceof Uint16Array ? createBitset() : target
  for (let index = 0; index < bitsetWords; index++) words[index] = wordAt(bytes, 1 + 4 * index)
  if (target instanceof Uint16Array) target.set(slotsOf(words))
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

/** Returns whether the posting contains a slot. */
export const isIn = (posting: Posting, slot: number): boolean =>
  posting instanceof Uint16Array ? posting[positionIn(posting, slot)] === slot : hasSlot(posting, slot)

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

/** Returns the slots that are in either posting. */
export function unionOf(a: Posting, b: Posting): Posting {
  const bitset = createBitset()
  addPosting(bitset, a)
  addPosting(bitset, b)
  return slotCount(bitset) < minBitsetSlots ? slotsOf(bitset) : bitset
}

/** Returns the slots that are in both postings. */
export function intersectionOf(a: Posting, b: Posting): Posting {
  if (b instanceof Uint16Array && (!(a instanceof Uint16Array) || b.length < a.length))
    return intersectionOf(b, a)
  if (a instanceof Uint16Array) return a.filter((slot) => isIn(b, slot))
  const bitset = a.map((word, index) => word & (b[index] ?? 0))
  return slotCount(bitset) < minBitsetSlots ? slotsOf(bitset) : bitset
}
