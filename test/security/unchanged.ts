/** Hashes of database rows, to show that a refused request changed nothing. */

import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../src/server/platform/database/database.ts'

/** Tables that a refused request may write to, that background work writes to, or that nothing writes to. */
const ignoredTables = [
  'content_change_state',
  'event_change',
  'listing_change',
  'listing_change_state',
  'rate_limit_hit',
  'request_budget',
  'running_server',
  'category',
  'subcategory',
  'country',
  'state',
  'city',
]

/** Returns a hash of the rows in each table. `except` names further tables to leave out, such as the audit log. */
async function hashTables(
  { kysely }: Database,
  { except = [] }: { except?: string[] } = {},
): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(kysely)
  const names = tables.map(({ name }) => name).filter((name) => ![...ignoredTables, ...except].includes(name))
  const hashes = names.map(
    (name) =>
      sql`select ${name} as name, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash
      from ${contentOf(name)} t`,
  )
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(
    kysely,
  )
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** What counts of a table that jobs write to: which emails there are while they are sent, and the sums of counts, which are compacted. */
const contents: Record<string, RawBuilder<unknown>> = {
  outbox_email: sql`(select id, recipient, kind from outbox_email)`,
  profile_count: sql`(select sum(change) from profile_count)`,
  listing_count: sql`(select kind, topic_id, place_id, sum(change) from listing_count
    group by kind, topic_id, place_id having sum(change) <> 0)`,
}

const contentOf = (table: string) => contents[table] ?? sql`${sql.table(table)}`

/** Returns a hash of the rows with this id. */
export async function hashRow({ kysely }: Database, table: string, id: string): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select md5(string_agg(t::text, '')) as hash from ${sql.table(table)} t where id = ${id}`.execute(kysely)
  return rows[0]?.hash ?? ''
}

/** Runs `attack` and asserts that it changed no row of the site. Returns what `attack` returns. */
export async function expectUnchanged<Result>(
  database: Database,
  attack: () => Promise<Result>,
  options: { except?: string[] } = {},
): Promise<Result> {
  const before = await hashTables(database, options)
  const result = await attack()
  expect(await hashTables(database, options), 'the rows in the database').toEqual(before)
  return result
}
