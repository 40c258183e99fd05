/** Grants and revokes admin rights, and ensures that the site always has at least one admin. */

import { sql } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import { nameOrder } from '../../../shared/name-lists.ts'
import type { Role } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { moderatorRole } from '../roles/service.ts'
import { deleteModerator } from './moderators.ts'

type Admin = { email: string; name: string; pending: boolean }

/** Grants rights to a profile at once, or to any other address once its owner proves it (team-grants.ts). Nobody is a moderator, too. */
export async function grantAdmin(
  tx: Connection,
  email: string,
  name = '',
): Promise<'granted' | 'already-admin' | 'pending'> {
  await deleteModerator(tx, email)
  const { rows } = await sql<{ accountId: string; wasAdmin: boolean }>`
      update profile set is_admin = true
      from (select id, is_admin as "wasAdmin" from profile where lower(email) = lower(${email}) and account_id is not null
        for update) previous
      where profile.id = previous.id
      returning profile.account_id as "accountId", previous."wasAdmin"`.execute(tx)
  const [changed] = rows
  if (changed?.wasAdmin) return 'already-admin'
  if (changed) {
    // Rights begin with a new session, so that a cookie that was stolen before never has them.
    await sql`delete from account_session where account_id = ${changed.accountId}`.execute(tx)
    return 'granted'
  }
  await sql`
      insert into admin_grant (email, name) values (lower(${email}), ${name})
      on conflict (email) do update set name = excluded.name`.execute(tx)
  return 'pending'
}

/** Throws `not_found` if the email is not an admin's, and `conflict` if it is the last admin's. */
export async function revokeAdmin(tx: Connection, email: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from admin_grant where email = lower(${email})`.execute(tx)
  const admins = await lockAdmins(tx)
  const admin = admins.find((candidate) => candidate.email.toLowerCase() === email.toLowerCase())
  if (!admin && Number(numAffectedRows ?? 0) > 0) return
  if (!admin) throw new AppError('not_found', t('{email} is not an admin.', { email }))
  requireAnotherAdmin(admins)
  await sql`update profile set is_admin = false where id = ${admin.id}`.execute(tx)
  // A server of the previous version leaves the rights that someone had before.
  await deleteModerator(tx, email)
}

/** Throws `conflict` if this account is the last admin's. Locks all admins until the transaction ends. */
export async function requireNotLastAdmin(tx: Connection, accountId: string): Promise<void> {
  const admins = await lockAdmins(tx)
  if (admins.some((admin) => admin.accountId === accountId)) requireAnotherAdmin(admins)
}

export async function listAdmins({ kysely }: Database): Promise<Admin[]> {
  const { rows } = await sql<Admin>`
    select email, name, false as pending from profile where is_admin
    union all select email, name, true from admin_grant
    order by pending, email`.execute(kysely)
  return rows
}

type TeamRow = Admin & {
  /** Of the profile; null for who is invited. */
  _id: string | null
  isAdmin: boolean
  role: Role
  categoryIds: number[] | null
  placeIds: number[] | null
}

export type TeamQuery = {
  page: number
  limit: number
  search?: string | undefined
  sort: 'email' | 'name' | 'pending'
}
const comparators: Record<TeamQuery['sort'], (one: TeamRow, other: TeamRow) => number> = {
  email: () => 0,
  name: (one, other) => nameOrder()(one.name, other.name),
  pending: (one, other) => Number(other.pending) - Number(one.pending),
}

/** Pages through admins, moderators, and those who are invited. Filters and sorts in memory: there are few. */
export async function pageTeam(
  { kysely }: Database,
  { page, limit, search = '', sort }: TeamQuery,
): Promise<{ rows: TeamRow[]; total: number }> {
  const { rows } = await sql<TeamRow>`
    select id as "_id", email, name, true as "isAdmin", false as pending, 'admin' as role,
      null::integer[] as "categoryIds", null::integer[] as "placeIds"
    from profile where is_admin
    union all select null, email, name, false, true, 'admin', null, null from admin_grant
    union all select profile.id, coalesce(profile.email, invited_email), coalesce(profile.name, moderator.name), false,
      profile.id is null, ${moderatorRole}, category_ids, place_ids
    from moderator left join profile on profile.id = moderator.profile_id
    where profile.is_admin is distinct from true
    order by email`.execute(kysely)
  const needle = search.toLowerCase()
  const matching = rows
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(needle))
    .sort(comparators[sort])
  return { rows: matching.slice((page - 1) * limit, page * limit), total: matching.length }
}

type LockedAdmin = { id: string; email: string; accountId: string | null }

/** Locks all admins in the order of their ids, so that two who remove each other at once do not deadlock. */
async function lockAdmins(tx: Connection): Promise<LockedAdmin[]> {
  const { rows } = await sql<LockedAdmin>`
    select id, email, account_id as "accountId" from profile where is_admin
    order by id for update`.execute(tx)
  return rows
}

function requireAnotherAdmin(admins: LockedAdmin[]) {
  if (admins.length < 2)
    throw new AppError('conflict', t('This is the last admin. Please make someone else an admin first.'))
}
