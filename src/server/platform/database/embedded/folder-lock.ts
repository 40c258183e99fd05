/**
 * Ensures that only one Corkboard uses a data folder. The kernel releases the lock when its process dies, however it
 * dies, so a lock is never stale and a reused process id does no harm. Node offers such locks only through SQLite.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../../config/start-error.ts'

export class DataFolderInUseError extends StartError {
  override name = 'DataFolderInUseError'
  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another Corkboard (process ${pid}). Stop that one first, or set a different DATA_DIR.`,
    )
  }
}

type FolderLock = { release(): void }

const sqliteBusy = 5
/** Longer than the moment for which isLocked() in another process holds the lock. */
const acquireTimeoutMs = 300

/** Locks the folder until `release` or the end of this process. Throws DataFolderInUseError. */
export function acquireLock(lockFile: string, folder: string): FolderLock {
  const lock = tryLock(lockFile, acquireTimeoutMs)
  if (!lock) throw new DataFolderInUseError(folder, ownerOf(lockFile))
  // Not in the lock file: on POSIX, closing any handle of a locked file drops the locks of the process.
  writeFileSync(`${lockFile}.pid`, String(process.pid), { mode: 0o644 })
  return { release: () => lock.isOpen && lock.close() }
}

/** Returns whether a live process, which may be this one, holds the lock. */
export function isLocked(lockFile: string): boolean {
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

function tryLock(lockFile: string, timeoutMs: number): DatabaseSync | null {
  const lock = new DatabaseSync(lockFile, { timeout: timeoutMs })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null
    throw error
  }
}
