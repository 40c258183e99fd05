/** Which emails people want. Only deviations from the defaults are stored. */
import { sql } from 'kysely'
import { type EmailTopic, emailTopicNames, emailTopics } from '../../../shared/email-topics.ts'
import type { Connection } from '../../platform/database/database.ts'

type EmailRecipient = { email: string; name: string }

/**
 * Returns where to send an email of a topic, or null if this person does not want it, is suspended, or is gone. For use in the
 * transaction that enqueues the email.
 */
export async function findRecipient(
  tx: Connection,
  profileId: string,
  topic: EmailTopic,
): Promise<EmailRecipient | null> {
  const { rows } = await sql<EmailRecipient>`
    select profile.email, account.name
    from profile join account on account.id = profile.account_id
    left join email_preference preference on preference.profile_id = profile.id and preference.topic = ${topic}
    where profile.id = ${profileId} and account.suspended_at is null
      and coalesce(preference.wanted, ${emailTopics[topic].wantedByDefault})`.execute(tx)
  return rows[0] ?? null
}

/** Returns the topics that this account wants. An account without a profile has the defaults. */
export async function listWantedTopics(connection: Connection, accountId: string): Promise<EmailTopic[]> {
  const { rows } = await sql<{ topic: EmailTopic; wanted: boolean }>`
    select topic, wanted from email_preference
    where profile_id = (select id from profile where account_id = ${accountId})`.execute(connection)
  const choices = new Map(rows.map(({ topic, wanted }) => [topic, wanted]))
  return emailTopicNames.filter((topic) => choices.get(topic) ?? emailTopics[topic].wantedByDefault)
}

/** Returns the choice of this person for one topic, or null if there is no such profile. */
export async function findWanted(
  connection: Connection,
  profileId: string,
  topic: EmailTopic,
): Promise<boolean | null> {
  const { rows } = await sql<{ wanted: boolean | null }>`
    select (select wanted from email_preference where profile_id = profile.id and topic = ${topic})
    from profile where id = ${profileId}`.execute(connection)
  return rows[0] ? (rows[0].wanted ?? emailTopics[topic].wantedByDefault) : null
}

/** Does nothing if there is no such profile. */
export async function setWanted(tx: Connection, profileId: string, topic: EmailTopic, wanted: boolean) {
  if (wanted === emailTopics[topic].wantedByDefault)
    await sql`delete from email_preference where profile_id = ${profileId} and topic = ${topic}`.execute(tx)
  else
    await sql`
      insert into email_preference (profile_id, topic, wanted)
      select id, ${topic}, ${wanted} from profile where id = ${profileId}
      on conflict (profile_id, topic) do update set wanted = excluded.wanted`.execute(tx)
}
