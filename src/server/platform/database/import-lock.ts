import pg from 'pg'
import type { Database } from './database.ts'

/** An arbitrary number that nothing else locks. */
const importLock = '7305518246120983'

/** Runs an import. Throws at once if another one is running: both would add the same listings. */
export async function withImportLock<Result>(
  { pool }: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  // Closing the connection releases the lock, also if this process is killed.
  const client = new pg.Client({ ...pool.options, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      importLock,
    ])
    if (!rows[0]?.locked) throw new Error('Another import is running. Wait until it has ended.')
    try {
      return await work()
    } finally {
      // At once: PostgreSQL closes the connection some time after this process.
      await client.query('select pg_advisory_unlock($1)', [importLock]).catch(() => {})
    }
  } finally {
    await client.end().catch(() => {})
  }
}
