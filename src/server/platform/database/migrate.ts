/**
 * Runs the files in `migrations/` in order, forward only. All pending ones run in one transaction under an advisory lock,
 * so an interrupted run changes nothing and concurrent runs wait for each other.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { DEFAULT_MIGRATION_LOCK_TABLE, type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { StartError } from '../../config/start-error.ts'
import { grantAppRole, ownsTables } from './app-role.ts'
import { recordCompatibility } from './compatibility.ts'
import type { Connection, Database } from './database.ts'
import { migrationsFolder, readMigrationNames } from './migration-files.ts'
import { addNewerMigrations } from './newer-migrations.ts'
import type { DatabaseSchema } from './schema.ts'

/**
 * While a migration waits for a lock, everyone who needs the table waits behind it. After this long it gives way to them.
 */
const lockTimeoutMs = 3_000
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000]
const lockNotAvailable = '55P03'

const firstMigration = '0001_catalogue'

/** The tables that Kysely creates: the migrations that have run, and a lock without content. */
export const migrationTables = { record: 'migration', lock: DEFAULT_MIGRATION_LOCK_TABLE }

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = await readMigrationNames()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(`${name}.sql`, migrationsFolder), 'utf8')
    const up: Migration['up'] = async (db) => {
      await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db)
      await sql.raw(text).execute(db)
    }
    return [name, { up }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

const notOwner =
  'The database has to be migrated by the role that owns its tables. Run `corkboard migrate` with the DATABASE_URL of that role, then start the server again.'

const createMigrator = ({ kysely }: { kysely: Connection }) =>
  new Migrator({
    db: kysely,
    provider: { getMigrations: async () => addNewerMigrations(kysely, await readMigrations()) },
    migrationTableName: migrationTables.record,
  })

/**
 * Returns the names of the migrations that ran. Throws the database's error if one fails, and a StartError if some have to
 * run and this role may not run them. Migrates the job queue first, because our triggers add jobs to it.
 */
export async function migrate(database: Database): Promise<string[]> {
  if (!(await ownsTables(database))) {
    if (await isMigrated(database)) return []
    throw new StartError(notOwner)
  }
  // Other processes only ask whether the database is migrated, and need no job queue.
  const { migrateJobQueue } = await import('../jobs/migrate.ts')
  await migrateJobQueue(database)
  for (const pauseMs of [...pausesMs, null]) {
    const { error, results = [] } = await createMigrator(database).migrateToLatest()
    if (!error) {
      await recordCompatibility(database)
      await grantAppRole(database)
      const applied = results.map((result) => result.migrationName)
      if (applied[0] === firstMigration) await forgetPreviousVersion(database)
      return applied
    }
    if (!isLocked(error) || pauseMs === null) throw error
    await delay(pauseMs)
  }
  return []
}

/** Spares a new database the work for servers of the previous version, which an upgrade still has. */
const forgetPreviousVersion = ({ kysely }: Database) =>
  sql`update previous_search set kept_until = now()`.execute(kysely)

const isLocked = (error: unknown) => error instanceof pg.DatabaseError && error.code === lockNotAvailable

/**
 * Runs the migrations up to this one, or all of them, within the caller's transaction. Requires `migrateJobQueue` to have
 * run.
 */
export async function migrateWithin(tx: Transaction<DatabaseSchema>, last?: string): Promise<string[]> {
  const migrator = createMigrator({ kysely: tx })
  const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw error
  return results.map((result) => result.migrationName)
}

/** Returns whether every migration of this version of the program has run. */
export async function isMigrated(database: Database): Promise<boolean> {
  const migrations = await createMigrator(database).getMigrations()
  return migrations.every((migration) => migration.executedAt !== undefined)
}
