/**
 * npm run bench:overload: finds the rate at which the server answers pages and calls as fast as it can, offers twice that,
 * and reports what it serves, what it rejects, its memory, and its response times afterwards.
 * SECONDS=120 changes the duration of the overload, LISTINGS=20000 the size.
 */
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { createLogger } from '../src/server/platform/log.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { percentile } from './load-test.ts'
import { sampleMemory } from './memory.ts'
import { requestClasses } from './requests/classes.ts'
import { createDraw } from './requests/draw.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const listingCount = Number(process.env.LISTINGS ?? 20_000)
const overloadSeconds = Number(process.env.SECONDS ?? 120)
/** Enough to saturate the server without making requests wait long. */
const saturatingConnections = 20
/** More than the server lets in at once. */
const overloadConnections = 1_000
/** The load after which response times are compared: what a healthy server has left over half of its time. */
const calmShare = 0.4
const recoverySeconds = 5
/** Requests of each class of `npm run bench`. */
const requestsPerClass = 400

const requestSeed = 7

const log = (text: string) => process.stdout.write(`${text}\n`)

type Load = { connections: number; seconds: number; rate?: number }
type Result = {
  /** Requests per second by status; `failed` for those without a response. */
  statuses: Record<string, number>
  p50: number
  p99: number
}

async function main() {
  const bench = await openBenchDatabase(createLogger('error'), `bench-search-${listingCount}`)
  const { database, connectionString } = bench
  const generator = await loadListings(database, { connectionString, count: listingCount, log })
  const server = await startServer(connectionString, { DATA_DIR: bench.siteFolder })
  try {
    const classes = Object.values(requestClasses(createDraw(generator, requestSeed), listingCount))
    const paths = Array.from({ length: requestsPerClass }, () => classes.map((next) => next())).flat()
    const offer = (load: Load) => offerLoad(server.origin, paths, load)
    log(
      `\n${listingCount.toLocaleString('en-US')} listings; ${availableParallelism()} processors, shared by the server, the database, and the load generator.`,
    )
    await offer({ connections: saturatingConnections, seconds: 10 })
    const sustained = await offer({ connections: saturatingConnections, seconds: 15 })
    const rate = Math.round(sustained.statuses['200'] ?? 0)
    report(`Sustainable, ${saturatingConnections} concurrent requests`, sustained)
    const calm = { connections: saturatingConnections, seconds: 15, rate: Math.round(rate * calmShare) }
    report(`Calm, ${calm.rate} requests/s offered, before`, await offer(calm))

    const stopSampling = sampleMemory(server, (overloadSeconds * 1000) / 10)
    const overload = { connections: overloadConnections, seconds: overloadSeconds, rate: 2 * rate }
    report(`Overload, ${overload.rate} requests/s offered for ${overloadSeconds} s`, await offer(overload))
    log(`  server memory (RSS, MB) every tenth of the time: ${(await stopSampling()).join(' ')}`)
    await delay(recoverySeconds * 1000)
    report(`Calm, ${recoverySeconds} s later`, await offer(calm))
    log(`  server memory (RSS): ${await server.residentMegabytes()} MB`)
  } finally {
    await server.stop()
    await bench.stop()
  }
}

/** Without a `rate`, each connection sends its next request when the last one was answered. */
async function offerLoad(
  origin: string,
  paths: string[],
  { connections, seconds, rate }: Load,
): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const counts: Record<string, number> = {}
  const times: number[] = []
  let sent = 0
  const send = async () => {
    const start = performance.now()
    const path = paths[sent % paths.length] ?? '/'
    sent += 1
    const status = await statusOf(origin + path, agent)
    counts[status] = (counts[status] ?? 0) + 1
    if (status === '200') times.push(performance.now() - start)
  }
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 1000
  if (rate === undefined)
    await Promise.all(Array.from({ length: connections }, () => sendUntil(send, () => elapsed() > seconds)))
  else await sendAtRate(send, rate, seconds, elapsed)
  const duration = elapsed()
  agent.destroy()
  times.sort((a, b) => a - b)
  const statuses = Object.fromEntries(
    Object.entries(counts).map(([status, count]) => [status, count / duration]),
  )
  return { statuses, p50: percentile(times, 50), p99: percentile(times, 99) }
}

async function sendUntil(send: () => Promise<void>, isOver: () => boolean) {
  while (!isOver()) await send()
}

/** Sends on time even if earlier requests were not answered yet, like visitors who do not know of each other. */
async function sendAtRate(send: () => Promise<void>, rate: number, seconds: number, elapsed: () => number) {
  const open = new Set<Promise<void>>()
  for (let sent = 0; elapsed() < seconds; await delay(5)) {
    for (; sent < elapsed() * rate; sent += 1) {
      const response = send().finally(() => open.delete(response))
      open.add(response)
    }
  }
  await Promise.all(open)
}

/** Returns the status of the response, or `failed`. */
function statusOf(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const outgoing = request(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(String(response.statusCode)))
    })
    outgoing.once('error', () => resolve('failed')).end()
  })
}

function report(name: string, { statuses, p50, p99 }: Result) {
  const rates = Object.entries(statuses).map(([status, rate]) => `${status}: ${rate.toFixed(1)}/s`)
  log(
    `${name}\n  ${rates.join(', ')}; response time of served requests: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  )
}

await main()
