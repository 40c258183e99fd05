/**
 * Runs the files in `migrations/` in order, forward only. All pending ones run in one transaction under an advisory lock,
 * so an interrupted run changes nothing and concurrent runs wait for each other.
 */
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrateJobQueue } from '../jobs/migrate.ts'
import type { Database } from './database.ts'

const folder = new URL('../../../../migrations/', import.meta.url)

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).sort()
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, folder), 'utf8')
    return [file.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

const createMigrator = ({ kysely }: Database) =>
  new Migrator({ db: kysely, provider: { getMigrations: readMigrations }, migrationTableName: 'migration' })

/**
 * Returns the names of the migrations that ran. Throws the database's error if one fails. Migrates the job queue first,
 * because our triggers add jobs to it.
 */
export async function migrate(database: Database): Promise<string[]> {
  await migrateJobQueue(database)
  const { error, results = [] } = await createMigrator(database).migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}

/** Returns whether every migration of this version of the program has run. */
export async function isMigrated(database: Database): Promise<boolean> {
  const migrations = await createMigrator(database).getMigrations()
  return migrations.every((migration) => migration.executedAt !== undefined)
}
