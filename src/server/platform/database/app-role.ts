/**
 * The role with which the server uses the database: it reads and writes rows, but owns nothing, so it can neither change
 * a table nor turn off the triggers that keep the audit log append-only. Migrations run as the owner of the tables.
 */
import { sql } from 'kysely'
import type { Connection, Database } from './database.ts'

/** If the database server has a role with this name, each migration grants it what serving the site needs. */
export const appRole = 'corkboard_app'

const role = sql.id(appRole)

/**
 * Grants the role what the server needs, if the role exists. Run it after every migration, because a grant on all tables
 * does not include later ones, and under its lock, because concurrent grants on one table fail.
 */
export async function grantAppRole(tx: Connection): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${appRole}`.execute(tx)
  if (rows.length === 0) return
  const statements = [
    sql`grant usage on schema public, graphile_worker to ${role}`,
    sql`grant select, insert, update, delete on all tables in schema public, graphile_worker to ${role}`,
    sql`grant usage, select on all sequences in schema public, graphile_worker to ${role}`,
    sql`grant execute on all functions in schema public, graphile_worker to ${role}`,
    // Entries of the audit log are only added, and only the owner migrates.
    sql`revoke update, delete on audit_entry from ${role}`,
    sql`revoke insert, update, delete on migration, repeatable_migration, schema_compatibility from ${role}`,
  ]
  for (const statement of statements) await statement.execute(tx)
}

/** Returns whether the current role may migrate: it owns the tables, or there are none yet. */
export async function ownsTables({ kysely }: Database): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select pg_has_role(tableowner, 'usage') as owns from pg_tables
    where schemaname = current_schema() and tablename = 'migration'`.execute(kysely)
  return rows[0]?.owns ?? true
}
