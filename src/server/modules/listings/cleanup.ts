import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'

/**
 * Lets listings go for good that were deleted a month ago: until then they answer that they are gone. Their pictures
 * are unused from then on. The keys of posts have served once no form sends its post again.
 */
export async function deleteExpiredListings({ kysely }: Database): Promise<void> {
  await sql`
    delete from listing where id in (
      select id from listing where deleted < now() - make_interval(days => ${retentionDays.deletedListings}) order by deleted limit 1000)`.execute(
    kysely,
  )
  await sql`delete from idempotency_key where created < now() - make_interval(days => ${retentionDays.idempotencyKeys})`.execute(
    kysely,
  )
}
