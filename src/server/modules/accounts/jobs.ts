import { sql } from 'kysely'
import { retentionDays, sessionDays } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'

export const accountJobs = ({ database }: { database: Database }): JobModule => ({
  jobs: {
    delete_expired_sessions: { run: () => deleteExpiredSessions(database), schedule: '23 * * * *' },
  },
})

/** Deletes what has expired, and accounts that were never verified. */
export async function deleteExpiredSessions({ kysely }: Database): Promise<void> {
  await sql`delete from account_session where expires < now()`.execute(kysely)
  await sql`
    delete from suspended_session
    where ended < now() - make_interval(days => ${sessionDays.idle})`.execute(kysely)
  await sql`delete from account_token where expires < now()`.execute(kysely)
  await sql`delete from retained_suspension where expires < now()`.execute(kysely)
  await sql`
    delete from account where not email_verified
      and created < now() - make_interval(days => ${retentionDays.unverifiedAccounts})`.execute(kysely)
  await sql`
    delete from rate_limit_hit
    where at < now() - make_interval(days => ${retentionDays.rateLimitHits})`.execute(kysely)
  await sql`
    delete from account_network
    where last_used < now() - make_interval(days => ${retentionDays.accountNetworks})`.execute(kysely)
  await sql`delete from request_budget where full_at < now()`.execute(kysely)
}
