/** Measures once a day who answers within a day, from the messages that signed-in people sent them. */
import { sql } from 'kysely'
import { replyTime } from '../../../shared/limits.ts'
import type { Database } from '../../platform/database/database.ts'

/**
 * Sets `replies_within_day` of every profile: the median time from the first message to the first answer is at most a day,
 * over the latest conversations with enough different people. One without an answer counts as the longest time, unless it
 * began within the last day. Conversations that the author blocked or reported do not count, nor do visitors, whose
 * addresses are not proven: anyone could raise or lower the result with them.
 */
export async function measureReplyTimes({ kysely }: Database): Promise<void> {
  await sql`
    with measured as (
      select author.id, coalesce(
        count(distinct asked.sender) >= ${replyTime.minSenders}
          and percentile_disc(0.5) within group (order by asked.waited) <= interval '1 day', false) as quick
      from profile author left join lateral (${conversationsOf}) asked on true
      group by author.id
    )
    update profile set replies_within_day = quick from measured
    where profile.id = measured.id and profile.replies_within_day <> quick`.execute(kysely)
}

/** The latest conversations in which people wrote to `author`, with how long each waited for an answer. */
const conversationsOf = sql`
  select sender.profile_id as sender, coalesce(answer.first - question.first, interval '1 year') as waited
  from (
    select conversation_id from conversation_participant
    where profile_id = author.id and role = 'author' and not blocked
      and last_message > now() - make_interval(days => ${replyTime.days})
    order by last_message desc limit ${sql.lit(replyTime.maxConversations)}
  ) recent
  join conversation_participant sender
    on sender.conversation_id = recent.conversation_id and sender.role = 'sender' and sender.profile_id is not null
  cross join lateral (
    select min(created) as first from conversation_message
    where conversation_id = recent.conversation_id and role = 'sender' and not held) question
  cross join lateral (
    select min(created) as first from conversation_message
    where conversation_id = recent.conversation_id and role = 'author' and created > question.first) answer
  where question.first > now() - make_interval(days => ${replyTime.days})
    and (answer.first is not null or question.first < now() - interval '1 day')
    and not exists (
      select from conversation_report
      where conversation_id = recent.conversation_id and role = 'author')`
