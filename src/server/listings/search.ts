/**
 * Searching listings. The words and the filters of a search are one question to one index. What it finds is ranked and
 * counted whole as long as it is not too much; a search that finds very many is answered newest first, as a list is.
 */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { conditions, countListings, type ListedRow, orderOf, pageQuery, type Selection } from './browse.ts'
import { listedColumns, namedPlaces } from './columns.ts'

/** More than this is not ranked: reading every found row would cost more than the order is worth. */
const mostRanked = 2_000
/** How long the number of a very large result is kept. */
const countKeptMs = 60_000
const countsKept = 500

export type Found = { rows: ListedRow[]; total: number }
export type Search = (searchtext: string, selection: Selection) => Promise<Found>

export function createSearch(database: Database): Search {
  /** How many the large searches found, by their query. */
  const totals = new Map<string, { total: number; until: number }>()

  return async (searchtext, selection) => {
    const words = await readSearchText(database, searchtext)
    if (words === null) return { rows: [], total: 0 }
    const query = withMarkers(words, selection)

    let known = totals.get(query)
    if (!known || known.until < performance.now()) {
      const found = await rankFound(database, query, words, selection)
      if (found.total <= mostRanked) return found
      known = { total: await countFound(database, query), until: performance.now() + countKeptMs }
      if (totals.size >= countsKept) totals.clear()
      totals.set(query, known)
    }
    return { rows: await pageUnranked(database, query, known.total, selection), total: known.total }
  }
}

/** What the text asks for, in PostgreSQL's own form; null when it holds no word that could be found. */
async function readSearchText({ prepared }: Database, searchtext: string): Promise<string | null> {
  const [row] = await prepared(
    sql<{ words: string | null }>`select search_query(${searchtext})::text as words`,
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
  const { kind, sort, limit, offset } = selection
  const rows = await prepared(sql<ListedRow & { total: number }>`
    with found as materialized (
      select listing_id, posted, price, agenda, ts_rank(words, ${words}::tsquery) as rank
      from browse where words @@ ${query}::tsquery limit ${mostRanked + 1}
    ), page as (
      select * from found order by ${orderOf(sort, kind, 'found')} limit ${limit} offset ${offset}
    )
    select counted.total, listed.*
    from (select count(*)::int as total from found) counted
    left join (
      select ${listedColumns(kind)}, row_number() over (order by ${orderOf(sort, kind, 'page')}) as place
      from page join listing on listing.id = page.listing_id ${namedPlaces}
    ) listed on true
    order by listed.place`)
  // Past the last page there is one row: the total beside nothing.
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row._id !== null) }
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
async function pageUnranked(database: Database, query: string, total: number, selection: Selection) {
  const { kind, offset, limit } = selection
  const sort = selection.sort !== 'relevance' ? selection.sort : kind === 'event' ? 'soonest' : 'newest'
  const walked = ((offset + limit) * (await countListings(database, selection))) / total
  const found = sql`words @@ ${query}::tsquery`
  // The kind and the filters, which the query's markers repeat, offer their own indexes: those of the order.
  const condition = walked < total ? sql`${conditions(selection)} and ${found}` : found
  const page = pageQuery({ kind, sort, offset, limit }, condition)
  const { rows } = await page.execute(database.kysely)
  return rows
}
