/**
 * The role with which the server uses the database: it reads and writes rows, but owns nothing, so it can neither change
 * a table nor turn off the triggers that keep the audit log append-only. Migrations run as the owner of the tables.
 */
import { sql } from 'kysely'
import { appRole } from './app-role-name.ts'
import type { Database } from './database.ts'

const role = sql.id(appRole)

/** An arbitrary number that nothing else locks: concurrent grants on one table fail. */
const grantLock = sql.raw('7305518246120978')

/**
 * Grants the role what the server needs, if the role exists. Run it after every migration, because a grant on all tables
 * does not include later ones.
 */
export async function grantAppRole({ kysely }: Database): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${appRole}`.execute(kysely)
  if (rows.length === 0) return
  const statements = [
    sql`grant usage on schema public, graphile_worker to ${role}`,
    sql`grant select, insert, update, delete on all tables in schema public, graphile_worker to ${role}`,
    sql`grant usage, select on all sequences in schema public, graphile_worker to ${role}`,
    sql`grant execute on all functions in schema public, graphile_worker to ${role}`,
    // Entries of the audit log are only added, and only the owner migrates.
    sql`revoke update, delete on audit_entry from ${role}`,
    sql`revoke insert, update, delete on migration, kysely_migration_lock, schema_compatibility from ${role}`,
  ]
  await kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${grantLock})`.execute(transaction)
    for (const statement of statements) await statement.execute(transaction)
  })
}

/** Returns whether the current role may migrate: it owns the tables, or there are none yet. */
export async function ownsTables({ kysely }: Database): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select pg_has_role(tableowner, 'usage') as owns from pg_tables
    where schemaname = current_schema() and tablename = 'migration'`.execute(kysely)
  return rows[0]?.owns ?? true
}
