import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'

/** Deletes conversations whose latest message is past the retention period, and old notices without a conversation. */
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
  await sql`
    delete from answer_notice
    where not exists (select from conversation_participant where id = participant_id)
      and due < now() - case when refused then make_interval(days => ${retentionDays.conversations})
        else make_interval(days => ${retentionDays.answerNotices}) end`.execute(kysely)
}
