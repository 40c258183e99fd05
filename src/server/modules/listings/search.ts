/**
 * Searching listings. The words and the filters of a search are one question to one index. What it finds is ranked and
 * counted whole as long as it is not too much; a search that finds very many is answered newest first, as a list is.
 */
import { sql } from 'kysely'
import { type Database, placeholder } from '../../platform/database/database.ts'
import {
  conditions,
  countListings,
  pageOf,
  preparedKey,
  type ResultPage,
  type Selection,
  selectPageWithTotal,
  toResultPage,
} from './list-query.ts'

/** More than this is not ranked: reading every found row would cost more than the order is worth. */
const maxRanked = 2_000
/** How long the answers that are dear to find and seldom change are kept, and how many of each kind. */
const keptMs = 60_000
const mostKept = 500

export type Search = (searchtext: string, selection: Selection) => Promise<ResultPage>

export function createSearch(database: Database): Search {
  /** The searches that found more than is ranked. */
  const large = createTtlCache<true>()
  /** How many those found, by their query and by how many listings there were to be found. */
  const totals = createTtlCache<number>()
  /** What texts that found nothing surely ask for. */
  const verifiedWords = createTtlCache<string | null>()

  async function find(words: string, selection: Selection): Promise<ResultPage> {
    const query = withMarkers(words, selection)
    if (!large.has(query)) {
      const found = await rankFound(database, query, words, selection)
      if (found.total <= maxRanked) return found
      await large.get(query, async () => true)
    }
    const listed = await countListings(database, selection)
    const total = await totals.get(`${listed} ${query}`, () => countFound(database, query))
    return pageUnranked(database, query, { listed, found: total }, selection)
  }

  return async (searchtext, selection) => {
    const words = await readSearchText(database, searchtext, false)
    if (words === null) return { rows: [], total: 0 }
    const found = await find(words, selection)
    if (found.total > 0) return found
    // Perhaps a mistyped word is only remembered from a listing that is gone.
    const sure = await verifiedWords.get(searchtext, () => readSearchText(database, searchtext, true))
    return sure === null || sure === words ? found : find(sure, selection)
  }
}

/** Keeps what was found under a key for a minute. */
function createTtlCache<Value>() {
  const kept = new Map<string, { value: Value; until: number }>()
  const fresh = (key: string) => {
    const entry = kept.get(key)
    return entry && entry.until > performance.now() ? entry : undefined
  }
  return {
    has: (key: string) => fresh(key) !== undefined,
    async get(key: string, find: () => Promise<Value>): Promise<Value> {
      const entry = fresh(key)
      if (entry) return entry.value
      const value = await find()
      if (kept.size >= mostKept) kept.clear()
      kept.set(key, { value, until: performance.now() + keptMs })
      return value
    },
  }
}

/** What the text asks for, in PostgreSQL's own form; null when it holds no word that could be found. */
async function readSearchText({ preparedQuery }: Database, searchtext: string, surely: boolean) {
  const compose = () =>
    sql<{
      words: string | null
    }>`select search_query(${placeholder('searchtext')}, ${placeholder('surely')})::text as words`
  const [row] = await preparedQuery('search words', compose, { searchtext, surely })
  return row?.words ?? null
}

/** The words and the markers that stand for the filters (listing_markers in the migrations). */
function withMarkers(words: string, { kind, filter }: Selection): string {
  const { category, subcategory, country, state, city } = filter
  const topics = [category, subcategory].map((ids) => ids?.map((id) => `'#t${id}'`))
  const places = [country, state, city].map((ids) => ids?.map((id) => `'#p${id}'`))
  const markers = [...topics, ...places]
    .filter((ids) => ids !== undefined)
    .map((ids) => `(${ids.join(' | ')})`)
  return [`(${words})`, `'#${kind}'`, ...markers].join(' & ')
}

/** A page and how many were found, in one pass; stops counting just past `maxRanked`. */
async function rankFound(
  { preparedQuery }: Database,
  query: string,
  words: string,
  selection: Selection,
): Promise<ResultPage> {
  const { kind, sort, limit, offset } = selection
  const compose = () =>
    selectPageWithTotal(
      selection,
      sql`
        found as materialized (
          select listing_id, posted, price, event_order, ts_rank(words, ${placeholder('words')}::tsquery) as rank
          from listing_index where words @@ ${placeholder('query')}::tsquery limit ${sql.lit(maxRanked + 1)}
        ),
        counted as (select count(*)::int as total from found),
        page as (${pageOf({ kind, sort, limit, offset: placeholder('offset') }, 'found', sql`true`)})`,
    )
  return toResultPage(
    await preparedQuery(preparedKey(limit, `found ${kind} ${sort}`), compose, { words, query, offset }),
  )
}

async function countFound({ kysely }: Database, query: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from listing_index where words @@ ${sql.lit(query)}::tsquery`.execute(
    kysely,
  )
  return rows[0]?.total ?? 0
}

/**
 * A page of a large result. The first pages are met soon by walking the listings in their order; for far ones it is
 * less work to sort what was found. Not prepared, and with the words in the text (quoted; they come from PostgreSQL
 * itself): it plans each knowing how common they are.
 */
async function pageUnranked(
  { kysely }: Database,
  query: string,
  totals: { listed: number; found: number },
  selection: Selection,
): Promise<ResultPage> {
  const { kind, offset, limit } = selection
  const sort = selection.sort !== 'relevance' ? selection.sort : kind === 'event' ? 'soonest' : 'newest'
  const walked = ((offset + limit) * totals.listed) / totals.found
  const found = sql`words @@ ${sql.lit(query)}::tsquery`
  // The kind and the filters, which the query's markers repeat, offer their own indexes: those of the order.
  const condition = walked < totals.found ? sql`${conditions(selection)} and ${found}` : found
  const parts = sql`
    counted as (select ${totals.found}::int as total),
    page as (${pageOf({ kind, sort, limit, offset }, 'listing_index', condition)})`
  const { rows } = await selectPageWithTotal({ kind, sort }, parts).execute(kysely)
  return toResultPage(rows)
}
