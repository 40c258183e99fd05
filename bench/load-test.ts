import autocannon from 'autocannon'

/** The result of one load test. Times are in milliseconds. */
export type Measurement = {
  name: string
  p50: number
  p99: number
  /** Requests per second. */
  rate: number
  bytes: number
  failures: number
  /** Requests per second of a bare node:http server that sends the same bytes. */
  bareRate?: number
}

type LoadOptions = { connections?: number; cookie?: string }

/** Requests the paths in turn over `connections` concurrent connections. */
export async function measure(
  name: string,
  origin: string,
  paths: string[],
  seconds: number,
  { connections = 20, cookie }: LoadOptions = {},
): Promise<Measurement> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    // Every connection starts at a different path, so that the server never gets the same URL twice in a row.
    setupClient: (client) => {
      const start = Math.floor(Math.random() * paths.length)
      client.setRequests(
        [...paths.slice(start), ...paths.slice(0, start)].map((path) => ({
          method: 'GET' as const,
          path,
          ...(cookie && { headers: { cookie } }),
        })),
      )
    },
  })
  return {
    name,
    p50: result.latency.p50,
    p99: result.latency.p99,
    rate: Math.round(result.requests.average),
    bytes: Math.round(result.throughput.average / Math.max(1, result.requests.average)),
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

export function printTable(rows: Measurement[], log: (line: string) => void) {
  const header = ['', 'p50', 'p99', 'req/s', 'bare req/s', '% of bare', 'bytes', 'failed']
  const cells = rows.map((row) => [
    row.name,
    String(row.p50),
    String(row.p99),
    String(row.rate),
    String(row.bareRate ?? ''),
    row.bareRate ? `${((100 * row.rate) / row.bareRate).toFixed(1)} %` : '',
    String(row.bytes),
    String(row.failures),
  ])
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
