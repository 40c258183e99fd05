import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/**
 * Lets listings go for good that were deleted a month ago: until then they answer that they are gone. Their pictures
 * are unused from then on. The keys of posts have served once no form sends its post again.
 */
export async function deleteExpiredListings({ kysely }: Database): Promise<void> {
  await sql`
    delete from listing where id in (
      select id from listing where deleted < now() - interval '30 days' order by deleted limit 1000)`.execute(
    kysely,
  )
  await sql`delete from idempotency_key where created < now() - interval '2 days'`.execute(kysely)
}
