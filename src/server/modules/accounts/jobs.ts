import { sql } from 'kysely'
import { retentionDays, sessionDays } from '../../../shared/limits.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'

type Options = { database: Database; settings: CurrentSettings }

export const accountJobs = ({ database, settings }: Options): JobModule => ({
  jobs: {
    delete_expired_sessions: {
      run: () => deleteExpiredSessions(database, settings().retention.accountNetworks),
      schedule: '23 * * * *',
    },
  },
})

/** Deletes what has expired, accounts that were never verified, and networks that were not used for this many days. */
export async function deleteExpiredSessions({ kysely }: Database, networkDays: number): Promise<void> {
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
    where last_used < now() - make_interval(days => ${networkDays})`.execute(kysely)
  await sql`delete from request_budget where full_at < now()`.execute(kysely)
}
