/** Which emails people want. Only deviations from the defaults are stored, and when a daily or weekly email was sent. */
import { sql } from 'kysely'
import { type EmailTopic, emailTopics, emailTopicsFor } from '../../../shared/email-topics.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { Connection } from '../../platform/database/database.ts'
import { teamProfiles } from '../roles/service.ts'

const onlyTeam = (topic: EmailTopic) =>
  emailTopicsFor(false).includes(topic) ? sql`` : sql`and profile.id in ${teamProfiles}`

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
      ${onlyTeam(topic)}
      and coalesce(preference.wanted, ${emailTopics[topic].wantedByDefault})`.execute(tx)
  return rows[0] ?? null
}

/** Returns the topics that this account wants, of those that it can choose. An account without a profile has the defaults. */
export async function listWantedTopics(
  connection: Connection,
  { accountId, role }: Pick<Viewer, 'accountId' | 'role'>,
): Promise<EmailTopic[]> {
  const { rows } = await sql<{ topic: EmailTopic; wanted: boolean }>`
    select topic, wanted from email_preference
    where profile_id = (select id from profile where account_id = ${accountId})`.execute(connection)
  const choices = new Map(rows.map(({ topic, wanted }) => [topic, wanted]))
  return emailTopicsFor(role !== null).filter(
    (topic) => choices.get(topic) ?? emailTopics[topic].wantedByDefault,
  )
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
  if (wanted === emailTopics[topic].wantedByDefault) {
    await sql`
      update email_preference set wanted = ${wanted}
      where profile_id = ${profileId} and topic = ${topic} and last_sent is not null`.execute(tx)
    await sql`
      delete from email_preference
      where profile_id = ${profileId} and topic = ${topic} and last_sent is null`.execute(tx)
  } else
    await sql`
      insert into email_preference (profile_id, topic, wanted)
      select id, ${topic}, ${wanted} from profile where id = ${profileId}
      on conflict (profile_id, topic) do update set wanted = excluded.wanted`.execute(tx)
}

/** Returns the people whose daily or weekly email of a topic is due: none was sent on this day or later. */
export async function listDue(connection: Connection, topic: EmailTopic, day: string): Promise<string[]> {
  const { wantedByDefault } = emailTopics[topic]
  // Few people choose a topic that is off by default.
  const join = wantedByDefault ? sql`left join` : sql`join`
  const { rows } = await sql<{ id: string }>`
    select profile.id from profile
    ${join} email_preference preference on preference.profile_id = profile.id and preference.topic = ${topic}
    where coalesce(preference.wanted, ${wantedByDefault}) ${onlyTeam(topic)}
      and (preference.last_sent is null or preference.last_sent < ${day}::date)
    order by profile.id`.execute(connection)
  return rows.map(({ id }) => id)
}

/** Returns whether the email is still due. Waits for another server that sends it, and then it is not. */
export async function claimDue(
  tx: Connection,
  profileId: string,
  topic: EmailTopic,
  day: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into email_preference (profile_id, topic, wanted, last_sent)
    values (${profileId}, ${topic}, ${emailTopics[topic].wantedByDefault}, ${day}::date)
    on conflict (profile_id, topic) do update set last_sent = excluded.last_sent
    where email_preference.wanted
      and (email_preference.last_sent is null or email_preference.last_sent < excluded.last_sent)`.execute(tx)
  return numAffectedRows === 1n
}
