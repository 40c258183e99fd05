/**
 * The lists of the dashboard. Each first finds the ids of its page on an index, and then reads what those rows show.
 * Values that are known in advance are literals and all others parameters, so that PostgreSQL picks the index made for
 * the query.
 */
import { type RawBuilder, sql } from 'kysely'
import type { CallRequest } from '../../../shared/contract.ts'
import { undoDays } from '../../../shared/limits.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { AdminListing, ReportCase } from '../../../shared/moderation.ts'
import type { ReportReason } from '../../../shared/report-reasons.ts'
import { type Connection, type Database, isoTimestamp } from '../../platform/database/database.ts'
import { containsText, countUpTo } from '../../platform/database/text-search.ts'
import { maxCountedItems, type QueueQuery } from '../../platform/metrics/collect-gauges.ts'

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
}

/** Pages through one author's listings, or through those that visitors do not see and the few that are reported. */
export function pageListings(
  { kysely }: Database,
  { kind, statuses, sort, author, title = '', ...paging }: ListingSelection,
): Promise<IdPage> {
  const isWanted = author
    ? sql`author_id in (select profile.id from profile where lower(email) = lower(${author}))`
    : sql`status <> 'active' ${title === '' ? sql`` : sql`and ${containsText(sql`lower(title)`, title, true)}`}`
  const hasStatus = sql`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`
  const from = sql`listing where ${isWanted} and kind = ${kind} and ${hasStatus}`
  return pageIds(kysely, { id: sql`id`, from, order: listingOrders[sort] }, paging)
}

export type CaseRow = Omit<ReportCase, 'listing'> & { id: string }

const caseOrders = {
  oldest: sql`report_case.first_reported, report_case.listing_id`,
  newest: sql`report_case.last_reported desc, report_case.listing_id`,
  most: sql`report_case.reports desc, report_case.first_reported, report_case.listing_id`,
}

export type CasesQuery = CallRequest<'listCases'>['query']

/** Pages through report cases, searched by words of the title or by the author's email. `viewedBy` leaves out `viewerId`. */
export async function pageCases(database: Database, query: CasesQuery, viewerId: string) {
  const { kind, sort, search = '' } = query
  // A listing with open reports is never `active`, so its title is on the smaller index.
  const matches = search
    ? sql`and listing_id in (
        select id from listing where status <> 'active' and ${containsText(sql`lower(title)`, search, true)}
        union all
        select id from listing
        where author_id in (select profile.id from profile where lower(email) = lower(${search})))`
    : sql``
  const from = sql`report_case where kind = ${kind} ${matches}`
  const selection = { id: sql`listing_id`, from, order: caseOrders[sort] }
  const { ids, total } = await pageIds(database.kysely, selection, query)
  return { rows: await findCases(database, ids, viewerId), total }
}

/** Returns the cases of these listings, in the order of `ids`. */
async function findCases({ kysely }: Database, ids: string[], viewerId: string): Promise<CaseRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CaseRow>`
    select report_case.listing_id as id,
      report_case.reports - case when request.created is null then 0 else 1 end as reports,
      ${isoTimestamp(sql`request.created`)} as "reviewRequested",
      report_case.first_reported as "firstReported",
      report_case.last_reported as "lastReported",
      newest.list as newest, reasons.list as reasons,
      json_build_object(
        'name', author.name, 'accountSince', ${isoTimestamp(sql`account.created`)},
        'otherReports', (
          select count(*) from listing other join report on report.listing_id = other.id
          where other.author_id = author.id and other.id <> report_case.listing_id
            and report.reporter_id is distinct from author.id),
        'isSuspended', account.suspended_at is not null
      ) as author,
      coalesce(viewers.list, '[]') as "viewedBy"
    from report_case
    join listing on listing.id = report_case.listing_id
    join profile author on author.id = listing.author_id
    left join account on account.id = author.account_id
    left join report request on request.listing_id = listing.id and request.reporter_id = author.id and request.resolved is null
    cross join lateral (
      select coalesce(json_agg(json_build_object('reason', reason, 'note', note, 'at', ${isoTimestamp(sql`one.created`)}, 'by', one.email)
        order by one.created desc), '[]') as list
      from (
        select reason, note, report.created, reporter.email
        from report left join profile reporter on reporter.id = report.reporter_id
        where report.listing_id = report_case.listing_id and resolved is null and reporter_id is distinct from author.id
        order by report.created desc limit 20
      ) one
    ) newest
    cross join lateral (
      select coalesce(json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason), '[]') as list
      from (
        select reason, count(*)::int as count from report
        where report.listing_id = report_case.listing_id and resolved is null and reporter_id is distinct from author.id
        group by reason
      ) each
    ) reasons
    left join lateral (
      select json_agg(profile.email order by profile.email) as list
      from report_case_viewer join profile on profile.id = report_case_viewer.profile_id
      where report_case_viewer.listing_id = report_case.listing_id and report_case_viewer.profile_id <> ${viewerId}
        and report_case_viewer.at > now() - interval '1 minute'
    ) viewers on true
    where report_case.listing_id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], report_case.listing_id)`.execute(kysely)
  return rows
}

/** A heartbeat: records that an admin views a case. Returns the emails of the others who viewed it within the last minute. */
export async function touchPresence(
  { kysely }: Database,
  listingId: string,
  profileId: string,
): Promise<string[]> {
  await sql`
    insert into report_case_viewer (listing_id, profile_id) values (${listingId}, ${profileId})
    on conflict (listing_id, profile_id) do update set at = now()`.execute(kysely)
  const { rows } = await sql<{ email: string }>`
    select profile.email from report_case_viewer join profile on profile.id = report_case_viewer.profile_id
    where listing_id = ${listingId} and profile_id <> ${profileId} and at > now() - interval '1 minute'
    order by profile.email`.execute(kysely)
  return rows.map(({ email }) => email)
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
  /** The latest decision that was not undone, if it was to hide the listing. */
  decision: { reason: string } | null
  /** The reason of an open report by an admin, which hides a listing at once. */
  adminReport: ReportReason | null
  inReview: boolean
}

/** Returns why a listing is hidden, or null if it does not exist. */
export async function findHiding({ kysely }: Database, listingId: string): Promise<HidingRow | null> {
  const { rows } = await sql<HidingRow>`
    select listing.hidden_by_suspension as "bySuspension",
      (
        select case entry.action when 'listing.hide' then json_build_object('reason', entry.reason) end
        from audit_entry entry
        where entry.target_id = listing.id::text and entry.action in ('listing.hide', 'listing.approve')
          and not exists (select from audit_entry later where later.undoes = entry.id)
        order by entry.id desc limit 1
      ) as decision,
      (
        select report.reason from report join profile on profile.id = report.reporter_id
        where report.listing_id = listing.id and report.resolved is null and profile.is_admin
          and report.reporter_id <> listing.author_id
        order by report.created limit 1
      ) as "adminReport",
      exists (select from report_case where listing_id = listing.id) as "inReview"
    from listing where listing.id = ${listingId}`.execute(kysely)
  return rows[0] ?? null
}

/** Reported listings that wait for an admin. */
export const reportQueue: QueueQuery = sql`
  select 'reports' as queue, 'waiting' as state, count(*) as items,
    extract(epoch from now() - min(first_reported))::float as oldest
  from (select first_reported from report_case limit ${maxCountedItems}) report_case`
