/** Makes invitations to be an admin or a moderator take effect. `admins.ts` and `moderators.ts` store them. */
import { sql } from 'kysely'
import type { Role } from '../../../shared/policy.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { enqueueEmail } from '../../platform/mail/outbox.ts'
import type { AccountEmails } from '../notifications/service.ts'
import { moderatorRole } from '../roles/service.ts'
import { deleteModerator } from './moderators.ts'

type Invited = { email: string; name: string; language: string | null; role: Role }

/**
 * Gives the account's profile the role to which its email is invited, and returns that, or null. Call it only for a session that proves
 * the email: someone else may have signed up first with an invited address. For the same reason, this deletes every session and way to
 * sign in that does not prove the email.
 */
export async function activateGrant(
  { kysely }: Database,
  emails: AccountEmails,
  accountId: string,
): Promise<Role | null> {
  return kysely.transaction().execute(async (tx) => {
    const granted = (await becomeAdmin(tx, accountId)) ?? (await becomeModerator(tx, accountId))
    if (!granted) return null
    await sql`delete from account_session where account_id = ${accountId} and not email_proven`.execute(tx)
    const { numAffectedRows } = await sql`
      delete from account_login where account_id = ${accountId} and not email_proven`.execute(tx)
    const passwordRemoved = Number(numAffectedRows ?? 0) > 0
    const { name, role } = granted
    await enqueueEmail(tx, emails.write('admin-rights-active', granted, { name, role, passwordRemoved }))
    return role
  })
}

async function becomeAdmin(tx: Connection, accountId: string): Promise<Invited | null> {
  const { rows } = await sql<Invited>`
    with admin as (
      update profile set is_admin = true from account, admin_grant
      where account.id = ${accountId} and account.email_verified and profile.account_id = account.id
        and admin_grant.email = account.email
      returning account.email, profile.name, account.language
    ), deleted as (delete from admin_grant using admin where admin_grant.email = admin.email)
    select email, name, language, 'admin' as role from admin`.execute(tx)
  const [admin] = rows
  if (!admin) return null
  await deleteModerator(tx, admin.email)
  return admin
}

async function becomeModerator(tx: Connection, accountId: string): Promise<Invited | null> {
  const invitation = await findModeratorInvitation(tx, accountId, sql`for update of moderator`)
  if (!invitation) return null
  // Who is a moderator already, and has taken over an invited address, gets the scope of the invitation.
  const { rows } = await sql<{ id: string }>`
    with replaced as (
      delete from moderator where profile_id = (select id from profile where account_id = ${accountId})
    ) select id from profile where account_id = ${accountId}`.execute(tx)
  const [profile] = rows
  if (!profile) return null
  await sql`
    update moderator set profile_id = ${profile.id}, invited_email = null
    where invited_email = ${invitation.email}`.execute(tx)
  return invitation
}

async function findModeratorInvitation(
  connection: Connection,
  accountId: string,
  lock = sql``,
): Promise<Invited | null> {
  const { rows } = await sql<Invited>`
    select account.email, account.name, account.language, ${moderatorRole} as role
    from account join moderator on moderator.invited_email = account.email
    where account.id = ${accountId} and account.email_verified
      and not exists (select from profile where account_id = account.id and is_admin) ${lock}`.execute(
    connection,
  )
  return rows[0] ?? null
}

/** Returns the email, the name, and the role of an account whose email is invited; null otherwise. */
export async function findInvited({ kysely }: Database, accountId: string): Promise<Invited | null> {
  const { rows } = await sql<Invited>`
    select account.email, account.name, account.language, 'admin' as role
    from account join admin_grant on admin_grant.email = account.email
    where account.id = ${accountId} and account.email_verified`.execute(kysely)
  return rows[0] ?? findModeratorInvitation(kysely, accountId)
}
