import autocannon from 'autocannon'
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
  /** Of pages: the share that was served from memory. */
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
  const shared = { method: 'GET' as const, headers }
  const times: number[] = []
  const instance = autocannon({
    url: origin,
    connections,
    duration: seconds,
    ...(typeof requests === 'function' && {
      requests: [{ ...shared, setupRequest: (request) => ({ ...request, path: requests() }) }],
    }),
    setupClient: (client) => {
      client.on('response', (_status: number, _bytes: number, time: number) => times.push(time))
      reconnectWhenEnded(client)
      if (typeof requests === 'function') return
      // Every connection starts at a different path, so that the server never gets the same URL twice in a row.
      const start = Math.floor(Math.random() * requests.length)
      client.setRequests(
        [...requests.slice(start), ...requests.slice(0, start)].map((path) => ({ ...shared, path })),
      )
    },
  })
  const result = await instance
  times.sort((one, other) => one - other)
  return {
    name,
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    p99: percentile(times, 99),
    p999: percentile(times, 99.9),
    rate: Math.round(result.requests.average),
    bytes: Math.round(result.throughput.average / Math.max(1, result.requests.average)),
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

/**
 * Opens another connection when the server ends one with a response. By itself, autocannon sends the next request on the old connection
 * and again on the new one, and from then on measures each response from the wrong request.
 */
export function reconnectWhenEnded(client: autocannon.Client): void {
  // Their types do not have these properties: `reconnectRate` is the option.
  const state = client as unknown as { reconnectRate: number; reqsMade: number }
  client.on('headers', ((response: { shouldKeepAlive: boolean }) => {
    state.reconnectRate = response.shouldKeepAlive ? 0 : state.reqsMade
  }) as never)
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
