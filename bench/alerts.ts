/** npm run bench:alerts: only the section of `npm run bench` about saved searches. docs/performance.md has the figures. */
import { parseArgs } from 'node:util'
import { createLogger } from '../src/server/platform/log.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { measureSavedSearches } from './saved-searches.ts'
import { openBenchDatabase } from './server-process.ts'

const listings = 20_000
const log = (text: string) => process.stdout.write(`${text}\n`)
const { values } = parseArgs({
  options: {
    searches: { type: 'string', default: '100000' },
    /** Ads per second, and for how many seconds. */
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
  },
})

const bench = await openBenchDatabase(createLogger('error'), `bench-search-${listings}`)
try {
  const { database, connectionString } = bench
  const generator = await loadListings(database, { connectionString, count: listings, log })
  await measureSavedSearches(database, {
    connectionString,
    generator,
    log,
    searches: Number(values.searches),
    rate: Number(values.rate),
    seconds: Number(values.seconds),
  })
} finally {
  await bench.stop()
}
