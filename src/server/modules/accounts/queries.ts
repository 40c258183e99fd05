import { type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Account, Profile, ProfileUpdate } from '../../../shared/account.ts'
import { maxListedSessions } from '../../../shared/limits.ts'
import type { Connection, Database } from '../../platform/database/database.ts'

const profileColumns = sql`
  profile.id as "_id", profile.name, profile.email, profile.phone, profile.address, profile.bio,
  profile.is_admin as "isAdmin"`

export async function findProfile({ kysely }: Database, accountId: string): Promise<Profile | null> {
  const { rows } = await sql<Profile>`
    select ${profileColumns} from profile where account_id = ${accountId}`.execute(kysely)
  return rows[0] ?? null
}

/**
 * Returns null if the account already has a profile. A demo profile with that email becomes the account's. Locks the account: the
 * second of two concurrent inserts could otherwise violate the constraint on `account_id` before the conflict is found.
 */
export async function insertProfile(
  { kysely }: Database,
  profile: { accountId: string; name: string; email: string },
): Promise<Profile | null> {
  const { accountId, name, email } = profile
  const { rows } = await sql<Profile>`
    insert into profile (id, account_id, email, name)
    select ${uuidv7()}, owner.id, ${email}, ${name}
    from (select id from account where id = ${accountId} for update) owner
    where not exists (select from profile where account_id = ${accountId})
    on conflict (lower(email)) do update set account_id = excluded.account_id, name = excluded.name
      where profile.account_id is null
    returning ${profileColumns}`.execute(kysely)
  return rows[0] ?? null
}

/** The profile that owns an account's listings and pictures. `isNew` is true on the account's first day. */
export type ProfileId = { profileId: string; isNew: boolean }

export async function findAuthor({ kysely }: Database, accountId: string): Promise<ProfileId | null> {
  const { rows } = await sql<ProfileId>`
    select profile.id as "profileId", account.created > now() - interval '1 day' as "isNew"
    from profile join account on account.id = profile.account_id
    where profile.account_id = ${accountId}`.execute(kysely)
  return rows[0] ?? null
}

/** Updates a profile. Empty or missing fields keep their values. Returns null if there is no profile. */
export async function updateProfile(
  { kysely }: Database,
  accountId: string,
  { name = '', phone = '', address = '', bio = '' }: ProfileUpdate,
): Promise<Profile | null> {
  const { rows } = await sql<Profile>`
    update profile set
      name = coalesce(nullif(${name}, ''), name), phone = coalesce(nullif(${phone}, ''), phone),
      address = coalesce(nullif(${address}, ''), address), bio = coalesce(nullif(${bio}, ''), bio)
    where account_id = ${accountId}
    returning ${profileColumns}`.execute(kysely)
  return rows[0] ?? null
}

/** A trigger deletes the photo that this one replaces. Returns false if there is no such account. */
export async function setPhoto(tx: Connection, accountId: string, url: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account set image = ${url}, updated = now() where id = ${accountId}`.execute(tx)
  return numAffectedRows === 1n
}

export async function listLogins({ kysely }: Database, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ provider: string }>`
    select provider from account_login where account_id = ${accountId} order by created`.execute(kysely)
  return rows.map(({ provider }) => provider)
}

/** Returns whether someone who had proven the account's email chose its password. */
export async function hasProvenPassword({ kysely }: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account_login
    where account_id = ${accountId} and provider = 'credential' and email_proven`.execute(kysely)
  return rows.length > 0
}

export async function isSessionProven({ kysely }: Database, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account_session where id = ${sessionId} and email_proven`.execute(kysely)
  return rows.length > 0
}

type SessionRow = Omit<Account['sessions'][number], 'current' | 'device'> & { userAgent: string }

export async function listSessions({ kysely }: Database, accountId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, coalesce(user_agent, '') as "userAgent", created, updated as "lastUsed"
    from account_session where account_id = ${accountId} and expires > now()
    order by updated desc limit ${sql.lit(maxListedSessions)}`.execute(kysely)
  return rows
}

export async function deleteSessions(
  { kysely }: Database,
  accountId: string,
  filter: { id: string } | { exceptId: string },
): Promise<number> {
  const matches =
    'id' in filter ? sql<SqlBool>`id::text = ${filter.id}` : sql<SqlBool>`id <> ${filter.exceptId}`
  const { numAffectedRows } = await sql`
    delete from account_session where account_id = ${accountId} and ${matches}`.execute(kysely)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes an account with all it has. The other person of a conversation keeps their copy for a while, with its photos. All other pictures
 * become unavailable at once; a job deletes their files.
 */
export async function deleteAccount(tx: Connection, accountId: string) {
  // Messages that are being sent come first, and lock these first, too. Otherwise their photos would seem unused.
  await sql`select from profile where account_id = ${accountId} for update`.execute(tx)
  await sql`
    select from conversation where id in (
      select conversation_id from conversation_participant participant
      join profile on profile.id = participant.profile_id where account_id = ${accountId})
    order by id for update`.execute(tx)
  await sql`
    delete from listing
    where author_id in (select id from profile where account_id = ${accountId})`.execute(tx)
  await sql`
    update image set pending_deletion_since = now()
    where uploader_id in (select id from profile where account_id = ${accountId}) and pending_deletion_since is null
      and not exists (select from listing_image where image_id = image.id)
      and not exists (select from message_photo where image_id = image.id)`.execute(tx)
  await sql`
    select graphile_worker.add_job('delete_unused_pictures', job_key => 'delete_unused_pictures')`.execute(tx)
  await sql`delete from profile where account_id = ${accountId}`.execute(tx)
  await sql`delete from account_token where value like '%:' || ${accountId} || ':%'`.execute(tx)
  await sql`delete from account where id = ${accountId}`.execute(tx)
}
