import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'

/** Deletes conversations whose latest message is past the retention period. */
export async function deleteExpiredConversations({ kysely }: Database): Promise<void> {
  await sql`
    delete from conversation where id in (
      select conversation.id from conversation
      where conversation.created < now() - make_interval(days => ${retentionDays.conversations})
        and not exists (
          select from conversation_message
          where conversation_id = conversation.id
            and created >= now() - make_interval(days => ${retentionDays.conversations}))
      order by conversation.created limit 1000)`.execute(kysely)
}
