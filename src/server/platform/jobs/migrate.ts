/** Migrates the job queue. Its tables and migrations belong to graphile-worker, in a schema of their own. */
import { Logger as QueueLogger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type { Connection, Database } from '../database/database.ts'

/** An arbitrary number that nothing else locks. */
const migrationLock = sql.raw('7305518246120977')

/** Runs graphile-worker's migrations under a lock: concurrent runs fail. Takes two connections of the pool. */
export async function migrateJobQueue({ kysely, pool }: Database): Promise<void> {
  await kysely.transaction().execute(async (lockHolder) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(lockHolder)
    await runMigrations({ pgPool: pool, logger: new QueueLogger(() => () => {}) })
  })
}

/** Makes servers that start now wait in `migrateJobQueue` until the transaction ends. */
export async function holdMigrationLock(tx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx)
}
