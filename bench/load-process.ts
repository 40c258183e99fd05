/**
 * Sends the requests of a load test, and measures the response times. It is a separate process, because a benchmark has a large heap:
 * collecting it would stop the requests for tens of milliseconds every second, and count as response time.
 */
import autocannon from 'autocannon'

export type LoadSettings = {
  origin: string
  connections: number
  seconds: number
  headers: Record<string, string>
  /** The paths to request. With `inTurn`, these again and again; otherwise each once, and the parent sends others on request. */
  paths: string[]
  inTurn: boolean
}
/** What the parent sends: first the settings, then more paths. */
export type ToLoadProcess = LoadSettings | { paths: string[] }
/** What the process sends: the number of paths that it used since its last report, and at the end the result. */
export type FromLoadProcess = { used: number } | LoadResult
export type LoadResult = {
  /** Response times in milliseconds, in ascending order. */
  times: number[]
  rate: number
  bytesPerSecond: number
  failures: number
  /** How many requests were sent twice, because the parent was too slow. */
  repeated: number
}

const reportEvery = 100

const send = (message: FromLoadProcess) =>
  new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()))

async function run({
  origin,
  connections,
  seconds,
  headers,
  paths,
  inTurn,
}: LoadSettings): Promise<LoadResult> {
  const shared = { method: 'GET' as const, headers }
  const times: number[] = []
  let next = 0
  let repeated = 0
  process.on('message', (message: { paths: string[] }) => void paths.push(...message.paths))

  function nextPath(): string {
    if (next === paths.length) {
      repeated++
      return paths[next - 1] ?? '/'
    }
    if (next % reportEvery === reportEvery - 1) void send({ used: reportEvery })
    return paths[next++] ?? '/'
  }

  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    ...(!inTurn && {
      requests: [{ ...shared, setupRequest: (request) => ({ ...request, path: nextPath() }) }],
    }),
    setupClient: (client) => {
      client.on('response', (_status: number, _bytes: number, time: number) => times.push(time))
      if (!inTurn) return
      // Every connection starts at a different path, so that the server never gets the same URL twice in a row.
      const start = Math.floor(Math.random() * paths.length)
      client.setRequests(
        [...paths.slice(start), ...paths.slice(0, start)].map((path) => ({ ...shared, path })),
      )
    },
  })
  return {
    times: times.sort((one, other) => one - other),
    rate: result.requests.average,
    bytesPerSecond: result.throughput.average,
    failures: result.non2xx + result.errors + result.timeouts,
    repeated,
  }
}

process.once('disconnect', () => process.exit())
// The parent disconnects. Until it has read the result, it may still send paths for earlier requests.
process.once('message', async (settings: LoadSettings) => send(await run(settings)))
