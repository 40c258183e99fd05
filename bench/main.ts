/**
 * npm run bench: measures every list call and the pages at 100,000 listings and 20 concurrent requests, compares each with
 * a bare node:http server that sends the same bytes in the same run, and reports the server's memory afterwards.
 * LISTINGS=1000000 and SECONDS=10 change the size and the duration. The data stays in data/bench for the next run.
 */
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'
import { createLogger } from '../src/server/platform/log.ts'
import { startBareServer } from './bare-server.ts'
import { countSequentialScans, explainListQueries } from './explain.ts'
import { type Measurement, measure, printTable } from './load-test.ts'
import { createRequestMix } from './request-mix.ts'
import { seedListings } from './seed-listings.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const listingCount = Number(process.env.LISTINGS ?? 100_000)
const seconds = Number(process.env.SECONDS ?? 4)
const serverLog = createLogger('error')
const log = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const bench = await openBenchDatabase(serverLog)
  try {
    await seedListings(bench.database, listingCount, log)
    log(
      `\n${listingCount.toLocaleString('en-US')} listings; ${availableParallelism()} processors, shared by the server, the database, and the load generator.`,
    )
    await explainListQueries(bench.database, log)
    const requestMix = await createRequestMix(bench.database)

    const scansBefore = await countSequentialScans(bench.database)
    const server = await startServer(bench.connectionString)
    const compareAll = async (requests: Record<string, string[]>) => {
      const rows: Measurement[] = []
      for (const [name, paths] of Object.entries(requests))
        rows.push(await compare(server.origin, name, paths))
      return rows
    }
    try {
      log('\nList calls, 20 concurrent requests (milliseconds; requests per second)')
      const rows = await compareAll(requestMix.calls)
      printTable(rows, log)
      const stopWriting = startWrites(bench.database)
      log('\nThe same with 200 writes per second, so that the snapshot cache never hits')
      const uncached = await compareAll(requestMix.calls)
      printTable(uncached, log)
      log('\nServer-rendered pages, also uncached, 20 concurrent requests')
      printTable(await compareAll(requestMix.pages), log)
      stopWriting()
      log(`\nServer memory (RSS) afterwards: ${await server.residentMegabytes()} MB`)
      // PostgreSQL sessions report their statistics at the latest when they end.
      await server.stop()
      log(
        `Sequential scans of growing tables during the benchmark: ${(await countSequentialScans(bench.database)) - scansBefore}`,
      )
      printSlow('cached', rows)
      printSlow('uncached', uncached)
    } finally {
      await server.stop()
    }
  } finally {
    await bench.stop()
  }
}

/** Invalidates the snapshot cache 200 times per second. Returns a function that stops it. */
function startWrites({ kysely }: Database): () => void {
  const timer = setInterval(() => void sql`select pg_current_xact_id()`.execute(kysely), 5)
  return () => clearInterval(timer)
}

function printSlow(label: string, rows: Measurement[]) {
  const slow = rows.filter((row) => row.p99 > 30).map((row) => row.name)
  log(`Over 30 ms at p99, ${label}: ${slow.join(', ') || 'none'}`)
}

/** Measures our server, then a bare server that sends the same bytes as our first response. */
async function compare(origin: string, name: string, paths: string[]): Promise<Measurement> {
  const first = paths[0] ?? '/'
  const body = Buffer.from(await (await fetch(origin + first)).arrayBuffer())
  await measure(name, origin, paths, 1)
  const measurement = await measure(name, origin, paths, seconds)
  const bare = await startBareServer(body)
  const { rate } = await measure(name, bare.origin, ['/'], 2)
  await bare.stop()
  return { ...measurement, bareRate: rate }
}

await main()
