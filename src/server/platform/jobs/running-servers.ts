import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'

/** Returns how many servers use the database: each has a session with the name of its worker pool (`stale-locks.ts`). */
export async function countRunningServers(connection: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name ~ '^pool-[0-9a-f]+$'`.execute(connection)
  return rows[0]?.count ?? 0
}
