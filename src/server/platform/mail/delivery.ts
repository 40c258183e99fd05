/**
 * Sends one mail that is owed, and decides when to try again. A mail is sent at least once: if the process dies between
 * the sending and the note that it was sent, it goes again with the same Message-ID.
 */
import { type Kysely, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Connection, Database } from '../database/database.ts'
import type { DatabaseSchema } from '../database/schema.ts'
import type { Logger } from '../log.ts'
import { decryptEmail } from './outbox.ts'
import { EmailRejectedError, type EmailTransport } from './transport.ts'

export type DeliveryParts = {
  database: Database
  mailer: EmailTransport
  secret: string
  log: Logger
  /** How long to wait after so many attempts. */
  retryAfterMs?: (attempts: number) => number
}

const stepsMs = [5_000, 15_000, 30_000, 60_000, 120_000, 300_000]
const longestStepMs = 300_000

/** Quick at first, for a hiccup; never so slow that a mail server which is back waits long for its mail. */
export const retryAfterMs = (attempts: number): number => stepsMs[attempts - 1] ?? longestStepMs

const JobSchema = z.object({ id: z.uuid() })

/** The `send_email` job. */
export function createDelivery({ database: { kysely }, mailer, secret, log, ...parts }: DeliveryParts) {
  const pause = parts.retryAfterMs ?? retryAfterMs

  /** Answers whether the mail is finished: sent, or given up. */
  const deliver = async (mail: OwedMail): Promise<boolean> => {
    const about = { mail: mail.id, kind: mail.kind, attempts: mail.attempts + 1 }
    try {
      const { id, created, recipient: to, reply_to: replyTo } = mail
      await mailer.send({ ...open(secret, mail), id, created: new Date(created), to, replyTo })
    } catch (error) {
      const reason = reasonOf(error)
      if (error instanceof EmailRejectedError || mail.expired) {
        await settle(kysely, mail, 'failed', error)
        log.error({ ...about, reason }, 'A mail was given up.')
        return true
      }
      await postpone(kysely, mail, error, pause(mail.attempts + 1))
      log.warn({ ...about, reason }, 'A mail could not be sent; it is tried again.')
      return false
    }
    await settle(kysely, mail, 'sent')
    log.info(about, 'A mail was sent.')
    return true
  }

  return async function sendMail(payload: unknown): Promise<void> {
    const mail = await owed(kysely).where('id', '=', JobSchema.parse(payload).id).executeTakeFirst()
    if (!mail) return
    let next = await oldestTo(kysely, mail.recipient)
    // An older one to the same address goes first, also while that is being tried again; it takes this one along.
    if (next?.id !== mail.id) return addJob(kysely, mail, longestStepMs)
    while (next && (await deliver(next))) next = await oldestTo(kysely, mail.recipient)
  }
}

const owed = (connection: Connection) =>
  connection
    .selectFrom('outbox_email')
    .select(['id', 'recipient', 'encrypted_content', 'kind', 'reply_to', 'attempts', 'created'])
    .select(sql<boolean>`created < now() - interval '3 days'`.as('expired'))
    .where('status', '=', 'queued')

const oldestTo = (connection: Connection, recipient: string): Promise<OwedMail | undefined> =>
  owed(connection)
    .where(sql<boolean>`lower(recipient) = lower(${recipient})`)
    .orderBy('created')
    .orderBy('id')
    .executeTakeFirst()

type OwedMail = Pick<
  Selectable<DatabaseSchema['outbox_email']>,
  'id' | 'recipient' | 'encrypted_content' | 'kind' | 'reply_to' | 'attempts' | 'created'
> & {
  /** It has been tried for long enough. */
  expired: boolean
}

/** One that was encrypted_content with another secret waits: whoever set the wrong one by mistake can set the right one again. */
function open(secret: string, mail: OwedMail) {
  try {
    return decryptEmail(secret, mail)
  } catch (cause) {
    throw new Error('The letter was encrypted_content with another SECRET.', { cause })
  }
}

async function settle(connection: Connection, mail: OwedMail, status: 'sent' | 'failed', error?: unknown) {
  await connection
    .updateTable('outbox_email')
    .set({
      status,
      encrypted_content: '',
      finished: sql`now()`,
      attempts: mail.attempts + 1,
      last_error: failureOf(error),
    })
    .where('id', '=', mail.id)
    .execute()
}

async function postpone(kysely: Kysely<DatabaseSchema>, mail: OwedMail, error: unknown, pauseMs: number) {
  await kysely.transaction().execute(async (tx) => {
    await tx
      .updateTable('outbox_email')
      .set({ attempts: mail.attempts + 1, last_error: failureOf(error) })
      .where('id', '=', mail.id)
      .execute()
    await addJob(tx, mail, pauseMs)
  })
}

/** Takes the place of the job that runs now, or moves the one that waits. */
async function addJob(
  connection: Connection,
  { id, recipient }: Pick<OwedMail, 'id' | 'recipient'>,
  pauseMs: number,
) {
  await sql`select outbox_email_add_job(${id}, ${recipient}, now() + ${pauseMs} * interval '1 millisecond')`.execute(
    connection,
  )
}

const failureOf = (error: unknown): string => (error ? String((error as Error).message).slice(0, 500) : '')

/** For the log, which names nobody: what a mail server says often repeats the address. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code, responseCode } = ((error as SmtpError).code ? error : (cause ?? {})) as SmtpError
  return code ? [code, responseCode].filter(Boolean).join(' ') : message
}

type SmtpError = { code?: string; responseCode?: number }
