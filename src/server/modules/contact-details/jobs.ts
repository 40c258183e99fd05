import { sql } from 'kysely'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'

type Options = { database: Database; settings: CurrentSettings }

export const contactDetailsJobs = ({ database, settings }: Options): JobModule => ({
  jobs: {
    delete_expired_contact_views: {
      run: () => deleteExpiredContactViews(database, settings().retention.contactViews),
      schedule: '20 4 * * *',
    },
  },
})

/** Deletes views that are older than this many days. */
export async function deleteExpiredContactViews({ kysely }: Database, days: number): Promise<void> {
  await sql`
    delete from contact_view
    where viewed < now() - make_interval(days => ${days})`.execute(kysely)
}
