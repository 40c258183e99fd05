import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { ContactMessage, ContactMessageInput } from '../../../shared/contact.ts'
import type { CallRequest } from '../../../shared/contract.ts'
import { notFound } from '../../../shared/errors.ts'
import { maxCounted } from '../../../shared/limits.ts'
import type { Connection } from '../../platform/database/database.ts'
import { containsText, countUpTo, maxSorted } from '../../platform/database/text-search.ts'

export type MessageQuery = CallRequest<'listMessages'>['query']

type NewMessage = Pick<ContactMessageInput, 'name' | 'email' | 'message'>

/** Returns one page of messages, newest first, and the total. */
export async function pageMessages(
  connection: Connection,
  { page, limit, search = '', status }: MessageQuery,
) {
  const text = sql`lower(name || ' ' || email || ' ' || message)`
  const matching = (useIndex: boolean) => sql`
    contact_message where ${status ? sql`status = ${sql.lit(status)}` : sql`true`}
    ${search ? sql`and ${containsText(text, search, useIndex)}` : sql``}`
  const total = await countUpTo(connection, matching(true), search ? maxCounted : null)
  const { rows } = await sql<ContactMessage>`
    select id, name, email, message, status, created
    from ${matching(total <= maxSorted)}
    order by contact_message.created desc, id desc
    limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`.execute(connection)
  return { messages: rows, total, totalPages: Math.ceil(total / limit) }
}

/** Inserts a message, and the id of the email that forwards it. */
export async function insertMessage(tx: Connection, message: NewMessage, emailId: string) {
  const { name, email, message: text } = message
  await tx
    .insertInto('contact_message')
    .values({ id: uuid(), name, email, message: text, email_id: emailId })
    .execute()
}

/** Sets the status to new, and records the email that now forwards the message. */
export async function markForwarded(tx: Connection, id: string, emailId: string) {
  await tx
    .updateTable('contact_message')
    .set({ email_id: emailId, status: 'new' })
    .where('id', '=', id)
    .execute()
}

export async function markDone(tx: Connection, id: string) {
  await tx
    .updateTable('contact_message')
    .set({ status: 'done', resolved: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Throws `not_found` if the message does not exist. */
export async function lockMessage(tx: Connection, id: string) {
  const message = await tx
    .selectFrom('contact_message')
    .select(['id', 'name', 'email', 'message', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!message) throw notFound('message')
  return message
}

/** Deletes a message and the email that forwarded it. */
export async function deleteMessage(tx: Connection, id: string) {
  const deleted = await tx
    .deleteFrom('contact_message')
    .where('id', '=', id)
    .returning('email_id')
    .executeTakeFirst()
  if (deleted?.email_id) await tx.deleteFrom('outbox_email').where('id', '=', deleted.email_id).execute()
}
