/**
 * Bitsets for intermediate results. A query uses a few dozen per segment; allocating them each time would cost more than
 * filling them. Queries run one at a time to their end, so one pool serves all.
 */
import { type Bitset, bitsetWords, createBitset, type WordList } from '../bitset.ts'

const allWords = Uint16Array.from({ length: bitsetWords }, (_, index) => index)

const bitsets: Bitset[] = []
const lists: WordList[] = []
let usedBitsets = 0
let usedLists = 0

/** Returns a bitset with the slots of `content`, or an empty one. It is valid until `releaseWorkingSets`. */
export function takeBitset(content: Bitset | null): Bitset {
  const bitset = bitsets[usedBitsets] ?? createBitset()
  bitsets[usedBitsets] = bitset
  usedBitsets++
  if (content) bitset.set(content)
  else bitset.fill(0)
  return bitset
}

/** Returns a list of all words that slots below `size` need. It is valid until `releaseWorkingSets`. */
export const takeWordList = (size: number): WordList =>
  copyWordList({ indexes: allWords, count: (size + 31) >>> 5 })

/** Returns a list of the same words. It is valid until `releaseWorkingSets`. */
export function copyWordList({ indexes, count }: WordList): WordList {
  const list = lists[usedLists] ?? { indexes: new Uint16Array(bitsetWords), count: 0 }
  lists[usedLists] = list
  usedLists++
  list.count = count
  list.indexes.set(indexes.subarray(0, count))
  return list
}

/** Ends the use of all bitsets and lists that were taken. */
export function releaseWorkingSets(): void {
  usedBitsets = 0
  usedLists = 0
  // A query of many words needs more bitsets than it is worth keeping.
  if (bitsets.length > 256) bitsets.length = 256
  if (lists.length > 256) lists.length = 256
}
