import { sql } from 'kysely'
import type { Event, Kind } from '../../../shared/listing.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import { authorColumn, detailedColumns, listedColumns } from './columns.ts'
import { conditions, type ListedRow, type Selection } from './list-query.ts'

type DetailedRow = ListedRow & Pick<Event, 'author'> & { author_id: string }

/** A listing of that kind whatever its status, with its author's contact details; null when there is none. */
export async function findListing({ preparedQuery }: Database, kind: Kind, id: string) {
  const compose = () => sql<DetailedRow>`
    select ${detailedColumns(kind)}
    from listing join profile on profile.id = listing.author_id
    where listing.id = ${placeholder('id')} and listing.kind = ${sql.lit(kind)}`
  const [row] = await preparedQuery(`listing ${kind}`, compose, { id })
  return row ?? null
}

/** Listings of either kind and any status, in the order of `ids`. */
export async function findListings({ kysely }: Database, ids: string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ListedRow>`
    select ${listedColumns('event')} from listing
    where listing.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], listing.id)`.execute(kysely)
  return rows
}

/** All that one author has not deleted, newest first. */
export async function listOwn({ preparedQuery }: Database, kind: Kind, accountId: string) {
  const compose = () => sql<DetailedRow>`
    select ${detailedColumns(kind)}
    from listing join profile on profile.id = listing.author_id
    where profile.account_id = ${placeholder('account')} and listing.kind = ${sql.lit(kind)} and listing.status <> 'deleted'
    order by listing.posted desc, listing.id desc`
  return preparedQuery(`own ${kind}`, compose, { account: accountId })
}

/** The moderation queue: what was reported or hidden, newest first. The queue is short, so its words are made here. */
export async function pageReportedListings(
  { kysely }: Database,
  selection: Omit<Selection, 'sort'>,
  searchtext: string,
) {
  const { kind, filter, limit, offset } = selection
  const wanted = sql.join(
    [
      conditions({ kind, filter }, 'listing'),
      ...(searchtext ? [sql`listing_search_words(listing) @@ search_query(${searchtext}, false)`] : []),
    ],
    sql` and `,
  )
  // Each is in order on the index of what is not active; of both only as many as the page can need.
  const newest = (status: string) => sql`
    (select listing.id, listing.posted from listing
     where listing.status = ${sql.lit(status)} and listing.status <> 'active' and ${wanted}
     order by listing.posted desc, listing.id desc limit ${offset + limit}::bigint)`
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`
      select count(*)::int as total from listing
      where listing.status in ('reported', 'hidden') and listing.status <> 'active' and ${wanted}`.execute(
      kysely,
    ),
    sql<ListedRow & Pick<Event, 'author'>>`
      with queued as (${newest('reported')} union all ${newest('hidden')}),
        page as (select id from queued order by posted desc, id desc limit ${sql.lit(limit)} offset ${offset})
      select ${listedColumns(kind)}, ${authorColumn}
      from page join listing on listing.id = page.id join profile on profile.id = listing.author_id
      order by listing.posted desc, listing.id desc`.execute(kysely),
  ])
  return { total: counted.rows[0]?.total ?? 0, rows: page.rows }
}
