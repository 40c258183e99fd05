/**
 * npm run bench:pictures: measures how long a 12-megapixel photo takes until all its sizes are stored, and the latency of
 * list calls and the memory while twenty are uploaded concurrently. LISTINGS=10000 changes the size of the lists.
 * Linux only.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { createLogger } from '../src/server/platform/log.ts'
import { goodPictures } from '../test/support/data/pictures.ts'
import { createAccount, signIn } from './accounts.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { percentile } from './load-test.ts'
import { sampleMemory } from './memory.ts'
import { createDraw } from './requests/draw.ts'
import { listRequests } from './requests/list-requests.ts'
import { openBenchDatabase, startServer } from './server-process.ts'
import { removeWriters } from './writers.ts'

const listingCount = Number(process.env.LISTINGS ?? 100_000)
const sequentialUploads = 11
const concurrentUploads = 20
const visitorsPerSecond = 100
/** Requests of each kind of list of `npm run bench`. */
const requestsPerList = 400
const requestSeed = 7
const memorySampleMs = 20
const dataFolder = fileURLToPath(new URL('../data/', import.meta.url))
const log = (text: string) => process.stdout.write(`${text}\n`)

type Server = Awaited<ReturnType<typeof startServer>>
/** Uploads the photo. Resolves to the milliseconds until it is stored. */
type Upload = () => Promise<number>
type Latency = { p50: number; p99: number; max: number; rate: number }

async function main() {
  const bench = await openBenchDatabase(createLogger('error'), `bench-search-${listingCount}`)
  const { database, connectionString } = bench
  const generator = await loadListings(database, { connectionString, count: listingCount, log })
  const folder = await mkdtemp(`${dataFolder}bench-pictures-`)
  const server = await startServer(connectionString, { DATA_DIR: folder })
  try {
    const lists = Object.values(listRequests(createDraw(generator, requestSeed), listingCount))
    const paths = Array.from({ length: requestsPerList }, () => lists.map((next) => next())).flat()
    const photo = await goodPictures['photo.jpg']()
    const upload = await createUploader(server, await createAccount(database), photo)
    log(`Photo: 12 megapixels, ${(photo.length / 1e6).toFixed(1)} MB; ${availableParallelism()} processors.`)
    await measureSequential(server, upload)
    await measureConcurrent(server, upload, paths)
  } finally {
    await server.stop()
    await removeWriters(database)
    await bench.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Signs in and returns a function that uploads the picture. */
async function createUploader({ origin }: Server, email: string, picture: Buffer): Promise<Upload> {
  const cookie = await signIn(origin, email)
  return async () => {
    const body = new FormData()
    body.set('upload_preset', 'corkboard')
    body.set('folder', 'ads')
    body.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg')
    return timed(async () => {
      const response = await fetch(`${origin}/api/images`, {
        method: 'POST',
        headers: { cookie, origin },
        body,
      })
      const text = await response.text()
      if (response.status !== 201) throw new Error(`An upload returned ${response.status}: ${text}`)
    })
  }
}

async function measureSequential(server: Server, upload: Upload) {
  const stopSampling = sampleMemory(server, memorySampleMs)
  log(`\nSequential uploads (milliseconds until stored)`)
  log(`  first, which starts the worker process: ${(await upload()).toFixed(0)}`)
  const times: number[] = []
  for (let n = 0; n < sequentialUploads; n += 1) times.push(await upload())
  times.sort((a, b) => a - b)
  log(
    `  ${sequentialUploads} more: p50 ${percentile(times, 50).toFixed(0)}, max ${percentile(times, 100).toFixed(0)}`,
  )
  log(`  peak memory of the server and its processes: ${Math.max(...(await stopSampling()))} MB`)
}

async function measureConcurrent(server: Server, upload: Upload, paths: string[]) {
  const { origin } = server
  log('\nList calls (milliseconds)')
  // Warm up: the first requests of each kind are slower than the rest.
  await requestContinuously(origin, paths, delay(5000))
  for (const [name, list] of [
    [`${visitorsPerSecond} per second`, requestAtFixedRate],
    ['continuously', requestContinuously],
  ] as const) {
    log(`  ${name}, no uploads: ${formatLatency(await list(origin, paths, delay(10_000)))}`)
    const stopSampling = sampleMemory(server, memorySampleMs)
    const uploads = Promise.all(Array.from({ length: concurrentUploads }, upload))
    log(
      `  ${name}, ${concurrentUploads} concurrent uploads: ${formatLatency(await list(origin, paths, uploads))}`,
    )
    const slowest = Math.max(...(await uploads)) / 1000
    log(`    all stored after ${slowest.toFixed(1)} s; peak memory ${Math.max(...(await stopSampling()))} MB`)
  }
}

/** Requests lists at a fixed rate until `work` settles. */
async function requestAtFixedRate(origin: string, paths: string[], work: Promise<unknown>): Promise<Latency> {
  const responses: Promise<number>[] = []
  const started = performance.now()
  const timer = setInterval(() => {
    const path = paths[(responses.length * 7919) % paths.length]
    responses.push(timed(() => fetch(`${origin}${path}`).then((response) => response.arrayBuffer())))
  }, 1000 / visitorsPerSecond)
  await work
  clearInterval(timer)
  const seconds = (performance.now() - started) / 1000
  const times = (await Promise.all(responses)).sort((a, b) => a - b)
  return {
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    max: percentile(times, 100),
    rate: times.length / seconds,
  }
}

/** Requests lists as fast as ten connections allow until `work` settles. */
async function requestContinuously(
  origin: string,
  paths: string[],
  work: Promise<unknown>,
): Promise<Latency> {
  const { promise, resolve } = Promise.withResolvers<autocannon.Result>()
  const requests = paths.map((path) => ({ method: 'GET' as const, path }))
  const options = { url: origin, connections: 10, duration: 600, requests }
  const load = autocannon(options, (_error, result) => resolve(result))
  await work
  load.stop()
  const { latency, requests: done } = await promise
  return { p50: latency.p50, p99: latency.p99, max: latency.max, rate: done.average }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const formatLatency = ({ p50, p99, max, rate }: Latency) =>
  `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, max ${max.toFixed(0)}; ${rate.toFixed(0)} per second`

await main()
