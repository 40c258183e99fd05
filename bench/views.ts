/**
 * npm run bench:views: the processor time that counting a view of an ad costs, in the process that serves the page and in PostgreSQL, when
 * every view is by another browser, which is the most expensive kind. docs/performance.md has the figures.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { countRequests } from '../src/server/modules/statistics/count-requests.ts'
import { createViewCounter } from '../src/server/modules/statistics/view-counter.ts'
import { createLogger } from '../src/server/platform/log.ts'
import { defaultSettings } from '../src/shared/settings/table.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { postmasterPid, processorSeconds } from './processor-time.ts'
import { seededRandom } from './seeded-random.ts'
import { openBenchDatabase } from './server-process.ts'

const perSecond = 1_000
const minutes = 5
const secondsBetweenFlushes = 15
const maxShare = 0.03
const log = (text: string) => process.stdout.write(`${text}\n`)

const bench = await openBenchDatabase(createLogger('error'), 'bench-search-10000')
try {
  const { database, connectionString } = bench
  await loadListings(database, { connectionString, count: 10_000, log })
  await sql`truncate counted_view, listing_view`.execute(database.kysely)
  const { rows: ads } = await sql<{ id: string }>`
    select id from listing where kind = 'service' and status = 'active' limit 5000`.execute(database.kysely)
  const counter = createViewCounter({
    database,
    secret: uuid(),
    settings: () => defaultSettings,
    clock: () => new Date(),
    log: createLogger('error'),
  })
  const { below: draw } = seededRandom(3)
  const requests = Array.from({ length: perSecond * secondsBetweenFlushes }, () => {
    const version = 100 + draw(40)
    return {
      method: 'GET',
      pagePattern: '/ad-details/:id',
      url: `/ad-details/${ads[draw(ads.length)]?.id}`,
      ip: '',
      headers: {
        'sec-fetch-mode': 'navigate',
        'user-agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.${draw(9_999)}.0 Safari/537.36`,
      },
    }
  })
  const onResponse = hookOf((app) => countRequests(app, counter))
  const serve = (addressOffset: number) => {
    for (const [at, request] of requests.entries()) {
      const address = addressOffset + at
      request.ip = `${10 + ((address >> 24) & 255)}.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
      onResponse(request, { statusCode: 200 }, () => {})
    }
  }
  serve(0)
  await counter.flush()
  await sql`truncate listing_view`.execute(database.kysely)

  const postgres = await postmasterPid(database)
  const before = { own: process.cpuUsage(), postgres: await processorSeconds(postgres) }
  const flushes = (minutes * 60) / secondsBetweenFlushes
  for (let at = 1; at <= flushes; at += 1) {
    serve(at * requests.length)
    await counter.flush()
  }
  const own = process.cpuUsage(before.own)
  const views = flushes * requests.length
  const microseconds = {
    server: (own.user + own.system) / views,
    postgres: (((await processorSeconds(postgres)) - before.postgres) * 1e6) / views,
  }
  const { rows } = await sql<{ views: number }>`select sum(views)::int as views from listing_view`.execute(
    database.kysely,
  )
  const share = ((microseconds.server + microseconds.postgres) * perSecond) / 1e6
  log(
    `${views.toLocaleString('en-US')} views, each by another browser, on ${ads.length.toLocaleString('en-US')} ads; ${rows[0]?.views.toLocaleString('en-US')} counted.
Per view: ${microseconds.server.toFixed(1)} µs in the server and ${microseconds.postgres.toFixed(1)} µs in PostgreSQL.
At ${perSecond.toLocaleString('en-US')} views a second, that is ${(share * 100).toFixed(1)} % of a processor.`,
  )
  if (share > maxShare) throw new Error('Counting costs more than 3 % of a processor.')
} finally {
  await bench.stop()
}

type Hook = (request: object, reply: object, done: () => void) => void

/** Returns the hook that is added to an app. */
function hookOf(add: (app: never) => void): Hook {
  const hooks: Hook[] = []
  add({ addHook: (_name: string, hook: Hook) => void hooks.push(hook) } as never)
  const [hook] = hooks
  if (!hook) throw new Error('There is no hook.')
  return hook
}
