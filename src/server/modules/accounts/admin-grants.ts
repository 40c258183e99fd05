/** Makes pending grants of admin rights take effect. `admins.ts` stores them. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { enqueueEmail } from '../../platform/mail/outbox.ts'
import type { AccountEmails } from '../notifications/service.ts'

/**
 * Makes the account's profile an admin's if a grant is pending for its email, and returns whether one was. Call it only for a
 * session that proves the email: someone else may have signed up first with an invited address. For the same reason, this
 * deletes every session and way to sign in that does not prove the email.
 */
export async function activateGrant(
  { kysely }: Database,
  emails: AccountEmails,
  accountId: string,
): Promise<boolean> {
  return kysely.transaction().execute(async (tx) => {
    const { rows } = await sql<{ email: string; name: string; language: string | null }>`
      with admin as (
        update profile set is_admin = true from account, admin_grant
        where account.id = ${accountId} and account.email_verified and profile.account_id = account.id
          and admin_grant.email = account.email
        returning account.email, profile.name, account.language
      ), deleted as (delete from admin_grant using admin where admin_grant.email = admin.email)
      select email, name, language from admin`.execute(tx)
    const [admin] = rows
    if (!admin) return false
    await sql`delete from account_session where account_id = ${accountId} and not email_proven`.execute(tx)
    const { numAffectedRows } = await sql`
      delete from account_login where account_id = ${accountId} and not email_proven`.execute(tx)
    const passwordRemoved = Number(numAffectedRows ?? 0) > 0
    const facts = { name: admin.name, passwordRemoved }
    await enqueueEmail(tx, emails.write('admin-rights-active', admin, facts))
    return true
  })
}

/** Returns the email and name of an account for whose email a grant is pending, or null. */
export async function findInvited({ kysely }: Database, accountId: string) {
  const { rows } = await sql<{ email: string; name: string; language: string | null }>`
    select account.email, account.name, account.language from account join admin_grant on admin_grant.email = account.email
    where account.id = ${accountId} and account.email_verified`.execute(kysely)
  return rows[0] ?? null
}
