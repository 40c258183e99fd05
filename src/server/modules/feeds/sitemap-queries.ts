/** Reads the sitemap from `listing_index`, which has only public listings, in batches by keyset pagination. */
import { sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'

type SitemapListing = { id: string; kind: Kind; updated: string }

/** The lowest id. The first part starts here, whether or not a listing has this id. */
const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Which ids start a part. The same condition as that of `listing_index_sitemap_idx`. */
const startsPart = sql`right(listing_id::text, 3) in ('000', '800')`

const batchSize = 1_000

/** Yields what `read` returns after a key, in batches of at most `batchSize`. */
async function* batchesAfter<Row extends { id: string }>(
  first: string,
  read: (after: string) => Promise<Row[]>,
) {
  for (let after: string | undefined = first; after !== undefined; ) {
    const rows: Row[] = await read(after)
    if (rows.length > 0) yield rows
    after = rows.length === batchSize ? rows.at(-1)?.id : undefined
  }
}

/** Yields the ids at which parts start, in order. Skips the first part if it would be empty. */
export async function* partStarts({ preparedQuery }: Database) {
  const composeAny = () =>
    sql<{ id: string }>`select listing_id as id from listing_index order by listing_id limit 1`
  const [any] = await preparedQuery('sitemap any', composeAny, {})
  if (any && !/[08]00$/.test(any.id)) yield [{ id: firstId }]
  const compose = () => sql<{ id: string }>`
    select listing_id as id from listing_index
    where ${startsPart} and listing_id > ${placeholder('after')}::uuid order by listing_id limit ${sql.lit(batchSize)}`
  yield* batchesAfter(firstId, (after) => preparedQuery('sitemap starts', compose, { after }))
}

/** Yields the public listings of the part that starts at this id, except events that ended before `since`. */
export async function* listingsOfPart({ preparedQuery }: Database, start: string, since: string) {
  const composeEnd = () => sql<{ id: string }>`
    select listing_id as id from listing_index
    where ${startsPart} and listing_id > ${placeholder('start')}::uuid order by listing_id limit 1`
  const [next] = await preparedQuery('sitemap next start', composeEnd, { start })
  const compose = () => sql<SitemapListing>`
    select listing_index.listing_id as id, listing_index.kind, greatest(listing.posted, listing.edited) as updated
    from listing_index join listing on listing.id = listing_index.listing_id
    where listing_index.listing_id >= ${placeholder('from')}::uuid and listing_index.listing_id > ${placeholder('after')}::uuid
      and listing_index.listing_id < ${placeholder('end')}::uuid
      and (listing_index.end_date is null or listing_index.end_date >= ${placeholder('since')}::date)
    order by listing_index.listing_id limit ${sql.lit(batchSize)}`
  const end = next?.id ?? lastId
  yield* batchesAfter(firstId, (after) =>
    preparedQuery('sitemap listings', compose, { from: start, after, end, since }),
  )
}

/** Only people who chose a name for their page want to be found by it, and a page needs something to show. */
const isListed = sql`
  page.is_current and exists (
    select from profile left join account on account.id = profile.account_id
    where profile.id = page.profile_id and account.suspended_at is null
      and (profile.recommendations > 0 or exists (
        select from listing where author_id = profile.id and status in ('active', 'reported'))))`

/** Returns the first characters of the handles in the sitemap, each of which is a part. */
export async function sellerParts({ preparedQuery }: Database): Promise<string[]> {
  const compose = () => sql<{ first: string }>`
    select first from regexp_split_to_table('abcdefghijklmnopqrstuvwxyz0123456789', '') first
    where exists (
      select from profile_handle page where page.handle >= first and page.handle < first || '~' and ${isListed})`
  const rows = await preparedQuery('sitemap seller parts', compose, {})
  return rows.map(({ first }) => first)
}

/** Yields the handles that begin with a character. */
export function sellerHandles({ preparedQuery }: Database, first: string) {
  const compose = () => sql<{ id: string }>`
    select page.handle as id from profile_handle page
    where page.handle > ${placeholder('after')} and page.handle < ${placeholder('end')} and ${isListed}
    order by page.handle limit ${sql.lit(batchSize)}`
  return batchesAfter(first, (after) =>
    preparedQuery('sitemap sellers', compose, { after, end: `${first}~` }),
  )
}

/** Returns a function that returns whether a topic or place, or any with 0, has public listings of a kind. */
export async function placesWithListings({ preparedQuery }: Database, topics: number[], places: number[]) {
  const compose = () => sql<{ kind: Kind; topic_id: number; place_id: number }>`
    select kind, topic_id, place_id from listing_count
    where kind in ('service', 'event')
      and (topic_id = any(${placeholder('topics')}::int[]) and place_id = 0
        or topic_id = 0 and place_id = any(${placeholder('places')}::int[]))
    group by kind, topic_id, place_id having sum(change) > 0`
  const rows = await preparedQuery('sitemap topics and places', compose, { topics: [0, ...topics], places })
  const nonEmpty = new Set(rows.map(({ kind, topic_id, place_id }) => `${kind} ${topic_id} ${place_id}`))
  return (kind: Kind, { topic = 0, place = 0 }: Place) => nonEmpty.has(`${kind} ${topic} ${place}`)
}

/** The topic or the place of a list page. A page with neither lists everything. */
export type Place = { topic?: number; place?: number }
