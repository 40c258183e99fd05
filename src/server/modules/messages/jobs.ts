import { sql } from 'kysely'
import { retentionDays } from '../../../shared/limits.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Config } from '../../config/environment.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Logger } from '../../platform/log.ts'
import type { JobModule } from '../../platform/module.ts'
import type { Notifications } from '../notifications/service.ts'
import { startReceivingReplies } from './inbound/start.ts'
import { messagingOptions } from './service.ts'

type Options = {
  config: Pick<Config, 'inboundMail'>
  database: Database
  settings: CurrentSettings
  secret: string
  rateLimiter: RateLimiter
  notifications: Notifications
  log: Logger
}

export function messageJobs({ config, database, settings, log, ...rest }: Options): JobModule {
  const { inboundMail } = config
  const options = messagingOptions({ ...rest, replyDomain: inboundMail?.domain ?? null })
  const { notices, replyAddresses } = options
  // Here, because it must run once on a machine.
  const inbound =
    inboundMail && replyAddresses
      ? startReceivingReplies(inboundMail, { ...options, database, replyAddresses, log })
      : null
  return {
    jobs: {
      send_answer_notices: { run: () => notices.sendDue(database), schedule: '*/10 * * * *', unique: true },
      delete_expired_conversations: {
        run: () => deleteExpiredConversations(database, settings().retention.conversations),
        schedule: '21 4 * * *',
      },
    },
    stop: inbound?.stop,
  }
}

/**
 * Deletes conversations whose latest message is older than this many days, or whose other participant deleted their account long ago,
 * and old notices without a conversation.
 */
export async function deleteExpiredConversations({ kysely }: Database, days: number): Promise<void> {
  await sql`
    delete from conversation where id in (
      select conversation.id from conversation
      where conversation.created < now() - make_interval(days => ${days})
        and not exists (
          select from conversation_message
          where conversation_id = conversation.id
            and created >= now() - make_interval(days => ${days}))
        or conversation.left_at < now() - make_interval(days => ${retentionDays.leftConversations})
      order by conversation.created limit 1000)`.execute(kysely)
  await sql`
    delete from answer_notice
    where not exists (select from conversation_participant where id = participant_id)
      and due < now() - case when refused then make_interval(days => ${days})
        else make_interval(days => ${retentionDays.answerNotices}) end`.execute(kysely)
}
