/** Recognizes a full disk, which PostgreSQL cannot start on, but which ends without a restart of the site. */
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** PostgreSQL needs a few WAL segments of 16 MB to recover. */
const minFreeBytes = 64 * 1024 * 1024
const diskFullMessage = /No space left on device|Disk quota exceeded/

/** Returns whether PostgreSQL ended because of a full disk. If it could not even write why it ended, the free space decides. */
export async function isDiskFull(cluster: string, reason: string): Promise<boolean> {
  if (diskFullMessage.test(reason)) return true
  const free = await Promise.all([cluster, join(cluster, 'pg_wal')].map(freeBytes))
  return Math.min(...free) < minFreeBytes
}

async function freeBytes(path: string): Promise<number> {
  const found = await statfs(path).catch(() => null)
  return found ? found.bavail * found.bsize : Number.POSITIVE_INFINITY
}
