import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'

export const contactDetailsJobs = ({ database }: { database: Database }): JobModule => ({
  jobs: {
    delete_expired_contact_views: { run: () => deleteExpiredContactViews(database), schedule: '20 4 * * *' },
  },
})

/** Deletes views past the retention period. */
export async function deleteExpiredContactViews({ kysely }: Database): Promise<void> {
  await sql`
    delete from contact_view
    where viewed < now() - make_interval(days => ${retentionDays.contactViews})`.execute(kysely)
}
