/** Measures how long comparing a new ad with all saved searches and storing its alerts takes, while ads arrive at a steady rate. */

import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { createListingMatcher } from '../src/server/modules/alerts/match-listing.ts'
import { createCatalog } from '../src/server/modules/catalog/service.ts'
import type { Database } from '../src/server/platform/database/database.ts'
import { startJobs } from '../src/server/platform/jobs/runner.ts'
import { createLogger } from '../src/server/platform/log.ts'
import { createSearches, removeSearches, saveSearches } from './draw-searches.ts'
import type { Generator } from './generated-listings/listings.ts'
import { percentile } from './load-test.ts'

type Options = {
  connectionString: string
  generator: Generator
  searches: number
  /** Ads per second, and for how many seconds. */
  rate: number
  seconds: number
  log: (line: string) => void
}

/** In milliseconds, sorted. */
type Times = { job: number[]; delay: number[] }

/** `p99` is what comparing one ad and storing its alerts takes, in milliseconds. */
export type SavedSearchReport = {
  saved: number
  patterns: number
  ads: number
  alerts: number
  p99: number
}

/** Saves the searches, publishes ads, prints the figures, and removes the searches. No other process may run jobs. */
export async function measureSavedSearches(database: Database, options: Options): Promise<SavedSearchReport> {
  const { searches, rate, seconds, log } = options
  const { kysely } = database
  await saveSearches(database, createSearches(options.generator), searches)
  try {
    const memoryBefore = process.memoryUsage().rss
    const { times, loading } = await publishAds(database, options)
    const memory = process.memoryUsage().rss - memoryBefore
    const { rows } = await sql<{ saved: number; patterns: number; alerts: number }>`
      select (select count(*)::int from saved_search) as saved, (select count(*)::int from search_pattern) as patterns,
        (select count(*)::int from search_alert) as alerts`.execute(kysely)
    const { saved = 0, patterns = 0, alerts = 0 } = rows[0] ?? {}
    const ads = times.delay.length
    log(
      `\n${saved.toLocaleString('en-US')} saved searches, ${patterns.toLocaleString('en-US')} of them different; ${rate} ads a second for ${seconds} s, each found by ${(alerts / (1 + ads)).toFixed(0)} searches`,
    )
    for (const [name, values] of Object.entries({
      'comparing one ad and storing its alerts': times.job,
      'from posting an ad until its alerts are stored': times.delay,
    })) {
      const [p50, p99] = [50, 99].map((percent) => percentile(values, percent).toFixed(1))
      log(`  ${name}: p50 ${p50} ms, p99 ${p99} ms, at most ${values.at(-1)?.toFixed(1)} ms`)
    }
    log(
      `  reading the searches with the first ad: ${Math.round(loading)} ms, ${Math.round(memory / 1e6)} MB (RSS)`,
    )
    return { saved, patterns, ads, alerts, p99: percentile(times.job, 99) }
  } finally {
    await removeSearches(database)
  }
}

async function publishAds(database: Database, { connectionString, rate, seconds }: Options) {
  const { kysely } = database
  const times: Times = { job: [], delay: [] }
  const published = new Map<string, number>()
  const catalog = await createCatalog(database)
  const { matchListing } = createListingMatcher({
    database,
    catalog: async () => catalog,
    clock: () => new Date(),
  })
  const tasks = {
    match_listing: async (payload: unknown) => {
      const started = performance.now()
      await matchListing(payload)
      const now = performance.now()
      times.job.push(now - started)
      times.delay.push(now - (published.get((payload as { id: string }).id) ?? now))
    },
    send_search_alerts: async () => {},
  }
  const jobs = startJobs({ connectionString, tasks, log: createLogger('error') })
  const { rows: ads } = await sql<{ id: string }>`
    select id from listing where status = 'active' order by md5(id::text) limit ${1 + rate * seconds}`.execute(
    kysely,
  )
  const publish = async (id: string) => {
    // As if it were posted now: one that is back is no news.
    await sql`update listing set status = 'hidden', posted = now() where id = ${id}`.execute(kysely)
    published.set(id, performance.now())
    await sql`update listing set status = 'active' where id = ${id}`.execute(kysely)
  }
  const stored = async (count: number) => {
    while (times.delay.length < count) await delay(20)
  }
  const [first, ...others] = ads
  if (first) await publish(first.id)
  await stored(1)
  const [loading = 0] = times.delay
  Object.assign(times, { job: [], delay: [] })
  const started = performance.now()
  for (const [at, { id }] of others.entries()) {
    await delay(Math.max(0, started + (at * 1000) / rate - performance.now()))
    await publish(id)
  }
  await stored(others.length)
  await jobs.stop()
  for (const values of Object.values(times)) values.sort((a, b) => a - b)
  return { times, loading }
}
