/**
 * Searches listings. The words and the filters of a search form one full-text query on one index. The matches are ranked
 * and counted, unless there are too many: then they are listed in the order of a list without search.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
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
import { createReadProfessions } from './professions.ts'

/** More matches than this are not ranked: reading all of them would cost more than the order is worth. */
const maxRanked = 2_000
/** For results that are expensive to compute and seldom change. */
const cacheLimits = { max: 500, ttl: 60_000 }

export type Search = (searchtext: string, selection: Selection) => Promise<ResultPage>

export function createSearch(database: Database): Search {
  const readProfessions = createReadProfessions(database)
  /** The queries that matched too many listings to rank. */
  const largeQueries = new LRUCache<string, true>(cacheLimits)
  /** How many listings these queries match. The key includes how many listings could match. */
  const totals = new LRUCache<string, number, string>({
    ...cacheLimits,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: query }) => countMatches(database, query),
  })
  /** The verified words of search texts that matched nothing. */
  const verifiedWords = new LRUCache<string, { words: string | null }>({
    ...cacheLimits,
    ignoreFetchAbort: true,
    fetchMethod: async (searchtext) => ({
      words: await readSearchText(database, searchtext, { verify: true }),
    }),
  })

  async function find(searchtext: string, typed: string, selection: Selection): Promise<ResultPage> {
    const { words, subject } = await readProfessions(searchtext, typed)
    const query = withMarkers(subject === null ? words : `(${words}) & (${subject})`, selection)
    if (!largeQueries.has(query)) {
      const found = await pageRanked(database, query, words, selection)
      if (found.total <= maxRanked) return found
      largeQueries.set(query, true)
    }
    const listed = await countListings(database, selection)
    const found = await totals.forceFetch(`${listed} ${query}`, { context: query })
    return pageUnranked(database, query, { listed, found }, selection)
  }

  return async (searchtext, selection) => {
    const words = await readSearchText(database, searchtext, { verify: false })
    if (words === null) return { rows: [], total: 0 }
    const found = await find(searchtext, words, selection)
    if (found.total > 0) return found
    // A typo is not corrected while it is a remembered word, and a deleted listing may have contained it.
    const verified = await verifiedWords.forceFetch(searchtext)
    if (verified.words === null || verified.words === words) return found
    return find(searchtext, verified.words, selection)
  }
}

/**
 * Returns the text as a `tsquery`, with typos corrected; null if it contains no word. Which words exist is looked up in
 * the remembered words, or with `verify` in the listings themselves, which takes longer.
 */
async function readSearchText(
  { preparedQuery }: Database,
  searchtext: string,
  { verify }: { verify: boolean },
) {
  const compose = () =>
    sql<{
      words: string | null
    }>`select search_query(${placeholder('searchtext')}, ${placeholder('verify')})::text as words`
  const [row] = await preparedQuery('search words', compose, { searchtext, verify })
  return row?.words ?? null
}

/** Adds the markers that represent the kind and the filters (`listing_markers` in the migrations). */
function withMarkers(words: string, { kind, filter }: Selection): string {
  const { category, subcategory, country, state, city } = filter
  const topics = [category, subcategory].map((ids) => ids?.map((id) => `'#t${id}'`))
  const places = [country, state, city].map((ids) => ids?.map((id) => `'#p${id}'`))
  const markers = [...topics, ...places]
    .filter((ids) => ids !== undefined)
    .map((ids) => `(${ids.join(' | ')})`)
  return [`(${words})`, `'#${kind}'`, ...markers].join(' & ')
}

/** Reads one page by relevance and the total in one pass. Stops counting just past `maxRanked`. */
async function pageRanked(
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

async function countMatches({ kysely }: Database, query: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from listing_index where words @@ ${sql.lit(query)}::tsquery`.execute(
    kysely,
  )
  return rows[0]?.total ?? 0
}

/**
 * Reads one page of a large result. Walking the listings in their order reaches the first pages soon; for later pages,
 * sorting the matches is less work. The query is not prepared and contains the words as a literal (quoted, and from
 * PostgreSQL itself), so that PostgreSQL plans it knowing how common they are.
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
  // The markers already filter. Repeating the kind and the filters lets PostgreSQL use the indexes of the order.
  const condition = walked < totals.found ? sql`${conditions(selection)} and ${found}` : found
  const ctes = sql`
    counted as (select ${totals.found}::int as total),
    page as (${pageOf({ kind, sort, limit, offset }, 'listing_index', condition)})`
  const { rows } = await selectPageWithTotal({ kind, sort }, ctes).execute(kysely)
  return toResultPage(rows)
}
