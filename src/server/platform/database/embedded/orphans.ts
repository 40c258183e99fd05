/**
 * Stops what an earlier PostgreSQL left on a cluster: a server whose Corkboard is dead, backends whose server is dead,
 * and a postmaster.pid that would block the next start. Callers must hold the lock of the data folder.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Short, because the site is down meanwhile. PostgreSQL replays its log after an immediate shutdown, so nothing is lost. */
const orphanShutdownSeconds = 2

/** What the server writes about itself. It is `ready` when it accepts connections. */
export type PidFile = { pid: number; port: number; ready: boolean }

export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7] === 'ready' } : null
}

/** Returns the server that runs on this cluster, no matter which process started it, or null. */
export async function runningServer(cluster: string): Promise<PidFile | null> {
  const file = await readPidFile(cluster)
  return file && (await isServerOf(file.pid, cluster)) ? file : null
}

/** Stops leftover processes and removes a stale pid file, so that a new server can start. */
export async function stopOrphans(cluster: string): Promise<void> {
  const orphan = await runningServer(cluster)
  if (orphan)
    await endProcesses(
      async () => ((await isServerOf(orphan.pid, cluster)) ? [orphan.pid] : []),
      orphanShutdownSeconds,
    )
  await endProcesses(() => backendsOf(cluster), 0)
  const file = await readPidFile(cluster)
  // PostgreSQL ignores the pid of a process that is gone, but not one of a zombie or of another program.
  if (file && exists(file.pid)) await rm(join(cluster, 'postmaster.pid'), { force: true })
}

/** Requests a fast shutdown and waits `fastSeconds`, then requests an immediate one, then kills. */
async function endProcesses(findPids: () => Promise<number[]>, fastSeconds: number): Promise<void> {
  const steps = [
    ['SIGINT', fastSeconds],
    ['SIGQUIT', 3],
    ['SIGKILL', 10],
  ] as const
  for (const [name, seconds] of steps) {
    if (seconds === 0) continue
    const deadline = Date.now() + seconds * 1000
    for (let round = 0; Date.now() < deadline; round++) {
      const pids = await findPids()
      if (pids.length === 0) return
      if (round === 0) for (const pid of pids) signal(pid, name)
      await delay(20)
    }
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It exited after it was found.
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Returns false for a zombie, which has neither a folder nor a command line. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const args = await commandLine(pid)
  if (!args.includes('postgres')) return false
  // The working directory is the better proof because it follows renames, but root in a container may not read it.
  const folder = await workingDirectory(pid)
  return folder === null ? args.includes(cluster) : folder === cluster
}

const workingDirectory = (pid: number): Promise<string | null> =>
  readlink(`/proc/${pid}/cwd`).catch(() => null)

async function commandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8')
    const { stdout } = await run('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)])
    return stdout.trimStart().startsWith('Z') ? '' : stdout
  } catch {
    return ''
  }
}

/**
 * Returns the backends that run in this cluster's folder, when no server is left that they could belong to. They outlive
 * a killed server for a moment, and the shared memory that they hold blocks a new one.
 */
async function backendsOf(cluster: string): Promise<number[]> {
  // On other systems the start is retried until they are gone.
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const isInCluster = (await workingDirectory(pid)) === cluster
      return isInCluster && (await commandLine(pid)).startsWith('postgres: ') ? [pid] : []
    }),
  )
  return found.flat()
}
