/** Runs the readings of a search text: against the engine, and against the texts of listings for quoted phrases. */
import { sql } from 'kysely'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { Catalog } from '../catalog/service.ts'
import { readFields } from '../listing-fields/service.ts'
import type {
  Concept,
  EngineFacets,
  EngineFilter,
  EngineHit,
  EngineQuery,
  EngineSort,
  SearchEngine,
} from './engine.ts'
import { type TextRow, textColumns, toDocument } from './feed/documents.ts'
import type { ParsedQuery } from './language/parsed-query.ts'
import { includesPhrase, termsOf } from './language/words.ts'
import type { SearchOutcome, SearchRequest } from './requests.ts'
import { isEmptyQuery, type Readings } from './understand.ts'

/** The most listings of related topics that are shown when nothing matches. */
const maxWidened = 24

/** Asks the engine with one reading of a text. */
type RunReading = (parsed: ParsedQuery, request: SearchRequest) => Promise<SearchOutcome>

type Options = { database: Database; catalog: Catalog; engine: SearchEngine }

export function createReadingRunner({ database, catalog, engine }: Options) {
  const categoryOf = (topic: number) => catalog.nodes().topics.get(topic)?.ancestors[0]

  const run: RunReading = async (parsed, request) => {
    const query = queryOf(parsed, request)
    const outcome = outcomeOf(parsed, request, query)
    if (parsed.phrases.length > 0) return { ...outcome, ...(await findPhrases(parsed, request, query)) }
    const { hits, full, partial, facets } = await engine.search(query, request)
    return { ...outcome, hits, full, partial, facets }
  }

  /** The engine does not know where a word stands, so the text of the best candidates decides. */
  async function findPhrases(parsed: ParsedQuery, request: SearchRequest, query: EngineQuery) {
    const { offset, limit, partial } = request
    const candidates = await engine.search(
      { ...query, offset: 0, limit: maxPhraseCandidates, facets: null },
      request,
    )
    const kept = await keepPhrases(database, candidates.hits, parsed.phrases)
    const full = kept.filter((hit) => hit.full)
    return {
      hits: kept.slice(offset, offset + limit),
      full: full.length,
      partial: partial ? kept.length - full.length : 0,
      more: candidates.full > maxPhraseCandidates,
      facets: await countFacets(full.length > 0 ? full : kept, request, query),
    }
  }

  /** Counts the facets of these listings only. */
  async function countFacets(
    hits: EngineHit[],
    request: SearchRequest,
    { filter, facets, now }: EngineQuery,
  ): Promise<EngineFacets | null> {
    if (!facets || hits.length === 0) return facets && noFacets
    const ids = hits.map(({ id }) => id)
    const only = { kind: filter.kind, topics: [], places: [], ranges: [], flags: [], ids }
    const counted = await engine.search(
      { concepts: [], filter: only, now, sort: 'newest', offset: 0, limit: 0, partial: false, facets },
      request,
    )
    return counted.facets
  }

  /** Finds listings in the categories of what the text asks for. None of them is a full match. */
  const runWidened: RunReading = async (parsed, request) => {
    const concepts = parsed.concepts.filter(({ topics }) => topics.length > 0)
    if (concepts.length === 0 || parsed.phrases.length > 0) return nothingFound
    const widened = { ...parsed, concepts: concepts.map(widen) }
    const found = await run(widened, { ...request, offset: 0, limit: maxWidened, facets: null })
    if (isEmpty(found)) return nothingFound
    const { offset, limit } = request
    return {
      ...found,
      hits: found.hits.slice(offset, offset + limit),
      full: 0,
      partial: found.hits.length,
      related: true,
      facets: await countFacets(found.hits, request, queryOf(widened, request)),
    }
  }

  const widen = (concept: Concept): Concept => {
    const categories = new Set(concept.topics.map(({ id }) => categoryOf(id) ?? id))
    return { ...concept, topics: [...categories].map((id) => ({ id, weight: 1 })) }
  }

  return { run, runWidened }
}

function queryOf(parsed: ParsedQuery, request: SearchRequest): EngineQuery {
  const { now, offset, limit, partial } = request
  return {
    concepts: parsed.concepts,
    filter: refineFilter(request.filter, parsed),
    now,
    sort: sortOf(request, parsed),
    offset,
    limit,
    partial,
    facets: request.facets?.(parsed.place) ?? null,
  }
}

/** Returns what a reading made of the text, without listings. A filter that was chosen replaces what the text says. */
const outcomeOf = (parsed: ParsedQuery, request: SearchRequest, { filter }: EngineQuery): SearchOutcome => ({
  ...nothingFound,
  corrected: parsed.corrected,
  place: parsed.place,
  price: hasPrice(request.filter) ? null : parsed.price,
  days: filter.days === parsed.days?.days ? parsed.days : null,
  near: request.filter.near ? null : parsed.near,
  topics: parsed.concepts.flatMap(({ topics }) => topics.map(({ id }) => id)),
})

/** The most listings whose text a search for a phrase reads. */
export const maxPhraseCandidates = 400

/** Returns the listings whose title or text contains every phrase. The engine finds those with all the words. */
async function keepPhrases(
  { kysely, preparedQuery }: Database,
  hits: EngineHit[],
  phrases: string[][],
): Promise<EngineHit[]> {
  if (hits.length === 0) return []
  const compose = () => sql<TextRow>`
    select ${textColumns} from listing where id = any(${placeholder('ids')}::uuid[])`
  const rows = await preparedQuery('search-phrases', compose, { ids: hits.map(({ id }) => id) })
  const fields = await readFields(kysely)
  const matching = rows.filter((row) => {
    const texts = [termsOf(row.title), termsOf(toDocument(row, fields).text)]
    return phrases.every((phrase) => texts.some((terms) => includesPhrase(terms, phrase)))
  })
  const ids = new Set(matching.map(({ id }) => id))
  return hits.filter(({ id }) => ids.has(id))
}

/** Runs the readings of a text until one finds something, and returns it; the likeliest if none does. */
export async function firstThatFinds(
  { parsed, main, others }: Readings,
  request: SearchRequest,
  run: RunReading,
): Promise<{ reading: ParsedQuery; outcome: SearchOutcome }> {
  const first = {
    reading: parsed,
    outcome: isEmptyQuery(parsed) ? nothingFound : await run(parsed, request),
  }
  if (first.outcome.full > 0) return first
  if (main) {
    const outcome = await run(main, request)
    if (outcome.full > 0 || (!isEmpty(outcome) && namesTopic(main))) return { reading: main, outcome }
  }
  if (!isEmpty(first.outcome)) return first
  for (const reading of others) {
    const outcome = await run(reading, request)
    // Words that name days count only if listings have all of them.
    const isFound = parsed.days && !reading.days ? outcome.full > 0 : !isEmpty(outcome)
    if (isFound) return { reading, outcome }
  }
  return first
}

const namesTopic = ({ concepts }: ParsedQuery) => concepts.some(({ topics }) => topics.length > 0)

const noFacets: EngineFacets = { topics: [], places: [], free: 0, pictures: 0, choices: [] }

const nothingFound: SearchOutcome = {
  hits: [],
  full: 0,
  partial: 0,
  more: false,
  corrected: null,
  place: null,
  price: null,
  days: null,
  near: null,
  related: false,
  topics: [],
  facets: null,
}

export const isEmpty = ({ full, partial }: SearchOutcome): boolean => full + partial === 0

/** A list without words: every listing that passes the filter matches. */
export const withoutWords: ParsedQuery = {
  concepts: [],
  phrases: [],
  place: null,
  corrected: null,
  price: null,
  days: null,
  near: null,
  hasClauses: false,
}

/** Returns the filter with what the text says. A filter that was chosen comes before it. */
export function refineFilter(filter: EngineFilter, { place, price, days, near }: ParsedQuery): EngineFilter {
  const isPriced = price !== null && !hasPrice(filter)
  return {
    ...filter,
    places: place ? [...filter.places, place.ids] : filter.places,
    ranges: isPriced ? [...filter.ranges, { field: 'price', ...price.range }] : filter.ranges,
    days: filter.kind === 'event' ? (filter.days ?? days?.days) : undefined,
    near: filter.near ?? near?.circle,
  }
}

const hasPrice = ({ ranges }: Pick<EngineFilter, 'ranges'>): boolean =>
  ranges.some(({ field }) => field === 'price')

/** Nothing is more relevant than another to a text that only filters: the nearest come first, or the soonest. */
function sortOf(
  { sort, filter }: { sort: EngineSort; filter: EngineFilter },
  { concepts, near }: ParsedQuery,
): EngineSort {
  if (sort !== 'relevance' || concepts.length > 0) return sort
  if (near) return 'distance'
  return filter.kind === 'event' ? 'soonest' : 'newest'
}
