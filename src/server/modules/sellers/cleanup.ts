import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'

/** Deletes what is left of deleted recommendations once their writers can recommend the same person again. */
export async function deleteExpiredRecommendations({ kysely }: Database): Promise<void> {
  await sql`
    delete from recommendation where deleted is not null
      and created < now() - make_interval(days => ${retentionDays.deletedRecommendations})`.execute(kysely)
}
