/** Everybody who has a profile, for admins: a page in one of three orders, searched by any part of name and email. */
import { sql } from 'kysely'
import { maxCounted } from '../../../shared/limits.ts'
import type { User } from '../../../shared/moderation.ts'
import { type Database, isoTimestamp } from '../../platform/database/database.ts'
import { containsText, maxSorted, withCustomPlan } from '../../platform/database/text-search.ts'

type Asked = { page: number; limit: number; search?: string | undefined; sort: 'newest' | 'name' | 'email' }

const columns = sql`
  profile.id as "_id", profile.name, profile.email, profile.phone, profile.address, profile.bio,
  profile.is_admin as "isAdmin",
  profile.created,
  account.id is not null as "hasAccount",
  case when account.suspended_at is not null then json_build_object(
    'since', ${isoTimestamp(sql`account.suspended_at`)},
    'reason', account.suspension_reason) end as suspension,
  (select count(*)::int from listing where author_id = profile.id and status <> 'deleted') as listings`

const up = sql`asc`
const down = sql`desc`
const order = (column: ReturnType<typeof sql>, way: typeof up) => sql`${column} ${way}, profile.id ${way}`
const byName = sql`lower(profile.name)`
const byEmail = sql`lower(profile.email)`
const orders = {
  newest: { forwards: order(sql`profile.created`, down), backwards: order(sql`profile.created`, up) },
  name: { forwards: order(byName, up), backwards: order(byName, down) },
  email: { forwards: order(byEmail, up), backwards: order(byEmail, down) },
}

export async function pageUsers(
  { kysely }: Database,
  asked: Asked,
): Promise<{ rows: User[]; total: number }> {
  const { page, limit, sort, search = '' } = asked
  const { from, total } = search === '' ? await all(kysely) : await matching(kysely, search)
  const { forwards, backwards } = orders[sort]
  const before = (page - 1) * limit
  const after = total - before - limit
  // What lies between is walked over, so that everybody's last pages are looked for from the end.
  const fromEnd = search === '' && after < before
  const [way, wanted, passed] = fromEnd
    ? [backwards, Math.min(limit, limit + after), after]
    : [forwards, limit, before]
  // In the text: knowing how few are wanted, PostgreSQL walks an index instead of sorting everybody.
  const window = sql`limit ${sql.lit(Math.max(0, wanted))} offset ${sql.lit(Math.max(0, passed))}`
  const { rows } = await sql<User>`
    select ${columns}
    from (select profile.id from ${from} order by ${way} ${window}) page
    join profile on profile.id = page.id
    left join account on account.id = profile.account_id
    order by ${forwards}`.execute(kysely)
  return { rows, total }
}

async function all(kysely: Database['kysely']) {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(change), 0)::int as total from profile_count`.execute(kysely)
  return { from: sql`profile`, total: rows[0]?.total ?? 0 }
}

async function matching(kysely: Database['kysely'], search: string) {
  const found = (few: boolean) =>
    sql`profile where ${containsText(sql`lower(profile.name || ' ' || profile.email)`, search, few)}`
  // Looked through once: a search that finds half the town takes long enough.
  const rows = await withCustomPlan(kysely, async (connection) => {
    const asked = sql<{ total: number; ids: string[] | null }>`
      select count(*)::int as total, case when count(*) <= ${maxSorted} then array_agg(id) end as ids
      from (select profile.id from ${found(true)} limit ${sql.lit(maxCounted)}) found`
    return (await asked.execute(connection)).rows
  })
  const { total = 0, ids = null } = rows[0] ?? {}
  if (total > maxSorted) return { from: found(false), total }
  return { from: sql`profile where profile.id = any(${ids ?? []}::uuid[])`, total }
}
