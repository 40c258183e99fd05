/**
 * npm run bench: 100,000 listings, every list call under 20 requests at a time, the pages, and what the server holds in
 * memory afterwards; beside a bare node:http server that answers the same bytes in the same run.
 * LISTINGS=1000000 and SECONDS=10 change the size and the length. The data stays in data/bench for the next run.
 */
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'
import { createProcessLog } from '../src/server/platform/process-log.ts'
import { startBareServer } from './bare-server.ts'
import { countWholeReads, explainEverything } from './explain.ts'
import { type Measured, measure, printTable } from './load-test.ts'
import { createQuestions } from './request-mix.ts'
import { loadListings } from './seed-listings.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const wanted = Number(process.env.LISTINGS ?? 100_000)
const seconds = Number(process.env.SECONDS ?? 4)
const log = createProcessLog('error')
const tell = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const bench = await openBenchDatabase(log)
  try {
    await loadListings(bench.database, wanted, tell)
    tell(
      `\n${wanted.toLocaleString('en-US')} listings; ${availableParallelism()} processors shared by server, database and load.`,
    )
    await explainEverything(bench.database, tell)
    const questions = await createQuestions(bench.database)

    const readsBefore = await countWholeReads(bench.database)
    const server = await startServer(bench.connectionString)
    const compareAll = async (asked: Record<string, string[]>) => {
      const rows: Measured[] = []
      for (const [name, paths] of Object.entries(asked)) rows.push(await compare(server.origin, name, paths))
      return rows
    }
    try {
      tell('\nList calls, 20 at a time (milliseconds; requests a second)')
      const rows = await compareAll(questions.calls)
      printTable(rows, tell)
      const stopWriting = writeSteadily(bench.database)
      tell('\nThe same while something is written 200 times a second, so that each answer is found anew')
      const anew = await compareAll(questions.calls)
      printTable(anew, tell)
      tell('\nServer-rendered pages, likewise with nothing kept, 20 at a time')
      printTable(await compareAll(questions.pages), tell)
      stopWriting()
      tell(`\nResident memory of the server afterwards: ${await server.residentMegabytes()} MB`)
      // Sessions hand in their counts at the latest when they end.
      await server.stop()
      tell(
        `Reads of a whole growing table during all of this: ${(await countWholeReads(bench.database)) - readsBefore}`,
      )
      tellSlow('as the site runs', rows)
      tellSlow('each found anew', anew)
    } finally {
      await server.stop()
    }
  } finally {
    await bench.stop()
  }
}

/** The server keeps an answer until anything is written: this leaves it no time to. Answers how to stop. */
function writeSteadily({ kysely }: Database): () => void {
  const timer = setInterval(() => void sql`select pg_current_xact_id()`.execute(kysely), 5)
  return () => clearInterval(timer)
}

function tellSlow(when: string, rows: Measured[]) {
  const slow = rows.filter((row) => row.p99 > 30).map((row) => row.name)
  tell(`Over 30 ms at p99, ${when}: ${slow.join(', ') || 'none'}`)
}

/** Measures ours, then a bare server with the first answer's bytes, right after each other. */
async function compare(origin: string, name: string, paths: string[]): Promise<Measured> {
  const first = paths[0] ?? '/'
  const body = Buffer.from(await (await fetch(origin + first)).arrayBuffer())
  await measure(name, origin, paths, 1)
  const ours = await measure(name, origin, paths, seconds)
  const bare = await startBareServer(body)
  const { rate } = await measure(name, bare.origin, ['/'], 2)
  await bare.stop()
  return { ...ours, bareRate: rate }
}

await main()
