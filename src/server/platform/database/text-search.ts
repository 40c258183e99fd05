/** Substring search for the lists that admins see. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from './database.ts'

/** Up to this many matches are sorted. More are found fast enough by scanning all rows in their order. */
export const maxSorted = 1_000
/** A trigram index cannot find shorter text. */
const minIndexedLength = 3

/**
 * Returns the condition that `text` contains `search`. `text` must be lowercase with a trigram index. No character of
 * `search` is a wildcard. With `useIndex`, the condition can use the index unless `search` is too short for it.
 */
export function containsText(
  text: RawBuilder<unknown>,
  search: string,
  useIndex: boolean,
): RawBuilder<unknown> {
  const term = search.toLowerCase()
  if (!useIndex || term.length < minIndexedLength) return sql`strpos(${text}, ${term}) > 0`
  return sql`${text} like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`
}

/** Counts the rows of `from`, the text after that keyword. Stops at `max`, because a short search term may match every row. */
export async function countUpTo(
  connection: Connection,
  from: RawBuilder<unknown>,
  max: number | null,
): Promise<number> {
  const limit = max === null ? sql`` : sql`limit ${sql.lit(max)}`
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select from ${from} ${limit}) found`.execute(connection)
  return rows[0]?.total ?? 0
}
