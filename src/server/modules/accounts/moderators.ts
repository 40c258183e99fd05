/** Makes people moderators. `team-grants.ts` makes invitations take effect. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { AppError } from '../../../shared/errors.ts'
import type { ModeratorScope } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'

type Grant = Omit<ModeratorScope, 'profileId'> & { name: string }

/**
 * Makes a person with a profile a moderator at once, and any other one as soon as they prove the address. A moderator gets this scope
 * instead of their own. Throws `conflict` for an admin.
 */
export async function grantModerator(
  tx: Connection,
  email: string,
  { name, categoryIds, placeIds }: Grant,
): Promise<'granted' | 'changed' | 'pending'> {
  const { rows } = await sql<{ id: string; accountId: string; isAdmin: boolean }>`
    select id, account_id as "accountId", is_admin as "isAdmin" from profile
    where lower(email) = lower(${email}) and account_id is not null for update`.execute(tx)
  const [profile] = rows
  const { rows: invited } = await sql`select from admin_grant where email = lower(${email})`.execute(tx)
  if (profile?.isAdmin || invited.length > 0)
    throw new AppError('conflict', t('{email} is an admin. Remove the admin rights first.', { email }))
  if (!profile) {
    await sql`
      insert into moderator (id, invited_email, name, category_ids, place_ids)
      values (${uuid()}, lower(${email}), ${name}, ${categoryIds}, ${placeIds})
      on conflict (invited_email) do update
        set name = excluded.name, category_ids = excluded.category_ids, place_ids = excluded.place_ids`.execute(
      tx,
    )
    return 'pending'
  }
  await sql`delete from moderator where invited_email = lower(${email})`.execute(tx)
  const { rows: stored } = await sql<{ isNew: boolean }>`
    insert into moderator (id, profile_id, name, category_ids, place_ids)
    values (${uuid()}, ${profile.id}, ${name}, ${categoryIds}, ${placeIds})
    on conflict (profile_id) do update
      set category_ids = excluded.category_ids, place_ids = excluded.place_ids
    returning xmax = 0 as "isNew"`.execute(tx)
  if (!stored[0]?.isNew) return 'changed'
  // Rights begin with a new session, so that a cookie that was stolen before never has them.
  await sql`delete from account_session where account_id = ${profile.accountId}`.execute(tx)
  return 'granted'
}

/** Returns whether there was such a moderator or invitation. */
export async function deleteModerator(tx: Connection, email: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from moderator
    where invited_email = lower(${email})
      or profile_id = (select id from profile where lower(email) = lower(${email}))`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** Throws `not_found` if nobody with this email is a moderator or invited to be one. */
export async function revokeModerator(tx: Connection, email: string): Promise<void> {
  if (!(await deleteModerator(tx, email)))
    throw new AppError('not_found', t('{email} is not a moderator.', { email }))
}
