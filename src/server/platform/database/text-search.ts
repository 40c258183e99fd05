/** What the searches of admins have in common. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Database } from './database.ts'

/** Up to so many found are sorted; more are met soon enough by walking all in their order. */
export const maxSorted = 1_000
/** An index of trigrams finds no shorter text. */
const shortestIndexed = 3

/**
 * That a text in lower case, which has an index of trigrams, holds what is searched for; every character of that is text,
 * `%` and `_` too. With `few` the index is asked, unless the search is too short for it.
 */
export function containsText(
  text: RawBuilder<unknown>,
  search: string,
  useIndex: boolean,
): RawBuilder<unknown> {
  const wanted = search.toLowerCase()
  if (!useIndex || wanted.length < shortestIndexed) return sql`strpos(${text}, ${wanted}) > 0`
  return sql`${text} like ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`}`
}

/**
 * Asks with a plan made for the very words of a search, where otherwise one plan serves for all: through the index for
 * few, and by walking the table for what nearly everybody has, as the name of a large mail provider.
 */
export function withCustomPlan<Answer>(
  kysely: Database['kysely'],
  ask: (connection: Connection) => Promise<Answer>,
): Promise<Answer> {
  return kysely.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
    return ask(tx)
  })
}

/** How many rows `from` has, which is what follows that word; of a search no more than so many, as a letter may find all. */
export async function countUpTo(
  connection: Connection,
  from: RawBuilder<unknown>,
  most: number | null,
): Promise<number> {
  const limit = most === null ? sql`` : sql`limit ${sql.lit(most)}`
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select from ${from} ${limit}) found`.execute(connection)
  return rows[0]?.total ?? 0
}
