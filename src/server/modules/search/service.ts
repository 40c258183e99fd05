/**
 * Searches public listings: understands the text, asks the engine, and reports what it did. Returns ids; the listings module reads the
 * rows.
 */
import { daysFrom } from '../../../shared/days.ts'
import type { SiteSettings } from '../../../shared/settings/table.ts'
import type { Database } from '../../platform/database/database.ts'
import { tokenize } from '../../platform/tokenize.ts'
import type { Catalog } from '../catalog/service.ts'
import { createDaysAt, searchTreeOf } from './catalog-index.ts'
import { rangeOn } from './day-range.ts'
import {
  type EngineDay,
  languageChoice,
  type ReadOptions,
  type SearchEngine,
  SearchUnavailable,
} from './engine.ts'
import { findDocument, findDocumentDates, readEarlierDocument } from './feed/documents.ts'
import { createLexiconReader, type Lexicon } from './language/lexicon.ts'
import type { ParsedQuery } from './language/parsed-query.ts'
import { type QueryLanguages, queryLanguagesOf } from './language/query-languages.ts'
import { withCounts } from './language/vocabulary.ts'
import type { CalendarRequest, SearchOutcome, SearchRequest } from './requests.ts'
import {
  createReadingRunner,
  firstThatFinds,
  isEmpty,
  maxPhraseCandidates,
  refineFilter,
  withoutWords,
} from './run-reading.ts'
import { createMatcher as createTreeMatcher, type Matcher, type StoredSearch } from './stored/matcher.ts'
import { isEmptyQuery, readingsOf, understand } from './understand.ts'

/** The most words of a text whose listings are counted. */
const maxCountedWords = 16

type Options = {
  database: Database
  catalog: Catalog
  engine: SearchEngine
  settings: () => Pick<SiteSettings, 'languages'>
}

export type SearchService = ReturnType<typeof createSearch>

export function createSearch({ database, catalog, engine, settings }: Options) {
  const byTags = new Map<string, QueryLanguages>()
  function languages(): QueryLanguages {
    const { languages: tags } = settings()
    const key = tags.join()
    const known = byTags.get(key) ?? queryLanguagesOf(tags)
    byTags.set(key, known)
    return known
  }
  const readLexicon = createLexiconReader(engine, catalog, languages)
  const { run, runWidened } = createReadingRunner({ database, catalog, engine })

  /** Returns what is known with the words of the text counted in the index: the vocabulary is older and has no rare words. */
  async function lexiconFor(text: string, options: ReadOptions): Promise<Lexicon> {
    const known = await readLexicon()
    const words = [...new Set(tokenize(text))].slice(0, maxCountedWords)
    const terms = words.map(known.languages.stemsOf)
    const listings = await engine.countTerms(terms.flat(), options)
    let at = 0
    const countNext = () => listings[at++] ?? 0
    const counts = new Map(
      words.map((word, index) => [word, Math.max(...(terms[index] ?? []).map(countNext))]),
    )
    return { ...known, vocabulary: withCounts(known.vocabulary, counts, known.isStatic) }
  }

  /** Returns the reading of a text that the search for it shows. */
  async function readingOf(request: SearchRequest): Promise<ParsedQuery> {
    if (request.text.trim() === '') return withoutWords
    const readings = readingsOf(await lexiconFor(request.text, request), request)
    const isOnlyOne = readings.others.length === 0 && !readings.main
    return isOnlyOne ? readings.parsed : (await firstThatFinds(readings, request, run)).reading
  }

  return {
    /** Finds one page of public listings. Throws `SearchUnavailable` while the engine cannot be reached. */
    async find(request: SearchRequest): Promise<SearchOutcome> {
      if (request.text.trim() === '') return run(withoutWords, request)
      const readings = readingsOf(await lexiconFor(request.text, request), request)
      const { outcome } = await firstThatFinds(readings, request, run)
      if (!isEmpty(outcome) || !request.partial || isEmptyQuery(readings.parsed)) return outcome
      const widened = await runWidened(readings.parsed, request)
      return isEmpty(widened) ? outcome : widened
    },

    /** Finds the events of each day from `from` to `to`: what a search for the text finds fully. */
    async findByDay(request: CalendarRequest): Promise<EngineDay[]> {
      const { text, filter, now, from, to, limit } = request
      const search: SearchRequest = {
        ...request,
        sort: 'newest',
        offset: 0,
        limit: maxPhraseCandidates,
        facets: null,
        partial: false,
      }
      const parsed = await readingOf(search)
      if (text.trim() !== '' && isEmptyQuery(parsed))
        return daysFrom(from, to).map(() => ({ total: 0, ids: [] }))
      // The calendar has days of its own.
      const { days: _days, ...refined } = refineFilter(filter, { ...parsed, days: null })
      const found = parsed.phrases.length > 0 ? await run({ ...parsed, days: null }, search) : null
      const ids = found ? found.hits.map(({ id }) => id) : undefined
      return engine.calendar(
        { concepts: parsed.concepts, filter: { ...refined, ids }, now, from, to, limit },
        request,
      )
    },

    /** Returns a search in the form in which it is compared with single listings. */
    async compile(request: SearchRequest): Promise<StoredSearch> {
      const parsed = await readingOf(request)
      const { concepts, phrases } = parsed
      return { concepts, phrases, filter: refineFilter(request.filter, parsed) }
    },

    /** Returns the first and the last day that a filter means at a place. An open end is left out. */
    daysAt: createDaysAt(catalog),

    /** Reads what searches need, so that the first one is as fast as the others. */
    async warmUp(): Promise<void> {
      await lexiconFor('piano lessons', { fresh: false })
    },

    /** Returns whether a text names a place, in the likeliest reading. */
    async namesPlace(text: string): Promise<boolean> {
      const { place, near } = understand(text, await readLexicon())
      return (place ?? near) !== null
    },

    /** Returns the words of public listings, for suggestions. */
    vocabulary: async () => (await readLexicon()).vocabulary,
  }
}

export type {
  Day,
  EngineFacets,
  EngineFilter,
  EngineHit,
  EngineSort,
  FacetRequest,
  Instant,
  SearchDocument,
} from './engine.ts'
export type { SearchOutcome, SearchRequest } from './requests.ts'
export type { StoredSearch } from './stored/matcher.ts'

/** Returns what finds the stored searches that match a listing, for the catalog as it is now. */
export const createMatcher = (catalog: Catalog): Matcher => createTreeMatcher(searchTreeOf(catalog)())

/** Returns whether the engine has no index, or cannot be reached. */
export const isSearchUnavailable = (error: unknown): boolean => error instanceof SearchUnavailable

export { findDocument, findDocumentDates, languageChoice, rangeOn as daysOn, readEarlierDocument }
