import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** Forgets sessions and tokens that have ended, and tries that no limit looks at any more. */
export async function deleteExpiredAccounts({ kysely }: Database): Promise<void> {
  await sql`delete from account_session where expires < now()`.execute(kysely)
  await sql`delete from account_token where expires < now()`.execute(kysely)
  await sql`delete from redeemed_challenge where at < now() - interval '1 day'`.execute(kysely)
  await sql`delete from rate_limit_hit where at < now() - interval '1 day'`.execute(kysely)
}
