/**
 * npm run bench: measures searches, lists, and pages on listings that resemble real ones, while others post, edit, and
 * delete. docs/performance.md describes the options and the figures.
 */
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'
import { createLogger } from '../src/server/platform/log.ts'
import { urlOf } from '../test/support/search/manticore-engine.ts'
import { startSearchd } from '../test/support/search/searchd.ts'
import { bareRate } from './bare-rate.ts'
import { countSequentialScans, explainListQueries } from './explain.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { type Measurement, measure } from './load-test.ts'
import { countPages } from './page-counts.ts'
import { postmasterPid, processorSeconds } from './processor-time.ts'
import { printClasses, printWrites, type Run, readRun, writeRun } from './report.ts'
import { requestClasses, savedSearchesClass, unknownClass } from './requests/classes.ts'
import { createDraw, type NextPath } from './requests/draw.ts'
import { measureSavedSearches } from './saved-searches.ts'
import { openBenchDatabase, startServer } from './server-process.ts'
import { removeWriters, startWriters } from './writers.ts'

const requestSeed = 7
const alertLoad = { searches: 100_000, rate: 10, seconds: 20 }
const warmUpSeconds = 1
/** Requests of each class that are checked before it is measured. */
const samples = 5
const log = (text: string) => process.stdout.write(`${text}\n`)

const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    /** Measures only the classes whose name contains one of these. */
    only: { type: 'string', multiple: true, default: [''] },
    /** Searches on a search server with as many shards (`SEARCH_URL`), instead of the embedded engine. */
    shards: { type: 'string' },
    'no-writes': { type: 'boolean', default: false },
    /** Measures all classes again until this many minutes have passed. The report has the last measurement of each. */
    minutes: { type: 'string', default: '0' },
    json: { type: 'string' },
    compare: { type: 'string' },
  },
})
const listings = Number(values.listings)
const seconds = Number(values.seconds)
const connections = Number(values.connections)
const minutes = Number(values.minutes)
const isMeasured = (name: string) => values.only.some((part) => name.includes(part))
const problem = [listings, seconds, connections].every((option) => option > 0)
  ? (values.only.map(unknownClass).find((sentence) => sentence !== null) ?? null)
  : '--listings, --seconds, and --connections must be positive numbers.'

type Server = Awaited<ReturnType<typeof startServer>>

async function main() {
  const earlier = values.compare ? await readRun(values.compare) : null
  const bench = await openBenchDatabase(createLogger('error'), `bench-search-${listings}`)
  try {
    const { database, connectionString } = bench
    const generator = await loadListings(database, { connectionString, count: listings, log })
    await explainListQueries(database, log)
    await removeWriters(database)
    // Exclude what this connection has scanned so far.
    await sql`select pg_stat_force_next_flush()`.execute(database.kysely)
    const scansBefore = await countSequentialScans(database)
    const searchd = values.shards ? await startSearchd() : null
    const settings = searchd && { SEARCH_URL: urlOf([searchd.port], Number(values.shards)) }
    const server = await startMeasured(connectionString, { DATA_DIR: bench.siteFolder, ...settings })
    let run: Run | null = null
    const writers = values['no-writes'] ? null : await startWriters(database, server.origin, generator)
    try {
      log(
        `\n${listings.toLocaleString('en-US')} listings; ${connections} concurrent requests; ${availableParallelism()} processors, shared by the site, PostgreSQL, and the load generator (milliseconds; requests per second)`,
      )
      const requests = requestClasses(createDraw(generator, requestSeed), listings)
      const before = await server.residentMegabytes()
      const classes = await measureFor(minutes, database, server, requests)
      printClasses(classes, earlier, log)
      const writes = writers?.report() ?? null
      if (writes) printWrites(writes, log)
      const after = await server.residentMegabytes()
      log(`Memory of the site's processes (RSS): ${before} MB before, ${after} MB after`)
      const databaseMegabytes = await tableSizes(database)
      log(`Database: ${databaseMegabytes.total} MB`)
      run = {
        conditions: conditions(),
        classes,
        writes,
        databaseMegabytes,
        memoryMegabytes: { before, after },
      }
    } finally {
      await writers?.stop(log)
      await server.stop()
      await searchd?.remove()
    }
    // PostgreSQL sessions report their statistics at the latest when they end.
    const scans = (await countSequentialScans(database)) - scansBefore
    log(`Sequential scans of growing tables during the benchmark: ${scans}`)
    await removeWriters(database)
    // The site has stopped: its jobs would compare the ads.
    const savedSearches = isMeasured(savedSearchesClass)
      ? await measureSavedSearches(database, { connectionString, generator, log, ...alertLoad })
      : null
    if (values.json && run) await writeRun(values.json, { ...run, savedSearches })
  } finally {
    await bench.stop()
  }
}

/** Starts the site, and reports how long it took until it had a search index. */
async function startMeasured(connectionString: string, settings: Record<string, string>): Promise<Server> {
  let readyAt = performance.now()
  const server = await startServer(connectionString, settings, async () => {
    readyAt = performance.now()
  })
  const passed = (performance.now() - readyAt) / 1000
  log(`Search index: ${passed.toFixed(0)} s after the start, ${Math.round(listings / passed)} listings/s`)
  return server
}

/** Measures all classes at least once, and reports the memory after each time. */
async function measureFor(
  least: number,
  database: Database,
  server: Server,
  requests: Record<string, NextPath>,
): Promise<Measurement[]> {
  const started = performance.now()
  for (;;) {
    const rows = await measureAll(database, server, requests)
    const passed = (performance.now() - started) / 60_000
    const memory = Object.entries(await server.memoryOfProcesses()).map(
      ([worker, megabytes]) => `${worker === 'jobs' ? 'job process' : `worker ${worker}`} ${megabytes} MB`,
    )
    log(`Memory after ${passed.toFixed(1)} minutes (RSS): ${memory.join(', ')}`)
    if (passed >= least) return rows
  }
}

async function measureAll(database: Database, server: Server, requests: Record<string, NextPath>) {
  const postgres = await postmasterPid(database)
  const rows: Measurement[] = []
  // A site that has just started compiles its code during the first requests of each kind.
  for (const [name, next] of Object.entries(requests))
    await measure(name, server.origin, next, warmUpSeconds, {
      connections,
      acceptEncoding: acceptEncodingOf(name),
    })
  for (const [name, next] of Object.entries(requests)) {
    if (!isMeasured(name)) continue
    await reportFailures(server.origin, next)
    const options = { connections, acceptEncoding: acceptEncodingOf(name) }
    await measure(name, server.origin, next, warmUpSeconds, options)
    const countBefore = await countPages(server.origin)
    const started = performance.now()
    const [nodeBefore, postgresBefore] = await Promise.all([server.pid, postgres].map(processorSeconds))
    const row = await measure(name, server.origin, next, seconds, options)
    const [nodeAfter, postgresAfter] = await Promise.all([server.pid, postgres].map(processorSeconds))
    const elapsed = (performance.now() - started) / 1000
    const countAfter = await countPages(server.origin)
    const [hits, misses] = [countAfter.hit - countBefore.hit, countAfter.miss - countBefore.miss]
    rows.push({
      ...row,
      bareRate: await bareRate(server.origin + next(), options),
      ...(hits + misses > 0 && { cached: hits / (hits + misses) }),
      nodeProcessors: ((nodeAfter ?? 0) - (nodeBefore ?? 0)) / elapsed,
      postgresProcessors: ((postgresAfter ?? 0) - (postgresBefore ?? 0)) / elapsed,
    })
    log(`  ${name}: ${row.rate}/s, p99 ${row.p99.toFixed(1)} ms`)
  }
  return rows
}

/** Reports requests that fail, because errors are fast and would improve the figures. */
async function reportFailures(origin: string, next: NextPath) {
  for (let sample = 0; sample < samples; sample += 1) {
    const path = next()
    const response = await fetch(origin + path)
    const text = await response.text()
    if (!response.ok) log(`  ${path} returned ${response.status}: ${text.slice(0, 200)}`)
  }
}

/** Browsers open pages; programs that do not decompress make calls. */
const acceptEncodingOf = (name: string) => (name.startsWith('page') ? 'gzip, deflate, br' : undefined)

/** Returns the sizes of the largest tables with their indexes, and the total, in megabytes. */
async function tableSizes({ kysely }: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; megabytes: number }>`
    select relname as name, (pg_total_relation_size(oid) / 1e6)::int as megabytes from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 2 desc limit 12`.execute(
    kysely,
  )
  const sizes = Object.fromEntries(rows.map(({ name, megabytes }) => [name, megabytes]))
  return { ...sizes, total: rows.reduce((sum, { megabytes }) => sum + megabytes, 0) }
}

const conditions = (): Run['conditions'] => ({
  listings,
  connections,
  seconds,
  processors: availableParallelism(),
  node: process.version,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  writes: !values['no-writes'],
  date: new Date().toISOString().slice(0, 10),
})

if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else await main()
