/**
 * npm run bench:admin: measures every list of the dashboard, as sorted, searched, and paginated there, with 1,000,000
 * listings, 200,000 users, and four concurrent admins. LISTINGS and SECONDS change the size and the duration. The data
 * stays in data/bench-admin-<number> for the next run.
 */
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'
import { createLogger } from '../src/server/platform/log.ts'
import { pageSize } from '../src/shared/limits.ts'
import { createAccount, deleteAccounts, signIn } from './accounts.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { type Measurement, measure, printTable } from './load-test.ts'
import { seedModeration, seedUsers } from './seed-moderation.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const listingCount = Number(process.env.LISTINGS ?? 1_000_000)
const seconds = Number(process.env.SECONDS ?? 4)
const admins = 4
const log = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const bench = await openBenchDatabase(createLogger('error'), `bench-admin-${listingCount}`)
  try {
    const { connectionString } = bench
    await loadListings(bench.database, { connectionString, count: listingCount, log })
    await seedUsers(bench.database, log)
    await seedModeration(bench.database, log)
    const email = await createAccount(bench.database)
    const server = await startServer(connectionString, { DATA_DIR: bench.siteFolder })
    try {
      await sql`
        insert into profile (id, account_id, email, name, is_admin)
        select uuidv7(), id, email, name, true from account where email = ${email}`.execute(
        bench.database.kysely,
      )
      const cookie = await signIn(server.origin, email)
      log(
        `\n${listingCount.toLocaleString('en-US')} listings; ${admins} concurrent admins; ${availableParallelism()} processors, shared by the server, the database, and the load generator (milliseconds; requests per second)`,
      )
      const rows: Measurement[] = []
      for (const [name, paths] of Object.entries(await createRequests(bench.database))) {
        await warmUp(server.origin, paths, cookie)
        await measure(name, server.origin, paths, 1, { connections: admins, cookie })
        rows.push(await measure(name, server.origin, paths, seconds, { connections: admins, cookie }))
      }
      printTable(rows, log)
      const slow = rows.filter(({ p99 }) => p99 > 50).map(({ name }) => name)
      log(`Over 50 ms at p99: ${slow.join(', ') || 'none'}`)
      log(`Server memory (RSS) afterwards: ${await server.residentMegabytes()} MB`)
    } finally {
      await server.stop()
    }
  } finally {
    await deleteAccounts(bench.database)
    await bench.stop()
  }
}

/**
 * Requests every path once and throws if one fails: errors are fast and would improve the figures. Retries a 503, because
 * a table that is not in memory yet can exceed the statement timeout once.
 */
async function warmUp(origin: string, paths: string[], cookie: string) {
  const get = (path: string) => fetch(origin + path, { headers: { cookie } })
  for (const path of paths) {
    let response = await get(path)
    for (let retries = 0; response.status === 503 && retries < 3; retries += 1) {
      log(`${path} returned 503, retrying`)
      response = await get(path)
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`)
  }
}

/** Returns the URLs of each list: its sorts, searches, first pages, and last page. */
async function createRequests({ kysely }: Database): Promise<Record<string, string[]>> {
  const { rows: samples } = await sql<{ id: string; email: string }>`
    select listing.id, profile.email from listing join profile on profile.id = author_id limit 40`.execute(
    kysely,
  )
  const emails = samples.map(({ email }) => email)
  const requests: Record<string, string[]> = {}
  const add = (name: string, path: string, queries: Record<string, string | number>[]) => {
    requests[name] = queries.map(
      (query) =>
        `/api${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
    )
  }
  const combine = (sorts: string[], pages: number[], parameters: Record<string, string> = {}) =>
    sorts.flatMap((sort) => pages.map((page) => ({ ...parameters, sort, page })))
  const firstPages = [1, 2, 3, 10]

  add('overview', '/moderation/overview', [{}])
  add('what waits', '/moderation/waiting', [{}])
  add(
    'queue',
    '/moderation/cases',
    ['oldest', 'newest', 'most'].map((sort) => ({ sort, limit: pageSize })),
  )
  for (const sort of ['newest', 'name', 'email']) {
    add(`users by ${sort}`, '/profiles', combine([sort], firstPages))
  }
  add('users, last page', '/profiles', combine(['newest', 'name', 'email'], [4000]))
  const names = ['ana', 'holm', 'ana holm 17', 'seller-1999', 'e', 'seller', 'nobody at all', ...emails]
  add(
    'users, searched',
    '/profiles',
    names.map((search) => ({ search })),
  )
  add('admins', '/admins', combine(['email', 'name', 'pending'], [1]))
  for (const kind of ['service', 'event']) {
    const listings = '/moderation/listings'
    const sorts = ['newest', 'price-asc', 'price-desc']
    for (const status of ['live', 'reported', 'hidden', 'deleted']) {
      add(
        `${kind}s, ${status}`,
        listings,
        combine(sorts, firstPages, { kind, status, limit: String(pageSize) }),
      )
      const searches = ['dog walking', 'piano', 'weekend', ...emails.slice(0, 5)]
      add(
        `${kind}s, ${status}, searched`,
        listings,
        searches.map((search) => ({ kind, status, search, limit: pageSize })),
      )
    }
    add(
      `${kind}s, live, page 1,000`,
      listings,
      combine(sorts, [1000], { kind, status: 'live', limit: String(pageSize) }),
    )
    add(
      `reported ${kind}s`,
      '/moderation/cases',
      ['oldest', 'newest', 'most'].map((sort) => ({ source: kind, sort, limit: pageSize })),
    )
    add(
      `reported ${kind}s, searched`,
      '/moderation/cases',
      ['dog walking', 'piano', ...emails.slice(0, 5)].map((search) => ({
        source: kind,
        search,
        limit: pageSize,
      })),
    )
    add(
      `/${kind}sbyfilter?status=reported`,
      `/${kind}sbyfilter`,
      firstPages.map((page) => ({ status: 'reported', page })),
    )
  }
  add(
    'messages',
    '/moderation/messages',
    firstPages.map((page) => ({ page })),
  )
  add(
    'messages, searched',
    '/moderation/messages',
    ['writer-1777', 'ad', 'nothing like it'].map((search) => ({ search })),
  )
  add(
    'log',
    '/moderation/log',
    firstPages.map((page) => ({ page })),
  )
  add(
    'log, searched',
    '/moderation/log',
    ['listing.approve', 'account', ...samples.map(({ id }) => id)].map((search) => ({ search })),
  )
  return requests
}

await main()
