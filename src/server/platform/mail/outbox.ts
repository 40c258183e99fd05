/** Emails waiting to be sent. Inserting a row is enough: a trigger adds the delivery job in the same transaction. */
import { type Insertable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '../database/database.ts'
import type { DatabaseSchema } from '../database/schema.ts'
import { maxCountedItems, type QueueQuery } from '../metrics/collect-gauges.ts'
import { decrypt, encrypt } from './encryption.ts'
import type { RenderedEmail } from './layout.ts'

export type OutgoingEmail = {
  /** A single address. */
  to: string
  /** Which email this is, for the log, such as `verify-email`. */
  kind: string
  content: RenderedEmail
  replyTo?: string
  /** For emails that people can turn off. */
  subscription?: Subscription
}

/** What a recipient can unsubscribe from: a kind of emails and, by id, whose, or about what. */
export type Subscription = { kind: string; id: string }

/** The columns of `outbox_email` to insert. */
export type OutboxRow = Insertable<DatabaseSchema['outbox_email']> & { id: string }

export function createOutboxRow(
  secret: string,
  { to, kind, content, replyTo = '', subscription }: OutgoingEmail,
): OutboxRow {
  const id = uuid()
  const encrypted_content = encrypt(secret, JSON.stringify(content), aadOf(id, to))
  const row = { id, recipient: to, encrypted_content, kind, reply_to: replyTo }
  if (!subscription) return row
  return { ...row, subscription_kind: subscription.kind, subscription_id: subscription.id }
}

export async function enqueueEmail(connection: Connection, row: OutboxRow): Promise<void> {
  await connection.insertInto('outbox_email').values(row).execute()
}

/** Throws if the content was encrypted with another secret or for another email. */
export function decryptEmail(
  secret: string,
  { id, recipient, encrypted_content }: Pick<OutboxRow, 'id' | 'recipient' | 'encrypted_content'>,
): RenderedEmail {
  return JSON.parse(decrypt(secret, encrypted_content, aadOf(id, recipient))) as RenderedEmail
}

/** Emails that have not been sent. Sent and failed ones are counted as they happen. */
export const emailQueue: QueueQuery = sql`
  select 'emails' as queue, 'waiting' as state, count(*) as items,
    extract(epoch from now() - min(created))::float as oldest
  from (select created from outbox_email where status = 'queued' limit ${maxCountedItems}) email`

const aadOf = (id: string, recipient: string) => `${id} ${recipient}`
