/** Runs one reading of a search text: against the engine, and against the texts of listings for quoted phrases. */
import type { Database } from '../../platform/database/database.ts'
import type { Catalog } from '../catalog/service.ts'
import { categoriesOf } from './catalog-index.ts'
import type { Concept, EngineFacets, EngineHit, EngineQuery, SearchEngine } from './engine.ts'
import type { ParsedQuery } from './language/parsed-query.ts'
import { keepPhrases, maxPhraseCandidates } from './phrases.ts'
import { hasPrice, narrow, sortOf } from './readings.ts'
import {
  isEmpty,
  noFacets,
  nothingFound,
  type RunReading,
  type SearchOutcome,
  type SearchRequest,
} from './requests.ts'

/** The most listings of related topics that are shown when nothing matches. */
const maxWidened = 24

type Options = { database: Database; catalog: Catalog; engine: SearchEngine }

export function createReadingRunner({ database, catalog, engine }: Options) {
  const categoryOf = new Map(
    categoriesOf(catalog).flatMap(({ id, subcategories }) => subcategories.map((sub) => [sub.id, id])),
  )

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
    const categories = new Set(concept.topics.map(({ id }) => categoryOf.get(id) ?? id))
    return { ...concept, topics: [...categories].map((id) => ({ id, weight: 1 })) }
  }

  return { run, runWidened }
}

function queryOf(parsed: ParsedQuery, request: SearchRequest): EngineQuery {
  const { now, offset, limit, partial } = request
  return {
    concepts: parsed.concepts,
    filter: narrow(request.filter, parsed),
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
