/**
 * Runs EXPLAIN on every kind of list query as it is planned in production. Fails on a sequential scan of a large table, and
 * on a list in event order that sorts the events although an index has them in that order.
 */
import { type RawBuilder, sql } from 'kysely'
import { createCatalog } from '../src/server/modules/catalog/service.ts'
import { createListingFields } from '../src/server/modules/listing-fields/service.ts'
import { createListingService } from '../src/server/modules/listings/service.ts'
import type { EngineHit, SearchEngine } from '../src/server/modules/search/engine.ts'
import { readChanges } from '../src/server/modules/search/feed/change-list.ts'
import { pageDocuments } from '../src/server/modules/search/feed/documents.ts'
import { createSearch } from '../src/server/modules/search/service.ts'
import type { Database } from '../src/server/platform/database/database.ts'
import { type FilterValues, sorts } from '../src/shared/list-filters.ts'
import type { Kind } from '../src/shared/listing.ts'
import { defaultSettings } from '../src/shared/settings/table.ts'

/** Tables that grow with the number of listings. Small tables of names may be scanned. */
const growingTables = [
  'listing',
  'listing_index',
  'listing_image',
  'image',
  'listing_count',
  'profile',
  'listing_change',
]
const topics = [{}, { category: 'Pet Services' }, { category: 'Pet Services', subcategory: 'Dog Walking' }]
const places = [
  {},
  { country: 'Canada' },
  { country: 'United States', state: 'California' },
  { state: 'New York', city: 'New York City' },
  { city: 'Springfield' },
]
/** None, a very common word, a common one with a rarer one, a misspelled one, an unknown one, and one with a place. */
const allSearches = ['', 'services', 'dog walking', 'pianno', 'qwxzvkj', 'piano in austin', '"dog walking"']
const filters: FilterValues[] = [
  { near: 'Austin, Texas', within: 25 },
  { price_min: 10, price_max: 90 },
  { free: 'true', pictures: 'true' },
  { when: 'weekend' },
  { hide_ended: 'true' },
]

/** The keys of the lists that have an index in event order: all events, those of a category, and those of a country. */
const indexedEventOrder = /^page event soonest (category|country)? \d+$/

type Plan = { 'QUERY PLAN': [{ Plan: Node }] }
type Node = { 'Node Type': string; 'Relation Name'?: string; Filter?: string; Plans?: Node[] }

/** `searches` are the texts with which every list is read, in every place, topic, and order. */
export async function explainListQueries(
  database: Database,
  log: (line: string) => void,
  searches: readonly string[] = allSearches,
) {
  const sequentialScans = new Set<string>()
  const sortedEvents = new Set<string>()
  let explained = 0
  const updateEventOrder = async () => {}
  // Each query is explained with its generic plan, which prepared statements use, and then run.
  const explaining: Database = {
    ...database,
    async preparedQuery<Row>(
      key: string | null,
      compose: () => RawBuilder<Row>,
      values: Record<string, unknown>,
    ) {
      const text = compose().compile(database.kysely).sql
      const { rows } = await sql<Plan>`${sql.raw(`explain (generic_plan, format json) ${text}`)}`.execute(
        database.kysely,
      )
      explained += 1
      for (const row of rows) {
        const { Plan: root } = row['QUERY PLAN'][0]
        collect(root, text, sequentialScans)
        if (key !== null && indexedEventOrder.test(key) && sortsBeforeLimit(root)) sortedEvents.add(text)
      }
      return database.preparedQuery(key, compose, values)
    },
  }
  const catalog = await createCatalog(database)
  const search = createSearch({
    database: explaining,
    catalog,
    engine: await createNewestEngine(database),
    settings: () => defaultSettings,
  })
  const listings = createListingService({
    database: explaining,
    catalog,
    listingFields: createListingFields({ database: explaining, caches: null }),
    search,
    updateEventOrder,
    clock: () => new Date(),
    settings: () => ({ ...defaultSettings, timeZone: 'UTC' }),
    caches: null,
  })
  for (const kind of ['service', 'event'] satisfies Kind[]) {
    for (const topic of topics) {
      for (const place of places) {
        for (const searchtext of searches) {
          for (const sort of sorts) {
            await listings.page(null, kind, { ...topic, ...place, searchtext }, { page: 2, limit: 12, sort })
          }
        }
      }
    }
  }
  for (const kind of ['service', 'event'] satisfies Kind[]) {
    for (const searchtext of searches) {
      for (const values of filters) {
        const filter = { ...values, searchtext }
        await listings.page(null, kind, filter, { page: 1, limit: 12 }, { explained: true })
        await listings.listTowns({ kind, ...filter })
      }
      await listings.page(null, kind, { searchtext, state: 'Texas' }, { page: 834, limit: 12 })
      await listings.listTowns({ kind, searchtext, category: 'Pet Services' })
    }
  }
  await listings.countByTopic({ state: 'California' })
  await readChanges(explaining, { seen: '1:1:', limit: 10 })
  await pageDocuments(explaining, null, 10)
  const { rows: samples } = await sql<{ id: string; kind: Kind; author: string }>`
    select distinct on (kind, subcategory_id is null, state_id is null) id, kind, author_id as author from listing
    where status = 'active'`.execute(database.kysely)
  for (const { id, kind, author } of samples) {
    await listings.listSimilar(null, kind, id)
    await listings.getSeller(null, author)
    await listings.pageBySeller(kind, author, { page: 2, limit: 12 })
  }
  if (sequentialScans.size > 0)
    throw new Error(`These queries scan a table sequentially:\n${[...sequentialScans].join('\n\n')}`)
  if (sortedEvents.size > 0)
    throw new Error(
      `These queries sort events instead of reading them in order:\n${[...sortedEvents].join('\n\n')}`,
    )
  log(`${explained} queries explained: none scans a growing table sequentially or sorts all events.`)
}

/** Returns an engine that finds the newest listings of a kind for every query: the database queries that read them are the same. */
async function createNewestEngine({ kysely }: Database): Promise<SearchEngine> {
  const newest = async (kind: Kind) => {
    const { rows } = await sql<EngineHit>`
      select id, coalesce(city_id, state_id, country_id) as place, null as km, true as full from listing
      where kind = ${kind} and status = 'active' order by posted desc limit 12`.execute(kysely)
    return rows
  }
  const found = { service: await newest('service'), event: await newest('event') }
  const facets = { topics: [], places: [], free: 0, pictures: 0, choices: [] }
  return {
    search: async ({ filter: { kind } }) => ({
      hits: found[kind],
      full: found[kind].length,
      partial: 0,
      facets,
    }),
    calendar: async () => [{ total: 12, ids: found.event.map(({ id }) => id) }],
    countTerms: async (terms) => terms.map(() => 1_000),
    words: async () => [],
    close: async () => {},
  }
}

function collect(node: Node, text: string, found: Set<string>) {
  if (node['Node Type'] === 'Seq Scan' && growingTables.includes(node['Relation Name'] ?? '')) {
    found.add(`${node['Relation Name']}: ${text.replace(/\s+/g, ' ').trim()}`)
  }
  // Without a filter, a scan under a limit reads no more rows than it returns.
  const bounded = (child: Node) =>
    node['Node Type'] === 'Limit' && child['Node Type'] === 'Seq Scan' && !child.Filter
  for (const child of node.Plans ?? []) if (!bounded(child)) collect(child, text, found)
}

/** Returns whether the rows of a page are sorted before the page is cut out of them. */
const sortsBeforeLimit = ({ 'Node Type': type, Plans: children = [] }: Node): boolean =>
  children.some((child) => (type === 'Limit' && /Sort/.test(child['Node Type'])) || sortsBeforeLimit(child))

/** Returns the number of sequential scans of growing tables in PostgreSQL's statistics. */
export async function countSequentialScans({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select coalesce(sum(seq_scan), 0)::int as scans from pg_stat_user_tables where relname = any(${growingTables})`.execute(
    kysely,
  )
  return rows[0]?.scans ?? 0
}
