import { sql } from 'kysely'
import type { TopicCount } from '../../../shared/contract/browse.ts'
import type { Author, Kind, ListingSeller } from '../../../shared/listing.ts'
import { type Database, isoTimestamp, placeholder } from '../../platform/database/database.ts'
import { containsText } from '../../platform/database/text-search.ts'
import { sellerFields } from '../accounts/service.ts'
import { allDetailsJson } from './event-details.ts'
import type { Renewal } from './freshness/renewal.ts'
import {
  columnsOf,
  conditions,
  type ListedRow,
  listedColumns,
  type ResultPage,
  type Selection,
  toResultPage,
} from './list-query.ts'
import { schedulePartJson } from './schedule/store.ts'
import { otherListings } from './seller-queries.ts'

type RowWithAuthor = ListedRow & { author: Author }
type DetailedRow = RowWithAuthor & {
  author_id: string
  messages_only: boolean
  publish_at: string | null
  renewal: Renewal | null
}

/** The author's contact details. Needs a join with `profile`. */
const authorColumn = sql`
  json_build_object(
    'email', profile.email, 'business_email', listing.business_email, 'phone', listing.phone,
    'facebook', listing.facebook, 'instagram', listing.instagram
  ) as author`

/** A service has none until it is renewed or asked about if it was posted before the site tracked this. */
const renewalColumn = sql`(
  select json_build_object('state', state, 'since', ${isoTimestamp(sql`since`)})
  from service_renewal where listing_id = listing.id)`

const detailedColumns = (kind: Kind) => sql`
  ${columnsOf(kind)}, listing.placeholders, listing.author_id, listing.messages_only,
  ${isoTimestamp(sql`listing.publish_at`)} as publish_at, ${authorColumn},
  ${
    kind === 'service'
      ? sql`${renewalColumn} as renewal`
      : sql`null::json as renewal, ${allDetailsJson} as details,
    (select json_agg(${schedulePartJson('part')} order by part.part)
     from event_schedule part where part.listing_id = listing.id) as parts`
  }`

/** Finds a listing of this kind, whatever its status, with its author's contact details and what visitors see of them. */
export async function findListing(
  { preparedQuery }: Database,
  kind: Kind,
  id: string,
): Promise<(DetailedRow & { seller: ListingSeller }) | null> {
  const compose = () => sql<DetailedRow & { seller: ListingSeller }>`
    select ${detailedColumns(kind)}, json_build_object(${sellerFields}, 'ads', ${otherListings}) as seller
    from listing join profile on profile.id = listing.author_id
    left join account on account.id = profile.account_id
    where listing.id = ${placeholder('id')} and listing.kind = ${sql.lit(kind)}`
  const [row] = await preparedQuery(`listing ${kind}`, compose, { id })
  return row ?? null
}

/** Returns listings of either kind and any status, in the order of `ids`. */
export async function findListings({ kysely }: Database, ids: string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ListedRow>`
    select ${listedColumns('event')} from listing
    where listing.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], listing.id)`.execute(kysely)
  return rows
}

type OwnSelection = { kind: Kind; accountId: string; archived: boolean; limit: number; offset: number }

/** Pages through an author's listings that are not deleted, or through the archived ones of them, newest first. */
export async function pageOwn(
  { preparedQuery }: Database,
  { kind, accountId, archived, limit, offset }: OwnSelection,
): Promise<ResultPage<DetailedRow>> {
  const isOwn = sql`listing.author_id = profile.id and listing.kind = ${sql.lit(kind)} and listing.status <> 'deleted'
    ${archived ? sql`and listing.archived` : sql``}`
  const compose = () => sql<DetailedRow & { total: number }>`
    with profile as materialized (select * from profile where account_id = ${placeholder('account')}),
      page as (
        select listing.* from profile join listing on ${isOwn}
        order by listing.posted desc, listing.id desc
        limit ${placeholder('limit')} offset ${placeholder('offset')}
      )
    select counted.total, listed.*
    from (select count(*)::int as total from profile join listing on ${isOwn}) counted
    left join (
      select ${detailedColumns(kind)} from page listing join profile on profile.id = listing.author_id
    ) listed on true
    order by listed.posted desc, listed."_id" desc`
  return toResultPage(
    await preparedQuery(`own ${kind}${archived ? ' archived' : ''}`, compose, {
      account: accountId,
      limit,
      offset,
    }),
  )
}

/** Returns the country of the newest listing that the author has not deleted, of either kind; null if there is none. */
export async function findLastCountry(
  { preparedQuery }: Database,
  accountId: string,
): Promise<string | null> {
  const compose = () => sql<{ country: string }>`
    select country.name as country
    from profile join listing on listing.author_id = profile.id join country on country.id = listing.country_id
    where profile.account_id = ${placeholder('account')} and listing.status <> 'deleted'
    order by listing.posted desc limit 1`
  const [row] = await preparedQuery('last country', compose, { account: accountId })
  return row?.country ?? null
}

/** Further words hardly filter out more. */
const maxWords = 12

const wordsOf = (text: string): string[] => (text.match(/\S+/g) ?? []).slice(0, maxWords)

/** Pages through reported and hidden listings, newest first. Every word of a text occurs in them, also within other words. */
export async function pageReportedListings(
  { kysely }: Database,
  selection: Omit<Selection, 'sort'>,
  searchtext: string,
) {
  const { kind, filter, limit, offset } = selection
  const matches = sql.join(
    [
      conditions({ kind, filter }, 'listing'),
      ...wordsOf(searchtext).map((word) =>
        containsText(sql`lower(concat_ws(' ', listing.title, listing.description))`, word, false),
      ),
    ],
    sql` and `,
  )
  // The last condition is that of the index.
  const isQueued = sql`listing.status in ('reported', 'hidden') and listing.status <> 'active' and listing.publish_at is null and ${matches}`
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from listing where ${isQueued}`.execute(kysely),
    sql<RowWithAuthor>`
      select ${listedColumns(kind)}, ${authorColumn}
      from listing join profile on profile.id = listing.author_id
      where ${isQueued}
      order by listing.posted desc, listing.id desc limit ${sql.lit(limit)} offset ${offset}`.execute(kysely),
  ])
  return { total: counted.rows[0]?.total ?? 0, rows: page.rows }
}

/** Counts the public listings of topics in a place, or in places that share a name; [0] stands for all places. */
export function countTopics(
  { preparedQuery }: Database,
  topics: number[],
  places: number[],
): Promise<TopicCount[]> {
  // Without `lateral`, the plan of any parameters reads the counts of every place.
  const compose = () => sql<TopicCount>`
    select topic.id::text as id, counted.services, counted.events
    from unnest(${placeholder('topics')}::int[]) topic(id)
    cross join lateral (
      select coalesce(sum(change) filter (where kind = 'service'), 0)::int as services,
        coalesce(sum(change) filter (where kind = 'event'), 0)::int as events
      from listing_count
      where kind in ('service', 'event') and topic_id = topic.id and place_id = any(${placeholder('places')}::int[])
    ) counted
    where counted.services + counted.events > 0 order by topic.id`
  return preparedQuery('topic counts', compose, { topics, places })
}
