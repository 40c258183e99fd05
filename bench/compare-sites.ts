/** Reads the same calls and pages from two sites, such as one and its restored backup, and compares the responses. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'
import { urlOf } from '../src/shared/api-client.ts'
import { calls } from '../src/shared/calls.ts'
import { publicPaths } from '../src/shared/paths.ts'

const sampledListings = 300
const kinds = ['lists', 'details', 'searches', 'pages'] as const
type Kind = (typeof kinds)[number]

/** How many requests of one kind were compared, and which of them differ. */
export type Comparison = { kind: Kind; requests: number; different: string[] }

/** Compares what visitors see of random listings of a database, and of the lists that they are in. */
export async function compareSites(database: Database, origins: [string, string]): Promise<Comparison[]> {
  const paths = await choosePaths(database)
  const comparisons: Comparison[] = []
  for (const kind of kinds) {
    const different: string[] = []
    for (const path of paths[kind]) {
      const [one, other] = await Promise.all(origins.map((origin) => read(origin + path, kind)))
      if (!isDeepStrictEqual(one, other)) different.push(path)
    }
    comparisons.push({ kind, requests: paths[kind].length, different })
  }
  return comparisons
}

type Sampled = {
  id: string
  kind: 'service' | 'event'
  title: string
  category: string
  country: string
  state: string | null
}

async function choosePaths({ kysely }: Database): Promise<Record<Kind, string[]>> {
  const { rows } = await sql<Sampled>`
    select listing.id, listing.kind, title, category.name as category, country.name as country, state.name as state
    from (select id from listing where status in ('active', 'reported') and not archived
          order by md5(id::text) limit ${sql.lit(sampledListings)}) sampled
      join listing using (id) join category on category.id = category_id join country on country.id = country_id
      left join state on state.id = state_id`.execute(kysely)
  const filterCall = { service: calls.filterServices, event: calls.filterEvents }
  const getCall = { service: calls.getService, event: calls.getEvent }
  return {
    lists: rows.map(({ kind, category, country, state }, at) =>
      urlOf(filterCall[kind], { query: { category, country, ...(state && { state }), page: 1 + (at % 3) } }),
    ),
    details: rows.map(({ kind, id }) => urlOf(getCall[kind], { params: { id } })),
    searches: rows.map(({ kind, title }) => urlOf(filterCall[kind], { query: { searchtext: title } })),
    pages: rows.map(({ kind, id }) => publicPaths.listing(kind, id)),
  }
}

/**
 * Returns a response without what may differ between two sites with the same content: of a page, only the text without its own
 * address; of a search, no partial matches, because estimates of how rare words are decide which of them match enough.
 */
async function read(url: string, kind: Kind): Promise<unknown> {
  const response = await fetch(url)
  const body = await response.text()
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`)
  if (kind === 'pages')
    return body.replace(/<script.*?<\/script>|<[^>]*>/gs, ' ').replaceAll(/localhost:\d+/g, 'localhost')
  if (kind !== 'searches') return JSON.parse(body)
  const { services, events, total, search } = JSON.parse(body)
  return {
    total,
    corrected: search.corrected,
    place: search.place,
    full: (services ?? events).slice(0, search.full),
  }
}
