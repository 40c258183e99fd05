/** A suspension outlives its account: signing in again with the email or a provider of a deleted one suspends the new one. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { deriveKey } from '../../platform/keys.ts'

/** Suspends an account and ends its sessions. Stores which, so that their browsers say why they are signed out. */
export async function suspendAccount(
  tx: Connection,
  accountId: string,
  reason: string,
  until: Date | null = null,
): Promise<void> {
  await sql`update account set suspended_at = now(), suspension_reason = ${reason}, suspended_until = ${until}
    where id = ${accountId}`.execute(tx)
  await sql`
    with ended as (delete from account_session where account_id = ${accountId} and expires > now() returning token)
    insert into suspended_session (token_hash, account_id)
    select token, ${accountId} from ended`.execute(tx)
  // A suspended account keeps its email, by which the suspension is recognized later.
  await sql`delete from account_token where value like 'change-email:' || ${accountId} || ':%'`.execute(tx)
}

export async function liftSuspension(tx: Connection, accountId: string): Promise<void> {
  await sql`update account set suspended_at = null, suspension_reason = '', suspended_until = null
    where id = ${accountId}`.execute(tx)
  await sql`delete from suspended_session where account_id = ${accountId}`.execute(tx)
}

/** Lifts the suspension that a deleted profile left behind. Returns whether there was one. */
export async function liftRetainedSuspension(tx: Connection, profileId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from retained_suspension where profile_id = ${profileId}`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

export type SuspensionRegister = ReturnType<typeof createSuspensionRegister>

type RegisterOptions = { database: Database; secret: string; settings: CurrentSettings }

export function createSuspensionRegister({ database, secret, settings }: RegisterOptions) {
  const { kysely } = database
  const key = deriveKey(secret, 'identities of suspended accounts')
  const hashOf = (identity: string) => createHmac('sha256', key).update(identity).digest('base64url')

  async function identityHashesOf(tx: Connection, accountId: string): Promise<string[]> {
    const { rows } = await sql<{ email: string; provider: string | null; subject: string | null }>`
      select account.email, login.provider, login.subject
      from account left join account_login login on login.account_id = account.id and login.provider <> 'credential'
      where account.id = ${accountId}`.execute(tx)
    const identities = rows.flatMap(({ email, provider, subject }) => [
      `email ${normalizeEmail(email)}`,
      ...(provider === null ? [] : [`${provider} ${subject}`]),
    ])
    return [...new Set(identities)].map(hashOf)
  }

  return {
    /** Keeps the suspension of an account that is about to be deleted. Does nothing for one that is not suspended. */
    async retain(tx: Connection, accountId: string): Promise<void> {
      const hashes = await identityHashesOf(tx, accountId)
      await sql`
        insert into retained_suspension (profile_id, identity_hashes, suspended_at, reason, suspended_until, expires)
        select profile.id, ${hashes}::text[], suspended_at, suspension_reason, suspended_until,
          least(now() + make_interval(days => ${settings().retention.suspensions}), suspended_until)
        from account left join profile on profile.account_id = account.id
        where account.id = ${accountId} and suspended_at is not null`.execute(tx)
    },

    /** Suspends an account that has the identity of a suspended one that was deleted. To be called at every sign-in. */
    async reapply(accountId: string): Promise<void> {
      await kysely.transaction().execute(async (tx) => {
        const hashes = await identityHashesOf(tx, accountId)
        await sql`
          with retained as (
            delete from retained_suspension where identity_hashes && ${hashes}::text[] and expires > now()
            returning suspended_at, reason, suspended_until
          )
          update account set suspended_at = retained.suspended_at, suspension_reason = retained.reason,
            suspended_until = retained.suspended_until
          from (select * from retained order by suspended_at desc limit 1) retained
          where id = ${accountId} and account.suspended_at is null`.execute(tx)
      })
    },
  }
}

/** `ada+ads@example.com` is another spelling of `ada@example.com`. */
const normalizeEmail = (email: string) => email.toLowerCase().replace(/\+[^@]*(?=@)/, '')
