/**
 * Rejects writes before PostgreSQL runs out of disk space. A PostgreSQL that cannot extend its write-ahead log stops, and
 * with it every page; one that is spared writes keeps serving reads.
 */

import { join } from 'node:path'
import { sql } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import { msg, t } from '../../../shared/translate.ts'
import { cacheFor } from '../cache/cache-for.ts'
import { hasFreeSpace } from '../storage/disk-space.ts'
import type { Database } from './database.ts'

/** Two segments of the write-ahead log: what the requests in progress and the background jobs may still need. */
const minFreeBytes = 32 * 1024 * 1024
const checkMs = 1000
const readinessCheckMs = 5000

const storageFull = msg(
  "We can't save anything right now because our storage is full. Please try again in a few minutes.",
)

/** Pages still work, because reading needs no space. */
export const storageFullError = (cause?: unknown) =>
  new AppError('unavailable', t(storageFull), undefined, { cause, retryAfter: 120 })

export type WriteGuard = ReturnType<typeof createWriteGuard>

/** `cluster` is the folder of the embedded PostgreSQL; null for a server whose disk this process cannot see. */
export function createWriteGuard(database: Database, cluster: string | null) {
  // The write-ahead log may be on its own disk.
  const folders = cluster === null ? [] : [cluster, join(cluster, 'pg_wal')]
  const hasSpace = cacheFor(checkMs, () => hasFreeSpace(folders, minFreeBytes))
  // Anyone may call /readyz, so a call must not cost more than a moment's memory.
  const canSpill = cacheFor(readinessCheckMs, () => writeTemporaryFile(database))
  return {
    /** Throws `unavailable` if the disk of the embedded PostgreSQL is nearly full. */
    async requireSpace() {
      if (!(await hasSpace())) throw storageFullError()
    },
    /** Returns whether the database can write right now. Throws if it is unavailable. */
    canWrite: async () => (await hasSpace()) && (await canSpill()),
  }
}

/** Makes PostgreSQL write 2 MB to a temporary file. Returns false if it is read-only; throws if its disk is full. */
const writeTemporaryFile = ({ kysely }: Database): Promise<boolean> =>
  kysely.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx)
    const { rows } = await sql<{ writable: boolean }>`
      with filler as materialized (select repeat('x', 10000) as text from generate_series(1, 200))
      select count(text) > 0 and current_setting('transaction_read_only') = 'off' as writable from filler`.execute(
      tx,
    )
    return rows[0]?.writable ?? false
  })
