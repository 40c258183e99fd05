/** The input of a search, and its result. */
import type {
  Day,
  EngineFacets,
  EngineFilter,
  EngineHit,
  EngineSort,
  FacetRequest,
  Instant,
} from './engine.ts'
import type {
  RecognizedDays,
  RecognizedPlace,
  RecognizedPrice,
  RecognizedTown,
} from './language/parsed-query.ts'

export type SearchRequest = {
  /** As typed; empty for every listing that passes the filter. */
  text: string
  /** Searches for the words as typed, without correcting typos. */
  verbatim: boolean
  filter: EngineFilter
  now: Instant
  /** The site's day, by which a text names others. */
  today?: Day
  sort: EngineSort
  offset: number
  limit: number
  /** Which facets to count if the text names this place; null for none. */
  facets: ((place: RecognizedPlace | null) => FacetRequest) | null
  /** Whether listings that match only some of the words follow if the full matches do not fill a page. */
  partial: boolean
  /** Whether everything that was committed before the request counts. */
  fresh: boolean
}

/** `limit` is how many events of each day are found. */
export type CalendarRequest = Pick<
  SearchRequest,
  'text' | 'verbatim' | 'now' | 'today' | 'limit' | 'fresh'
> & {
  filter: Omit<EngineFilter, 'days' | 'hideEnded'>
  from: Day
  to: Day
}

export type SearchOutcome = {
  /** One page of listings, in order. */
  hits: EngineHit[]
  /** The number of full matches, and of the partial matches that follow them. */
  full: number
  partial: number
  /** Whether there may be more full matches than counted. */
  more: boolean
  /** The text with typos corrected; null if none was. */
  corrected: string | null
  /** The place that the text names and that filtered the results. */
  place: RecognizedPlace | null
  /** The other parts of the text that filter the results. */
  price: RecognizedPrice | null
  days: RecognizedDays | null
  near: RecognizedTown | null
  /** Whether the partial matches are listings in the categories of what the text asks for, and match no word. */
  related: boolean
  /** Subcategories and categories that the text is about. */
  topics: number[]
  facets: EngineFacets | null
}
