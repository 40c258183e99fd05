// Owns that two starts at once do not install or build into each other.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LONGEST_WORK_MS = 20 * 60_000

/** Runs `work` while no other process on this machine does so under the same name. */
export function withLock(name, work) {
  const file = join(
    tmpdir(),
    `corkboard-${createHash('sha256').update(name).digest('hex').slice(0, 16)}.lock`,
  )
  while (!take(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  // Also when `work` ends the process with a sentence.
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return work()
  } finally {
    release()
    process.off('exit', release)
  }
}

function take(file) {
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
    // The process id may be another program's by then.
    if (Date.now() - statSync(file).mtimeMs > LONGEST_WORK_MS) return false
    const pid = Number(readFileSync(file, 'utf8'))
    // Empty for an instant, between its making and its writing.
    if (pid === 0) return true
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM' || error.code === 'EACCES'
  }
}
