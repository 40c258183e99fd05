/** Ensures that only one Corkboard uses a data folder. */
import { readFileSync, writeFileSync } from 'node:fs'
import { StartError } from '../../../config/start-error.ts'
import { type FileLock, tryLock } from '../../file-lock.ts'

export class DataFolderInUseError extends StartError {
  override name = 'DataFolderInUseError'
  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another Corkboard (process ${pid}). Stop that one first, or set a different DATA_DIR.`,
    )
  }
}

/** Longer than the moment for which isLocked() in another process holds the lock. */
const acquireTimeoutMs = 300

/** Locks the folder until `release` or the end of this process. Throws DataFolderInUseError. */
export function acquireLock(lockFile: string, folder: string): FileLock {
  const lock = tryLock(lockFile, acquireTimeoutMs)
  if (!lock) throw new DataFolderInUseError(folder, ownerOf(lockFile))
  // In a separate file: on POSIX, closing any handle of a locked file drops the locks of the process.
  writeFileSync(`${lockFile}.pid`, String(process.pid), { mode: 0o644 })
  return lock
}

/** Returns whether a live process, which may be this one, holds the lock. */
export function isLocked(lockFile: string): boolean {
  const lock = tryLock(lockFile, 0)
  lock?.release()
  return !lock
}

function ownerOf(lockFile: string): string {
  try {
    return readFileSync(`${lockFile}.pid`, 'utf8')
  } catch {
    return 'unknown'
  }
}
