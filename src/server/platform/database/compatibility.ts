/**
 * Which programs may run on a schema. A new version works on the same database as the previous one, and no older one
 * (CONTRIBUTING, *Expand, then contract*). So the program that migrates records the newest migration of its previous version, and a
 * program that does not know that one refuses to start.
 */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { StartError } from '../../config/start-error.ts'
import { version } from '../version.ts'
import type { Connection, Database } from './database.ts'
import { migrationsFolder, readMigrationNames } from './migration-files.ts'

/** This program is too old for the database. */
export class SchemaTooNewError extends StartError {}

/** Records which programs may run on the schema, unless a newer program has migrated it. */
export async function recordCompatibility(tx: Connection): Promise<void> {
  const oldest = (await readFile(new URL('previous-version.txt', migrationsFolder), 'utf8')).trim()
  await sql`
    insert into schema_compatibility (oldest_migration, migrated_by)
    select ${oldest}, ${version} where not exists (select from migration where name > ${await newestKnown()})
    on conflict (only_row) do update
      set oldest_migration = excluded.oldest_migration, migrated_by = excluded.migrated_by
      where (schema_compatibility.oldest_migration, schema_compatibility.migrated_by)
        is distinct from (excluded.oldest_migration, excluded.migrated_by)`.execute(tx)
}

type NewerSchema = { migration: string; migratedBy: string; oldestMigration: string }

/** Throws a SchemaTooNewError if this program is too old for the database. */
export async function requireCompatibleSchema(database: Database): Promise<void> {
  const newest = await newestKnown()
  const newer = await findNewerSchema(database)
  if (newer && newer.oldestMigration > newest)
    throw new SchemaTooNewError(
      `The database needs a version of Corkboard that has the migration ${newer.oldestMigration}, such as ${newer.migratedBy}, which migrated it. This is ${version}, whose newest migration is ${newest}. Install Corkboard ${newer.migratedBy}.`,
    )
}

/** Returns a sentence if a newer version has migrated the database; null otherwise. */
export async function newerSchemaNotice(database: Database): Promise<string | null> {
  const newer = await findNewerSchema(database)
  return (
    newer &&
    `Corkboard ${newer.migratedBy} has migrated the database (${newer.migration}). This version, ${version}, works on it only until the upgrade is complete. Install Corkboard ${newer.migratedBy} here too.`
  )
}

/** Returns what a newer version has recorded; null if this one knows all migrations of the database. */
async function findNewerSchema({ kysely }: Database): Promise<NewerSchema | null> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename in ('migration', 'schema_compatibility')`.execute(kysely)
  if (tables.length < 2) return null
  const { rows } = await sql<NewerSchema>`
    select max(name) as migration, migrated_by as "migratedBy", oldest_migration as "oldestMigration"
    from migration, schema_compatibility where name > ${await newestKnown()}
    group by migrated_by, oldest_migration`.execute(kysely)
  return rows[0] ?? null
}

const newestKnown = async () => (await readMigrationNames()).at(-1) ?? ''
