/** Locks between processes, which the kernel releases when their process ends. Node offers them only through SQLite. */
import { DatabaseSync } from 'node:sqlite'

export type FileLock = { release: () => void }

const sqliteBusy = 5

/** Locks a file, which it creates, until `release` or the end of this process. Returns null after `timeoutMs`. */
export function tryLock(path: string, timeoutMs: number): FileLock | null {
  const lock = new DatabaseSync(path, { timeout: timeoutMs })
  try {
    lock.exec('begin exclusive')
    return { release: () => lock.isOpen && lock.close() }
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null
    throw error
  }
}
