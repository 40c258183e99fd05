/**
 * npm run bench:sitemap: reads the sitemap index and all its parts at 1,000,000 listings, as a search engine does, and
 * measures how much the server's memory grows meanwhile. LISTINGS=100000 changes the size. The listings are those of `npm run bench`.
 */
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'
import { createLogger } from '../src/server/platform/log.ts'
import { dayIn, indexedSince } from '../src/shared/days.ts'
import { defaultSettings } from '../src/shared/settings/table.ts'
import { countSequentialScans } from './explain.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { percentile } from './load-test.ts'
import { sampleMemory } from './memory.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const listingCount = Number(process.env.LISTINGS ?? 1_000_000)
const maxGrowthMegabytes = 50
const maxUrlsPerPart = 50_000
const maxMegabytesPerPart = 50
const log = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const bench = await openBenchDatabase(createLogger('error'), `bench-search-${listingCount}`)
  try {
    const { connectionString } = bench
    await loadListings(bench.database, { connectionString, count: listingCount, log })
    const expected = await countIndexable(bench.database)
    // Exclude what this connection has scanned so far.
    await sql`select pg_stat_force_next_flush()`.execute(bench.database.kysely)
    const scansBefore = await countSequentialScans(bench.database)
    const publicUrl = 'https://board.example.org'
    const server = await startServer(connectionString, {
      PUBLIC_URL: publicUrl,
      DATA_DIR: bench.siteFolder,
    })
    try {
      // Warm up, so that the memory of a used server is the baseline.
      for (const path of ['/', '/all-services', '/sitemap/pages.xml'])
        await (await fetch(server.origin + path)).text()
      const before = await server.residentMegabytes()
      const stopSampling = sampleMemory(server, 100)
      const read = await readAll(server.origin, publicUrl)
      const peak = Math.max(...(await stopSampling()))
      const growth = peak - before
      log(
        `\n${expected.toLocaleString('en-US')} indexable listings; ${availableParallelism()} processors, shared by the server, the database, and the reader.
Index: ${read.parts} parts in ${read.indexMs} ms. All parts, sequentially, compressed: ${(read.allMs / 1000).toFixed(1)} s.
A part: median ${read.medianMs} ms, max ${read.maxMs} ms; at most ${read.maxUrls.toLocaleString('en-US')} URLs and ${read.maxMegabytes.toFixed(2)} MB.
Server memory (RSS): ${before} MB before, peak ${peak} MB: ${growth} MB growth.`,
      )
      // PostgreSQL sessions report their statistics at the latest when they end.
      await server.stop()
      const scans = (await countSequentialScans(bench.database)) - scansBefore
      log(`Sequential scans of growing tables during the benchmark: ${scans}`)
      const problems = [
        ...(scans === 0 ? [] : [`a growing table was scanned sequentially ${scans} times`]),
        ...(read.listings === expected ? [] : [`${read.listings} listings were read, but ${expected} exist`]),
        ...(growth < maxGrowthMegabytes ? [] : [`memory grew by ${growth} MB`]),
        ...(read.maxUrls <= maxUrlsPerPart && read.maxMegabytes < maxMegabytesPerPart
          ? []
          : ['a part is too large']),
      ]
      if (problems.length > 0) throw new Error(`The sitemap fails its limits: ${problems.join('; ')}.`)
    } finally {
      await server.stop()
    }
  } finally {
    await bench.stop()
  }
}

async function countIndexable({ kysely }: Database): Promise<number> {
  const since = indexedSince(dayIn(defaultSettings.timeZone, new Date()))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listing_index where end_date is null or end_date >= ${since}`.execute(
    kysely,
  )
  return rows[0]?.count ?? 0
}

async function readAll(origin: string, publicUrl: string) {
  const started = performance.now()
  const urlsOf = (text: string) => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc)
  const get = async (url: string) => {
    const response = await fetch(url.replace(publicUrl, origin))
    if (!response.ok) throw new Error(`${url} returned ${response.status}.`)
    return response.text()
  }
  const parts = urlsOf(await get(`${publicUrl}/sitemap.xml`))
  const indexMs = Math.round(performance.now() - started)
  const times: number[] = []
  const totals = { listings: 0, maxUrls: 0, maxMegabytes: 0 }
  for (const part of parts) {
    const partStarted = performance.now()
    const text = await get(part)
    times.push(performance.now() - partStarted)
    const urls = urlsOf(text)
    totals.listings += urls.filter((url) => url.includes('-details/')).length
    totals.maxUrls = Math.max(totals.maxUrls, urls.length)
    totals.maxMegabytes = Math.max(totals.maxMegabytes, Buffer.byteLength(text) / 1_000_000)
  }
  times.sort((one, other) => one - other)
  return {
    ...totals,
    parts: parts.length,
    indexMs,
    allMs: performance.now() - started,
    medianMs: Math.round(percentile(times, 50)),
    maxMs: Math.round(percentile(times, 100)),
  }
}

await main()
