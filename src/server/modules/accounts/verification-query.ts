import { sql } from 'kysely'
import type { Verification } from '../../../shared/account.ts'
import type { Database } from '../../platform/database/database.ts'
import { hashOf } from './auth/email-tokens.ts'

/** Returns null for an unknown or expired link. `browserHash` selects the browser's own sign-up instead of the first one. */
export async function findVerification(
  { kysely }: Database,
  token: string,
  browserHash: string | null,
): Promise<Verification | null> {
  const { rows } = await sql<Verification>`
    with link as (
      select split_part(value, ':', 1) as kind, split_part(value, ':', 2)::uuid as account_id,
        split_part(value, ':', 3) as email
      from account_token
      where identifier in (${hashOf('verify', token)}, ${hashOf('change-email', token)}) and expires > now()
    )
    select case link.kind when 'verify' then 'sign-up' else 'new-address' end as kind, link.email,
      coalesce(own.name, account.name) as name, coalesce(own.created, account.created) as "signedUp",
      own.id is not null as "isOwnBrowser",
      first.id is not null or exists (select from sign_up where account_id = account.id and password is not null)
        as "hasPassword",
      link.kind = 'verify' and (
        own.id is not null and own.password is distinct from first.password
        or exists (select from sign_up where account_id = account.id
          and password is distinct from coalesce(own.password, first.password))
      ) as "isRepeated",
      link.kind = 'verify' and account.email_verified as verified
    from link
    join account on account.id = link.account_id and (link.kind = 'change-email' or account.email = link.email)
    left join account_login first on first.account_id = account.id and first.provider = 'credential'
    left join sign_up own on own.account_id = account.id and own.browser_hash = ${browserHash}
      and link.kind = 'verify'`.execute(kysely)
  return rows[0] ?? null
}
