import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import { measureReplyTimes } from './reply-times.ts'

/** `maintenance` has statements that may take long. */
type Options = { database: Database; maintenance: Database }

export const sellerJobs = ({ database, maintenance }: Options): JobModule => ({
  jobs: {
    delete_expired_recommendations: {
      run: () => deleteExpiredRecommendations(database),
      schedule: '27 4 * * *',
    },
    measure_reply_times: { run: () => measureReplyTimes(maintenance), schedule: '29 4 * * *' },
  },
})

/** Deletes what is left of deleted recommendations once their writers can recommend the same person again. */
export async function deleteExpiredRecommendations({ kysely }: Database): Promise<void> {
  await sql`
    delete from recommendation where deleted is not null
      and created < now() - make_interval(days => ${retentionDays.deletedRecommendations})`.execute(kysely)
}
