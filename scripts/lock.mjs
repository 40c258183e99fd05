// A lock between processes, so that two concurrent starts do not install or build at the same time.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const maxLockAgeMs = 20 * 60_000

/** Runs `work` while holding the lock `name` on this machine. Blocks until the lock is free. */
export function withLock(name, work) {
  const file = join(
    tmpdir(),
    `corkboard-${createHash('sha256').update(name).digest('hex').slice(0, 16)}.lock`,
  )
  while (!acquire(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  // `work` may exit the process.
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return work()
  } finally {
    release()
    process.off('exit', release)
  }
}

function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isHeld(file)) rmSync(file, { force: true })
    return false
  }
}

function isHeld(file) {
  try {
    // By then, the process id may belong to another program.
    if (Date.now() - statSync(file).mtimeMs > maxLockAgeMs) return false
    const pid = Number(readFileSync(file, 'utf8'))
    // The file is empty for an instant between its creation and the write.
    if (pid === 0) return true
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM' || error.code === 'EACCES'
  }
}
