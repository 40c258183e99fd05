/** Counts the listings with a term that is in few of them. */
import { hasSlot } from './bitset.ts'
import { slotsOf } from './posting.ts'
import type { SearchIndex } from './search-index.ts'

/** Returns the number of listings that contain a term, without deleted ones. */
export function countWithTerm(
  { segments, postingOf }: Pick<SearchIndex, 'segments' | 'postingOf'>,
  term: string,
): number {
  let count = 0
  for (const segment of segments) {
    const { deleted } = segment
    const postings = [postingOf(term, segment, 'titles'), postingOf(term, segment, 'bodies')]
    const slots = new Set(postings.flatMap((posting) => (posting ? [...slotsOf(posting)] : [])))
    for (const slot of slots) if (!deleted || !hasSlot(deleted, slot)) count++
  }
  return count
}
