/** Sellers and their public listings. Every query reads an author's listings on one index and stops at a limit. */
import { sql } from 'kysely'
import { maxCountedSellerListings, maxSellerListings } from '../../../shared/limits.ts'
import type { Kind, SellerPage } from '../../../shared/listing.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import { sellerFields } from '../accounts/service.ts'
import { pageOf, preparedKey, type ResultPage, selectPageWithTotal, toResultPage } from './list-query.ts'

/** The first condition is that of the index of public listings by author (migration 0018). */
const isListed = sql`own.status in ('active', 'reported') and not own.archived`

/** The number of other public listings by the author of `listing`. */
export const otherListings = sql`(
  select count(*)::int from (
    select from listing own
    where own.author_id = listing.author_id and own.id <> listing.id and ${isListed}
    limit ${sql.lit(maxCountedSellerListings)}
  ) others)`

const countOf = (kind: Kind, author: unknown) => sql`(
  select count(*)::int from (
    select from listing own
    where own.author_id = ${author} and own.kind = ${sql.lit(kind)} and ${isListed}
    limit ${sql.lit(maxSellerListings)}
  ) counted)`

/** Finds a profile whose account is not suspended, with the number of its public listings of each kind. */
export async function findSeller({ preparedQuery }: Database, id: string): Promise<SellerPage | null> {
  const author = sql`profile.id`
  const compose = () => sql<{ seller: SellerPage }>`
    select json_build_object(
      ${sellerFields}, 'services', ${countOf('service', author)}, 'events', ${countOf('event', author)}) as seller
    from profile left join account on account.id = profile.account_id
    where profile.id = ${placeholder('id')} and account.suspended_at is null`
  const [row] = await preparedQuery('seller', compose, { id })
  return row?.seller ?? null
}

type SellerSelection = { kind: Kind; seller: string; limit: number; offset: number }

/** Pages through a seller's public listings: services newest first, events in event order. */
export async function pageSellerListings(
  { preparedQuery }: Database,
  { kind, seller, limit, offset }: SellerSelection,
): Promise<ResultPage> {
  const sort = kind === 'event' ? 'soonest' : 'newest'
  // `offset 0` keeps the lookup inside the loop. Otherwise PostgreSQL may walk the whole index in the order of the list.
  const compose = () =>
    selectPageWithTotal(
      { kind, sort },
      sql`
        counted as (select ${countOf(kind, placeholder('seller'))} as total),
        own as materialized (
          select own.id from listing own
          where own.author_id = ${placeholder('seller')} and own.kind = ${sql.lit(kind)} and ${isListed}
          order by own.posted desc, own.id desc limit ${sql.lit(maxSellerListings)}
        ),
        found as (
          select indexed.*, 0 as rank from own cross join lateral (
            select listing_id, posted, price, event_order from listing_index where listing_id = own.id offset 0
          ) indexed
        ),
        page as (${pageOf({ kind, sort, limit, offset: placeholder('offset') }, 'found', sql`true`)})`,
    )
  const rows = await preparedQuery(preparedKey(limit, `seller ${kind}`), compose, { seller, offset })
  return toResultPage(rows)
}
