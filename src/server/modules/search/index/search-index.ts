/** The index as a query sees it. */
import type { ConceptCache } from './concept-cache.ts'
import type { Posting } from './posting.ts'
import type { Segment } from './segment.ts'
import type { IndexTaxonomy } from './taxonomy.ts'

export type SearchIndex = {
  segments: Segment[]
  /** Returns the postings of a term, which the caller has loaded; null for a field without the term. */
  postingsOf: (term: string, segment: Segment) => { titles: Posting | null; bodies: Posting | null }
  taxonomy: IndexTaxonomy
  /** The number of listings in all segments. */
  documentCount: number
  /** Returns the number of listings that contain a term. */
  listingsWith: (term: string) => number
  /** Matches of popular concepts, if they are remembered. */
  concepts?: ConceptCache | undefined
}
