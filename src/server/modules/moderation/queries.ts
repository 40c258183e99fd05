/**
 * The lists of the dashboard. Each first finds the ids of its page on an index, and then reads what those rows show.
 * Values that are known in advance are literals and all others parameters, so that PostgreSQL picks the index made for
 * the query.
 */
import { type RawBuilder, sql } from 'kysely'
import { undoDays } from '../../../shared/limits.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { AdminListing } from '../../../shared/moderation.ts'
import type { ModeratorScope } from '../../../shared/policy.ts'
import { type Connection, type Database, isoTimestamp } from '../../platform/database/database.ts'
import { containsText, countUpTo } from '../../platform/database/text-search.ts'
import { maxCountedItems, type QueueQuery } from '../../platform/metrics/collect-gauges.ts'
import { categoryAndPlaceInScope, listingInScope } from '../roles/service.ts'

export type AdminDetails = Pick<
  AdminListing,
  '_id' | 'kind' | 'authorEmail' | 'authorId' | 'dates' | 'removal'
>
export type IdPage = { ids: string[]; total: number }

/** Returns what only admins see of these listings, in no particular order. */
export async function findAdminDetails({ kysely }: Database, ids: string[]): Promise<AdminDetails[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<AdminDetails>`
    select listing.id as "_id", listing.kind, profile.email as "authorEmail", profile.id as "authorId",
      case when listing.kind = 'event' then (
        select count(*)::int from event_occurrence where listing_id = listing.id
        having count(*) > 1 and not exists (
          select from event_schedule where listing_id = listing.id and generated_until is not null)
      ) end as dates,
      case when listing.status = 'deleted' then json_build_object(
        'at', ${isoTimestamp(sql`listing.deleted`)}, 'byAdmin', listing.removed_by is not null,
        'by', remover.email, 'reason', listing.removal_reason,
        'entry', case when listing.removed_by is not null and listing.deleted > now() - make_interval(days => ${undoDays}) then (
          select max(audit_entry.id) from audit_entry
          where target_id = listing.id::text and action = 'listing.remove') end
      ) end as removal
    from listing join profile on profile.id = listing.author_id
    left join profile remover on remover.id = listing.removed_by
    where listing.id = any(${ids}::uuid[])`.execute(kysely)
  return rows
}

type Paging = { page: number; limit: number }
const listingOrders = {
  newest: sql`posted desc, id desc`,
  'price-asc': sql`price, id`,
  'price-desc': sql`price desc, id desc`,
}
type ListingSelection = Paging & {
  kind: Kind
  statuses: string[]
  sort: keyof typeof listingOrders
  /** An email. */
  author?: string
  title?: string
  scope: ModeratorScope | null
}

/** Pages through one author's listings, or through those that visitors do not see and the few that are reported; with a scope, its own. */
export function pageListings(
  { kysely }: Database,
  { kind, statuses, sort, author, title = '', scope, ...paging }: ListingSelection,
): Promise<IdPage> {
  const isWanted = author
    ? sql`author_id in (select profile.id from profile where lower(email) = lower(${author}))`
    : sql`status <> 'active' ${title === '' ? sql`` : sql`and ${containsText(sql`lower(title)`, title, true)}`}`
  const hasStatus = sql`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`
  const from = sql`listing where ${isWanted} and kind = ${kind} and ${hasStatus} and ${listingInScope(scope)}`
  return pageIds(kysely, { id: sql`id`, from, order: listingOrders[sort] }, paging)
}

/** Pages through the listings of a limited scope that are in public lists: one index finds those of its categories or places. */
export function pageListedInScope(
  { kysely }: Database,
  { kind, sort, title = '', scope, ...paging }: Omit<ListingSelection, 'scope'> & { scope: ModeratorScope },
): Promise<IdPage> {
  const matches = title === '' ? sql`` : sql`and ${containsText(sql`lower(title)`, title, false)}`
  const from = sql`listing
    where id in (select listing_id from listing_index
        where listing_index.kind = ${kind} and ${categoryAndPlaceInScope(scope, 'listing_index')})
      and ${listingInScope(scope)} ${matches}`
  return pageIds(kysely, { id: sql`id`, from, order: listingOrders[sort] }, paging)
}

type IdSelection = { id: RawBuilder<unknown>; from: RawBuilder<unknown>; order: RawBuilder<unknown> }

async function pageIds(
  connection: Connection,
  { id, from, order }: IdSelection,
  { page, limit }: Paging,
): Promise<IdPage> {
  const [{ rows }, total] = await Promise.all([
    sql<{ id: string }>`
      select ${id} as id from ${from} order by ${order}
      limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`.execute(connection),
    countUpTo(connection, from, null),
  ])
  return { ids: rows.map((row) => row.id), total }
}

export async function listReasons(connection: Connection): Promise<string[]> {
  const rows = await connection.selectFrom('removal_reason').select('text').orderBy('position').execute()
  return rows.map(({ text }) => text)
}

export async function replaceReasons(tx: Connection, reasons: string[]): Promise<void> {
  await tx.deleteFrom('removal_reason').execute()
  await tx
    .insertInto('removal_reason')
    .values(reasons.map((text, position) => ({ text, position })))
    .execute()
}

type HidingRow = {
  bySuspension: boolean
  /** The open statement about it. Listings that were imported as hidden have none. */
  statement: { id: string; rule: string; automatic: boolean } | null
  inReview: boolean
}

/** Returns why a listing is hidden, or null if it does not exist. */
export async function findHiding({ kysely }: Database, listingId: string): Promise<HidingRow | null> {
  const { rows } = await sql<HidingRow>`
    select listing.hidden_by_suspension as "bySuspension",
      case when statement.id is not null then json_build_object('id', statement.id, 'rule', statement.rule,
        'automatic', statement.automatic) end as statement,
      exists (select from report_case where listing_id = listing.id)
        or exists (select from appeal where statement_id = statement.id and decided is null) as "inReview"
    from listing left join statement on statement.listing_id = listing.id and statement.ended is null
    where listing.id = ${listingId}`.execute(kysely)
  return rows[0] ?? null
}

/** Reported listings that wait for an admin. */
export const reportQueue: QueueQuery = sql`
  select 'reports' as queue, 'waiting' as state, count(*) as items,
    extract(epoch from now() - min(first_reported))::float as oldest
  from (select first_reported from report_case limit ${maxCountedItems}) report_case`
