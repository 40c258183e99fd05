/**
 * npm run bench:alerts: how long comparing a new ad with all saved searches takes, while ads arrive at a steady rate.
 * docs/performance.md has the figures.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createListingMatcher } from '../src/server/modules/alerts/match-listing.ts'
import { createCatalog } from '../src/server/modules/catalog/service.ts'
import type { StoredSearch } from '../src/server/modules/search/service.ts'
import type { Database } from '../src/server/platform/database/database.ts'
import { startJobs } from '../src/server/platform/jobs/runner.ts'
import { createLogger } from '../src/server/platform/log.ts'
import { defaultProduct } from '../src/shared/product.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { percentile } from './load-test.ts'
import { seededRandom } from './seeded-random.ts'
import { openBenchDatabase } from './server-process.ts'

const log = (text: string) => process.stdout.write(`${text}\n`)
const { values } = parseArgs({
  options: {
    searches: { type: 'string', default: '100000' },
    /** Ads per second, and for how many seconds. */
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '30' },
  },
})
const [searches, rate, seconds] = [values.searches, values.rate, values.seconds].map(Number) as [
  number,
  number,
  number,
]
const listings = 20_000

type Generator = Awaited<ReturnType<typeof loadListings>>

/** The shares of what people save: words of ads, mostly with a place, some only a topic, and few everything in a place. */
function createSearches({ listingAt, topics, cities }: Generator, statesOf: Map<number, number>) {
  const random = seededRandom(39)
  /** Skewed: the first are drawn far more often than the last. */
  const skewed = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(items.length * random.next() ** 3)] ?? (items[0] as Item)
  return (): StoredSearch & { kind: 'service' | 'event' } => {
    const { kind, title } = listingAt(Math.floor(listings * random.next() ** 2))
    const city = skewed(cities)
    const topic = skewed(topics)
    const roll = random.next()
    const words = title.toLowerCase().match(/[a-z]{4,}/g) ?? ['piano']
    const terms = Array.from({ length: 1 + random.below(2) }, () => random.pick(words))
    const concepts = terms.map((term, at) => ({
      alternatives: [{ terms: [term] }, { terms: [`${term}s`] }],
      topics: at === 0 && roll < 0.25 ? [topic.id] : [],
      places: [],
    }))
    const place = random.next()
    const state = statesOf.get(city.id) ?? 0
    return {
      kind,
      concepts: roll < 0.7 ? concepts : [],
      topics: roll >= 0.7 && roll < 0.97 ? [[topic.id]] : [],
      places: place < 0.5 ? [[city.id]] : place < 0.8 ? [[state]] : [],
      phrases: [],
      ...(random.below(5) === 0 && { price: { min: 0, max: 100 * (20 + 10 * random.below(20)) } }),
      ...(random.below(10) === 0 && { pictures: true as const }),
    }
  }
}

async function saveSearches(database: Database, draw: () => StoredSearch): Promise<number> {
  const { kysely } = database
  await removeSearches(database)
  await sql`
    insert into account (id, name, email, email_verified)
    select gen_random_uuid(), 'Bench', 'searcher' || n || '@users.bench', true from generate_series(1, ${searches / 10}::int) n`.execute(
    kysely,
  )
  await sql`
    insert into profile (id, account_id, email, name)
    select gen_random_uuid(), id, email, name from account where email like 'searcher%@users.bench'`.execute(
    kysely,
  )
  for (let first = 0; first < searches; first += 1_000) {
    const compiled = Array.from({ length: Math.min(1_000, searches - first) }, () => JSON.stringify(draw()))
    await sql`
      insert into search_pattern (kind, query, compiled)
      select distinct on (text) text::jsonb ->> 'kind', 'bench ' || text, text::jsonb from unnest(${compiled}::text[]) text
      on conflict (kind, query) do nothing`.execute(kysely)
    await sql`
      with person as (
        select id, row_number() over (order by id) as n from profile where email like 'searcher%@users.bench'
      )
      insert into saved_search (id, profile_id, pattern_id, name, frequency)
      select gen_random_uuid(), person.id, pattern.id, 'Bench', 'daily'
      from unnest(${compiled}::text[]) with ordinality drawn(text, n)
      join search_pattern pattern on pattern.query = 'bench ' || text and pattern.kind = text::jsonb ->> 'kind'
      join person on person.n = 1 + (${first}::int + drawn.n) % ${searches / 10}::int
      on conflict do nothing`.execute(kysely)
  }
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from search_pattern`.execute(
    kysely,
  )
  return rows[0]?.count ?? 0
}

async function removeSearches({ kysely }: Database) {
  await sql`delete from profile where email like 'searcher%@users.bench'`.execute(kysely)
  await sql`delete from account where email like 'searcher%@users.bench'`.execute(kysely)
  await sql`delete from search_pattern where query like 'bench %'`.execute(kysely)
  await sql`delete from listing_to_match`.execute(kysely)
}

async function main() {
  const bench = await openBenchDatabase(createLogger('error'), `bench-search-${listings}`)
  try {
    const { database, connectionString } = bench
    const { kysely } = database
    const generator = await loadListings(database, { connectionString, count: listings, log })
    const { cities } = (await createCatalog(database)).places()
    const draw = createSearches(generator, new Map(cities.map(({ id, state_id }) => [id, state_id])))
    const patterns = await saveSearches(database, draw)
    const saved = await sql<{ count: number }>`select count(*)::int as count from saved_search`.execute(
      kysely,
    )
    log(
      `${saved.rows[0]?.count.toLocaleString('en-US')} saved searches, ${patterns.toLocaleString('en-US')} of them different`,
    )

    const matching: number[] = []
    const matcher = createListingMatcher({
      ...{ database, clock: () => new Date(), timeZone: defaultProduct.timeZone },
      onMatched: (time) => matching.push(time * 1000),
    })
    const whole: number[] = []
    const memoryBefore = process.memoryUsage().rss
    const timed = async (payload: unknown) => {
      const started = performance.now()
      await matcher.matchListing(payload)
      whole.push(performance.now() - started)
    }
    const tasks = {
      match_listing: timed,
      send_search_alerts: async () => {},
      merge_search_index: async () => {},
    }
    const jobs = startJobs({ connectionString, tasks, log: createLogger('error') })
    const { rows: ads } = await sql<{ id: string }>`
      select id from listing where status = 'active' order by md5(id::text) limit ${1 + rate * seconds}`.execute(
      kysely,
    )
    const publish = async (id: string) => {
      // As if it were posted now: one that is back is no news.
      await sql`update listing set status = 'hidden', posted = now() where id = ${id}`.execute(kysely)
      await sql`update listing set status = 'active' where id = ${id}`.execute(kysely)
    }
    const processed = async (count: number) => {
      while (whole.length < count) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const [first, ...others] = ads
    if (first) await publish(first.id)
    await processed(1)
    log(`Loading the searches with the first ad: ${Math.round(whole[0] ?? 0)} ms`)
    matching.length = 0
    whole.length = 0
    const started = performance.now()
    for (const [at, { id }] of others.entries()) {
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, started + (at * 1000) / rate - performance.now())),
      )
      await publish(id)
    }
    const publishing = (performance.now() - started) / 1000
    await processed(others.length)
    const lag = (performance.now() - started) / 1000 - publishing
    await jobs.stop()
    const alerts = await sql<{ count: number }>`select count(*)::int as count from search_alert`.execute(
      kysely,
    )
    for (const [name, times] of Object.entries({ matching, 'matching and storing': whole })) {
      times.sort((a, b) => a - b)
      const [p50, p99] = [50, 99].map((percent) => percentile(times, percent).toFixed(1))
      log(`${name}: p50 ${p50} ms, p99 ${p99} ms, max ${times.at(-1)?.toFixed(1)} ms (${times.length} ads)`)
    }
    log(
      `${(others.length / publishing).toFixed(1)} ads a second; the last was done ${lag.toFixed(2)} s after it was posted`,
    )
    log(`${((alerts.rows[0]?.count ?? 0) / (1 + others.length)).toFixed(0)} alerts per ad`)
    log(`Memory: ${Math.round((process.memoryUsage().rss - memoryBefore) / 1e6)} MB more than before (RSS)`)
    await removeSearches(database)
  } finally {
    await bench.stop()
  }
}

await main()
