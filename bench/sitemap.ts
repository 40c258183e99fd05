/**
 * npm run bench:sitemap: 1,000,000 listings, the index of the sitemap and all of its parts read as a search engine does,
 * and by how much the server's memory grows meanwhile. LISTINGS=100000 changes the size. The data stays in
 * data/bench-large for the next run.
 */
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'
import { createProcessLog } from '../src/server/platform/process-log.ts'
import { indexedSince } from '../src/shared/days.ts'
import { dayIn } from '../src/shared/format.ts'
import { defaultProduct } from '../src/shared/product.ts'
import { copyListings } from './copy-listings.ts'
import { countWholeReads } from './explain.ts'
import { loadListings } from './seed-listings.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const wanted = Number(process.env.LISTINGS ?? 1_000_000)
/** So many are written, as people would; the others are copies. */
const written = Math.min(wanted, 100_000)
const mostGrowth = 50
const mostAddresses = 50_000
const mostMegabytes = 50
const tell = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const bench = await openBenchDatabase(createProcessLog('error'), 'bench-large')
  try {
    await loadListings(bench.database, written, tell)
    await copyListings(bench.database, wanted, tell)
    const expected = await countShown(bench.database)
    // What this connection has read so far is its own.
    await sql`select pg_stat_force_next_flush()`.execute(bench.database.kysely)
    const readsBefore = await countWholeReads(bench.database)
    const publicUrl = 'https://board.example.org'
    const server = await startServer(bench.connectionString, { PUBLIC_URL: publicUrl })
    try {
      // What every server has once it is in use.
      for (const path of ['/', '/all-services', '/sitemap/pages.xml'])
        await (await fetch(server.origin + path)).text()
      const memory = await watchMemory(server.residentMegabytes)
      const read = await readAll(server.origin, publicUrl)
      const { before, most } = memory.stop()
      const growth = most - before
      tell(
        `\n${expected.toLocaleString('en-US')} listings to be found; ${availableParallelism()} processors shared by server, database and reader.
Index: ${read.parts} parts in ${read.indexMs} ms. All parts, one after the other, compressed on the way: ${(read.allMs / 1000).toFixed(1)} s.
A part: ${read.usualMs} ms as a rule, ${read.longestMs} ms at most; ${read.mostAddresses.toLocaleString('en-US')} addresses and ${read.mostMegabytes.toFixed(2)} MB at most.
Resident memory of the server: ${before} MB before, ${most} MB at most: ${growth} MB more.`,
      )
      // Sessions hand in their counts at the latest when they end.
      await server.stop()
      const wholeReads = (await countWholeReads(bench.database)) - readsBefore
      tell(`Reads of a whole growing table during all of this: ${wholeReads}`)
      const wrong = [
        ...(wholeReads === 0 ? [] : [`a growing table was read whole ${wholeReads} times`]),
        ...(read.listings === expected
          ? []
          : [`${read.listings} listings were read and ${expected} are there`]),
        ...(growth < mostGrowth ? [] : [`memory grew by ${growth} MB`]),
        ...(read.mostAddresses <= mostAddresses && read.mostMegabytes < mostMegabytes
          ? []
          : ['a part is too large']),
      ]
      if (wrong.length > 0) throw new Error(`The sitemap does not hold: ${wrong.join('; ')}.`)
    } finally {
      await server.stop()
    }
  } finally {
    await bench.stop()
  }
}

async function countShown({ kysely }: Database): Promise<number> {
  const since = indexedSince(dayIn(defaultProduct.timeZone, new Date()))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listing_index where end_date is null or end_date >= ${since}`.execute(
    kysely,
  )
  return rows[0]?.count ?? 0
}

/** Looks ten times a second. */
async function watchMemory(megabytes: () => Promise<number>) {
  const before = await megabytes()
  let most = before
  const timer = setInterval(async () => {
    most = Math.max(most, await megabytes())
  }, 100)
  return {
    stop() {
      clearInterval(timer)
      return { before, most }
    },
  }
}

async function readAll(origin: string, publicUrl: string) {
  const begin = performance.now()
  const addressesOf = (text: string) => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc)
  const get = async (address: string) => {
    const response = await fetch(address.replace(publicUrl, origin))
    if (!response.ok) throw new Error(`${address} answers ${response.status}.`)
    return response.text()
  }
  const parts = addressesOf(await get(`${publicUrl}/sitemap.xml`))
  const indexMs = Math.round(performance.now() - begin)
  const times: number[] = []
  const found = { listings: 0, mostAddresses: 0, mostMegabytes: 0 }
  for (const part of parts) {
    const partBegin = performance.now()
    const text = await get(part)
    times.push(performance.now() - partBegin)
    const addresses = addressesOf(text)
    found.listings += addresses.filter((address) => address.includes('-details/')).length
    found.mostAddresses = Math.max(found.mostAddresses, addresses.length)
    found.mostMegabytes = Math.max(found.mostMegabytes, Buffer.byteLength(text) / 1_000_000)
  }
  times.sort((one, other) => one - other)
  return {
    ...found,
    parts: parts.length,
    indexMs,
    allMs: performance.now() - begin,
    usualMs: Math.round(times[times.length >> 1] ?? 0),
    longestMs: Math.round(times.at(-1) ?? 0),
  }
}

await main()
