/**
 * Brings a database up to the files in `migrations/`: in their order, forward only, all that are missing in one
 * transaction under an advisory lock, so that an interrupted run leaves nothing and two runs never meet.
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

const migratorOf = ({ kysely }: Database) =>
  new Migrator({ db: kysely, provider: { getMigrations: readMigrations }, migrationTableName: 'migration' })

/**
 * Answers the names of the migrations that ran. Throws the database's own error when one cannot. The tables of waiting
 * jobs, which triggers of ours write to, are brought up first.
 */
export async function migrate(database: Database): Promise<string[]> {
  await migrateJobQueue(database)
  const { error, results = [] } = await migratorOf(database).migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}

/** Whether every migration that this version of the program knows has run. */
export async function isMigrated(database: Database): Promise<boolean> {
  const migrations = await migratorOf(database).getMigrations()
  return migrations.every((migration) => migration.executedAt !== undefined)
}
