/** A mail is owed from the moment its row is there: whoever inserts one, in whatever transaction, has sent it. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '../database/database.ts'
import { decrypt, encrypt } from './encryption.ts'
import type { EmailContent } from './layout.ts'

export type OutgoingEmail = {
  /** One address. */
  to: string
  /** Which letter it is, for the log: `verify-email`. */
  kind: string
  content: EmailContent
  replyTo?: string
}

/** The columns of `mail`, ready to be inserted. */
export type EmailRow = {
  id: string
  recipient: string
  encrypted_content: string
  kind: string
  reply_to: string
}

export function emailRow(secret: string, { to, kind, content, replyTo = '' }: OutgoingEmail): EmailRow {
  const id = uuid()
  const encrypted_content = encrypt(secret, JSON.stringify(content), belonging(id, to))
  return { id, recipient: to, encrypted_content, kind, reply_to: replyTo }
}

export async function enqueueEmail(connection: Connection, row: EmailRow): Promise<void> {
  await connection.insertInto('outbox_email').values(row).execute()
}

/** Throws when it was encrypted_content with another secret, or for another mail. */
export function decryptEmail(
  secret: string,
  { id, recipient, encrypted_content }: Omit<EmailRow, 'kind' | 'reply_to'>,
): EmailContent {
  return JSON.parse(decrypt(secret, encrypted_content, belonging(id, recipient))) as EmailContent
}

const belonging = (id: string, recipient: string) => `${id} ${recipient}`
