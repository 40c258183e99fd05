/**
 * Searching listings. The words and the filters of a search are one question to one index. What it finds is ranked and
 * counted whole as long as it is not too much; a search that finds very many is answered newest first, as a list is.
 */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import {
  asFound,
  conditions,
  countListings,
  type Found,
  listedWithTotal,
  pageOf,
  type Selection,
} from './browse.ts'

/** More than this is not ranked: reading every found row would cost more than the order is worth. */
const mostRanked = 2_000
/** How long the number of a very large result is kept. */
const countKeptMs = 60_000
const countsKept = 500

export type Search = (searchtext: string, selection: Selection) => Promise<Found>

export function createSearch(database: Database): Search {
  /** How many the large searches found, by their query and by how many listings there were to be found. */
  const totals = new Map<string, { total: number; until: number }>()

  async function find(words: string, selection: Selection): Promise<Found> {
    const query = withMarkers(words, selection)
    const listed = await countListings(database, selection)
    const key = `${listed} ${query}`
    let known = totals.get(key)
    if (!known || known.until < performance.now()) {
      const found = await rankFound(database, query, words, selection)
      if (found.total <= mostRanked) return found
      known = { total: await countFound(database, query), until: performance.now() + countKeptMs }
      if (totals.size >= countsKept) totals.clear()
      totals.set(key, known)
    }
    return pageUnranked(database, query, { listed, found: known.total }, selection)
  }

  return async (searchtext, selection) => {
    const words = await readSearchText(database, searchtext, false)
    if (words === null) return { rows: [], total: 0 }
    const found = await find(words, selection)
    if (found.total > 0) return found
    // Perhaps a mistyped word is only remembered from a listing that is gone.
    const sureWords = await readSearchText(database, searchtext, true)
    return sureWords === null || sureWords === words ? found : find(sureWords, selection)
  }
}

/** What the text asks for, in PostgreSQL's own form; null when it holds no word that could be found. */
async function readSearchText({ prepared }: Database, searchtext: string, surely: boolean) {
  const [row] = await prepared(
    sql<{ words: string | null }>`select search_query(${searchtext}, ${surely})::text as words`,
  )
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

/** A page and how many were found, in one pass; stops counting just past `mostRanked`. */
async function rankFound(
  { prepared }: Database,
  query: string,
  words: string,
  selection: Selection,
): Promise<Found> {
  const parts = sql`
    found as materialized (
      select listing_id, posted, price, agenda, ts_rank(words, ${words}::tsquery) as rank
      from browse where words @@ ${query}::tsquery limit ${mostRanked + 1}
    ),
    counted as (select count(*)::int as total from found),
    page as (${pageOf(selection, 'found', sql`true`)})`
  return asFound(await prepared(listedWithTotal(selection, parts)))
}

async function countFound({ kysely }: Database, query: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from browse where words @@ ${query}::tsquery`.execute(kysely)
  return rows[0]?.total ?? 0
}

/**
 * A page of a large result. The first pages are met soon by walking the listings in their order; for far ones it is
 * less work to sort what was found. Not prepared: PostgreSQL plans each knowing how common the words are.
 */
async function pageUnranked(
  { kysely }: Database,
  query: string,
  totals: { listed: number; found: number },
  selection: Selection,
): Promise<Found> {
  const { kind, offset, limit } = selection
  const sort = selection.sort !== 'relevance' ? selection.sort : kind === 'event' ? 'soonest' : 'newest'
  const walked = ((offset + limit) * totals.listed) / totals.found
  const found = sql`words @@ ${query}::tsquery`
  // The kind and the filters, which the query's markers repeat, offer their own indexes: those of the order.
  const condition = walked < totals.found ? sql`${conditions(selection)} and ${found}` : found
  const parts = sql`
    counted as (select ${totals.found}::int as total),
    page as (${pageOf({ kind, sort, limit, offset }, 'browse', condition)})`
  const { rows } = await listedWithTotal({ kind, sort }, parts).execute(kysely)
  return asFound(rows)
}
