/**
 * npm run bench:posting: measures how much longer it takes to post a service with values of ten fields than without, in turns. Every
 * ad is posted once. docs/performance.md has the figures.
 */
import { parseArgs } from 'node:util'
import { createLogger } from '../src/server/platform/log.ts'
import { drawValues, operatorFields } from './generated-listings/fields.ts'
import type { Generator } from './generated-listings/listings.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { percentile, printCells } from './load-test.ts'
import { postmasterPid, processorSeconds } from './processor-time.ts'
import { seededRandom } from './seeded-random.ts'
import { openBenchDatabase, startServer } from './server-process.ts'
import { type Ad, createAds, removeWriters, startWriters, type WriterReport } from './writers.ts'

const log = (text: string) => process.stdout.write(`${text}\n`)
const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '16' },
    /** The length of a turn, and the turns of each way of posting. */
    seconds: { type: 'string', default: '3' },
    turns: { type: 'string', default: '8' },
  },
})
const listings = Number(values.listings)
const connections = Number(values.connections)
const seconds = Number(values.seconds)
const turns = Number(values.turns)

type Writers = Awaited<ReturnType<typeof startWriters>>
/** `cpu` is the processor time of the site and of PostgreSQL per ad, in milliseconds. */
type Turn = WriterReport['post'] & { rate: number; cpu: number }
const figures = ['rate', 'p50', 'p99', 'cpu'] as const
type Figure = (typeof figures)[number]

async function main() {
  const bench = await openBenchDatabase(createLogger('error'), `bench-search-${listings}`)
  const { database, connectionString, siteFolder } = bench
  try {
    const generator = await loadListings(database, { connectionString, count: listings, log })
    await removeWriters(database)
    const server = await startServer(connectionString, { DATA_DIR: siteFolder })
    try {
      const nextService = createServices(generator)
      const start = (nextAd: () => Ad) =>
        startWriters(database, server.origin, generator, { paced: false, nextAd })
      const without = await start(nextService)
      const withFields = await start(() => addValues(nextService()))
      const processes = [server.pid, await postmasterPid(database)]
      await measureInTurns(without, withFields, processes)
      for (const writers of [without, withFields]) await writers.stop(log)
    } finally {
      await server.stop()
      await removeWriters(database)
    }
  } finally {
    await bench.stop()
  }
}

/** Returns a function that returns the next service that is not on the site. */
function createServices(generator: Generator): () => Ad {
  const adOf = createAds(generator)
  let index = generator.count
  return () => {
    for (;;) {
      const ad = adOf(index, 0)
      index += 1
      if (ad.kind === 'service') return ad
    }
  }
}

const random = seededRandom(1)
const addValues = ({ kind, body }: Ad): Ad => ({
  kind,
  body: { ...body, fields: drawValues(operatorFields, random) },
})

async function measureInTurns(without: Writers, withFields: Writers, processes: number[]) {
  const [plain, filled]: [Turn[], Turn[]] = [[], []]
  for (const writers of [without, withFields]) await takeTurn(writers, processes)
  log(`\n${turns} turns of ${seconds} s each, ${connections} connections (median turn; milliseconds)`)
  for (let turn = 0; turn < turns; turn += 1) {
    const pair = [
      { writers: without, taken: plain },
      { writers: withFields, taken: filled },
    ]
    // The second of a pair finds the jobs of the first, so the order alternates.
    for (const { writers, taken } of turn % 2 ? pair.reverse() : pair)
      taken.push(await takeTurn(writers, processes))
  }
  const rows = [
    rowOf('without fields', plain),
    rowOf('with ten fields', filled),
    ['with / without (of neighboring turns)', '', ...figures.map((figure) => ratioOf(figure, plain, filled))],
  ]
  printCells(['', 'posted', 'per second', 'p50', 'p99', 'processor time of an ad'], rows, log)
}

/** Posts one ad after the other over each connection. */
async function takeTurn(writers: Writers, processes: number[]): Promise<Turn> {
  const usedSeconds = async () =>
    (await Promise.all(processes.map(processorSeconds))).reduce((sum, used) => sum + used, 0)
  const usedBefore = await usedSeconds()
  const started = performance.now()
  const post = async () => {
    while (performance.now() - started < seconds * 1000) await writers.write('post')
  }
  await Promise.all(Array.from({ length: connections }, post))
  const passed = (performance.now() - started) / 1000
  const { post: report } = writers.report()
  // Refusals are fast.
  if (report.failures > 0) {
    await writers.stop(log)
    throw new Error(`${report.failures} ads were not posted.`)
  }
  const cpu = (1000 * ((await usedSeconds()) - usedBefore)) / report.count
  return { ...report, rate: report.count / passed, cpu }
}

const medianOf = (turns: Turn[], figure: Figure) =>
  percentile(
    turns.map((turn) => turn[figure]).sort((one, other) => one - other),
    50,
  )

function rowOf(name: string, taken: Turn[]): string[] {
  const posted = taken.reduce((sum, { count }) => sum + count, 0)
  return [name, String(posted), ...figures.map((figure) => medianOf(taken, figure).toFixed(1))]
}

/** Returns a figure with fields in relation to that without: of the medians, and of neighboring turns the least, median, and most. */
function ratioOf(figure: Figure, plain: Turn[], filled: Turn[]): string {
  const pairs = filled.map((turn, at) => turn[figure] / (plain[at]?.[figure] ?? Number.NaN))
  const sorted = pairs.sort((one, other) => one - other)
  const [least, middle, most] = [0, 50, 100].map((percent) => percentile(sorted, percent).toFixed(2))
  return `× ${(medianOf(filled, figure) / medianOf(plain, figure)).toFixed(2)} (${least}, ${middle}, ${most})`
}

await main()
