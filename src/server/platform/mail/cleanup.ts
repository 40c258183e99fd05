import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** To whom mail went is kept for a month, to look into complaints, and not longer. */
export async function forgetMail({ kysely }: Database): Promise<void> {
  await kysely
    .deleteFrom('mail')
    .where('state', '<>', 'queued')
    .where(sql<boolean>`settled < now() - interval '30 days'`)
    .execute()
}
