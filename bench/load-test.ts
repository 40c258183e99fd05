import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromLoadProcess, LoadResult, LoadSettings, ToLoadProcess } from './load-process.ts'
import type { NextPath } from './requests/draw.ts'

/** The result of one load test. Times are in milliseconds. */
export type Measurement = {
  name: string
  p50: number
  p95: number
  p99: number
  p999: number
  /** Requests per second. */
  rate: number
  /** The mean size of a response. */
  bytes: number
  failures: number
  /** Requests per second of a bare node:http server that sends the same bytes. */
  bareRate?: number
  /** Processors busy with the site's processes and with PostgreSQL's, on average. */
  nodeProcessors?: number
  /** The share of pages that was served from memory. */
  cached?: number
  postgresProcessors?: number
}

type LoadOptions = { connections?: number; cookie?: string; acceptEncoding?: string | undefined }

/**
 * Sends requests over `connections` concurrent connections: those of an array in turn, or each time the next one that a
 * function returns.
 */
export async function measure(
  name: string,
  origin: string,
  requests: string[] | NextPath,
  seconds: number,
  { connections = 20, cookie, acceptEncoding }: LoadOptions = {},
): Promise<Measurement> {
  const headers = { ...(cookie && { cookie }), ...(acceptEncoding && { 'accept-encoding': acceptEncoding }) }
  const nextPaths = (count: number) =>
    typeof requests === 'function' ? Array.from({ length: count }, () => requests()) : requests
  const paths = nextPaths(pathsInAdvance)
  const inTurn = typeof requests !== 'function'
  const { times, rate, bytesPerSecond, failures, repeated } = await runLoad(
    { origin, connections, seconds, headers, paths, inTurn },
    nextPaths,
  )
  if (repeated > 0) throw new Error(`${name}: ${repeated} requests were sent again for lack of new ones.`)
  return {
    name,
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    p99: percentile(times, 99),
    p999: percentile(times, 99.9),
    rate: Math.round(rate),
    bytes: Math.round(bytesPerSecond / Math.max(1, rate)),
    failures,
  }
}

/** More than the fastest server uses while this process does something else. */
const pathsInAdvance = 3_000

const loadProcess = fileURLToPath(new URL('load-process.ts', import.meta.url))
/** Hardly any collection of garbage, which would count as response time. */
const loadProcessFlags = [
  '--disable-warning=ExperimentalWarning',
  '--initial-old-space-size=1024',
  '--external-memory-accounted-in-global-limit',
]

/** Runs the load in another process. `nextPaths` returns as many new paths as that has used. */
function runLoad(settings: LoadSettings, nextPaths: (count: number) => string[]): Promise<LoadResult> {
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>()
  const child = fork(loadProcess, { execArgv: loadProcessFlags })
  const send = (message: ToLoadProcess) => void child.send(message)
  child.on('message', (message: FromLoadProcess) => {
    if ('used' in message) send({ paths: nextPaths(message.used) })
    else {
      resolve(message)
      child.disconnect()
    }
  })
  // It has died, and can be sent nothing more.
  child.on('error', reject)
  child.on('exit', (code) => reject(new Error(`The load generator exited with code ${code}.`)))
  send(settings)
  return promise
}

/** Returns the smallest of the sorted values that at least `percent` of them do not exceed, or 0 without values. */
export const percentile = (sorted: number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0

export function printTable(rows: Measurement[], log: (line: string) => void) {
  const ms = (time: number) => time.toFixed(time < 10 ? 1 : 0)
  printCells(
    ['', 'p50', 'p99', 'req/s', 'bare req/s', '% of bare', 'bytes', 'failed'],
    rows.map((row) => [
      row.name,
      ms(row.p50),
      ms(row.p99),
      String(row.rate),
      String(row.bareRate ?? ''),
      row.bareRate ? `${((100 * row.rate) / row.bareRate).toFixed(1)} %` : '',
      String(row.bytes),
      String(row.failures),
    ]),
    log,
  )
}

/** Prints a table. The first column is aligned to the left. */
export function printCells(header: string[], cells: string[][], log: (line: string) => void) {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...cells].map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [header, ...cells]) {
    log(
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
  }
}
