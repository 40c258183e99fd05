/** The memory of a site's processes, without counting shared pages twice. Linux only. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { printCells } from './load-test.ts'
import { descendantsOf } from './server-process.ts'

/** Prints the proportional set size of each process of a site except PostgreSQL, and their sum. */
export async function printMemory(
  { commit, pid }: { commit: string; pid: number },
  log: (text: string) => void,
) {
  const processes = await Promise.all(
    (await descendantsOf(String(pid))).map(async (id) => ({
      program: await programOf(id),
      pss: await kilobytes(id, 'smaps_rollup', /^Pss:\s+(\d+)/m),
      rss: await kilobytes(id, 'status', /^VmRSS:\s+(\d+)/m),
    })),
  )
  const sum = processes.reduce((total, { pss }) => total + pss, 0)
  const megabytes = (size: number) => `${Math.round(size / 1024)} MB`
  log(`\nMemory of ${commit}: ${megabytes(sum)} (PSS)`)
  printCells(
    ['', 'PSS', 'RSS'],
    processes.map(({ program, pss, rss }) => [`  ${program}`, megabytes(pss), megabytes(rss)]),
    log,
  )
}

/** Returns the file that a process of Node runs, or its command. */
async function programOf(id: string): Promise<string> {
  const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
  const words = command.split('\0').filter(Boolean)
  const file = words.find((word) => /\.[mc]?[jt]s$/.test(word))
  return basename(file ?? words[0] ?? 'a process that has ended')
}

/** Returns 0 for a process that has just ended. */
async function kilobytes(id: string, file: string, pattern: RegExp): Promise<number> {
  const text = await readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')
  return Number(pattern.exec(text)?.[1] ?? 0)
}
