/** The memory of a site's processes, without counting shared pages twice. Linux only. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { printCells } from './load-test.ts'

/**
 * Prints the proportional set size of each of the processes, which counts a page that several processes share once, and their
 * sum. Processes of one program, such as those of PostgreSQL, share a row.
 */
export async function printMemory(title: string, ids: string[], log: (text: string) => void) {
  const processes = await Promise.all(
    ids.map(async (id) => ({
      program: await programOf(id),
      pss: await kilobytes(id, 'smaps_rollup', /^Pss:\s+(\d+)/m),
      rss: await kilobytes(id, 'status', /^VmRSS:\s+(\d+)/m),
    })),
  )
  const megabytes = (sizes: number[]) =>
    `${Math.round(sizes.reduce((total, size) => total + size, 0) / 1024)} MB`
  log(`\nMemory ${title}: ${megabytes(processes.map(({ pss }) => pss))} (PSS)`)
  const isPostgres = ({ program }: { program: string }) => program.startsWith('postgres')
  const rows = processes.filter((process) => !isPostgres(process)).map((process) => [process])
  const postgres = processes.filter(isPostgres)
  printCells(
    ['', 'PSS', 'RSS'],
    [...rows, ...(postgres.length > 0 ? [postgres] : [])].map((row) => [
      `  ${row === postgres ? `postgres (${postgres.length} processes)` : row[0]?.program}`,
      megabytes(row.map(({ pss }) => pss)),
      megabytes(row.map(({ rss }) => rss)),
    ]),
    log,
  )
}

/** Samples the resident memory of a site's processes until the returned function is called, which returns the samples in megabytes. */
export function sampleMemory(
  { residentMegabytes }: { residentMegabytes: () => Promise<number> },
  everyMs: number,
): () => Promise<number[]> {
  const samples = [residentMegabytes()]
  const timer = setInterval(() => samples.push(residentMegabytes()), everyMs)
  return () => {
    clearInterval(timer)
    return Promise.all(samples)
  }
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
