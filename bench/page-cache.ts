/**
 * npm run bench:pages: how fast cached and fresh pages are, and which share of the visitors' pages is served from memory while others post, edit, and delete. The
 * share depends on how many pages are opened between two writes, not on the speed of the machine: so requests and writes
 * alternate in the ratio that a site with this many requests a second has.
 */
import { Agent, get } from 'node:http'
import { parseArgs } from 'node:util'
import { createLogger } from '../src/server/platform/log.ts'
import { publicPaths } from '../src/shared/paths.ts'
import { bareRate } from './bare-rate.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { type Measurement, measure, printCells, printTable } from './load-test.ts'
import { countPages } from './page-counts.ts'
import { createDraw, type NextPath } from './requests/draw.ts'
import { pageRequests } from './requests/list-requests.ts'
import { openBenchDatabase, startServer } from './server-process.ts'
import { type Action, perSecond, removeWriters, startWriters } from './writers.ts'

const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '100000' },
    /** Requests per second of the site that is imitated. */
    rates: { type: 'string', default: '100,300,1000,3000' },
    /** Requests that are counted for each rate, after half as many that fill the cache. */
    requests: { type: 'string', default: '20000' },
    /** A class of `npm run bench`. */
    mix: { type: 'string', default: 'page, mix' },
  },
})
const listings = Number(values.listings)
const requests = Number(values.requests)
const rates = values.rates.split(',').map(Number)
if (![listings, requests, ...rates].every((option) => option > 0))
  throw new Error('--listings, --requests, and --rates must be positive numbers.')

const log = (text: string) => process.stdout.write(`${text}\n`)
const connections = 16
const warmUpSeconds = 2
/** How long the pages of each kind are measured. */
const pageSeconds = 4
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const writes = Object.entries(perSecond).flatMap(([action, count]) =>
  Array<Action>(count).fill(action as Action),
)

/** Returns the status and the size of a page as a browser gets it. */
function open(url: string): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }))
    }).on('error', reject)
  })
}

/** Pages of one kind: one that is cached, compared with a bare server; then each time another URL, so that none is. */
async function measurePages(origin: string, pages: Record<string, NextPath>) {
  const options = { connections, acceptEncoding: 'gzip, deflate, br' }
  let fresh = 0
  const anew = (next: NextPath) => () => {
    const path = next()
    fresh += 1
    // Pages ignore unknown parameters.
    return `${path}${path.includes('?') ? '&' : '?'}fresh=${fresh}`
  }
  const rows: Measurement[] = []
  for (const name of [
    'page, home',
    'page, list',
    'page 200',
    'page, category',
    'page, detail',
    'page, search',
  ]) {
    const next = pages[name]
    if (!next) throw new Error(`There are no requests named ${name}.`)
    const path = next()
    await measure(name, origin, [path], warmUpSeconds, options)
    const cached = await measure(`${name}, cached`, origin, [path], pageSeconds, options)
    rows.push({ ...cached, bareRate: await bareRate(origin + path, options) })
    await measure(name, origin, anew(next), warmUpSeconds, options)
    rows.push(await measure(`${name}, fresh`, origin, anew(next), pageSeconds, options))
  }
  printTable(rows, log)
}

const bench = await openBenchDatabase(createLogger('error'), `bench-search-${listings}`)
const { database, connectionString } = bench
try {
  const generator = await loadListings(database, { connectionString, count: listings, log })
  await removeWriters(database)
  const server = await startServer(connectionString, { DATA_DIR: bench.siteFolder })
  const writers = await startWriters(database, server.origin, generator, { paced: false })
  try {
    const next = pageRequests(createDraw(generator, 7))[values.mix]
    if (!next) throw new Error(`There is no mix named ${values.mix}.`)
    let written = 0
    /** Opens pages over all connections; before each `perWrite` of them, one write is sent and awaited. */
    const visit = async (count: number, perWrite: number) => {
      let [opened, failed, bytes] = [0, 0, 0]
      const visitor = async () => {
        while (opened < count) {
          opened += 1
          if (opened / perWrite >= written + 1 - start) {
            written += 1
            // Actions alternate evenly: 7 shares no factor with 17.
            await writers.write(writes[(written * 7) % writes.length] ?? 'post')
          }
          const response = await open(server.origin + next())
          bytes += response.bytes
          if (response.status >= 500) failed += 1
        }
      }
      const start = written
      await Promise.all(Array.from({ length: connections }, visitor))
      return { failed, bytes, writes: written - start }
    }
    const page200 = () => publicPaths.listings('service', { page: 200 })
    await measurePages(server.origin, { ...pageRequests(createDraw(generator, 5)), 'page 200': page200 })
    const cells: string[][] = []
    for (const rate of rates) {
      const perWrite = rate / writes.length
      await visit(requests / 2, perWrite)
      const before = await countPages(server.origin)
      const { failed, bytes, writes: sent } = await visit(requests, perWrite)
      const after = await countPages(server.origin)
      const [hits, misses] = [after.hit - before.hit, after.miss - before.miss]
      const share = `${((100 * hits) / (hits + misses)).toFixed(1)} %`
      cells.push([`${rate}/s`, share, String(sent), String(Math.round(bytes / requests)), String(failed)])
      log(`  at ${rate} requests a second, ${share} from memory`)
    }
    printCells(['Requests', 'from memory', 'writes', 'bytes per page', 'failed'], cells, log)
    log(`Memory of the site's processes (RSS): ${await server.residentMegabytes()} MB`)
  } finally {
    await writers.stop(log)
    await server.stop()
  }
  await removeWriters(database)
} finally {
  agent.destroy()
  await bench.stop()
}
