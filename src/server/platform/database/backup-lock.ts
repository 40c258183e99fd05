/**
 * While a backup runs, no stored file that its snapshot of the database names may be deleted. Backups share this lock;
 * whatever deletes files takes it exclusively, for a few files at a time.
 */
import { sql } from 'kysely'
import type { Connection } from './database.ts'

/** An arbitrary number that nothing else locks. */
const backupLock = sql.raw('7305518246120978')

/** Waits for deletions in progress, then holds the lock until the transaction ends. Take the snapshot afterwards. */
export async function holdBackupLock(tx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${backupLock})`.execute(tx)
}

/** Returns false if a backup is running. Otherwise, the next backup waits until the transaction ends. */
export async function delayBackups(tx: Connection): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(${backupLock}) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}
