import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { Database } from '../database/database.ts'

/** Deletes emails that were sent or failed and are past their retention period. */
export async function deleteExpiredEmails({ kysely }: Database): Promise<void> {
  await kysely
    .deleteFrom('outbox_email')
    .where('status', '<>', 'queued')
    .where(sql<boolean>`finished < now() - make_interval(days => ${retentionDays.emails})`)
    .execute()
}
