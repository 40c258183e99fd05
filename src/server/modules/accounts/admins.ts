/** Who is an admin. There is always one left: all who take rights away come through here. */
import { sql } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { Connection, Database } from '../../platform/database/database.ts'

type Granted = 'granted' | 'already-admin' | 'pending'
export type Admin = { email: string; name: string; pending: boolean }

/** Rights at once for a profile, and for any other address as soon as its owner has verified it. */
export async function grantAdmin(
  { kysely }: Database,
  email: string,
  name = '',
  /** What belongs to it, in the same transaction. */
  along: (tx: Connection, outcome: Granted) => Promise<void> = async () => {},
): Promise<Granted> {
  return kysely.transaction().execute(async (tx) => {
    const outcome = await grant(tx, email, name)
    await along(tx, outcome)
    return outcome
  })
}

async function grant(tx: Connection, email: string, name: string): Promise<Granted> {
  const { rows } = await sql<{ before: boolean }>`
      update profile set is_admin = true
      from (select id, is_admin as before from profile where lower(email) = lower(${email}) and account_id is not null
        for update) found
      where profile.id = found.id returning found.before`.execute(tx)
  const [changed] = rows
  if (changed) return changed.before ? 'already-admin' : 'granted'
  await sql`
      insert into admin_grant (email, name) values (lower(${email}), ${name})
      on conflict (email) do update set name = excluded.name`.execute(tx)
  return 'pending'
}

/** Throws `not_found` for somebody who is no admin, and `conflict` for the last one. */
export async function revokeAdmin(
  { kysely }: Database,
  email: string,
  along: (tx: Connection) => Promise<void> = async () => {},
): Promise<void> {
  await kysely.transaction().execute(async (tx) => {
    await revoke(tx, email)
    await along(tx)
  })
}

async function revoke(tx: Connection, email: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from admin_grant where email = lower(${email})`.execute(tx)
  const admins = await lockAdmins(tx)
  const admin = admins.find((candidate) => candidate.email.toLowerCase() === email.toLowerCase())
  if (!admin && Number(numAffectedRows ?? 0) > 0) return
  if (!admin) throw new AppError('not_found', `${email} is not an admin.`)
  requireAnother(admins)
  await sql`update profile set is_admin = false where id = ${admin.id}`.execute(tx)
}

/** Throws `conflict` when this account is the last admin's. Holds off others who take rights away meanwhile. */
export async function requireNotLastAdmin(tx: Connection, accountId: string): Promise<void> {
  const admins = await lockAdmins(tx)
  if (admins.some((admin) => admin.accountId === accountId)) requireAnother(admins)
}

export async function listAdmins({ kysely }: Database): Promise<Admin[]> {
  const { rows } = await sql<Admin>`
    select email, name, false as pending from profile where is_admin
    union all select email, name, true from admin_grant
    order by pending, email`.execute(kysely)
  return rows
}

type AdminRow = Omit<Admin, 'pending'> & { _id: string | null; isAdmin: boolean; pending: boolean }

type AdminsAsked = {
  page: number
  limit: number
  search?: string | undefined
  sort: 'email' | 'name' | 'pending'
}
const orders: Record<AdminsAsked['sort'], (one: AdminRow, other: AdminRow) => number> = {
  email: () => 0,
  name: (one, other) => one.name.localeCompare(other.name, 'en'),
  pending: (one, other) => Number(other.pending) - Number(one.pending),
}

/** There are few admins, and fewer who are invited: they are looked through. */
export async function pageAdmins(
  { kysely }: Database,
  { page, limit, search = '', sort }: AdminsAsked,
): Promise<{ rows: AdminRow[]; total: number }> {
  const { rows } = await sql<AdminRow>`
    select id as "_id", email, name, true as "isAdmin", false as pending from profile where is_admin
    union all select null, email, name, false, true from admin_grant
    order by email`.execute(kysely)
  const wanted = search.toLowerCase()
  const found = rows
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
    .sort(orders[sort])
  return { rows: found.slice((page - 1) * limit, page * limit), total: found.length }
}

type LockedAdmin = { id: string; email: string; accountId: string | null }

/** In the order of their ids, so that two who remove each other wait for one another instead of for ever. */
async function lockAdmins(tx: Connection): Promise<LockedAdmin[]> {
  const { rows } = await sql<LockedAdmin>`
    select id, email, account_id as "accountId" from profile where is_admin order by id for update`.execute(
    tx,
  )
  return rows
}

function requireAnother(admins: LockedAdmin[]) {
  if (admins.length < 2)
    throw new AppError('conflict', 'This is the last admin. Please make somebody else an admin first.')
}
