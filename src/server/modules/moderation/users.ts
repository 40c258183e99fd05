/** Users for admins: everyone with a profile, in one of three orders, searched by any part of the name or email. */
import { sql } from 'kysely'
import type { CallRequest } from '../../../shared/contract.ts'
import { maxCounted } from '../../../shared/limits.ts'
import type { User } from '../../../shared/moderation.ts'
import { isAdmin, type Viewer } from '../../../shared/policy.ts'
import { type Connection, type Database, isoTimestamp } from '../../platform/database/database.ts'
import { containsText, countUpTo, maxSorted } from '../../platform/database/text-search.ts'
import { roleOfProfile } from '../roles/service.ts'

export type UsersQuery = CallRequest<'listUsers'>['query']

const columns = sql`
  profile.id as "_id", profile.name, profile.email, profile.phone, profile.address, profile.bio,
  profile.is_admin as "isAdmin", ${roleOfProfile} as role,
  profile.created,
  account.id is not null as "hasAccount",
  case when account.suspended_at is not null then json_build_object(
    'since', ${isoTimestamp(sql`account.suspended_at`)},
    'reason', account.suspension_reason, 'until', ${isoTimestamp(sql`account.suspended_until`)}) end as suspension,
  (select count(*)::int from listing where author_id = profile.id and status <> 'deleted') as listings`

const orders = {
  newest: sql`profile.created desc, profile.id desc`,
  name: sql`lower(profile.name), profile.id`,
  email: sql`lower(profile.email), profile.id`,
}

/** A phone number and an address decide no case, so moderators do not get them. */
export async function pageUsers(
  { kysely }: Database,
  viewer: Viewer,
  { page, limit, sort, search = '' }: UsersQuery,
): Promise<{ rows: User[]; total: number }> {
  const text = sql`lower(profile.name || ' ' || profile.email)`
  const matching = (useIndex: boolean) =>
    search === '' ? sql`profile` : sql`profile where ${containsText(text, search, useIndex)}`
  const total = search === '' ? await countUsers(kysely) : await countUpTo(kysely, matching(true), maxCounted)
  // `offset 0` finds the matches first. A plan that does not know how few there are would walk the order of the page.
  const found = total <= maxSorted ? sql`(select * from ${matching(true)} offset 0) profile` : matching(false)
  // Literals: knowing that the limit is small, PostgreSQL walks an index instead of sorting all users.
  const window = sql`limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`
  const { rows } = await sql<User>`
    select ${columns}
    from (select profile.id from ${found} order by ${orders[sort]} ${window}) page
    join profile on profile.id = page.id
    left join account on account.id = profile.account_id
    left join moderator on moderator.profile_id = profile.id
    order by ${orders[sort]}`.execute(kysely)
  return { rows: isAdmin(viewer) ? rows : rows.map((row) => ({ ...row, phone: '', address: '' })), total }
}

async function countUsers(connection: Connection): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(change), 0)::int as total from profile_count`.execute(connection)
  return rows[0]?.total ?? 0
}
