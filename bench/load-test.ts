import autocannon from 'autocannon'

export type Measured = {
  name: string
  p50: number
  p99: number
  /** Requests a second. */
  rate: number
  bytes: number
  failures: number
  /** Of a bare node:http server with the same bytes. */
  bareRate?: number
}

type Asking = { connections?: number; cookie?: string }

/** Asks the paths in turn, 20 at a time unless said otherwise. */
export async function measure(
  name: string,
  origin: string,
  paths: string[],
  seconds: number,
  { connections = 20, cookie }: Asking = {},
): Promise<Measured> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    // Every connection walks the list from its own place, so the server never sees one address in a row.
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

export function printTable(rows: Measured[], tell: (line: string) => void) {
  const header = ['', 'p50', 'p99', 'rate', 'bare rate', 'of bare', 'bytes', 'failed']
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
    tell(
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
  }
}
