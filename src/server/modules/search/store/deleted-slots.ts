import { type Bitset, createBitset } from '../index/bitset.ts'
import { addPosting, decodePosting } from '../index/posting.ts'

/** Returns the deleted slots of a segment, which are stored as a posting; null for none. */
export function deletedSlots(stored: Uint8Array | null): Bitset | null {
  if (!stored) return null
  const deleted = createBitset()
  addPosting(deleted, decodePosting(stored))
  return deleted
}
