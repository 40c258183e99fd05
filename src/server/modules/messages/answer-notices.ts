/**
 * Notices to visitors whose address nobody has confirmed: that there is an answer, without anything that anyone wrote. A stranger
 * whose address someone entered gets at most one a day, however many conversations and authors there are.
 */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { answerNoticeDays } from '../../../shared/limits.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { createIdTokens } from '../../platform/id-tokens.ts'
import { deriveKey } from '../../platform/keys.ts'
import type { Notifications } from '../notifications/service.ts'

type IdTokens = ReturnType<typeof createIdTokens>
type Options = {
  secret: string
  notifications: Pick<Notifications, 'answerNotice'>
  stopTokens: IdTokens
  visitorTokens: IdTokens
}

export type AnswerNotices = ReturnType<typeof createAnswerNotices>

const maxNoticesPerRun = 200

export function createAnswerNotices({ secret, notifications, stopTokens, visitorTokens }: Options) {
  const key = deriveKey(secret, 'mailboxes of visitors')
  const hashOf = (email: string) => createHmac('sha256', key).update(mailboxOf(email)).digest('base64url')

  /** Sends the notice of a conversation if it is due and allowed. The caller must hold the lock of its mailbox. */
  async function sendIfDue(tx: Connection, participantId: string): Promise<void> {
    const { rows } = await sql<{ email: string; language: string | null }>`
      update answer_notice notice set sent = now()
      from conversation_participant participant
      where notice.participant_id = ${participantId} and participant.id = notice.participant_id
        and notice.sent is null and notice.due <= now()
        and not participant.blocked and not participant_is_confirmed(participant)
        and not exists (
          select from answer_notice other where other.mailbox_hash = notice.mailbox_hash
            and (other.refused or other.sent > now() - interval '1 day'))
      returning participant.visitor_email as email, participant.language`.execute(tx)
    const [visitor] = rows
    if (!visitor) return
    await notifications.answerNotice(tx, {
      to: visitor.email,
      language: visitor.language,
      link: publicPaths.visitorConversation({ token: visitorTokens.create(participantId) }),
      stopLink: publicPaths.stopMessages({ token: stopTokens.create(participantId) }),
    })
  }

  return {
    /** Sends a visitor the one notice of their conversation: now, or a day after the last one that is planned. */
    async announce(tx: Connection, { id, email }: { id: string; email: string }): Promise<void> {
      const mailbox = hashOf(email)
      await lockMailbox(tx, mailbox)
      await sql`
        insert into answer_notice (participant_id, mailbox_hash, due)
        select ${id}, ${mailbox}, next.due from (
          select greatest(now(), max(coalesce(sent, due)) + interval '1 day') as due,
            coalesce(bool_or(refused), false) as refused
          from answer_notice where mailbox_hash = ${mailbox}
        ) next
        where not next.refused and next.due < now() + make_interval(days => ${answerNoticeDays})
        on conflict (participant_id) do nothing`.execute(tx)
      await sendIfDue(tx, id)
    },

    /** Sends the planned notices that are due. */
    async sendDue({ kysely }: Database): Promise<void> {
      const { rows } = await sql<{ id: string; mailbox: string }>`
        select participant_id as id, mailbox_hash as mailbox
        from answer_notice join conversation_participant participant on participant.id = participant_id
        where sent is null and due <= now() and not refused
          and not participant.blocked and not participant_is_confirmed(participant)
        order by due limit ${sql.lit(maxNoticesPerRun)}`.execute(kysely)
      for (const { id, mailbox } of rows)
        await kysely.transaction().execute(async (tx) => {
          await lockMailbox(tx, mailbox)
          await sendIfDue(tx, id)
        })
    },

    /** Sends no more notices to a mailbox, and blocks everyone to whom an answer was announced there. */
    async refuse(tx: Connection, email: string): Promise<void> {
      const mailbox = hashOf(email)
      // Participants first, in the order of their ids: answers lock them before their notice.
      await sql`
        with stranger as (
          select participant.id
          from answer_notice join conversation_participant participant on participant.id = participant_id
          where mailbox_hash = ${mailbox} and not participant_is_confirmed(participant)
          order by participant.id for update of participant
        )
        update conversation_participant set blocked = true where id in (select id from stranger)`.execute(tx)
      await sql`update answer_notice set refused = true where mailbox_hash = ${mailbox}`.execute(tx)
    },

    /** Revokes a refusal: the owner of the mailbox has confirmed a conversation. */
    async allow(tx: Connection, email: string): Promise<void> {
      await sql`update answer_notice set refused = false where mailbox_hash = ${hashOf(email)}`.execute(tx)
    },

    /**
     * Returns the other conversations of an address with an answer that its owner has not confirmed either. Another spelling of
     * the mailbox may belong to someone else: not every provider ignores what follows a plus sign.
     */
    async listWaiting(connection: Connection, email: string): Promise<{ title: string; token: string }[]> {
      const { rows } = await sql<{ id: string; title: string }>`
        select participant.id, coalesce(listing.title, conversation.listing_title) as title
        from answer_notice notice
        join conversation_participant participant on participant.id = notice.participant_id
        join conversation on conversation.id = participant.conversation_id
        left join listing on listing.id = conversation.listing_id
        where notice.mailbox_hash = ${hashOf(email)} and lower(participant.visitor_email) = lower(${email})
          and not participant.blocked
          and not participant_is_confirmed(participant)
        order by notice.due limit 20`.execute(connection)
      return rows.map(({ id, title }) => ({ title, token: visitorTokens.create(id) }))
    },
  }
}

const lockMailbox = (tx: Connection, mailbox: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`answer notice ${mailbox}`}, 0))`.execute(tx)

/** Returns the mailbox of an address: what follows a plus sign, and dots at Gmail, lead to the same one. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).toLowerCase().split('+')
  const domain = address.slice(at + 1).toLowerCase()
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`
}
