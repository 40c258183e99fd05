// Owns the rule that one data folder has one Corkboard. The claim is a kernel lock: it dies with its process, however
// that dies, so it can be neither stale nor fooled by a reused process id. SQLite is Node's only door to such locks.
import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'
  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another Corkboard (process ${pid}): stop that one first, or give this one another DATA_DIR.`,
    )
  }
}

export type Claim = { release(): void }

const SQLITE_BUSY = 5
// Long enough to outlast the moment in which isClaimed() of another process holds the lock.
const PATIENCE_MS = 300

/** Claims the folder by `lockFile` until release() or our death; throws DataFolderInUseError. */
export function claim(lockFile: string, folder: string): Claim {
  const lock = tryLock(lockFile, PATIENCE_MS)
  if (!lock) throw new DataFolderInUseError(folder, ownerOf(lockFile))
  // Beside the lock, not in it: opening and closing a locked file drops the locks of its own process (POSIX).
  writeFileSync(`${lockFile}.pid`, String(process.pid), { mode: 0o644 })
  return { release: () => lock.isOpen && lock.close() }
}

/** Whether a living process, maybe this one, holds the claim. */
export function isClaimed(lockFile: string): boolean {
  const lock = tryLock(lockFile, 0)
  lock?.close()
  return !lock
}

function ownerOf(lockFile: string): string {
  try {
    return readFileSync(`${lockFile}.pid`, 'utf8')
  } catch {
    return 'unknown'
  }
}

function tryLock(lockFile: string, bodyTimeoutMs: number): DatabaseSync | null {
  const lock = new DatabaseSync(lockFile, { timeout: bodyTimeoutMs })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw error
  }
}
