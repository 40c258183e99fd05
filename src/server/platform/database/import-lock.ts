import { sql } from 'kysely'
import type { Database } from './database.ts'

/** An arbitrary number that nothing else locks. */
const importLock = sql.raw('7305518246120983')

/** Runs an import. Throws at once if another one is running: both would add the same rows. */
export const withImportLock = <Result>({ kysely }: Database, work: () => Promise<Result>): Promise<Result> =>
  // Closing the connection releases the lock, also if this process is killed.
  kysely.connection().execute(async (connection) => {
    const { rows } = await sql<{
      locked: boolean
    }>`select pg_try_advisory_lock(${importLock}) as locked`.execute(connection)
    if (!rows[0]?.locked) throw new Error('Another import is running. Wait until it has ended.')
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${importLock})`.execute(connection).catch(() => {})
    }
  })
