/**
 * npm run bench:cold-start: starts PostgreSQL and the site on listings that nothing has in memory, and reports how long the first
 * pages and searches take. Then it kills the search process again and again. Dropping the page cache of Linux takes root. LISTINGS=1000000
 * changes the size.
 */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createLogger } from '../src/server/platform/log.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { printCells } from './load-test.ts'
import { createDraw, type NextPath } from './requests/draw.ts'
import { listRequests, pageRequests } from './requests/list-requests.ts'
import { searchRequests } from './requests/search-requests.ts'
import { descendantsOf, openBenchDatabase, startServer } from './server-process.ts'

const count = Number(process.env.LISTINGS ?? 1_000_000)
const requestSeed = 11
/** The number of requests of each class. They are sent one after the other. */
const requestsPerClass = 5
const kills = 10
const log = (text: string) => process.stdout.write(`${text}\n`)

const open = () => openBenchDatabase(createLogger('error'), `bench-search-${count}`)
const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1)

async function main() {
  const warm = await open()
  const generator = await loadListings(warm.database, { connectionString: warm.connectionString, count, log })
  await warm.stop()
  const isCold = await dropPageCache()
  log(
    `${count.toLocaleString('en-US')} listings; ${isCold ? 'nothing in memory' : 'the page cache could not be dropped: run as root on Linux'}`,
  )
  const began = performance.now()
  const bench = await open()
  log(`PostgreSQL ready after ${secondsSince(began)} s`)
  const draw = createDraw(generator, requestSeed)
  const classes = { ...pageRequests(draw), ...listRequests(draw, count), ...searchRequests(draw) }
  const started = performance.now()
  const server = await startServer(bench.connectionString, { DATA_DIR: bench.siteFolder }, async (origin) => {
    log(`Site ready ${secondsSince(started)} s later`)
    await requestAll(origin, classes)
  })
  const times: number[] = []
  for (let kill = 0; kill < kills; kill += 1) times.push(await killSearchProcess(server))
  log(`Searches again after kill -9 of the search process: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  await server.stop()
  await bench.stop()
}

/** Returns how many milliseconds it takes until a search finds something again. */
async function killSearchProcess({ pid, origin }: { pid: number; origin: string }): Promise<number> {
  for (const process of await descendantsOf(String(pid))) {
    const command = await readFile(`/proc/${process}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('search-process')) globalThis.process.kill(Number(process), 'SIGKILL')
  }
  const start = performance.now()
  do await delay(10)
  while (!(await fetch(`${origin}/api/servicesbyfilter?searchtext=lessons`)).ok)
  return performance.now() - start
}

async function dropPageCache(): Promise<boolean> {
  try {
    execFileSync('sync')
    await writeFile('/proc/sys/vm/drop_caches', '3')
    return true
  } catch {
    return false
  }
}

/** Sends requests of each class as soon as the first worker is ready, while the others start. */
async function requestAll(origin: string, classes: Record<string, NextPath>) {
  const rows: string[][] = []
  for (const [name, next] of Object.entries(classes)) {
    const times: number[] = []
    const failures: number[] = []
    for (let n = 0; n < requestsPerClass; n += 1) {
      const start = performance.now()
      const response = await fetch(origin + next())
      await response.arrayBuffer()
      times.push(performance.now() - start)
      if (!response.ok) failures.push(response.status)
    }
    rows.push([name, times[0]?.toFixed(0) ?? '', Math.max(...times).toFixed(0), failures.join(' ') || '0'])
  }
  printCells(['', 'first ms', 'slowest ms', 'failed'], rows, log)
}

await main()
