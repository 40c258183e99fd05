/** Users for admins: everyone with a profile, in one of three orders, searched by any part of the name or email. */
import { type RawBuilder, sql } from 'kysely'
import { maxCounted } from '../../../shared/limits.ts'
import type { User } from '../../../shared/moderation.ts'
import { type Database, isoTimestamp } from '../../platform/database/database.ts'
import { containsText, maxSorted, withCustomPlan } from '../../platform/database/text-search.ts'

export type UsersQuery = {
  page: number
  limit: number
  search?: string | undefined
  sort: 'newest' | 'name' | 'email'
}
/** What follows `from`, and how many rows that has. */
type Source = { from: RawBuilder<unknown>; total: number }

const columns = sql`
  profile.id as "_id", profile.name, profile.email, profile.phone, profile.address, profile.bio,
  profile.is_admin as "isAdmin",
  profile.created,
  account.id is not null as "hasAccount",
  case when account.suspended_at is not null then json_build_object(
    'since', ${isoTimestamp(sql`account.suspended_at`)},
    'reason', account.suspension_reason) end as suspension,
  (select count(*)::int from listing where author_id = profile.id and status <> 'deleted') as listings`

const ascending = sql`asc`
const descending = sql`desc`
const order = (column: RawBuilder<unknown>, direction: typeof ascending) =>
  sql`${column} ${direction}, profile.id ${direction}`
const created = sql`profile.created`
const name = sql`lower(profile.name)`
const email = sql`lower(profile.email)`
const orders = {
  newest: { forward: order(created, descending), backward: order(created, ascending) },
  name: { forward: order(name, ascending), backward: order(name, descending) },
  email: { forward: order(email, ascending), backward: order(email, descending) },
}

export async function pageUsers(
  { kysely }: Database,
  query: UsersQuery,
): Promise<{ rows: User[]; total: number }> {
  const { page, limit, sort, search = '' } = query
  const { from, total } = search === '' ? await allUsers(kysely) : await matchingUsers(kysely, search)
  const { forward, backward } = orders[sort]
  const before = (page - 1) * limit
  const after = total - before - limit
  // An offset walks over every row before it, so pages in the second half of all users are read from the end.
  const fromEnd = search === '' && after < before
  const [direction, size, offset] = fromEnd
    ? [backward, Math.min(limit, limit + after), after]
    : [forward, limit, before]
  // Literals: knowing that the limit is small, PostgreSQL walks an index instead of sorting all users.
  const window = sql`limit ${sql.lit(Math.max(0, size))} offset ${sql.lit(Math.max(0, offset))}`
  const { rows } = await sql<User>`
    select ${columns}
    from (select profile.id from ${from} order by ${direction} ${window}) page
    join profile on profile.id = page.id
    left join account on account.id = profile.account_id
    order by ${forward}`.execute(kysely)
  return { rows, total }
}

async function allUsers(kysely: Database['kysely']): Promise<Source> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(change), 0)::int as total from profile_count`.execute(kysely)
  return { from: sql`profile`, total: rows[0]?.total ?? 0 }
}

async function matchingUsers(kysely: Database['kysely'], search: string): Promise<Source> {
  const matches = (useIndex: boolean) =>
    sql`profile where ${containsText(sql`lower(profile.name || ' ' || profile.email)`, search, useIndex)}`
  // One pass both counts and collects ids: a search that matches many users takes long enough once.
  const rows = await withCustomPlan(kysely, async (connection) => {
    const query = sql<{ total: number; ids: string[] | null }>`
      select count(*)::int as total, case when count(*) <= ${maxSorted} then array_agg(id) end as ids
      from (select profile.id from ${matches(true)} limit ${sql.lit(maxCounted)}) found`
    return (await query.execute(connection)).rows
  })
  const { total = 0, ids = null } = rows[0] ?? {}
  if (total > maxSorted) return { from: matches(false), total }
  return { from: sql`profile where profile.id = any(${ids ?? []}::uuid[])`, total }
}
