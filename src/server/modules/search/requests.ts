/** The input of a search, and its result. */
import type { Day, EngineFilter, EngineQuery, EngineResult, FacetRequest, ReadOptions } from './engine.ts'
import type { ParsedQuery, RecognizedPlace } from './language/parsed-query.ts'

export type SearchRequest = ReadOptions &
  Pick<EngineQuery, 'filter' | 'now' | 'sort' | 'offset' | 'limit' | 'partial'> & {
    /** As typed; empty for every listing that passes the filter. */
    text: string
    /** Searches for the words as typed, without correcting typos. */
    verbatim: boolean
    /** The site's day, by which a text names others. */
    today?: Day
    /** Which facets to count if the text names this place; null for none. */
    facets: ((place: RecognizedPlace | null) => FacetRequest) | null
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

/** `place`, `price`, `days`, and `near` are what the text says, as far as it filters the results. */
export type SearchOutcome = EngineResult &
  Pick<ParsedQuery, 'corrected' | 'place' | 'price' | 'days' | 'near'> & {
    /** Whether there may be more full matches than counted. */
    more: boolean
    /** Whether the partial matches are listings in the categories of what the text asks for, and match no word. */
    related: boolean
    /** Subcategories and categories that the text is about. */
    topics: number[]
  }
