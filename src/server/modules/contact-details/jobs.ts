import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'

export const contactDetailsJobs = ({ database }: { database: Database }): JobModule => ({
  jobs: {
    delete_expired_contact_views: { run: () => deleteExpiredContactViews(database), schedule: '20 4 * * *' },
  },
})

/** Deletes views past the retention period, at most 10,000 at a time so that the statement stays short. */
export async function deleteExpiredContactViews({ kysely }: Database): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from contact_view where id in (
        select id from contact_view
        where viewed < now() - make_interval(days => ${retentionDays.contactViews}) limit 10000)`.execute(
      kysely,
    )
    if (numAffectedRows < 10_000n) return
  }
}
