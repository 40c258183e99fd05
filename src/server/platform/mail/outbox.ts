/** A mail is owed from the moment its row is there: whoever inserts one, in whatever transaction, has sent it. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '../database/database.ts'
import type { Letter } from './layout.ts'
import { seal, unseal } from './encryption.ts'

export type OutgoingMail = {
  /** One address. */
  to: string
  /** Which letter it is, for the log: `verify-email`. */
  kind: string
  letter: Letter
  replyTo?: string
}

/** The columns of `mail`, ready to be inserted. */
export type MailRow = { id: string; recipient: string; sealed: string; kind: string; reply_to: string }

export function mailRow(secret: string, { to, kind, letter, replyTo = '' }: OutgoingMail): MailRow {
  const id = uuid()
  const sealed = seal(secret, JSON.stringify(letter), belonging(id, to))
  return { id, recipient: to, sealed, kind, reply_to: replyTo }
}

export async function enqueueMail(connection: Connection, row: MailRow): Promise<void> {
  await connection.insertInto('mail').values(row).execute()
}

/** Throws when it was sealed with another secret, or for another mail. */
export function openLetter(
  secret: string,
  { id, recipient, sealed }: Omit<MailRow, 'kind' | 'reply_to'>,
): Letter {
  return JSON.parse(unseal(secret, sealed, belonging(id, recipient))) as Letter
}

const belonging = (id: string, recipient: string) => `${id} ${recipient}`
