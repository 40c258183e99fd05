import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** To whom mail went is kept for a month, to look into complaints, and not longer. */
export async function deleteExpiredEmails({ kysely }: Database): Promise<void> {
  await kysely
    .deleteFrom('outbox_email')
    .where('status', '<>', 'queued')
    .where(sql<boolean>`finished < now() - interval '30 days'`)
    .execute()
}
