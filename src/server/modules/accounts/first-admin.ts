/** Makes the person with the link of the setup the first admin of the site. */

import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { AppError, invalidFields } from '../../../shared/errors.ts'
import { readerLanguage } from '../../../shared/language.ts'
import { setup } from '../../../shared/messages/setup.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { recordAudit } from '../audit/service.ts'
import { useSetupLink } from '../setup/service.ts'
import { deleteModerator } from './moderators.ts'
import { deleteAccount } from './queries.ts'

export type FirstAdmin = { token: string; name: string; email: string; password: string }

/**
 * Creates the account of the first admin. Only the operator gets the link, so the email counts as proven. Throws `forbidden` if the
 * link no longer works.
 */
export async function createFirstAdmin(
  { kysely }: Database,
  { token, name, password, ...rest }: FirstAdmin,
  network: string,
): Promise<void> {
  const email = rest.email.toLowerCase()
  const passwordHash = await hashPassword(password)
  await kysely.transaction().execute(async (tx) => {
    if (!(await useSetupLink(tx, token))) throw setupLinkGone()
    await freeEmail(tx, email)
    const accountId = uuidv7()
    await sql`
      insert into account (id, name, email, email_verified, language)
      values (${accountId}, ${name}, ${email}, true, ${readerLanguage()})`.execute(tx)
    await sql`
      insert into account_login (id, account_id, provider, subject, password, email_proven)
      values (${uuidv7()}, ${accountId}, 'credential', ${accountId}, ${passwordHash}, true)`.execute(tx)
    const profileId = await insertAdmin(tx, { accountId, email, name })
    await sql`delete from admin_grant where email = ${email}`.execute(tx)
    await deleteModerator(tx, email)
    const target = { type: 'address', id: email } as const
    await recordAudit(tx, { profileId, network }, [
      { action: 'admin.add', target, after: { pending: false } },
    ])
  })
}

export const setupLinkGone = () => new AppError('forbidden', t(setup.linkGone))

/** Deletes an account that only claims the email: anyone can sign up with any address. */
async function freeEmail(tx: Connection, email: string) {
  const { rows } = await sql<{ id: string; email_verified: boolean }>`
    select id, email_verified from account where email = ${email} for update`.execute(tx)
  const [existing] = rows
  if (existing?.email_verified) throw invalidFields({ email: setup.emailTaken(email) })
  if (existing) await deleteAccount(tx, existing.id)
}

/** A demo profile with this email becomes the account's. */
async function insertAdmin(
  tx: Connection,
  { accountId, email, name }: { accountId: string; email: string; name: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into profile (id, account_id, email, name, is_admin) values (${uuidv7()}, ${accountId}, ${email}, ${name}, true)
    on conflict (lower(email)) do update set account_id = excluded.account_id, name = excluded.name, is_admin = true
      where profile.account_id is null
    returning id`.execute(tx)
  const [profile] = rows
  if (!profile) throw invalidFields({ email: setup.emailTaken(email) })
  return profile.id
}
