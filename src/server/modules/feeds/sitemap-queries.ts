/** What search engines are told of: read from `listing_index`, which holds public listings alone, a batch at a time. */
import { sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'

export type FoundListing = { id: string; kind: Kind; updated: string }

/** The id before all others: it begins the first part, whether there is a listing of that id or not. */
const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** What begins a part (migration 0012), as the partial index says it. */
const begins = sql`right(listing_id::text, 3) in ('000', '800')`

const batch = 1_000

/** The ids at which the parts begin, in their order. There is no first part when nothing would be in it. */
export async function* partStarts({ preparedQuery }: Database): AsyncGenerator<string[]> {
  const composeAny = () =>
    sql<{ id: string }>`select listing_id as id from listing_index order by listing_id limit 1`
  const [any] = await preparedQuery('sitemap any', composeAny, {})
  if (any && !/[08]00$/.test(any.id)) yield [firstId]
  const compose = () => sql<{ id: string }>`
    select listing_id as id from listing_index
    where ${begins} and listing_id > ${placeholder('after')}::uuid order by listing_id limit ${sql.lit(batch)}`
  for (let after: string | undefined = firstId; after; ) {
    const rows: { id: string }[] = await preparedQuery('sitemap starts', compose, { after })
    if (rows.length > 0) yield rows.map(({ id }) => id)
    after = rows.length === batch ? rows.at(-1)?.id : undefined
  }
}

/** The public listings of the part that begins at this id, without events that ended before `since`. */
export async function* listingsOfPart(
  { preparedQuery }: Database,
  start: string,
  since: string,
): AsyncGenerator<FoundListing[]> {
  const composeEnd = () => sql<{ id: string }>`
    select listing_id as id from listing_index
    where ${begins} and listing_id > ${placeholder('start')}::uuid order by listing_id limit 1`
  const [next] = await preparedQuery('sitemap next start', composeEnd, { start })
  const compose = () => sql<FoundListing>`
    select listing_index.listing_id as id, listing_index.kind, greatest(listing.posted, listing.edited) as updated
    from listing_index join listing on listing.id = listing_index.listing_id
    where listing_index.listing_id >= ${placeholder('from')}::uuid and listing_index.listing_id > ${placeholder('after')}::uuid
      and listing_index.listing_id < ${placeholder('end')}::uuid
      and (listing_index.end_date is null or listing_index.end_date >= ${placeholder('since')}::date)
    order by listing_index.listing_id limit ${sql.lit(batch)}`
  const end = next?.id ?? lastId
  for (let after: string | undefined = firstId; after; ) {
    const rows: FoundListing[] = await preparedQuery('sitemap listings', compose, {
      from: start,
      after,
      end,
      since,
    })
    if (rows.length > 0) yield rows
    after = rows.length === batch ? rows.at(-1)?.id : undefined
  }
}

/** Under which of these topics and places (0: any) there is a public listing of a kind, from the kept counts. */
export async function shownUnder({ preparedQuery }: Database, topics: number[], places: number[]) {
  const compose = () => sql<{ kind: Kind; topic_id: number; place_id: number }>`
    select kind, topic_id, place_id from listing_count
    where kind in ('service', 'event')
      and (topic_id = any(${placeholder('topics')}::int[]) and place_id = 0
        or topic_id = 0 and place_id = any(${placeholder('places')}::int[]))
    group by kind, topic_id, place_id having sum(change) > 0`
  const rows = await preparedQuery('sitemap topics and places', compose, { topics: [0, ...topics], places })
  const known = new Set(rows.map(({ kind, topic_id, place_id }) => `${kind} ${topic_id} ${place_id}`))
  return (kind: Kind, { topic = 0, place = 0 }: Shelf) => known.has(`${kind} ${topic} ${place}`)
}

/** Of a page: what it is about, or where; neither is everything. */
export type Shelf = { topic?: number; place?: number }
