/** The index as a query sees it. */
import type { ConceptCache } from './concept-cache.ts'
import type { Field, Posting } from './posting.ts'
import type { Segment } from './segment.ts'
import type { IndexTaxonomy } from './taxonomy.ts'

export type SearchIndex = {
  segments: Segment[]
  /** Returns the posting of a term, which the caller has loaded; null if no listing has it in this field. */
  postingOf: (term: string, segment: Segment, field: Field) => Posting | null
  taxonomy: IndexTaxonomy
  /** The number of listings in all segments. */
  documentCount: number
  /** Returns the number of listings that contain a term. */
  listingsWith: (term: string) => number
  /** Matches of popular concepts, if they are remembered. */
  concepts?: ConceptCache | undefined
}
