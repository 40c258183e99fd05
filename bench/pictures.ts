/**
 * npm run bench:pictures: how long a 12-megapixel photo takes until it is stored in all its widths; and what list calls
 * and memory do while twenty of them come at once. LISTINGS=10000 changes the size of the lists. Linux only.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { createProcessLog } from '../src/server/platform/process-log.ts'
import { goodPictures } from '../test/support/pictures.ts'
import { createAccount, forgetAccounts, signIn } from './accounts.ts'
import { createQuestions } from './request-mix.ts'
import { loadListings } from './seed-listings.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const wanted = Number(process.env.LISTINGS ?? 100_000)
const alone = 11
const atOnce = 20
const visitorsASecond = 100
const dataFolder = fileURLToPath(new URL('../data/', import.meta.url))
const tell = (text: string) => process.stdout.write(`${text}\n`)

type Server = Awaited<ReturnType<typeof startServer>>
type Send = () => Promise<number>
type Listed = { p50: number; p99: number; longest: number; rate: number }

async function main() {
  const bench = await openBenchDatabase(createProcessLog('error'))
  const folder = await mkdtemp(`${dataFolder}bench-pictures-`)
  const server = await startServer(bench.connectionString, { DATA_DIR: folder })
  try {
    await loadListings(bench.database, wanted, tell)
    const { calls } = await createQuestions(bench.database)
    const photo = await goodPictures['photo.jpg']()
    const send = await senderOf(server, await createAccount(bench.database), photo)
    tell(
      `A photo of 12 megapixels and ${(photo.length / 1e6).toFixed(1)} MB; ${availableParallelism()} processors.`,
    )
    await measureAlone(server, send)
    await measureAtOnce(server, send, Object.values(calls).flat())
  } finally {
    await server.stop()
    await forgetAccounts(bench.database)
    await bench.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Signs in, and answers what uploads the picture; of an upload the milliseconds until it is stored. */
async function senderOf({ origin }: Server, email: string, picture: Buffer): Promise<Send> {
  const cookie = await signIn(origin, email)
  return async () => {
    const body = new FormData()
    body.set('upload_preset', 'corkboard')
    body.set('folder', 'ads')
    body.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg')
    return timed(async () => {
      const response = await fetch(`${origin}/api/images`, { method: 'POST', headers: { cookie }, body })
      const answer = await response.text()
      if (response.status !== 201) throw new Error(`An upload was answered ${response.status}: ${answer}`)
    })
  }
}

async function measureAlone(server: Server, send: Send) {
  const memory = watchMemory(server)
  tell(`\nOne after the other (milliseconds until stored)`)
  tell(`  the first, with the start of its process: ${(await send()).toFixed(0)}`)
  const times: number[] = []
  for (let n = 0; n < alone; n += 1) times.push(await send())
  times.sort((a, b) => a - b)
  tell(`  ${alone} more: p50 ${median(times).toFixed(0)}, longest ${times.at(-1)?.toFixed(0)}`)
  tell(`  most memory of the server and its processes: ${await memory.stop()} MB`)
}

async function measureAtOnce(server: Server, send: Send, paths: string[]) {
  const { origin } = server
  tell('\nList calls (milliseconds)')
  // The first of each kind are slower than all that follow.
  await listWithoutPause(origin, paths, delay(5000))
  for (const [name, list] of [
    [`${visitorsASecond} a second`, listSteadily],
    ['without a pause', listWithoutPause],
  ] as const) {
    tell(`  ${name}, no uploads: ${inWords(await list(origin, paths, delay(10_000)))}`)
    const memory = watchMemory(server)
    const uploads = Promise.all(Array.from({ length: atOnce }, send))
    tell(`  ${name}, ${atOnce} uploads at once: ${inWords(await list(origin, paths, uploads))}`)
    const longest = Math.max(...(await uploads)) / 1000
    tell(`    all stored after ${longest.toFixed(1)} s; most memory ${await memory.stop()} MB`)
  }
}

/** Asks for a list every few milliseconds, as visitors come, until the work is done. */
async function listSteadily(origin: string, paths: string[], work: Promise<unknown>): Promise<Listed> {
  const answers: Promise<number>[] = []
  const started = performance.now()
  const timer = setInterval(() => {
    const path = paths[(answers.length * 7919) % paths.length]
    answers.push(timed(() => fetch(`${origin}${path}`).then((response) => response.arrayBuffer())))
  }, 1000 / visitorsASecond)
  await work
  clearInterval(timer)
  const seconds = (performance.now() - started) / 1000
  const times = (await Promise.all(answers)).sort((a, b) => a - b)
  const at = (part: number) => times[Math.ceil(times.length * part) - 1] ?? 0
  return { p50: at(0.5), p99: at(0.99), longest: at(1), rate: times.length / seconds }
}

/** Asks as often as ten connections get an answer. */
async function listWithoutPause(origin: string, paths: string[], work: Promise<unknown>): Promise<Listed> {
  const { promise, resolve } = Promise.withResolvers<autocannon.Result>()
  const requests = paths.map((path) => ({ method: 'GET' as const, path }))
  const options = { url: origin, connections: 10, duration: 600, requests }
  const asking = autocannon(options, (_error, result) => resolve(result))
  await work
  asking.stop()
  const { latency, requests: done } = await promise
  return { p50: latency.p50, p99: latency.p99, longest: latency.max, rate: done.average }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const inWords = ({ p50, p99, longest, rate }: Listed) =>
  `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, longest ${longest.toFixed(0)}; ${rate.toFixed(0)} a second`

/** Looks every few milliseconds. Answers the most that it saw. */
function watchMemory({ residentMegabytes }: Pick<Server, 'residentMegabytes'>) {
  let [most, watching] = [0, true]
  const watch = (async () => {
    while (watching) {
      most = Math.max(most, await residentMegabytes())
      await delay(20)
    }
  })()
  return {
    async stop() {
      watching = false
      await watch
      return most
    },
  }
}

const median = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0

await main()
