/** What admins decide about messages: they release or delete held ones, and read and close reports of conversations. */

import { sql } from 'kysely'
import { conversations as sentences } from '../../../shared/messages/conversations.ts'
import type { Case, CasePerson } from '../../../shared/moderation.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'
import { containsText } from '../../platform/database/text-search.ts'
import { type AuditActor, type AuditEntryRow, recordAudit } from '../audit/service.ts'
import {
  alreadyDecided,
  type CaseFacts,
  type CaseModule,
  casePerson,
  decideEach,
  type OpenCases,
  reportLists,
} from '../cases/service.ts'
import { conversationInScope } from '../roles/service.ts'
import { findThread, photosOf } from './queries.ts'
import { createDeliver, type MessagingOptions } from './send.ts'

type HeldDecision = 'release' | 'delete'

/** Texts that someone sent to many authors: a case stands for all held copies of one. */
export function createHeldMessages(options: MessagingOptions): CaseModule {
  const deliver = createDeliver(options)

  async function release(tx: Connection, { participantId, ...message }: HeldRow): Promise<void> {
    await tx.updateTable('conversation_message').set({ held: false }).where('id', '=', message.id).execute()
    const thread = await findThread(tx, { participantId }, true)
    // A recipient who has blocked the sender since then does not get it.
    const other = thread?.other
    if (thread && other && !other.blocked) await deliver(tx, { ...thread, other }, message)
  }

  async function decideText(
    tx: Connection,
    actor: AuditActor,
    id: string,
    decision: HeldDecision,
    reason: string,
  ) {
    const held = await lockHeld(tx, id)
    if (held.length === 0) throw alreadyDecided()
    if (decision === 'delete') await deleteMessages(tx, held)
    else for (const message of held) await release(tx, message)
    const after = { messages: held.length }
    const target = { type: 'message' as const, id }
    await recordAudit(tx, actor, [{ action: `held-message.${decision}`, target, after, reason }])
    // Neither can be undone.
    return null
  }

  return {
    find: findHeld,
    decide: (tx, actor, { ids, decision, reason }) =>
      decideEach(ids, (id) =>
        decideText(tx, actor, id, decision === 'approve' ? 'release' : 'delete', reason),
      ),
  }
}

/** Conversations that one or both of the two people reported. */
export const reportedConversations: CaseModule = {
  find: findReported,
  decide: (tx, actor, { ids }) =>
    decideEach(ids, async (id) => {
      const { rows } = await sql<{ resolved: string }>`
        update conversation_report set resolved = now()
        where conversation_id = ${id} and resolved is null returning resolved::text`.execute(tx)
      if (!rows[0]) throw alreadyDecided()
      const target = { type: 'conversation' as const, id }
      const after = { resolved: rows[0].resolved }
      const [entry = null] = await recordAudit(tx, actor, [
        { action: 'conversation-report.close', target, after },
      ])
      return entry
    }),
}

/** An admin sees this many messages of a reported conversation. */
const maxReportedMessages = 20

const person = (participant: string) => {
  const column = (name: string) => sql.ref(`${participant}.${name}`)
  const name = sql`coalesce(${column('visitor_name')}, ${t(sentences.deletedUser)})`
  return casePerson(column('profile_id'), { name, email: column('visitor_email') })
}

/** The sender of a message, by which copies of one text belong together. */
const senderKey = sql`coalesce(writer.profile_id::text, lower(writer.visitor_email))`
const writerJoin = sql`
  join conversation_participant writer on writer.conversation_id = message.conversation_id and writer.role = 'sender'`

/** One row per sender and text. A decision is about all copies, so all must be in the scope. */
export const openHeld: OpenCases = (search, scope) => {
  const email = sql`lower(coalesce(writer.visitor_email, (select email from profile where id = writer.profile_id)))`
  const matches =
    search === ''
      ? sql``
      : sql`and (${containsText(sql`lower(message.text)`, search, false)} or ${email} = lower(${search}))`
  return sql`
    select (array_agg(message.id order by message.created, message.id))[1] as id, min(message.created) as since,
      max(message.created) as latest, 0 as reports
    from conversation_message message ${writerJoin}
    where message.held ${matches} group by ${senderKey}, message.fingerprint
    having bool_and(${conversationInScope(scope, sql`message.conversation_id`)})`
}

async function findHeld(connection: Connection, ids: string[]): Promise<CaseFacts[]> {
  type Row = { id: string; text: string; photos: string[]; held: number; authors: number; from: CasePerson }
  const { rows } = await sql<Row>`
    select chosen.id, chosen.text, ${photosOf(sql`chosen.id`)} as photos, copies.held, copies.authors, ${person('sender')} as "from"
    from conversation_message chosen
    join conversation_participant sender on sender.conversation_id = chosen.conversation_id and sender.role = 'sender'
    cross join lateral (
      select count(*) filter (where message.held)::int as held, count(distinct author.profile_id)::int as authors
      from conversation_message message ${writerJoin}
      join conversation_participant author
        on author.conversation_id = message.conversation_id and author.role = 'author'
      where message.fingerprint = chosen.fingerprint and message.role = 'sender'
        and ${senderKey} = coalesce(sender.profile_id::text, lower(sender.visitor_email))) copies
    where chosen.id = any(${ids}::uuid[]) and chosen.held`.execute(connection)
  return rows.map(({ id, text, photos, held, authors, from }) => ({
    id,
    title: from.name,
    about: t(
      '{sent, plural, one {Sent to # person.} other {Sent to # people.}} {held, plural, one {# more is waiting for you.} other {# more are waiting for you.}}',
      { sent: authors - held, held },
    ),
    people: [from],
    texts: [{ by: from.name, text, photos }],
    decisions: ['approve', 'remove'],
  }))
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

/** All open reports of a conversation are a case. */
export const openConversations: OpenCases = (search, scope) => sql`
  select conversation_id as id, min(created) as since, max(created) as latest, count(*)::int as reports
  from conversation_report where resolved is null and ${conversationInScope(scope, sql`conversation_report.conversation_id`)}
  ${
    search === ''
      ? sql``
      : sql`and conversation_id in (
      select conversation_id from conversation_participant left join profile on profile.id = profile_id
      where lower(coalesce(profile.email, visitor_email)) = lower(${search}))`
  }
  group by conversation_id`

async function findReported(connection: Connection, ids: string[]): Promise<CaseFacts[]> {
  const reports = sql`(
    select report.role, report.reason, report.note, report.created,
      coalesce(profile.email, reporter.visitor_email) as by
    from conversation_report report
    join conversation_participant reporter
      on reporter.conversation_id = report.conversation_id and reporter.role = report.role
    left join profile on profile.id = reporter.profile_id
    where report.conversation_id = conversation.id and report.resolved is null) one`
  type Row = Pick<Case, 'id' | 'newest' | 'reasons' | 'reports' | 'texts'> & {
    ad: string
    people: (CasePerson & { isReported: boolean })[]
  }
  const { rows } = await sql<Row>`
    select conversation.id, conversation.listing_title as ad, newest.list as newest, reasons.list as reasons,
      reasons.total as reports, people.list as people, messages.list as texts
    from conversation ${reportLists(reports)}
    cross join lateral (
      select json_agg(${person('someone')}::jsonb || jsonb_build_object(
        'isReported', exists (select from ${reports} where one.role <> someone.role))) as list
      from conversation_participant someone where someone.conversation_id = conversation.id
    ) people
    cross join lateral (
      select coalesce(json_agg(json_build_object('text', text, 'by', by, 'photos', photos)
        order by created, id), '[]') as list
      from (
        select message.id, message.text, message.created, 
          coalesce(profile.name, writer.visitor_name, ${t(sentences.deletedUser)}) as by, ${photosOf(sql`message.id`)} as photos
        from conversation_message message
        left join conversation_participant writer
          on writer.conversation_id = message.conversation_id and writer.role = message.role
        left join profile on profile.id = writer.profile_id
        where message.conversation_id = conversation.id and not message.held
        order by message.created desc, message.id desc limit ${sql.lit(maxReportedMessages)}
      ) latest
    ) messages
    where conversation.id = any(${ids}::uuid[])`.execute(connection)
  return rows.map(({ ad, people, ...row }) => {
    const reported = people.filter(({ isReported }) => isReported).map(({ isReported: _, ...who }) => who)
    return {
      ...row,
      title: reported.map(({ name }) => name).join(', ') || t(sentences.deletedUser),
      about: t('About “{title}”', { title: ad }),
      people: reported,
      decisions: ['approve'],
    }
  })
}

/** Opens the reports again that closing them resolved. */
export async function undoClosedConversation(tx: Connection, actor: AuditActor, entry: AuditEntryRow) {
  const { resolved } = entry.after as { resolved: string }
  await sql`
    update conversation_report set resolved = null
    where conversation_id = ${entry.targetId} and resolved = ${resolved}::timestamptz`.execute(tx)
  const target = { type: 'conversation' as const, id: entry.targetId }
  await recordAudit(tx, actor, [{ action: 'case.reopen', target, undoes: entry.id }])
}
