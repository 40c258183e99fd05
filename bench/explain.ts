/** Runs every kind of list under EXPLAIN as it is really planned, and fails when one reads a large table whole. */
import { type RawBuilder, sql } from 'kysely'
import { createCatalog } from '../src/server/modules/catalog/service.ts'
import { createListingService } from '../src/server/modules/listings/service.ts'
import type { Database } from '../src/server/platform/database/database.ts'
import type { Kind } from '../src/shared/listing.ts'
import { sorts } from '../src/shared/sort.ts'

/** Small tables of names may be read whole; these grow with the listings. */
const growing = [
  'listing',
  'listing_index',
  'listing_image',
  'image',
  'listing_count',
  'profile',
  'search_word',
  'search_spelling',
]
const topics = [{}, { category: 'Pet Services' }, { category: 'Pet Services', subcategory: 'Dog Walking' }]
const places = [
  {},
  { country: 'Canada' },
  { country: 'United States', state: 'California' },
  { state: 'New York', city: 'New York City' },
  { city: 'Springfield' },
]
const searches = ['', 'dog walking', 'pianno', 'services']

type Plan = { 'QUERY PLAN': [{ Plan: Node }] }
type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }

export async function explainEverything(database: Database, tell: (line: string) => void) {
  const wholeReads = new Set<string>()
  let explained = 0
  const upkeep = { markEndedEvents: async () => {}, compactCounts: async () => {}, stop: () => {} }
  // Each query runs, and is then explained with the plan that does not know the values: the one prepared queries get.
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
      for (const row of rows) collect(row['QUERY PLAN'][0].Plan, text, wholeReads)
      return database.preparedQuery(key, compose, values)
    },
  }
  const catalog = await createCatalog(database)
  const listings = createListingService(explaining, catalog, upkeep)
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
  if (wholeReads.size > 0) throw new Error(`These read a table whole:\n${[...wholeReads].join('\n\n')}`)
  tell(`${explained} queries explained: none reads a table that grows with the listings whole.`)
}

function collect(node: Node, text: string, found: Set<string>) {
  if (node['Node Type'] === 'Seq Scan' && growing.includes(node['Relation Name'] ?? '')) {
    found.add(`${node['Relation Name']}: ${text.replace(/\s+/g, ' ').trim()}`)
  }
  for (const child of node.Plans ?? []) collect(child, text, found)
}

/** How often PostgreSQL has read one of the growing tables from end to end, ever since it counts. */
export async function countWholeReads({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ reads: number }>`
    select coalesce(sum(seq_scan), 0)::int as reads from pg_stat_user_tables where relname = any(${growing})`.execute(
    kysely,
  )
  return rows[0]?.reads ?? 0
}
