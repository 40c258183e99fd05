/** The tables in which jobs wait are graphile-worker's own, in a schema of theirs, and so are their migrations. */
import { Logger as QueueLogger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Any number that nothing else locks. */
const migrationLock = sql.raw('7305518246120977')

/**
 * Two that bring up one database at once trip over each other there, so the second waits for the first. Takes two
 * connections of the pool.
 */
export async function migrateJobQueue({ kysely, pool }: Database): Promise<void> {
  await kysely.transaction().execute(async (holder) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(holder)
    await runMigrations({ pgPool: pool, logger: new QueueLogger(() => () => {}) })
  })
}
