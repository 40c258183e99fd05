/**
 * npm run bench:events: measures lists of events, filters of days, and calendars on series with many dates, while others post, edit,
 * and delete. Every request is different. docs/performance.md has the figures.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createLogger } from '../src/server/platform/log.ts'
import { addDays } from '../src/shared/days.ts'
import { pageSize } from '../src/shared/limits.ts'
import { eventDays } from '../src/shared/list-filters.ts'
import { loadSeries } from './event-series.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { measure, printCells } from './load-test.ts'
import { createDraw, type Draw, type NextPath } from './requests/draw.ts'
import { openBenchDatabase, startServer } from './server-process.ts'
import { removeWriters, startWriters } from './writers.ts'

const { values } = parseArgs({
  options: {
    /** A third of them are events. */
    listings: { type: 'string', default: '300000' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '16' },
    /** Measures only the classes whose name contains this. */
    only: { type: 'string', default: '' },
  },
})
const listings = Number(values.listings)
const seconds = Number(values.seconds)
const connections = Number(values.connections)
if (![listings, seconds, connections].every((option) => option > 0))
  throw new Error('--listings, --seconds, and --connections must be positive numbers.')

const log = (text: string) => process.stdout.write(`${text}\n`)
/** The highest acceptable p99 in milliseconds. */
const bar = 50
/** The warm-up of each class, before the first is measured. */
const warmUpSeconds = 3

function eventRequests(draw: Draw, events: number): Record<string, NextPath> {
  const { random, topic, placeNames } = draw
  const today = new Date().toISOString().slice(0, 10)
  const topicNames = () => {
    const { name, category } = topic()
    return { category, subcategory: name }
  }
  const list = (query: Record<string, string | number | undefined>) => draw.path('/api/eventsbyfilter', query)
  const day = () => addDays(today, random.below(330) - 30)
  const page = () => 1 + random.below(10)
  const range = (days: number) => {
    const from = day()
    return { from, to: addDays(from, random.below(days)) }
  }
  const month = (query: Record<string, string | number | undefined>) => {
    const from = day()
    return draw.path('/api/eventcalendar', { from, to: addDays(from, 41), ...query })
  }
  /** A price that leaves out little, so that each request is different. */
  const price = () => (500 + random.below(100_000) / 100).toFixed(2)
  return {
    'list, soonest': () =>
      draw.path('/api/events', { page: 1 + random.below(Math.min(800, Math.ceil(events / pageSize))) }),
    'list, state': () => list({ ...placeNames(1), page: page() }),
    'list, city': () => list({ ...placeNames(2), page: page() }),
    'list, subcategory': () => list({ ...topicNames(), page: page() }),
    'days, named, everywhere': () =>
      list({ when: random.pick([...eventDays]), price_max: price(), page: page() }),
    'days, 1–30, everywhere': () => list({ ...range(30), price_max: price(), page: page() }),
    'days, 1–30, state': () => list({ ...range(30), ...placeNames(1), page: page() }),
    'days, open range, subcategory': () => list({ from: day(), ...topicNames(), page: page() }),
    'month, everywhere': () => month({ price_max: price() }),
    'month, counts only': () => month({ price_max: price(), limit: 0 }),
    'month, state': () => month(placeNames(1)),
    'month, subcategory + state': () => month({ ...topicNames(), ...placeNames(1) }),
    'month, one word': () => month({ searchtext: draw.word() }),
  }
}

const bench = await openBenchDatabase(createLogger('error'), `bench-events-${listings}`)
const { database, connectionString } = bench
try {
  const generator = await loadListings(database, { connectionString, count: listings, log })
  const { series, dates } = await loadSeries(database, { connectionString, log })
  await removeWriters(database)
  const server = await startServer(connectionString, { DATA_DIR: bench.siteFolder })
  const writers = await startWriters(database, server.origin, generator)
  try {
    const count = (number: number) => number.toLocaleString('en-US')
    log(
      `\n${count(series)} series with ${count(dates)} dates; ${connections} connections; load average ${loadavg()[0]?.toFixed(1)} before (milliseconds)`,
    )
    const cells: string[][] = []
    const requests = Object.entries(eventRequests(createDraw(generator, 7), series))
    // For the first half minute after a start, requests take two to three times as long: the engine compiles the code that they
    // run, and the index reads the postings of each day for the first time.
    for (const [name, next] of requests)
      await measure(name, server.origin, next, warmUpSeconds, { connections })
    for (const [name, next] of requests) {
      if (!name.includes(values.only)) continue
      await measure(name, server.origin, next, 1, { connections })
      const row = await measure(name, server.origin, next, seconds, { connections })
      const times = [row.p50, row.p95, row.p99].map((time) => time.toFixed(1))
      const load = loadavg()[0]?.toFixed(1) ?? ''
      cells.push([
        name,
        ...times,
        row.p99 <= bar ? 'yes' : 'no',
        String(row.rate),
        String(row.failures),
        load,
      ])
    }
    printCells(['', 'p50', 'p95', 'p99', `≤ ${bar}`, 'req/s', 'failed', 'load'], cells, log)
    for (const [worker, megabytes] of Object.entries(await server.memoryOfProcesses()))
      log(`Memory of ${worker === 'jobs' ? 'the job process' : `worker ${worker}`} (RSS): ${megabytes} MB`)
  } finally {
    await writers.stop(log)
    await server.stop()
  }
  await removeWriters(database)
} finally {
  await bench.stop()
}
