/**
 * npm run bench:admin: what the dashboard asks, with 1,000,000 listings and 200,000 people: every list by four admins at
 * once, as sorted, searched and paged there. LISTINGS and SECONDS change the size and the length; the data stays in
 * data/bench-large for the next run.
 */
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'
import { createProcessLog } from '../src/server/platform/process-log.ts'
import { pageSize } from '../src/shared/limits.ts'
import { createAccount, forgetAccounts, signIn } from './accounts.ts'
import { type Measured, measure, printTable } from './load-test.ts'
import { loadListings } from './seed-listings.ts'
import { addPeople, addWork } from './seed-moderation.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const wanted = Number(process.env.LISTINGS ?? 1_000_000)
const seconds = Number(process.env.SECONDS ?? 4)
const admins = 4
const tell = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const bench = await openBenchDatabase(createProcessLog('error'), 'bench-large')
  try {
    await addPeople(bench.database, tell)
    await loadListings(bench.database, wanted, tell)
    await addWork(bench.database, tell)
    const email = await createAccount(bench.database)
    const server = await startServer(bench.connectionString)
    try {
      await sql`
        insert into profile (id, account_id, email, name, is_admin)
        select uuidv7(), id, email, name, true from account where email = ${email}`.execute(
        bench.database.kysely,
      )
      const cookie = await signIn(server.origin, email)
      tell(
        `\n${wanted.toLocaleString('en-US')} listings; ${admins} admins at once; ${availableParallelism()} processors shared by server, database and load (milliseconds; requests a second)`,
      )
      const rows: Measured[] = []
      for (const [name, paths] of Object.entries(await createAsked(bench.database))) {
        await expectAnswered(server.origin, paths, cookie)
        await measure(name, server.origin, paths, 1, { connections: admins, cookie })
        rows.push(await measure(name, server.origin, paths, seconds, { connections: admins, cookie }))
      }
      printTable(rows, tell)
      const slow = rows.filter(({ p99 }) => p99 > 50).map(({ name }) => name)
      tell(`Over 50 ms at p99: ${slow.join(', ') || 'none'}`)
      tell(`Resident memory of the server afterwards: ${await server.residentMegabytes()} MB`)
    } finally {
      await server.stop()
    }
  } finally {
    await forgetAccounts(bench.database)
    await bench.stop()
  }
}

/** Whatever is refused is answered quickly, too. What nobody has read since the machine was started may take too long once. */
async function expectAnswered(origin: string, paths: string[], cookie: string) {
  const ask = (path: string) => fetch(origin + path, { headers: { cookie } })
  for (const path of paths) {
    let answer = await ask(path)
    for (let again = 0; answer.status === 503 && again < 3; again += 1) {
      tell(`${path} was answered 503 and is asked again`)
      answer = await ask(path)
    }
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`)
  }
}

/** The addresses of each list: its sorts, its searches, its first pages and its last. */
async function createAsked({ kysely }: Database): Promise<Record<string, string[]>> {
  const { rows: some } = await sql<{ id: string; email: string }>`
    select listing.id, profile.email from listing join profile on profile.id = author_id limit 40`.execute(
    kysely,
  )
  const emails = some.map(({ email }) => email)
  const asked: Record<string, string[]> = {}
  const add = (name: string, path: string, queries: Record<string, string | number>[]) => {
    asked[name] = queries.map(
      (query) =>
        `/api${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
    )
  }
  const crossed = (sorts: string[], pages: number[], more: Record<string, string> = {}) =>
    sorts.flatMap((sort) => pages.map((page) => ({ ...more, sort, page })))
  const firstPages = [1, 2, 3, 10]

  add('overview', '/moderation/overview', [{}])
  for (const sort of ['newest', 'name', 'email']) {
    add(`users by ${sort}`, '/profiles', crossed([sort], firstPages))
  }
  add('users, the last page', '/profiles', crossed(['newest', 'name', 'email'], [4000]))
  const names = ['ana', 'holm', 'ana holm 17', 'seller-1999', 'e', 'seller', 'nobody at all', ...emails]
  add(
    'users, searched',
    '/profiles',
    names.map((search) => ({ search })),
  )
  add('admins', '/admins', crossed(['email', 'name', 'pending'], [1]))
  for (const kind of ['service', 'event']) {
    const listings = '/moderation/listings'
    const sorts = ['newest', 'price-asc', 'price-desc']
    for (const status of ['live', 'reported', 'hidden', 'deleted']) {
      add(
        `${kind}s, ${status}`,
        listings,
        crossed(sorts, firstPages, { kind, status, limit: String(pageSize) }),
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
      crossed(sorts, [1000], { kind, status: 'live', limit: String(pageSize) }),
    )
    add(
      `reported ${kind}s`,
      '/moderation/cases',
      crossed(['oldest', 'newest', 'most'], firstPages, { kind, limit: String(pageSize) }),
    )
    add(
      `reported ${kind}s, searched`,
      '/moderation/cases',
      ['dog walking', 'piano', ...emails.slice(0, 5)].map((search) => ({ kind, search, limit: pageSize })),
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
    ['listing.approve', 'account', ...some.map(({ id }) => id)].map((search) => ({ search })),
  )
  return asked
}

await main()
