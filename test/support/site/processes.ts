/** What a test sees and does to the processes of a site. Linux only. */
import { readFile } from 'node:fs/promises'
import { waitFor } from '../checks/emails.ts'

export type Process = { pid: number; command: string }

/** Returns all processes that this one has started, directly or not. */
export async function descendantsOf(pid: number): Promise<Process[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const pids = children.trim().split(' ').filter(Boolean).map(Number)
  const found = await Promise.all(
    pids.map(async (child) => [
      { pid: child, command: await commandOf(child) },
      ...(await descendantsOf(child)),
    ]),
  )
  return found.flat()
}

/** Returns the process of the site that runs this program, one of `programs`. */
export async function processOf(supervisor: number, program: string): Promise<number> {
  const found = (await descendantsOf(supervisor)).find(({ command }) => command.includes(program))
  if (!found) throw new Error(`No process runs ${program}.`)
  return found.pid
}

/** Waits until none of these processes exists, not even as a zombie that nobody waits for. */
export const untilGone = (processes: Process[]) =>
  waitFor('the end of all processes', async () => {
    const left = await Promise.all(
      processes.map(async ({ pid, command }) => command !== '' && (await commandOf(pid)) === command),
    )
    return left.includes(true) ? undefined : true
  })

/** Returns an empty string for a zombie or a process that does not exist. */
async function commandOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.replaceAll('\0', ' ').trim()
}
