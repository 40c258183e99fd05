import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'

type Options = { database: Database; settings: CurrentSettings }

export const contactJobs = ({ database, settings }: Options): JobModule => ({
  jobs: {
    delete_expired_messages: {
      run: () => deleteExpiredMessages(database, settings().retention.messages),
      schedule: '19 4 * * *',
    },
  },
})

/** Deletes messages that have been done for this many days, and challenges that have been redeemed. */
export async function deleteExpiredMessages({ kysely }: Database, days: number): Promise<void> {
  await sql`
    delete from contact_message where id in (
      select id from contact_message
      where status = 'done' and resolved < now() - make_interval(days => ${days})
      order by resolved limit 1000)`.execute(kysely)
  await sql`
    delete from redeemed_challenge
    where at < now() - make_interval(days => ${retentionDays.redeemedChallenges})`.execute(kysely)
}
