/** Sellers and their public listings. Every query reads an author's listings on one index and stops at a limit. */
import { sql } from 'kysely'
import { handleLength, maxCountedSellerListings, maxSellerListings } from '../../../shared/limits.ts'
import type { Kind, SellerPage } from '../../../shared/listing.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import { sellerFields } from '../accounts/service.ts'
import type { Taxonomy } from '../catalog/service.ts'
import { pageOf, preparedKey, type ResultPage, selectPageWithTotal, toResultPage } from './list-query.ts'

/** The first condition is that of the index of public listings by author (`listing_public_author_idx`). */
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

type SellerRow = Omit<SellerPage, 'town' | 'isOwn'> & {
  accountId: string | null
  /** The category of the newest public listing. */
  newest: Taxonomy['ids'] | null
}

/** Finds a profile that is not suspended, with its counts and its newest listing's place, by its id or a handle that it has or had. */
export async function findSeller({ preparedQuery }: Database, key: string): Promise<SellerRow | null> {
  const author = sql`profile.id`
  const isId = key.length > handleLength.max
  const compose = () => sql<{ seller: SellerRow }>`
    select json_build_object(
      ${sellerFields}, 'services', ${countOf('service', author)}, 'events', ${countOf('event', author)},
      'bio', case when profile.show_bio then nullif(btrim(profile.bio), '') end,
      'repliesWithinDay', profile.replies_within_day,
      'newest', newest.ids, 'accountId', account.id) as seller
    from profile left join account on account.id = profile.account_id
    left join lateral (
      select ids from (${newestOf('service')} union all ${newestOf('event')}) each
      order by posted desc limit 1) newest on true
    where account.suspended_at is null and ${
      isId
        ? sql`profile.id = ${placeholder('key')}`
        : sql`profile.id = (select profile_id from profile_handle where handle = ${placeholder('key')})`
    }`
  const [row] = await preparedQuery(isId ? 'seller' : 'seller by handle', compose, { key })
  return row?.seller ?? null
}

const newestOf = (kind: Kind) => sql`(
  select own.posted, json_build_object('category_id', own.category_id, 'subcategory_id', own.subcategory_id,
    'country_id', own.country_id, 'state_id', own.state_id, 'city_id', own.city_id) as ids
  from listing own
  where own.author_id = profile.id and own.kind = ${sql.lit(kind)} and ${isListed}
  order by own.posted desc, own.id desc limit 1)`

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
