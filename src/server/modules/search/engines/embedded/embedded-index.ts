/** The index as a query sees it at one instant. */
import type { WordCount } from '../../engine.ts'
import { hasSlot } from './bitset.ts'
import { combineWords } from './combine-segments.ts'
import { slotsOf } from './posting.ts'
import type { Segment } from './segment.ts'
import { inTurns } from './turns.ts'

export type EmbeddedIndex = {
  segments: readonly Segment[]
  /** The number of listings. */
  listings: number
  /** Returns about how many listings have a term: those that were deleted a short time ago count, too. */
  listingsWith: (term: string) => number
}

export const createEmbeddedIndex = (segments: readonly Segment[]): EmbeddedIndex => ({
  segments,
  listings: segments.reduce((sum, { listings }) => sum + listings, 0),
  listingsWith: (term) => segments.reduce((sum, { slotsWith }) => sum + slotsWith(term), 0),
})

/** Terms in at most this many listings are counted exactly. */
const maxExact = 20

/** Implements `countTerms` of the contract. */
export const countTerms = ({ segments, listingsWith }: EmbeddedIndex, terms: readonly string[]): number[] =>
  terms.map((term) => {
    let sure = 0
    for (const { slotsWith, size, listings } of segments)
      sure += Math.max(0, slotsWith(term) - (size - listings))
    return sure > maxExact ? listingsWith(term) : countExactly(segments, term)
  })

function countExactly(segments: readonly Segment[], term: string): number {
  let count = 0
  for (const { postingOf, deleted } of segments)
    for (const field of ['titles', 'bodies'] as const)
      for (const slot of slotsOf(postingOf(term, field) ?? new Uint16Array()))
        if (!deleted || !hasSlot(deleted, slot)) count++
  return count
}

const maxWords = 100_000
/** Of so many listings, a word of one of them is more often a typo or a name. */
const manyListings = 1000

/** Implements `words` of the contract. */
export async function wordsOf({ segments, listings }: EmbeddedIndex): Promise<WordCount[]> {
  const minListings = listings < manyListings ? 1 : 2
  const words = await inTurns(combineWords(segments))
  return words
    .map(([word, count]): WordCount => [word, Math.round(count)])
    .filter(([, count]) => count >= minListings)
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .slice(0, maxWords)
}
