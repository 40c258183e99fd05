/** What admins do about messages: they release or delete held ones, and read and close reports of conversations. */
import { sql } from 'kysely'
import type { ConversationReport, HeldMessage } from '../../../shared/conversation.ts'
import { notFound } from '../../../shared/errors.ts'
import { conversations as sentences } from '../../../shared/messages/conversations.ts'
import { type Connection, type Database, isoTimestamp } from '../../platform/database/database.ts'
import { countUpTo } from '../../platform/database/text-search.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import { actorOf, recordAudit } from '../audit/service.ts'
import { findThread, photosOf } from './queries.ts'
import { createDeliver, type MessagingOptions } from './send.ts'

type Paging = { page: number; limit: number }
type Options = { database: Database; options: MessagingOptions }

export function createMessageModeration({ database, options }: Options) {
  const { kysely } = database
  const deliver = createDeliver(options)

  async function release(tx: Connection, { participantId, ...message }: HeldRow): Promise<void> {
    await tx.updateTable('conversation_message').set({ held: false }).where('id', '=', message.id).execute()
    const thread = await findThread(tx, { participantId }, true)
    // A recipient who has blocked the sender since then does not get it.
    const other = thread?.other
    if (thread && other && !other.blocked) await deliver(tx, { ...thread, other }, message)
  }

  return {
    listHeld: (paging: Paging) => pageHeld(kysely, paging),

    /** Decides about all held copies of a text by one sender, and returns how many there were. */
    async decideHeld(context: AuthedContext, id: string, decision: 'release' | 'delete'): Promise<number> {
      const actor = await actorOf(database, context)
      return kysely.transaction().execute(async (tx) => {
        const held = await lockHeld(tx, id)
        if (held.length === 0) throw notFound('message')
        if (decision === 'delete') await deleteMessages(tx, held)
        else for (const message of held) await release(tx, message)
        const after = { messages: held.length }
        await recordAudit(tx, actor, [
          { action: `held-message.${decision}`, target: { type: 'message', id }, after },
        ])
        return held.length
      })
    },

    listReports: (paging: Paging) => pageReports(kysely, paging),

    async closeReport(context: AuthedContext, conversationId: string): Promise<void> {
      const actor = await actorOf(database, context)
      await kysely.transaction().execute(async (tx) => {
        if ((await resolveReports(tx, conversationId)) === 0) throw notFound('report')
        await recordAudit(tx, actor, [
          { action: 'conversation-report.close', target: { type: 'conversation', id: conversationId } },
        ])
      })
    },
  }
}

/** An admin sees this many messages of a reported conversation. */
const maxReportedMessages = 20

const person = (participant: string) => {
  const column = (name: string) => sql.ref(`${participant}.${name}`)
  return sql`(select json_build_object(
    'name', coalesce(${column('visitor_name')}, profile.name, ${sentences.deletedUser}),
    'email', coalesce(${column('visitor_email')}, profile.email, ''))
    from (select) nothing left join profile on profile.id = ${column('profile_id')})`
}

/** The sender of a message, by which copies of one text belong together. */
const senderKey = sql`coalesce(writer.profile_id::text, lower(writer.visitor_email))`
const writerJoin = sql`
  join conversation_participant writer on writer.conversation_id = message.conversation_id and writer.role = 'sender'`

/** One row per sender and text. */
async function pageHeld(connection: Connection, { page, limit }: Paging) {
  const texts = sql`
    select distinct ${senderKey}, message.fingerprint from conversation_message message ${writerJoin}
    where message.held`
  const total = await countUpTo(connection, sql`(${texts}) text`, null)
  const { rows } = await sql<HeldMessage>`
    with held as (
      select distinct on (${senderKey}, message.fingerprint) message.id, message.text, message.created,
        message.fingerprint, ${senderKey} as sender, writer.id as writer_id,
        count(*) over (partition by ${senderKey}, message.fingerprint)::int as held
      from conversation_message message ${writerJoin}
      where message.held
      order by ${senderKey}, message.fingerprint, message.created, message.id)
    select held.id, held.text, ${photosOf(sql`held.id`)} as photos, held.created, held.held, ${person('sender')} as "from",
      (select count(distinct author.profile_id)::int
        from conversation_message message ${writerJoin}
        join conversation_participant author
          on author.conversation_id = message.conversation_id and author.role = 'author'
        where message.fingerprint = held.fingerprint and message.role = 'sender' and ${senderKey} = held.sender) as authors
    from held join conversation_participant sender on sender.id = held.writer_id
    order by held.created, held.id limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`.execute(
    connection,
  )
  return { messages: rows, total, totalPages: Math.ceil(total / limit) }
}

type HeldRow = { id: string; text: string; photos: number; participantId: string }

/** Locks a held message and all others of its sender with the same text. Empty if there is none. */
async function lockHeld(tx: Connection, id: string): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select message.id, message.text, writer.id as "participantId",
      (select count(*)::int from message_photo where message_id = message.id) as photos
    from conversation_message message ${writerJoin}
    join (select message.fingerprint, ${senderKey} as sender
      from conversation_message message ${writerJoin} where message.id = ${id} and message.held) chosen
      on chosen.fingerprint = message.fingerprint and chosen.sender = ${senderKey}
    where message.held order by message.id for update of message`.execute(tx)
  return rows
}

/** Deletes messages, and conversations that have no other message. */
async function deleteMessages(tx: Connection, messages: HeldRow[]): Promise<void> {
  const deleted = await tx
    .deleteFrom('conversation_message')
    .where(
      'id',
      'in',
      messages.map(({ id }) => id),
    )
    .returning('conversation_id')
    .execute()
  const conversations = deleted.map(({ conversation_id }) => conversation_id)
  await sql`
    delete from conversation where id = any(${conversations}::uuid[])
      and not exists (select from conversation_message where conversation_id = conversation.id)`.execute(tx)
}

async function pageReports(connection: Connection, { page, limit }: Paging) {
  const total = await countUpTo(connection, sql`conversation_report where resolved is null`, null)
  const { rows } = await sql<ConversationReport>`
    select report.conversation_id as id, conversation.listing_title as title, report.reason, report.note, report.created,
      ${person('reporter')} as reporter, ${person('reported')} as reported,
      (select coalesce(json_agg(json_build_object('id', latest.id, 'byReported', latest.role <> report.role,
          'text', latest.text, 'photos', ${photosOf(sql`latest.id`)}, 'created', ${isoTimestamp(sql`latest.created`)}) order by latest.created, latest.id), '[]')
        from (select id, role, text, created from conversation_message message
          where message.conversation_id = report.conversation_id and not message.held
          order by created desc, id desc limit ${sql.lit(maxReportedMessages)}) latest) as messages
    from conversation_report report
    join conversation on conversation.id = report.conversation_id
    join conversation_participant reporter
      on reporter.conversation_id = report.conversation_id and reporter.role = report.role
    left join conversation_participant reported
      on reported.conversation_id = report.conversation_id and reported.role <> report.role
    where report.resolved is null
    order by report.created, report.conversation_id
    limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`.execute(connection)
  return { reports: rows, total, totalPages: Math.ceil(total / limit) }
}

/** Resolves the open reports of a conversation and returns how many there were. */
async function resolveReports(tx: Connection, conversationId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update conversation_report set resolved = now()
    where conversation_id = ${conversationId} and resolved is null`.execute(tx)
  return Number(numAffectedRows)
}
