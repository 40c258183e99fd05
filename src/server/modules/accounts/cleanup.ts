import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** Forgets sessions and tokens that have ended, and tries that no limit looks at any more. */
export async function tidyAccounts({ kysely }: Database): Promise<void> {
  await sql`delete from account_session where expires < now()`.execute(kysely)
  await sql`delete from account_token where expires < now()`.execute(kysely)
  await sql`delete from puzzle_used where at < now() - interval '1 day'`.execute(kysely)
  await sql`delete from attempt where at < now() - interval '1 day'`.execute(kysely)
}
