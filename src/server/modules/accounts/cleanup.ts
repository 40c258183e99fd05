import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'

/** Deletes expired sessions and tokens, accounts never verified, and rate limit hits that no limit counts anymore. */
export async function deleteExpiredSessions({ kysely }: Database): Promise<void> {
  await sql`delete from account_session where expires < now()`.execute(kysely)
  await sql`delete from account_token where expires < now()`.execute(kysely)
  await sql`
    delete from account
    where not email_verified and created < now() - make_interval(days => ${retentionDays.unverifiedAccounts})`.execute(
    kysely,
  )
  await sql`
    delete from rate_limit_hit where at < now() - make_interval(days => ${retentionDays.rateLimitHits})`.execute(
    kysely,
  )
}
