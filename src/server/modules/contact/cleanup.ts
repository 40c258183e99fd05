import { sql } from 'kysely'
import { messageRetentionDays } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'

/** A message that was dealt with is kept for as long as somebody may come back to it, and not longer. */
export async function deleteExpiredMessages({ kysely }: Database): Promise<void> {
  await sql`
    delete from contact_message where id in (
      select id from contact_message
      where status = 'done' and resolved < now() - make_interval(days => ${messageRetentionDays})
      order by resolved limit 1000)`.execute(kysely)
}
