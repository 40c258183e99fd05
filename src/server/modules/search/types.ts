/**
 * The types that the parts of search share.
 *
 * A search passes through these steps: `understand.ts` parses the text into a `ParsedQuery`, `service.ts` loads the
 * postings of its terms, `index/run-query.ts` finds and ranks the listings, and the listings module reads their rows.
 *
 * term     — a stemmed word, as the index stores it
 * concept  — one thing that the visitor asked for; a listing must match every concept to match fully
 * posting  — the slots of one segment that contain a term
 * segment  — up to 65,536 listings with their columns and postings; immutable, except that listings can be deleted
 * slot     — the position of a listing in its segment, from newest to oldest
 */
import type { DistanceUnit, Sort } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { IdFilter } from '../catalog/service.ts'
import type { RelativeDays } from './relative-days.ts'

/** The most listings in a segment, so that a slot fits in 16 bits. */
export const maxSegmentSize = 65_536

// ── What a search asks for ───────────────────────────────────────────────────────────────────────────────────────────

/** Terms that must all occur in the title or in the description. */
export type Alternative = {
  terms: string[]
  /** How much a match is worth, from 0 to 1. */
  weight: number
  /**
   * Ids of categories and subcategories. A match in the description counts only in these: descriptions mention other
   * people's professions.
   */
  within?: number[] | undefined
}

/** One thing that the visitor asked for. A listing matches it through any alternative or any topic. */
export type Concept = {
  /** The words as typed, for messages. */
  typed: string
  alternatives: Alternative[]
  /** Ids of categories and subcategories whose listings match, with a weight from 0 to 1. */
  topics: { id: number; weight: number }[]
  /** Ids of places that the words name. Listings there match, too. */
  places?: number[] | undefined
}

/** A place that the text names, such as `Austin, Texas` for `austin tx`. Several places can share a name. */
export type RecognizedPlace = {
  level: 'country' | 'state' | 'city'
  ids: number[]
  name: string
  typed: string
}

export type ParsedQuery = {
  concepts: Concept[]
  /** Each is the terms of one quoted phrase. Its words are among the concepts, too. */
  phrases: string[][]
  place: RecognizedPlace | null
  /** The whole text with typos corrected; null if none was corrected. */
  corrected: string | null
  /** What the text says about the price, as in `free concert` and `under $40`. */
  price: RecognizedPrice | null
  /** When events take place, as in `music this weekend`. Says nothing about services. */
  days: RecognizedDays | null
  /** The town of a postal code. */
  near: RecognizedTown | null
  /** Whether it is a sentence with a subordinate clause, of which the main clause can be read alone. */
  hasClauses: boolean
}

/** A part of the text that becomes a filter: as typed, and the text without it. */
export type RecognizedPart = { typed: string; rest: string }
/** In cents, inclusive. */
export type RecognizedPrice = RecognizedPart & { range: { min: number; max: number } }
export type RecognizedDays = RecognizedPart & { days: NonNullable<IndexFilter['days']> }
export type RecognizedTown = RecognizedPart & {
  name: string
  unit: DistanceUnit
  circle: NonNullable<IndexFilter['near']>
}

// ── What the index is asked ──────────────────────────────────────────────────────────────────────────────────────────

/** Days are counted from 2000-01-01. */
export type IndexFilter = {
  kind: Kind
  /** The ids of each part, as in `catalog.idsOf`. */
  ids: IdFilter
  /** In cents, inclusive. */
  price?: { min: number; max: number } | undefined
  pictures?: boolean | undefined
  /** Events that take place on at least one of these days. What `when` names depends on the local day of each event's place. */
  days?: { from: number; to: number } | { when: RelativeDays } | undefined
  /** Leaves out events that are over. */
  hideEnded?: boolean | undefined
  near?: { latitude: number; longitude: number; km: number } | undefined
}

/** What time it is, everywhere. */
export type IndexClock = {
  /** Seconds since 2000-01-01 UTC. */
  now: number
  /** The local day by the id of a place. */
  todayOf: Uint16Array
  /** The distinct local days, in ascending order. */
  days: number[]
}

export type IndexSort = Sort | 'distance'

export type IndexQuery = {
  /** Empty: every listing that passes the filter matches. */
  concepts: Concept[]
  filter: IndexFilter
  /** For the order and the end of events. */
  clock: IndexClock
  sort: IndexSort
  offset: number
  limit: number
  facets: FacetLevel
  /** Places whose listings rank higher, without filtering; `null` for none. */
  boost: { level: 'country' | 'state' | 'city'; ids: number[] } | null
}

/**
 * Which facets to count: those of categories, countries, and states (`top`), or also those of subcategories and cities (`all`). With
 * a filter by topic or place, the latter are always counted. `places` counts only the places of the full matches: unlike a facet,
 * it does not ignore a filter by place.
 */
export type FacetLevel = 'none' | 'top' | 'all' | 'places'

/** The position of a listing in the index. */
export type Position = { segment: number; slot: number }

export type IndexHit = Position & {
  /** From 0 to 1: the share of the query's weight that matches. 1 for every full match. */
  matched: number
  /** Kilometers from the center of `near`; null without one. */
  km: number | null
  /** The id of the city, else of the state, else of the country. */
  placeId: number
}

export type IndexResult = {
  hits: IndexHit[]
  /** The number of full matches. */
  full: number
  /** The number of partial matches that follow the full ones; 0 if the full ones fill a page. */
  partial: number
  facets: FacetCounts | null
}

/** A number by id; undefined for none. */
export type IdCounts = { get: (id: number) => number | undefined }

/**
 * The number of full matches by id. Each count ignores the filter on its own dimension, so that the other values of a
 * chosen facet keep their counts. Without a full match, it is the number of listings shown instead.
 */
export type FacetCounts = {
  /** Of categories and subcategories, ignoring the filter on the topic below the category. */
  topics: IdCounts
  /** Of countries, states, and cities. */
  places: IdCounts
  free: number
  pictures: number
}
