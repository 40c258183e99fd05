/**
 * npm run bench:merge: merges a town and a category with 200,000 ads each while visitors read the site, and compares the ads before and
 * after. LISTINGS (1000000) is the size of the site, ADS (200000) how many ads move, RATE (20) the requests per second. Afterwards, the
 * merges are undone. The data stays in data/bench-merge-<number> for the next run.
 */
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type CatalogRef, startMoves, undoMoves } from '../src/server/modules/catalog/merge.ts'
import type { Database } from '../src/server/platform/database/database.ts'
import { createLogger } from '../src/server/platform/log.ts'
import type { Kind } from '../src/shared/listing.ts'
import { publicPaths } from '../src/shared/paths.ts'
import { createAccount, deleteAccounts, signIn } from './accounts.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { percentile } from './load-test.ts'
import { postmasterPid, processorSeconds } from './processor-time.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const listingCount = Number(process.env.LISTINGS ?? 1_000_000)
const adCount = Number(process.env.ADS ?? 200_000)
const rate = Number(process.env.RATE ?? 20)
/** A site responds slowly to the first requests after a start. */
const warmMs = 30_000
/** How long the site is measured before each merge. */
const calmMs = 10_000
/** From then on, lists, counts, and searches have the ads of both. Their rows move afterwards. */
const maxMergeMs = 10_000
const maxP99 = 300
const log = (text: string) => process.stdout.write(`${text}\n`)

type Named = { id: number; name: string }
/** A merge of `source` into `target`: how it begins, how it is undone, and where lists show the ads of each. */
type Merge = {
  title: string
  column: 'city_id' | 'category_id'
  source: Named
  target: Named
  listOf: (name: string) => Record<string, string>
  begin: () => Promise<() => Promise<void>>
}

async function main() {
  const bench = await openBenchDatabase(createLogger('error'), `bench-merge-${listingCount}`)
  const { database, connectionString } = bench
  try {
    await loadListings(database, { connectionString, count: listingCount, log })
    const email = await createAccount(database)
    await sql`
      insert into profile (id, account_id, email, name, is_admin)
      select uuidv7(), id, email, name, true from account where email = ${email}`.execute(database.kysely)
    const [town, category] = [await chooseTowns(database), await chooseCategories(database)]
    await gather(database, town, category)
    const server = await startServer(connectionString, { DATA_DIR: bench.siteFolder })
    try {
      log(
        `\n${listingCount.toLocaleString('en-US')} ads, ${rate} requests per second; ${availableParallelism()} processors, shared by the server, the database, and the visitors.`,
      )
      const cookie = await signIn(server.origin, email)
      const problems: string[] = []
      for (const merge of [townMerge(database, town), categoryMerge(server.origin, cookie, category)])
        problems.push(...(await measureMerge(database, server, merge)))
      if (problems.length > 0) throw new Error(`The merge fails its limits: ${problems.join('; ')}.`)
    } finally {
      await server.stop()
    }
  } finally {
    await deleteAccounts(database)
    await bench.stop()
  }
}

type Pair = { source: Named; target: Named }

/** Returns two large towns of one state. */
async function chooseTowns({ kysely }: Database): Promise<Pair & { state: string }> {
  const { rows } = await sql<Named>`
    select city.id, city.name from city join state on state.id = state_id where state.name = 'Texas'
    order by population desc limit 2`.execute(kysely)
  return { ...pairOf(rows), state: 'Texas' }
}

/** Returns two categories, of which the first has the most ads. */
async function chooseCategories({ kysely }: Database): Promise<Pair> {
  const { rows } = await sql<Named>`
    select id, name from category join listing_count on topic_id = id and place_id = 0
    where retired_at is null group by id, name order by sum(change) desc limit 2`.execute(kysely)
  return pairOf(rows)
}

function pairOf([source, target]: Named[]): Pair {
  if (!source || !target) throw new Error('There are not two of them.')
  return { source, target }
}

/** Gives the sources as many ads as are to move: those that are posted evenly over time. */
async function gather({ kysely }: Database, town: Pair, category: Pair) {
  const fill = async (column: RawBuilder<unknown>, id: number, values: RawBuilder<unknown>) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from listing where ${column} = ${id}`.execute(kysely)
    const missing = adCount - (rows[0]?.count ?? 0)
    if (missing <= 0) return
    log(`Moving ${missing.toLocaleString('en-US')} ads there. This happens once.`)
    const chosen = sql`select id from listing where ${column} <> ${id} order by md5(id::text) limit ${missing}`
    await kysely.transaction().execute(async (tx) => {
      await sql`create temporary table chosen on commit drop as ${chosen}`.execute(tx)
      await sql`select set_config('corkboard.moves_ads', 'on', true)`.execute(tx)
      await sql`update listing set ${values} where id in (select id from chosen)`.execute(tx)
      await sql`update listing_index set ${values} where listing_id in (select id from chosen)`.execute(tx)
      await sql`update listing_change_state set epoch = gen_random_uuid()`.execute(tx)
    })
    await sql`select compact_listing_counts()`.execute(kysely)
    for (const table of ['listing', 'listing_index'])
      await sql`vacuum analyze ${sql.ref(table)}`.execute(kysely)
  }
  await fill(
    sql`city_id`,
    town.source.id,
    sql`(country_id, state_id, city_id) = (
      select country_id, state_id, city.id from city join state on state.id = state_id where city.id = ${town.source.id})`,
  )
  await fill(
    sql`category_id`,
    category.source.id,
    sql`(category_id, subcategory_id) = (select category_id, min(id) from subcategory
      where category_id = ${category.source.id} group by category_id)`,
  )
}

function townMerge({ kysely }: Database, { source, target, state }: Pair & { state: string }): Merge {
  const at = ({ id }: Named): CatalogRef => ({ level: 'city', id })
  return {
    title: 'Town',
    column: 'city_id',
    source,
    target,
    listOf: (city) => ({ country: 'United States', state, city }),
    async begin() {
      const moves = await kysely.transaction().execute(async (tx) => {
        await sql`update city set merged_into = ${target.id}, retired_at = now() where id = ${source.id}`.execute(
          tx,
        )
        return startMoves(tx, [{ source: at(source), target: at(target) }])
      })
      return () =>
        kysely.transaction().execute(async (tx) => {
          await sql`update city set merged_into = null, retired_at = null where id = ${source.id}`.execute(tx)
          await undoMoves(tx, moves)
        })
    },
  }
}

/** An admin merges them on the dashboard. */
function categoryMerge(origin: string, cookie: string, { source, target }: Pair): Merge {
  async function call<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    const response = await fetch(`${origin}/api/moderation${path}`, {
      method,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return (await response.json()) as Reply
  }
  return {
    title: 'Category',
    column: 'category_id',
    source,
    target,
    listOf: (category) => ({ category }),
    async begin() {
      const { topics } = await call<{ topics: { id: string; version: string }[] }>('GET', '/topics')
      const version = topics.find(({ id }) => id === String(source.id))?.version
      const { auditEntryId: entry } = await call<{ auditEntryId: number }>(
        'POST',
        `/topic/${source.id}/merge`,
        {
          version,
          target: String(target.id),
        },
      )
      return async () => void (await call('POST', `/undo/${entry}`))
    },
  }
}

async function measureMerge(
  database: Database,
  { origin, pid }: { origin: string; pid: number },
  { title, column, source, target, listOf, begin }: Merge,
): Promise<string[]> {
  const { kysely } = database
  /** A search that has to wait for too long is no wrong answer, but a failed request. */
  async function totalOf(name: string, words = ''): Promise<number> {
    const query = new URLSearchParams({ ...listOf(name), ...(words && { searchtext: words }) })
    for (;;) {
      const response = await fetch(`${origin}/api/servicesbyfilter?${query}`)
      const { total } = (await response.json()) as { total?: number }
      if (total !== undefined) return total
      await delay(100)
    }
  }
  const totalsOf = async (name: string) => ({
    list: await totalOf(name),
    search: await totalOf(name, 'lessons'),
  })
  await untilIdle(pid)
  const [ofSource, ofTarget] = [await totalsOf(source.name), await totalsOf(target.name)]
  const expected = `${ofSource.list + ofTarget.list} and ${ofSource.search + ofTarget.search}`
  const found = async () => Object.values(await totalsOf(target.name)).join(' and ')
  const before = await fingerprint(database, column, source, target)
  const visitors = startVisitors(origin, await pathsOf(database, listOf, source, target))
  await delay(warmMs)
  visitors.report()
  await delay(calmMs)
  const calm = visitors.report()
  const backends = await postmasterPid(database)
  const usedBefore = [await processorSeconds(pid), await processorSeconds(backends)]
  const began = performance.now()
  const undo = await begin()
  const wrong: string[] = []
  let effectiveMs = 0
  let movedMs = 0
  for (let isMoved = false; !isMoved; ) {
    const totals = await found()
    if (totals === expected) effectiveMs ||= performance.now() - began
    else if (effectiveMs > 0) wrong.push(totals)
    const { rows } =
      await sql`select from listing_index where ${sql.ref(column)} = ${source.id} limit 1`.execute(kysely)
    isMoved = rows.length === 0
    if (isMoved) movedMs = performance.now() - began
    await delay(100)
  }
  const usedAfter = [await processorSeconds(pid), await processorSeconds(backends)]
  const during = visitors.report()
  await untilFinished(database)
  const settled = visitors.report()
  visitors.stop()
  const after = await fingerprint(database, column, source, target)
  const totals = await found()
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  log(`
${title} ${source.name} into ${target.name}: ${before.moving.toLocaleString('en-US')} ads
  effective after ${seconds(effectiveMs)}, all moved after ${seconds(movedMs)}
  processor time: site ${((usedAfter[0] ?? 0) - (usedBefore[0] ?? 0)).toFixed(1)} s, PostgreSQL ${((usedAfter[1] ?? 0) - (usedBefore[1] ?? 0)).toFixed(1)} s
  visitors before:         ${calm.text}
  visitors meanwhile:      ${during.text}
  visitors until finished: ${settled.text}`)
  await undo()
  await untilFinished(database)
  const restored = await fingerprint(database, column, source, target)
  return [
    ...(effectiveMs <= maxMergeMs ? [] : [`the merge of the ${title} took ${seconds(effectiveMs)}`]),
    ...(Math.max(during.p99, settled.p99) <= maxP99 ? [] : [`p99 was ${during.p99} and ${settled.p99} ms`]),
    ...(during.failures + settled.failures === 0 ? [] : ['requests failed']),
    ...(after.rows === before.rows && after.moving === 0 ? [] : ['ads differ']),
    ...(restored.rows === before.rows && restored.moving === before.moving
      ? []
      : ['undoing left ads that differ']),
    ...(totals === expected ? [] : [`list and search have ${totals} ads, not ${expected}`]),
    ...(wrong.length === 0 ? [] : [`they had ${wrong[0]} ads ${wrong.length} times meanwhile`]),
  ]
}

/** Returns a number that differs if any ad does, apart from the merged column and those under it, and how many ads the source has. */
async function fingerprint({ kysely }: Database, column: Merge['column'], source: Named, target: Named) {
  const other = column === 'city_id' ? sql`subcategory_id, category_id` : sql`city_id, state_id`
  const { rows } = await sql<{ rows: string; moving: number }>`
    select concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', id, status, title, posted, version, images,
      case ${sql.ref(column)} when ${source.id} then ${target.id} else ${sql.ref(column)} end, ${other}), 0)::numeric),
      (select sum(hashtextextended(concat_ws(' ', listing_id, posted, price, event_order,
        case ${sql.ref(column)} when ${source.id} then ${target.id} else ${sql.ref(column)} end, ${other}), 0)::numeric)
        from listing_index),
      (select count(*) from listing join listing_index on listing_id = id
        where listing.city_id is distinct from listing_index.city_id
          or listing.subcategory_id is distinct from listing_index.subcategory_id)) as rows,
      (count(*) filter (where ${sql.ref(column)} = ${source.id}))::int as moving
    from listing`.execute(kysely)
  return rows[0] ?? { rows: '', moving: 0 }
}

/** Returns pages and calls that visitors open: some with the merged entries, and more without. */
async function pathsOf({ kysely }: Database, listOf: Merge['listOf'], source: Named, target: Named) {
  const { rows: ads } = await sql<{ id: string; kind: Kind }>`
    select listing_id as id, kind from listing_index order by md5(listing_id::text) limit 100`.execute(kysely)
  const query = (name: string, more = {}) => new URLSearchParams({ ...listOf(name), ...more }).toString()
  const words = 'piano lawn dog lessons yoga market repair wedding moving garden'.split(' ')
  return [
    ...ads.map(({ id, kind }) => publicPaths.listing(kind, id)),
    ...[1, 2, 3, 4, 5].flatMap((page) => [
      '/',
      '/all-categories',
      `/all-services?page=${page}`,
      `/all-events?page=${page}`,
      `/all-services?${query(target.name, { page })}`,
      `/all-events?${query(target.name, { page })}`,
      `/api/servicesbyfilter?${query(source.name, { page })}`,
      `/api/eventsbyfilter?${query(target.name, { page })}`,
    ]),
    ...words.flatMap((word) => [
      `/search?searchtext=${word}`,
      `/all-services?${query(target.name, { searchtext: word })}`,
      `/all-services?state=Texas&searchtext=${word}`,
      `/all-services?state=California&category=Pet+Services&searchtext=${word}`,
    ]),
  ]
}

/** Opens the paths in random order, however long the site takes. Each report is about the requests that ended since the one before. */
function startVisitors(origin: string, paths: string[]) {
  let times: { ms: number; path: string }[] = []
  let failures: string[] = []
  const timer = setInterval(() => {
    const path = paths[Math.floor(Math.random() * paths.length)] ?? '/'
    const started = performance.now()
    fetch(origin + path, { redirect: 'manual', headers: { accept: 'text/html' } })
      .then(async (response) => {
        await response.arrayBuffer()
        if (response.status >= 400) failures.push(`${response.status} ${path}`)
      })
      .catch((error: unknown) => void failures.push(String(error)))
      .finally(() => times.push({ ms: performance.now() - started, path }))
  }, 1000 / rate)
  return {
    report() {
      const sorted = times.sort((a, b) => a.ms - b.ms)
      const at = (share: number) =>
        Math.round(
          percentile(
            sorted.map(({ ms }) => ms),
            share,
          ),
        )
      const report = {
        p99: at(99),
        failures: failures.length,
        text: `${sorted.length} requests, p50 ${at(50)} ms, p95 ${at(95)} ms, p99 ${at(99)} ms, slowest ${at(100)} ms (${sorted.at(-1)?.path}), ${failures.length} failed ${failures[0] ?? ''}`,
      }
      times = []
      failures = []
      return report
    },
    stop: () => clearInterval(timer),
  }
}

/** Waits for the site's processes, which may still read moved ads into their search index. */
async function untilIdle(pid: number) {
  for (let used = await processorSeconds(pid); ; ) {
    await delay(3_000)
    const now = await processorSeconds(pid)
    if (now - used < 0.3) return
    used = now
  }
}

async function untilFinished({ kysely }: Database) {
  for (;;) {
    const { rows } = await sql`select from catalog_merge where finished is null limit 1`.execute(kysely)
    if (rows.length === 0) return
    await delay(200)
  }
}

await main()
