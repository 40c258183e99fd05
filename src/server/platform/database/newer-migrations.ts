import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Connection } from './database.ts'

/**
 * Adds the migrations of newer versions that have run already, which Kysely would call missing. While a site is being
 * upgraded, a server of the previous version may start again, and works with the new schema.
 */
export async function addNewerMigrations(
  connection: Connection,
  known: Record<string, Migration>,
): Promise<Record<string, Migration>> {
  const { rows: tables } = await sql`
    select from pg_tables where schemaname = 'public' and tablename = 'migration'`.execute(connection)
  if (tables.length === 0) return known
  const newest = Object.keys(known).sort().at(-1) ?? ''
  const { rows } = await sql<{ name: string }>`select name from migration where name > ${newest}`.execute(
    connection,
  )
  const newer = rows.map(({ name }): [string, Migration] => [name, { up: async () => {} }])
  return { ...known, ...Object.fromEntries(newer) }
}
