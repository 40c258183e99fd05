// Owns what is left of an earlier PostgreSQL on a cluster: a server whose Corkboard is dead, backends whose server is
// dead, and a postmaster.pid that would block the next start. Only called by the one who holds the claim.
import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What the server writes about itself; `ready` once it takes connections. */
export type PidFile = { pid: number; port: number; ready: boolean }

export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7] === 'ready' } : null
}

/** The server that runs on this cluster now, whoever started it. */
export async function runningServer(cluster: string): Promise<PidFile | null> {
  const file = await readPidFile(cluster)
  return file && (await isServerOf(file.pid, cluster)) ? file : null
}

/** Stops and clears whatever an earlier server left, so that a new one can start. */
export async function clearLeftovers(cluster: string): Promise<void> {
  const orphan = await runningServer(cluster)
  if (orphan)
    await endProcesses(async () => ((await isServerOf(orphan.pid, cluster)) ? [orphan.pid] : []), 10)
  await endProcesses(() => backendsOf(cluster), 0)
  const file = await readPidFile(cluster)
  // PostgreSQL itself copes with a pid that is gone, but not with one that is a zombie or another program by now.
  if (file && exists(file.pid)) await rm(join(cluster, 'postmaster.pid'), { force: true })
}

/** Asks for a fast shutdown for so many seconds, then orders an immediate one, then kills. */
async function endProcesses(living: () => Promise<number[]>, politeSeconds: number): Promise<void> {
  const steps = [
    ['SIGINT', politeSeconds],
    ['SIGQUIT', 3],
    ['SIGKILL', 10],
  ] as const
  for (const [name, seconds] of steps) {
    if (seconds === 0) continue
    const deadline = Date.now() + seconds * 1000
    for (let round = 0; Date.now() < deadline; round++) {
      const pids = await living()
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
    // Gone between the look and the signal.
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

/** False for a zombie: it has neither folder nor command line any more. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const args = await commandLine(pid)
  if (!args.includes('postgres')) return false
  // The folder is the better proof, as it follows a renaming; root in a container may not read it, though.
  const folder = await folderOf(pid)
  return folder === null ? args.includes(cluster) : folder === cluster
}

async function folderOf(pid: number): Promise<string | null> {
  return await readlink(`/proc/${pid}/cwd`).catch(() => null)
}

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
 * Backends outlive a killed server for a moment and hold its shared memory, which blocks a new one. Every process of
 * PostgreSQL works in the folder of its cluster, and by then no server is left that they could belong to.
 */
async function backendsOf(cluster: string): Promise<number[]> {
  // Elsewhere the start is simply tried again until they have gone.
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const here = (await folderOf(pid)) === cluster
      return here && (await commandLine(pid)).startsWith('postgres: ') ? [pid] : []
    }),
  )
  return found.flat()
}
