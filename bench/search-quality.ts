/**
 * npm run bench:search: measures how well a server with the demo listings answers the labeled queries of
 * test/search-quality. `--half A` or `--half B` measures one half, `--failures` also lists the queries that fail.
 */
import { parseArgs } from 'node:util'
import { clearDemo, loadDemo } from '../src/server/modules/demo/load-demo.ts'
import { createLogger } from '../src/server/platform/log.ts'
import { evaluate, formatFailures, formatSummary } from '../test/search-quality/evaluate.ts'
import { readQueries } from '../test/search-quality/queries.ts'
import { searchThrough } from '../test/search-quality/search-calls.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const log = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const { values } = parseArgs({
    options: { half: { type: 'string', default: 'all' }, failures: { type: 'boolean', default: false } },
  })
  const halves = (['A', 'B'] as const).filter((half) => values.half === half || values.half === 'all')
  if (halves.length === 0) throw new Error('--half must be A, B, or all.')
  const queries = await readQueries()
  const bench = await openBenchDatabase(createLogger('error'), 'bench-quality')
  try {
    // Reload the listings, because their dates are relative to the day of loading.
    await clearDemo(bench.database)
    for (let month = 1; month <= 12; month += 1) await loadDemo(bench.database, month)
    const server = await startServer(bench.connectionString, { DATA_DIR: bench.siteFolder })
    try {
      const search = searchThrough(async (path) => {
        const response = await fetch(`${server.origin}/api${path}`)
        if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
        return response.json()
      })
      for (const half of halves) {
        const outcomes = await evaluate(
          search,
          queries.filter((query) => query.half === half),
        )
        log(`\nHalf ${half}\n${formatSummary(outcomes)}`)
        if (values.failures) log(`\n${formatFailures(outcomes)}`)
      }
    } finally {
      await server.stop()
    }
  } finally {
    await bench.stop()
  }
}

await main()
