/**
 * Searches public listings: understands the text, runs it against the index, and reports what it did. Returns ids; the
 * listings module reads the rows.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Catalog } from '../catalog/service.ts'
import { createClock, createIndexTaxonomy, dayNumberOf, rangeAt, rangeOn } from './catalog-index.ts'
import { createConceptCache } from './index/concept-cache.ts'
import { countWithTerm } from './index/count-term.ts'
import { prepareDays, termsOfRanges } from './index/filter-days.ts'
import { findByDay, termsOfCalendar } from './index/find-by-day.ts'
import { createQueryCache } from './index/query-cache.ts'
import { countHits, runQuery } from './index/run-query.ts'
import { createKnowledge } from './knowledge.ts'
import type { Knowledge } from './language/knowledge.ts'
import { withCounts } from './language/vocabulary.ts'
import { stem, tokenize } from './language/words.ts'
import { circleAround, createNear, kmPerMile as kilometersPerMile, type Near } from './near.ts'
import { keepPhrases, maxPhraseCandidates } from './phrases.ts'
import type { Center } from './postal-codes.ts'
import { defaultLimits, loadToDepth, type SearchedIndex } from './reading-depth.ts'
import { asksForNothing, namesTopic, narrow, readingsOf, sortOf, withoutWords } from './readings.ts'
import { addListings } from './store/add-listings.ts'
import { type FoundListing, foundListings, foundValues } from './store/found-listings.ts'
import {
  type EventDates,
  eventDates,
  type IndexedListing,
  indexedFields,
  isListed,
} from './store/indexed-listing.ts'
import { type IndexView, openIndexReader } from './store/read.ts'
import { type CompiledSearch, compileSearch } from './stored/compiled-search.ts'
import { createMatcher as createIndexMatcher, type Matcher } from './stored/matcher.ts'
import {
  type Concept,
  type FacetCounts,
  type FacetLevel,
  type IndexClock,
  type IndexFilter,
  type IndexHit,
  type IndexQuery,
  type IndexSort,
  maxSegmentSize,
  type ParsedQuery,
  type Position,
  type RecognizedDays,
  type RecognizedPlace,
  type RecognizedPrice,
  type RecognizedTown,
} from './types.ts'

export type { FoundListing } from './store/found-listings.ts'
export type { FacetCounts, IdCounts, IndexClock, IndexFilter, IndexSort } from './types.ts'

export type SearchRequest = {
  /** As typed; empty for every listing that passes the filter. */
  text: string
  /** Searches for the words as typed, without correcting typos. */
  verbatim: boolean
  filter: IndexFilter
  /** Of `clockAt`. */
  clock: IndexClock
  /** The site's day, by which a text names others. Counted from 2000-01-01. */
  today?: number
  sort: IndexSort
  offset: number
  limit: number
  facets: FacetLevel
  /** Whether listings that match only some of the words follow when the full matches do not fill a page. */
  partial: boolean
}

/** Days are counted from 2000-01-01. `limit` is how many events of each day are found. */
export type CalendarRequest = Pick<
  SearchRequest,
  'text' | 'verbatim' | 'filter' | 'clock' | 'today' | 'limit'
> & {
  from: number
  to: number
}

export type SearchOutcome = {
  /**
   * One page of listings, in order, with the distance from the center in kilometers and the id of their place. `hitRelation` reads
   * their ids, on the server that the search ran on.
   */
  hits: (FoundListing & Pick<IndexHit, 'km' | 'placeId'>)[]
  /** The number of full matches, and of the partial matches that follow them. */
  full: number
  partial: number
  /** Whether there may be more full matches than counted. */
  more: boolean
  /** How many listings were searched, the newest of a large site; null if all were. The facets count these. */
  searched: number | null
  /** The text with typos corrected; null if none was. */
  corrected: string | null
  /** The place that the text names and that filtered the results. */
  place: RecognizedPlace | null
  /** What else of the text filters the results. */
  price: RecognizedPrice | null
  days: RecognizedDays | null
  near: RecognizedTown | null
  /** Whether the partial matches are listings in the categories of what the text asks for, and match no word. */
  related: boolean
  /** Subcategories and categories that the text is about. */
  topics: number[]
  facets: FacetCounts | null
}

/** The hits of a search as a relation with `id` and `place`, from 1, and the values of its placeholders. */
export const hitRelation = { relation: foundListings, valuesOf: foundValues }

export type SearchService = ReturnType<typeof createSearch>

export function createSearch(database: Database, catalog: Catalog, limits = defaultLimits) {
  const reader = openIndexReader(database, limits.newest)
  const knowledge = createKnowledge(database, catalog)
  const taxonomy = createIndexTaxonomy(catalog)
  const clockAt = createClock(catalog)
  const queries = createQueryCache()
  const concepts = createConceptCache()
  let near: Promise<Near> | null = null

  function getNear(): Promise<Near> {
    near ??= knowledge.placeNames().then((names) => createNear(catalog.places(), names))
    return near
  }

  /** Searches the newest listings, and all of them if that is fast, or if no full match was found and it is not too slow. */
  async function run(view: IndexView, parsed: ParsedQuery, request: SearchRequest): Promise<SearchOutcome> {
    const days = termsOfRanges(prepareDays(narrow(request.filter, parsed), request.clock))
    const terms = new Set([...parsed.concepts.flatMap(termsOfConcept), ...days])
    const runWithin = async (maxWork: number) =>
      runOn(view, await loadToDepth(view, taxonomy, parsed.concepts, terms, maxWork), parsed, request)
    const outcome = await runWithin(limits.olderWork)
    return outcome.full === 0 && outcome.searched !== null ? runWithin(limits.olderWorkIfNone) : outcome
  }

  async function runOn(
    view: IndexView,
    { index, searched }: SearchedIndex,
    parsed: ParsedQuery,
    request: SearchRequest,
  ): Promise<SearchOutcome> {
    const { clock, facets, partial, offset, limit } = request
    const filter = narrow(request.filter, parsed)
    const common = { clock, sort: sortOf(request, parsed), facets, boost: null, filter }
    const find = (page: Partial<IndexQuery> & Pick<IndexQuery, 'offset' | 'limit'>) =>
      runQuery({ ...index, taxonomy, concepts }, { ...common, ...page, concepts: parsed.concepts }, queries)
    const outcome = {
      corrected: parsed.corrected,
      place: parsed.place,
      price: request.filter.price ? null : parsed.price,
      days: filter.days === parsed.days?.days ? parsed.days : null,
      near: request.filter.near ? null : parsed.near,
      related: false,
      searched,
      topics: parsed.concepts.flatMap(({ topics }) => topics.map(({ id }) => id)),
    }
    if (parsed.phrases.length > 0) {
      // The index does not know where a word stands, so the text of the best candidates decides.
      const candidates = find({ offset: 0, limit: maxPhraseCandidates, facets: 'none' })
      const hits = candidates.hits.filter((hit) => partial || isFull(hit)).map(view.located)
      const ids = await view.listingIds(hits)
      const matching = await keepPhrases(
        database,
        ids.filter((id) => id !== null),
        parsed.phrases,
      )
      const kept = hits.filter((_hit, at) => matching.has(ids[at] ?? ''))
      const full = kept.filter(isFull).length
      return {
        ...outcome,
        hits: kept.slice(offset, offset + limit),
        ...{ full, partial: kept.length - full },
        more: candidates.full > maxPhraseCandidates || searched !== null,
        facets:
          facets !== 'none' ? countHits({ ...index, taxonomy }, full > 0 ? kept.slice(0, full) : kept) : null,
      }
    }
    const { hits, full, partial: partialMatches, facets: counts } = find({ offset, limit })
    return {
      ...outcome,
      hits: (partial ? hits : hits.filter(isFull)).map(view.located),
      ...{ full, partial: partial ? partialMatches : 0, more: searched !== null },
      facets: counts,
    }
  }

  /** Counts the facets of some listings only. */
  const countFound = async (view: IndexView, hits: Position[]) =>
    countHits({ ...(await view.load(new Set())), taxonomy }, hits)

  /** Returns what is known with the words of the text counted in the index: the vocabulary is older and has no rare words. */
  async function countWords(view: IndexView, text: string, known: Knowledge): Promise<Knowledge> {
    const words = [...new Set(tokenize(text))].slice(0, maxCountedWords)
    const newest = await view.loadNewest(words.map(stem))
    const rare = words.filter((word) => newest.listingsWith(stem(word)) <= maxRare)
    const index = await view.load(rare.map(stem))
    const counts = new Map(
      words.map((word) => [
        word,
        (newest.listingsWith(stem(word)) * view.documentCount) / newest.documentCount,
      ]),
    )
    for (const word of rare) {
      const listings = index.listingsWith(stem(word))
      // The index also counts listings that were removed a short time ago.
      const isExact = listings === 0 || listings > maxRare
      counts.set(word, isExact ? listings : countWithTerm(index, stem(word)))
    }
    return { ...known, vocabulary: withCounts(known.vocabulary, counts, known.isStatic) }
  }

  /** Runs the readings of a text until one finds something. */
  async function findIn(view: IndexView, words: Knowledge, request: SearchRequest): Promise<SearchOutcome> {
    const known = await countWords(view, request.text, words)
    const { parsed, main, others } = readingsOf(known, request)
    if (asksForNothing(parsed)) return nothingFound
    const outcome = await run(view, parsed, request)
    if (outcome.full > 0) return outcome
    if (main) {
      const found = await run(view, main, request)
      if (found.full > 0 || (!isEmpty(found) && namesTopic(main))) return found
    }
    if (!isEmpty(outcome)) return outcome
    for (const reading of others) {
      const found = asksForNothing(reading) ? nothingFound : await run(view, reading, request)
      if (isFound(found, parsed, reading)) return found
    }
    if (!request.partial) return outcome
    const widened = await runWidened(view, parsed, request)
    if (isEmpty(widened)) return outcome
    const searched = widened.searched ?? outcome.searched
    return { ...widened, searched, more: searched !== null }
  }

  /** Returns the reading of a text that the search for it shows. */
  async function readingOf(view: IndexView, words: Knowledge, request: SearchRequest): Promise<ParsedQuery> {
    const known = await countWords(view, request.text, words)
    const { parsed, main, others } = readingsOf(known, request)
    if (others.length === 0 && !main) return parsed
    const outcome = await run(view, parsed, request)
    if (outcome.full > 0) return parsed
    if (main) {
      const found = await run(view, main, request)
      if (found.full > 0 || (!isEmpty(found) && namesTopic(main))) return main
    }
    if (!isEmpty(outcome)) return parsed
    for (const reading of others)
      if (isFound(await run(view, reading, request), parsed, reading)) return reading
    return parsed
  }

  /** Finds listings in the categories of what the text asks for. None of them is a full match. */
  async function runWidened(view: IndexView, parsed: ParsedQuery, request: SearchRequest) {
    const concepts = parsed.concepts.filter(({ topics }) => topics.length > 0)
    if (concepts.length === 0 || parsed.phrases.length > 0) return nothingFound
    const widened = concepts.map((concept) => ({
      ...concept,
      topics: [...new Set(concept.topics.map(({ id }) => taxonomy.topicParent[id] || id))].map((id) => ({
        id,
        weight: 1,
      })),
    }))
    const { offset, limit, facets } = request
    const all = { ...request, offset: 0, limit: maxWidened, facets: 'none' as const }
    const found = await run(view, { ...parsed, concepts: widened }, all)
    return {
      ...found,
      hits: found.hits.slice(offset, offset + limit),
      ...{ full: 0, partial: found.hits.length, related: true },
      facets: facets !== 'none' ? await countFound(view, found.hits) : null,
    }
  }

  return {
    clockAt,

    /** Finds one page of public listings. Throws `IndexNotBuilt` while a large site has no index. */
    async find(request: SearchRequest): Promise<SearchOutcome> {
      if (request.text.trim() === '') return reader.withView((view) => run(view, withoutWords, request))
      const known = await knowledge.current()
      return reader.withView((view) => findIn(view, known, request))
    },

    /** Finds the events of each day from `from` to `to`, counted from 2000-01-01: what a search for the text finds fully. */
    async findByDay(request: CalendarRequest): Promise<{ total: number; hits: FoundListing[] }[]> {
      const known = request.text.trim() === '' ? null : await knowledge.current()
      return reader.withView(async (view) => {
        const { text, verbatim, filter, clock, today = 0, ...range } = request
        const asked: SearchRequest = {
          ...{ text, verbatim, filter, clock, today, sort: 'newest' },
          ...{ offset: 0, limit: maxPhraseCandidates, facets: 'none', partial: false },
        }
        // The calendar has days of its own.
        const parsed = { ...(known ? await readingOf(view, known, asked) : withoutWords), days: null }
        const terms = [...parsed.concepts.flatMap(termsOfConcept), ...termsOfCalendar(range)]
        const index = { ...(await view.load(new Set(terms))), taxonomy, concepts }
        const only = parsed.phrases.length > 0 ? (await run(view, parsed, asked)).hits : null
        const isUnreadable = known !== null && asksForNothing(parsed)
        const query = { concepts: parsed.concepts, filter: narrow(filter, parsed), clock, ...range }
        return findByDay(index, query, isUnreadable ? [] : only, queries).map(({ total, hits }) => ({
          total,
          hits: hits.map(view.located),
        }))
      })
    },

    /** Returns a search in the form in which it is compared with single listings. */
    async compile(request: SearchRequest): Promise<CompiledSearch> {
      if (request.text.trim() === '') return compileSearch(request.filter, withoutWords)
      const known = await knowledge.current()
      const parsed = await reader.withView((view) => readingOf(view, known, request))
      return compileSearch(narrow(request.filter, parsed), parsed)
    },

    /** Reads what searches need from the database, so that the first one is as fast as the others. */
    async warmUp(): Promise<void> {
      const words = await knowledge.current()
      await reader.withView((view) => countWords(view, 'piano lessons', words))
    },

    /** Returns the center that a text names: a town, a postal code, or coordinates; null if there is none. */
    resolvePlace: async (text: string): Promise<Center | null> => (await getNear()).resolve(text),

    /** Returns the towns that are closest to a point, the nearest first. */
    nearestTowns: async (latitude: number, longitude: number, count: number) =>
      (await getNear()).nearestTowns(latitude, longitude, count),

    /** Returns the words of public listings, for suggestions. */
    vocabulary: async () => (await knowledge.current()).vocabulary,
  }
}

/** A search in the form in which it is stored. */
export type StoredSearch = CompiledSearch
export type { EventDates, IndexedListing } from './store/indexed-listing.ts'

/** Returns what finds the stored searches that match a listing. */
export const createMatcher = (catalog: Catalog): Matcher => createIndexMatcher(createIndexTaxonomy(catalog))

/** Returns a function that tells what time it is everywhere. */
export const createIndexClock: (catalog: Catalog) => (instant: Date) => IndexClock = createClock

/** Returns the first and the last day that a filter means at a place. */
export const daysOfFilter: typeof rangeAt = rangeAt

/** Returns the first and the last day that a filter means on a day. */
export const daysOfFilterOn: typeof rangeOn = rangeOn

export const kmPerMile: number = kilometersPerMile

/** Returns the circle of a search around a town. */
export const circleOf: typeof circleAround = circleAround

/** Returns a day in days since 2000-01-01, as the index has it. */
export const indexDayOf: (day: string) => number = dayNumberOf

/** The most listings that are added at once. */
export const maxAddedListings = maxSegmentSize

/**
 * Calls `insert`, which inserts these listings with the given connection, and indexes them in the same transaction. Repeats
 * it after a conflict with another transaction.
 */
export const addIndexedListings = (
  database: Database,
  listings: readonly IndexedListing[],
  insert: (client: pg.ClientBase) => Promise<void>,
): Promise<void> => addListings(database, listings, insert)

/** Reads a listing as the index does; null if visitors cannot see it. */
export async function findIndexedListing(tx: Connection, id: string): Promise<IndexedListing | null> {
  const { rows } = await sql<IndexedListing>`
    select ${indexedFields} from listing where id = ${id} and ${isListed}`.execute(tx)
  return rows[0] ?? null
}

/** Returns the dates of an event as the index has them; null for one that lasts whole days once, and for a service. */
export async function findIndexedDates(tx: Connection, id: string): Promise<EventDates | null> {
  const { rows } = await sql<{ dates: EventDates | null }>`
    select ${eventDates} as dates from listing where id = ${id}`.execute(tx)
  return rows[0]?.dates ?? null
}

/** Reads what a listing was from its row as JSON, with the dates that an event had if they have changed. */
export async function readIndexedListing(
  tx: Connection,
  { dates, ...row }: { dates?: EventDates | null },
): Promise<IndexedListing | null> {
  const { rows } = await sql<IndexedListing>`
    select ${indexedFields} from jsonb_populate_record(null::listing, ${JSON.stringify(row)}::jsonb) listing`.execute(
    tx,
  )
  const listing = rows[0] ?? null
  return listing && dates !== undefined ? { ...listing, dates } : listing
}

const nothingFound: SearchOutcome = {
  ...{ hits: [], full: 0, partial: 0, more: false },
  ...{ corrected: null, place: null, price: null, days: null, near: null },
  ...{ related: false, searched: null, topics: [], facets: null },
}

/** The most words of a text whose listings are counted. */
const maxCountedWords = 16
/** Words in at most this many listings are counted exactly. */
const maxRare = 20

/** The most listings of related topics that are shown when nothing matches. */
const maxWidened = 24

const isFull = ({ matched }: IndexHit) => matched === 1

const termsOfConcept = ({ alternatives }: Concept) => alternatives.flatMap(({ terms }) => terms)

const isEmpty = ({ full, partial }: SearchOutcome) => full + partial === 0

/** Whether another reading than the likeliest found something. Words that name days count only if listings have all of them. */
const isFound = (found: SearchOutcome, parsed: ParsedQuery, reading: ParsedQuery) =>
  parsed.days && !reading.days ? found.full > 0 : !isEmpty(found)
