/**
 * How far back searches read. On a site of millions of listings, reading all that have a common word takes longer than visitors
 * wait, and anyone could ask for it. A search that would read too many looks at the newest listings only, and says so.
 */
import { estimateMatches } from './index/concepts.ts'
import type { IndexTaxonomy } from './index/taxonomy.ts'
import type { IndexView, LoadedIndex } from './store/read.ts'
import type { Concept } from './types.ts'

/** `searched` is how many of the newest listings the index has; null if it has all. */
export type SearchedIndex = { index: LoadedIndex; searched: number | null }

export type ReadingLimits = {
  /** How many of the newest listings every search reads. A site with less than twice as many has no older ones. */
  newest: number
  /** The most work in older segments, and if the newest have no full match. */
  olderWork: number
  olderWorkIfNone: number
}

/** Loading the posting of a term in a segment is a unit of work. Reading this many listings takes as long. */
const listingsPerUnit = 200

export const defaultLimits: ReadingLimits = { newest: 1_000_000, olderWork: 150, olderWorkIfNone: 1_000 }

/** Loads the terms of a search: in all segments if finding its concepts in the older ones is not too much work, else in the newest. */
export async function loadToDepth(
  view: IndexView,
  taxonomy: IndexTaxonomy,
  concepts: readonly Concept[],
  terms: ReadonlySet<string>,
  maxWork: number,
): Promise<SearchedIndex> {
  // Lists without words say how many listings there are.
  if (view.olderSegments > 0 && concepts.length > 0) {
    const newest = await view.loadNewest(terms)
    if (olderWork(view, taxonomy, concepts, newest) > maxWork)
      return { index: newest, searched: newest.documentCount }
  }
  return { index: await view.load(terms), searched: null }
}

/** Estimates the work in older segments from what the newest ones have. */
function olderWork(
  { olderSegments, documentCount }: IndexView,
  taxonomy: IndexTaxonomy,
  concepts: readonly Concept[],
  newest: LoadedIndex,
): number {
  const olderPerNewest = (documentCount - newest.documentCount) / newest.documentCount
  const index = { ...newest, taxonomy }
  let work = 0
  for (const concept of concepts) {
    work += (olderPerNewest * estimateMatches(index, concept)) / listingsPerUnit
    for (const { terms } of concept.alternatives)
      for (const term of terms) work += Math.min(olderSegments, olderPerNewest * newest.listingsWith(term))
  }
  return work
}
