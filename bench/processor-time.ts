/** The processor time of process trees, from /proc. Linux only. */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'
import { descendantsOf } from './server-process.ts'

/** The unit of /proc, which is the same on all current Linux systems. */
const ticksPerSecond = 100

/** Returns the seconds of processor time that a process and its descendants have used, including those that have exited. */
export async function processorSeconds(pid: number): Promise<number> {
  const tree = [String(pid), ...(await descendantsOf(String(pid)))]
  const ticks = await Promise.all(tree.map(readTicks))
  return ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond
}

/** Returns 0 for a process that has just exited: its parent's ticks include it. */
async function readTicks(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field, the name in parentheses, can contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime, stime, and those of children that were waited for.
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
}

/** Returns the process id of the PostgreSQL server, which must run on this machine. */
export async function postmasterPid({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(kysely)
  const stat = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
