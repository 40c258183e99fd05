/** Everybody who has a profile, for admins: a page in one of three orders, searched by any part of name and email. */
import { sql } from 'kysely'
import type { Person } from '../../shared/moderation.ts'
import type { Database } from '../database/database.ts'

type Asked = { page: number; limit: number; search?: string | undefined; sort: 'newest' | 'name' | 'email' }

/** Up to so many found are sorted; of more, which a few letters already find, an ordered walk meets enough of them soon. */
const mostSorted = 1_000

const columns = sql`
  profile.id as "_id", profile.name, profile.email, profile.phone, profile.address, profile.bio,
  profile.is_admin as "isAdmin",
  to_char(profile.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created,
  account.id is not null as "hasAccount",
  case when account.suspended is not null then json_build_object(
    'since', to_char(account.suspended at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'reason', account.suspension_reason) end as suspended,
  (select count(*)::int from listing where author_id = profile.id and status <> 'deleted') as listings`

const orders = {
  newest: sql`profile.created desc, profile.id desc`,
  name: sql`lower(profile.name), profile.id`,
  email: sql`lower(profile.email)`,
}

export async function pagePeople(
  { kysely }: Database,
  asked: Asked,
): Promise<{ rows: Person[]; total: number }> {
  const { page, limit, sort, search = '' } = asked
  const window = sql`limit ${limit} offset ${(page - 1) * limit}`
  const { from, total } = search === '' ? await all(kysely) : await matching(kysely, search)
  const { rows } = await sql<Person>`
    select ${columns}
    from (select profile.* from ${from} order by ${orders[sort]} ${window}) profile
    left join account on account.id = profile.account_id
    order by ${orders[sort]}`.execute(kysely)
  return { rows, total }
}

async function all(kysely: Database['kysely']) {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(change), 0)::int as total from profile_count`.execute(kysely)
  return { from: sql`profile`, total: rows[0]?.total ?? 0 }
}

/** Every character of the search is text: `%` and `_` too. */
async function matching(kysely: Database['kysely'], search: string) {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const found = sql`profile where lower(profile.name || ' ' || profile.email) like ${pattern}`
  const { rows } = await sql<{ id: string }>`select profile.id from ${found} limit ${mostSorted + 1}`.execute(
    kysely,
  )
  if (rows.length > mostSorted) {
    const counted = await sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(kysely)
    return { from: found, total: counted.rows[0]?.total ?? 0 }
  }
  const ids = rows.map(({ id }) => id)
  return { from: sql`profile where profile.id = any(${ids}::uuid[])`, total: ids.length }
}
