/**
 * The contract between search and its engines: documents in, listing ids out. Above it, the service understands texts and reads rows;
 * below it, an engine finds ids. No engine knows how a text is understood, and nothing else knows how an engine stores documents.
 *
 * term     — a stemmed word, as `termsOf` returns it; documents and queries have the same
 * concept  — one thing that the visitor asked for; a listing must match every concept to match fully
 * topic    — the id of a category or subcategory; a listing is also on the topic above its own
 * place    — the id of a country, state, or city; a listing is also in the places above its own
 */
import { AppError } from '../../../shared/errors.ts'
import type { FlagField, RangeFilter, Sort } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { RelativeDays } from './relative-days.ts'

/** A calendar day, such as `2026-11-27`. */
export type Day = string
/** A UTC instant, such as `2026-11-27T08:30:00Z`. */
export type Instant = string
/** The key of a field and that of one of its choices, such as `travel:home` or `licensed:yes`. */
export type Choice = string

/** Returns the choice that stands for the language of a listing. No field has this key. */
export const languageChoice = (language: string): Choice => `_language:${language}`

// ── Documents ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A listing as engines index it. */
export type SearchDocument = {
  /** A UUID. */
  id: string
  kind: Kind
  title: string
  /** The language of its words, such as `fr`; by default English. */
  language?: string
  /** What else of the listing has words, such as its description. */
  text: string
  /** The subcategory, or the category without one. */
  topic: number
  /** The city, else the state, else the country. */
  place: number
  /** When it was posted, or much earlier for a stale service: by this time, lists are ordered. */
  posted: Instant
  /** In the currency of the site, with up to two decimals. */
  price: number
  pictures: boolean
  /** What it has of the fields with choices. */
  choices: Choice[]
  /** The values of its fields with numbers by key, with up to two decimals; those of dates as days since 1970-01-01. */
  numbers: Record<string, number>
  /** How far its author travels from its town; null if that is not known, or it has no town. */
  reachKm: number | null
  /** Whether it may not be offered anymore. */
  stale: boolean
  /** When an event takes place; null for a service. */
  dates: DocumentDates | null
}

/** The dates of an event, by the local time of its place. The first and last day are those of the current date. */
export type DocumentDates = {
  firstDay: Day
  lastDay: Day
  /** Minutes after midnight; null if it lasts whole days, or has no end time. */
  startMinute: number | null
  endMinute: number | null
  /** When the last date is over; null if the event ends with `lastDay`. */
  endsAt: Instant | null
  /** The first and the last day of each date of a series, in any order; null for an event that takes place once. */
  series: [firstDay: Day, lastDay: Day][] | null
}

/** The new state of a listing; null if visitors cannot see it anymore. */
export type DocumentChange = { id: string; document: SearchDocument | null }

/**
 * The topics and places of the site. Engines get them when they are opened. A merged one, with `standsFor`, has the parent of the entry that
 * it stands for. Documents can still have it.
 */
export type SearchTree = {
  /** `parent` is null for a category. */
  topics: { id: number; parent: number | null; standsFor?: number | undefined }[]
  /** `parent` is null for a country. Only towns have coordinates. */
  places: {
    id: number
    parent: number | null
    standsFor?: number | undefined
    latitude: number | null
    longitude: number | null
    timeZone: string
  }[]
}

/** How an engine receives documents. Only the feed calls it (`feed/`). */
export type EngineWriter = {
  /** Returns what the last `apply` or `finish` was given, as far as it would survive a crash; null for an engine without an index. */
  position: () => Promise<string | null>
  /** Applies changes in the order of their commits. A later search finds them. `position` says where the feed is after them. */
  apply: (changes: readonly DocumentChange[], position: string) => Promise<void>
  /**
   * Begins an index beside the current one, which keeps serving, or continues with one that was interrupted. With `restart`, that one is
   * discarded: it was made from another database.
   */
  rebuild: (restart?: boolean) => Promise<EngineRebuild>
}

export type EngineRebuild = {
  /**
   * Returns what an `add` of an interrupted rebuild was given: the last one whose documents, and those before, are stored. Null to begin
   * with the first document.
   */
  position: () => Promise<string | null>
  /**
   * Adds documents. One that was added before, because its listing has changed since, is replaced. `position` says where the rebuild is
   * after them. If they cannot be stored, a later call may be the one that rejects.
   */
  add: (documents: readonly SearchDocument[], position: string) => Promise<void>
  /** Replaces the current index by the new one. `position` is that of `apply`. */
  finish: (position: string) => Promise<void>
}

// ── Queries ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Terms that must all occur in the title or in the text. */
export type Alternative = {
  terms: string[]
  /** How much a match is worth, from 0 to 1. */
  weight: number
  /** A match in the text counts only on these topics: descriptions mention other people's professions. */
  within?: number[] | undefined
}

/** One thing that the visitor asked for. A listing matches it through any alternative, topic, or place. */
export type Concept = {
  /** The words as typed, for messages. */
  typed: string
  alternatives: Alternative[]
  /** The topics that the words name, each with a weight from 0 to 1. */
  topics: { id: number; weight: number }[]
  /** Places that the words name. */
  places?: number[] | undefined
}

/** Inclusive, or what `when` names on the local day of each event's place. */
export type DayFilter = { from?: Day | undefined; to?: Day | undefined } | { when: RelativeDays }

export type Circle = { latitude: number; longitude: number; km: number }

/** A listing must pass every part. */
export type EngineFilter = {
  kind: Kind
  /** A listing must be on a topic, and in a place, of each list. */
  topics: number[][]
  places: number[][]
  ranges: RangeFilter[]
  flags: FlagField[]
  /** A listing must have at least one choice of each list. All choices of a list are of one field. */
  choices?: Choice[][] | undefined
  /** Inclusive ranges of fields with numbers. A listing without the field does not pass. An open end is left out. */
  numbers?: { key: string; min?: number | undefined; max?: number | undefined }[] | undefined
  /** Events that take place on at least one of these days. */
  days?: DayFilter | undefined
  /** Leaves out events that are over, and today's date of a series if it is over. */
  hideEnded?: boolean | undefined
  /** Listings in the towns of a circle, and those in other towns whose author travels to its center. */
  near?: Circle | undefined
  /** Only these listings. */
  ids?: string[] | undefined
}

/**
 * `distance` orders listings by that of their town from the center of `near`, the newest of a town first; `relevance` does so with equally
 * good ones. Services with `soonest`, and lists with `distance` but without `near`, are ordered by `newest`.
 */
export type EngineSort = Sort | NumberSort

/** Orders by a field with numbers. Listings without the field come last; equal ones are ordered by `newest`. */
type NumberSort = { key: string; descending: boolean }

/** Which numbers of full matches to count. */
export type FacetRequest = {
  /** Counts the topics, and the places, whose parent is in the list. Null stands for categories, and for countries. */
  topicsUnder: (number | null)[]
  placesUnder: (number | null)[] | 'all'
  /** By default, each count ignores the part of the filter that it would replace. With true, that of places does not. */
  inPlaces?: boolean | undefined
  /** Counts these choices. Each count ignores the part of the filter that is of its field. */
  choices?: Choice[] | undefined
}

export type EngineQuery = {
  /** Empty: every listing that passes the filter matches. */
  concepts: Concept[]
  filter: EngineFilter
  /** The time of the request: it decides which events are over, and what `when` means. */
  now: Instant
  sort: EngineSort
  offset: number
  /** 0 to count only. */
  limit: number
  /** Whether listings that match only some of the concepts follow if the full matches do not fill the page: at most 200. */
  partial: boolean
  facets: FacetRequest | null
}

export type EngineHit = {
  id: string
  /** The place of the document. */
  place: number
  /** Kilometers from the center of `near` to the town, which may lie outside of the circle; null without one. */
  km: number | null
  /** Whether it matches every concept. */
  full: boolean
}

export type EngineResult = {
  /** One page, in order: full matches, then partial ones. */
  hits: EngineHit[]
  /** The number of full matches, and of the partial matches that follow them, which is 0 if the full ones fill the page. */
  full: number
  partial: number
  facets: EngineFacets | null
}

/** The number of listings of a topic or place. Those without a listing are left out. */
export type FacetCount = [id: number, listings: number]

/** Numbers of full matches; without one, of the partial matches. */
export type EngineFacets = {
  topics: FacetCount[]
  places: FacetCount[]
  free: number
  pictures: number
  /** The number of listings of each requested choice. Those without a listing are left out. */
  choices: [choice: Choice, listings: number][]
}

/** Asks for the events of each day that match every concept. */
export type CalendarQuery = Pick<EngineQuery, 'concepts' | 'now'> & {
  filter: Omit<EngineFilter, 'days' | 'hideEnded'>
  /** At most 42 days. */
  from: Day
  to: Day
  /** The most events of each day that are returned. */
  limit: number
}

/** The number of events on a day, and the first of them: those that begin on it by time, then those that began earlier. */
export type EngineDay = { total: number; ids: string[] }

/** A word as written, and how many listings have it. */
export type WordCount = [word: string, listings: number]

export type ReadOptions = {
  /**
   * Whether everything that was committed before the call counts: if an engine cannot know that within seconds, such as while the primary
   * hangs or after a large import, the call fails. Otherwise, what was committed a second before counts.
   */
  fresh: boolean
}

/** Finds listings. Every call throws `SearchUnavailable` while the engine has no index or cannot be reached. */
export type SearchEngine = {
  search: (query: EngineQuery, options: ReadOptions) => Promise<EngineResult>
  /** Returns each day from `from` to `to`. */
  calendar: (query: CalendarQuery, options: ReadOptions) => Promise<EngineDay[]>
  /** Returns how many listings have each of these terms in their title or text: exactly if they are at most 20, else approximately. */
  countTerms: (terms: readonly string[], options: ReadOptions) => Promise<number[]>
  /**
   * Returns the most common words of listings, at most 100,000, for typos and suggestions. On a site of 1,000 listings or more, words of
   * a single listing are left out: they are more often typos or names.
   */
  words: (options: ReadOptions) => Promise<WordCount[]>
  close: () => Promise<void>
}

export type SearchCall = Exclude<keyof SearchEngine, 'close'>
export const searchCalls: readonly SearchCall[] = ['search', 'calendar', 'countTerms', 'words']

/** Thrown while the engine has no index, or cannot be reached. */
export class SearchUnavailable extends AppError {
  /** `retryAfter` is in seconds. `cause` is what should not happen: an error that is logged. */
  constructor(retryAfter = 2, cause?: unknown) {
    super('unavailable', 'The search is being prepared. Please try again in a moment.', undefined, {
      retryAfter,
      cause,
    })
  }
}

/** Returns what the work does. Rejects with `SearchUnavailable` if it takes longer; it goes on then. */
export async function atMost<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new SearchUnavailable()), ms).unref()
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
