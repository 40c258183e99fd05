/** What the dashboard lists. Each list finds the ids of its page on an index first, and then what those rows show. */
import { sql } from 'kysely'
import { undoDays } from '../../../shared/limits.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { AdminListing, ReportCase } from '../../../shared/moderation.ts'
import { type Connection, type Database, isoTimestamp } from '../../platform/database/database.ts'
import { containsText } from '../../platform/database/text-search.ts'

export type AdminDetails = Pick<AdminListing, '_id' | 'kind' | 'authorEmail' | 'authorId' | 'removal'>
export type Ids = { ids: string[]; total: number }

/** What admins see of these listings beyond what lists show to everyone, in no particular order. */
export async function findAdminDetails({ kysely }: Database, ids: string[]): Promise<AdminDetails[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<AdminDetails>`
    select listing.id as "_id", listing.kind, profile.email as "authorEmail", profile.id as "authorId",
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

type Page = { limit: number; offset: number }
const orders = {
  newest: sql`posted desc, id desc`,
  'price-asc': sql`price, id`,
  'price-desc': sql`price desc, id desc`,
}
type StoredAsked = Page & { kind: Kind; statuses: string[]; sort: keyof typeof orders; title?: string }

/** Of listings that no visitor sees, and of the few that are reported. */
export async function pageStored({ kysely }: Database, asked: StoredAsked): Promise<Ids> {
  const { kind, title = '' } = asked
  const wanted = sql`
    kind = ${kind} and status <> 'active' and ${among(asked.statuses)}
    ${title === '' ? sql`` : sql`and ${containsText(sql`lower(title)`, title, true)}`}`
  return pageOf(kysely, wanted, asked)
}

/** All that one author has in these states. */
export async function pageOfAuthor(
  { kysely }: Database,
  asked: Omit<StoredAsked, 'title'> & { email: string },
): Promise<Ids> {
  const wanted = sql`
    author_id in (select profile.id from profile where lower(email) = lower(${asked.email}))
    and kind = ${asked.kind} and ${among(asked.statuses)}`
  return pageOf(kysely, wanted, asked)
}

// What is known beforehand stands in the texts, and what is not is a parameter: so PostgreSQL finds the index made for it.
const among = (statuses: string[]) => sql`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`
const window = ({ limit, offset }: Page) => sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`

const pageOf = (connection: Connection, wanted: ReturnType<typeof sql>, asked: Omit<StoredAsked, 'title'>) =>
  idsAndTotal(
    connection,
    sql`select id from listing where ${wanted} order by ${orders[asked.sort]} ${window(asked)}`,
    sql`select count(*)::int as total from listing where ${wanted}`,
  )

export type CaseRow = Omit<ReportCase, 'listing'> & { id: string }

const caseOrders = {
  oldest: sql`report_case.first_reported, report_case.listing_id`,
  newest: sql`report_case.last_reported desc, report_case.listing_id`,
  most: sql`report_case.reports desc, report_case.first_reported, report_case.listing_id`,
}

type CasesAsked = Page & { kind: Kind; sort: keyof typeof caseOrders; search?: string; viewerId: string }

export async function pageCases(database: Database, asked: CasesAsked) {
  const { kind, sort, search = '', viewerId } = asked
  // Nothing that is reported and not decided upon is plainly active.
  const about = search
    ? sql`and listing_id in (
        select id from listing where status <> 'active' and ${containsText(sql`lower(title)`, search, true)}
        union all
        select id from listing
        where author_id in (select profile.id from profile where lower(email) = lower(${search})))`
    : sql``
  const { ids, total } = await idsAndTotal(
    database.kysely,
    sql`select listing_id as id from report_case where kind = ${kind} ${about}
      order by ${caseOrders[sort]} ${window(asked)}`,
    sql`select count(*)::int as total from report_case where kind = ${kind} ${about}`,
  )
  return { rows: await findCases(database, ids, viewerId), ids, total }
}

async function findCases({ kysely }: Database, ids: string[], viewerId: string): Promise<CaseRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CaseRow>`
    select report_case.listing_id as id, report_case.reports,
      report_case.first_reported as "firstReported",
      report_case.last_reported as "lastReported",
      newest.list as newest, reasons.list as reasons,
      json_build_object(
        'name', author.name, 'accountSince', ${isoTimestamp(sql`account.created`)},
        'otherReports', (
          select count(*) from listing other join report on report.listing_id = other.id
          where other.author_id = author.id and other.id <> report_case.listing_id),
        'isSuspended', account.suspended_at is not null
      ) as author,
      coalesce(looks.list, '[]') as "viewedBy"
    from report_case
    join listing on listing.id = report_case.listing_id
    join profile author on author.id = listing.author_id
    left join account on account.id = author.account_id
    cross join lateral (
      select json_agg(json_build_object('reason', reason, 'note', note, 'at', ${isoTimestamp(sql`one.created`)}, 'by', one.email)
        order by one.created desc) as list
      from (
        select reason, note, report.created, reporter.email
        from report left join profile reporter on reporter.id = report.reporter_id
        where report.listing_id = report_case.listing_id and resolved is null
        order by report.created desc limit 20
      ) one
    ) newest
    cross join lateral (
      select json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason) as list
      from (
        select reason, count(*)::int as count from report
        where report.listing_id = report_case.listing_id and resolved is null group by reason
      ) each
    ) reasons
    left join lateral (
      select json_agg(profile.email order by profile.email) as list
      from report_case_viewer join profile on profile.id = report_case_viewer.profile_id
      where report_case_viewer.listing_id = report_case.listing_id and report_case_viewer.profile_id <> ${viewerId}
        and report_case_viewer.at > now() - interval '1 minute'
    ) looks on true
    where report_case.listing_id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], report_case.listing_id)`.execute(kysely)
  return rows
}

/** Notes that an admin looks at a case; answers the emails of others who did so within a minute. */
export async function look({ kysely }: Database, listingId: string, profileId: string): Promise<string[]> {
  await sql`
    insert into report_case_viewer (listing_id, profile_id) values (${listingId}, ${profileId})
    on conflict (listing_id, profile_id) do update set at = now()`.execute(kysely)
  const { rows } = await sql<{ email: string }>`
    select profile.email from report_case_viewer join profile on profile.id = report_case_viewer.profile_id
    where listing_id = ${listingId} and profile_id <> ${profileId} and at > now() - interval '1 minute'
    order by profile.email`.execute(kysely)
  return rows.map(({ email }) => email)
}

async function idsAndTotal(
  connection: Connection,
  page: ReturnType<typeof sql>,
  count: ReturnType<typeof sql>,
): Promise<Ids> {
  const [found, counted] = await Promise.all([
    (page as ReturnType<typeof sql<{ id: string }>>).execute(connection),
    (count as ReturnType<typeof sql<{ total: number }>>).execute(connection),
  ])
  return { ids: found.rows.map(({ id }) => id), total: counted.rows[0]?.total ?? 0 }
}
