/** Finds and signals the processes of one site: its server, its workers, and its PostgreSQL. */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor } from '../../support/checks/emails.ts'

/** Returns a process and all its descendants, children last. */
export async function treeOf(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const parents = await Promise.all(pids.map(async (pid) => ({ pid, parent: (await statOf(pid))[1] })))
  const descend = (pid: number): number[] => [
    pid,
    ...parents.filter(({ parent }) => parent === String(pid)).flatMap((child) => descend(child.pid)),
  ]
  return descend(root)
}

/** A process id together with its start, because ids are reused. */
export type ProcessIdentity = string

/** Returns the identity of a process that runs; null for one that has ended, also as a zombie. */
async function identityOf(pid: number): Promise<ProcessIdentity | null> {
  const fields = await statOf(pid)
  return fields[0] && fields[0] !== 'Z' ? `${pid} ${fields[19]}` : null
}

/** Returns the fields after the program's name: the state, the parent, and as the 20th the start time. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name is in parentheses and may contain spaces and parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Returns the identities of a process and all its descendants. */
export async function identitiesOf(root: number): Promise<ProcessIdentity[]> {
  const identities = await Promise.all((await treeOf(root)).map(identityOf))
  return identities.filter((identity) => identity !== null)
}

/** Returns the processes that work in this folder or were started with it, as `pid command`. */
export async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [command = '', environment = '', workFolder = ''] = await Promise.all([
        ...['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
        readlink(`/proc/${pid}/cwd`).catch(() => ''),
      ])
      const isOurs = [command, environment, workFolder].some((text) => text.includes(folder))
      return isOurs && (await identityOf(pid)) ? [`${pid} ${command.replaceAll('\0', ' ')}`] : []
    }),
  )
  return found.flat()
}

/** Waits until no process of the site and none of `known` is left. Throws with those that remain. */
export async function untilAllEnded(folder: string, known: Iterable<ProcessIdentity>) {
  const remaining = async () => {
    const identities = await Promise.all(
      [...known].map((identity) => identityOf(Number.parseInt(identity, 10))),
    )
    const alive = new Set(identities)
    return [...(await processesIn(folder)), ...[...known].filter((identity) => alive.has(identity))]
  }
  const isOver = async () => ((await remaining()).length === 0 ? true : undefined)
  await waitFor('the end of all processes', isOver).catch(async () => {
    throw new Error(`Processes were left behind:\n${(await remaining()).join('\n')}`)
  })
}

/** Returns the process id of the PostgreSQL server, or null while none accepts connections. */
export async function postmasterOf(folder: string): Promise<number | null> {
  const file = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = file.split('\n')
  return lines[7]?.trim() === 'ready' ? Number(lines[0]) : null
}

/** Sends a signal. Ignores a process that has already ended. */
export function signal(pids: number | number[], name: NodeJS.Signals) {
  for (const pid of [pids].flat()) {
    try {
      process.kill(pid, name)
    } catch {
      // It ended after it was found.
    }
  }
}

/** Returns the command line of a process; empty if it has ended. */
export async function commandOf(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
}
