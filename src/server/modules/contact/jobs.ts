import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'

export const contactJobs = ({ database }: { database: Database }): JobModule => ({
  jobs: {
    delete_expired_messages: { run: () => deleteExpiredMessages(database), schedule: '19 4 * * *' },
  },
})

/** Deletes messages that are done and past their retention period, and challenges that have been redeemed. */
export async function deleteExpiredMessages({ kysely }: Database): Promise<void> {
  await sql`
    delete from contact_message where id in (
      select id from contact_message
      where status = 'done' and resolved < now() - make_interval(days => ${retentionDays.messages})
      order by resolved limit 1000)`.execute(kysely)
  await sql`
    delete from redeemed_challenge
    where at < now() - make_interval(days => ${retentionDays.redeemedChallenges})`.execute(kysely)
}
