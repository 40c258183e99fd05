/**
 * Brings a database to the schema of this version: runs the files of `migrations/` once each, in order and forward only, then
 * those of `migrations/repeatable/`, which define functions and triggers, if they have changed. All of it is one transaction
 * under an advisory lock, so an interrupted run changes nothing and concurrent runs wait for each other.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { StartError } from '../../config/start-error.ts'
import { grantAppRole, ownsTables } from './app-role.ts'
import { recordCompatibility } from './compatibility.ts'
import type { Connection, Database } from './database.ts'
import {
  adoption,
  baseline,
  lastBeforeBaseline,
  readMigration,
  readMigrationNames,
  readRepeatableFiles,
  repeatableTable,
} from './migration-files.ts'

/** While a migration waits for a lock, all who need the table wait behind it. After this long, it gives way to them. */
const lockTimeoutMs = 3_000
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000]
const lockNotAvailable = '55P03'

const notOwner =
  'The database has to be migrated by the role that owns its tables. Run `corkboard migrate` with the DATABASE_URL of that role, then start the server again.'

const tooOld = (newest: string) =>
  `The database is too old for this version of Corkboard: its newest migration is ${newest}, and ${lastBeforeBaseline} is required. Start the last version before the migration ${baseline} once, then this one. docs/operating.md says how (*Versions*).`

/**
 * Returns the names of the versioned migrations that ran. Throws the database's error if one fails, and a StartError if some
 * have to run and this role may not run them, or if the database is older than the baseline. Migrates the job queue first,
 * because our triggers add jobs to it.
 */
export async function migrate(database: Database): Promise<string[]> {
  const { kysely } = database
  if (!(await ownsTables(database))) {
    if (await isMigrated(database)) return []
    throw new StartError(notOwner)
  }
  // Refuses a database that is too old before anything changes.
  await needsAdoption(kysely)
  // Other processes only ask whether the database is migrated, and need no job queue.
  const { holdMigrationLock, migrateJobQueue } = await import('../jobs/migrate.ts')
  await migrateJobQueue(database)
  const run = () =>
    kysely.transaction().execute(async (tx) => {
      await holdMigrationLock(tx)
      const ran = await migrateWithin(tx)
      await recordCompatibility(tx)
      await grantAppRole(tx)
      return ran
    })
  for (const pauseMs of pausesMs) {
    try {
      return await run()
    } catch (error) {
      if (!isLocked(error)) throw error
    }
    await delay(pauseMs)
  }
  return run()
}

const isLocked = (error: unknown) => error instanceof pg.DatabaseError && error.code === lockNotAvailable

/** Runs all migrations within the caller's transaction. Requires `migrateJobQueue` to have run. */
export async function migrateWithin(tx: Connection): Promise<string[]> {
  await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
  const adopted = await needsAdoption(tx)
  if (adopted) await runFile(tx, adoption)
  const ran = await runVersioned(tx, await readMigrationNames())
  for (const { name, text, checksum } of await findChangedRepeatable(tx, await findExecuted(tx))) {
    await sql.raw(text).execute(tx)
    await sql`
      insert into ${sql.table(repeatableTable)} (name, checksum) values (${name}, ${checksum})
      on conflict (name) do update set checksum = excluded.checksum`.execute(tx)
  }
  return adopted ? [adoption, ...ran] : ran
}

/**
 * Creates the tables as of the migrations that an archive names, without functions and triggers, in an empty database within
 * the caller's transaction. `migrateWithin` completes them once the archive is loaded, its list of migrations included.
 */
export async function createArchivedTables(tx: Connection, archived: string[]): Promise<void> {
  const names = await readMigrationNames()
  const isAdopted = archived.at(-1) === lastBeforeBaseline
  await runVersioned(
    tx,
    names.filter((name) => (isAdopted ? name === baseline : archived.includes(name))),
  )
  // The one column that archives from before the baseline have and it does not. The adoption drops it.
  if (isAdopted) await sql`alter table listing_index add column words text`.execute(tx)
}

/** Returns whether every migration of this version of the program has run. */
export async function isMigrated({ kysely }: Database): Promise<boolean> {
  const executed = await findExecuted(kysely)
  const names = await readMigrationNames()
  if (!names.every((name) => executed.includes(name))) return false
  return (await findChangedRepeatable(kysely, executed)).length === 0
}

async function runVersioned(tx: Connection, names: string[]): Promise<string[]> {
  const executed = await findExecuted(tx)
  const pending = names.filter((name) => !executed.includes(name))
  for (const name of pending) {
    await runFile(tx, name)
    await sql`insert into migration (name, timestamp) values (${name}, now()::text)`.execute(tx)
  }
  return pending
}

const runFile = async (tx: Connection, name: string) => sql.raw(await readMigration(name)).execute(tx)

/** Returns the names of the migrations that have run, in order; none if the database is empty. */
async function findExecuted(connection: Connection): Promise<string[]> {
  const { rows: tables } = await sql`
    select from pg_tables where schemaname = 'public' and tablename = 'migration'`.execute(connection)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(connection)
  return rows.map(({ name }) => name)
}

/** Returns whether the database has the schema from before the baseline. Throws a StartError if it has an older one. */
async function needsAdoption(connection: Connection): Promise<boolean> {
  const newest = (await findExecuted(connection)).at(-1)
  if (newest === undefined || newest >= baseline) return false
  if (newest !== lastBeforeBaseline) throw new StartError(tooOld(newest))
  return true
}

/**
 * Returns the files of functions and triggers that differ from what the database has. None if a newer version has migrated
 * it: while a site is being upgraded, a server of the previous version may start again, and must not undo their changes.
 */
async function findChangedRepeatable(connection: Connection, executed: string[]) {
  const newestKnown = (await readMigrationNames()).at(-1) ?? ''
  if ((executed.at(-1) ?? '') > newestKnown) return []
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from ${sql.table(repeatableTable)}`.execute(connection)
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  return (await readRepeatableFiles()).filter(({ name, checksum }) => known.get(name) !== checksum)
}
