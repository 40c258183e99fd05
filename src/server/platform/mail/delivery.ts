/**
 * Sends one queued email and decides when to retry. Delivery is at least once: if the process dies after sending an email
 * and before recording it, the email is sent again with the same Message-ID.
 */
import { type InferResult, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Connection, Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { decryptEmail, type Subscription } from './outbox.ts'
import { EmailRejectedError, type EmailTransport } from './transport.ts'

export type DeliveryOptions = {
  database: Database
  mailer: EmailTransport
  secret: string
  log: Logger
  /** Called after each attempt to send an email. */
  onAttempt?: (outcome: 'sent' | 'retried' | 'failed') => void
  /** Returns whether the recipient still wants an email. It is deleted if not. */
  isWanted?: (subscription: Subscription) => Promise<boolean>
  /** How long to wait after this many attempts. */
  backoffMs?: (attempts: number) => number
}

/** Short at first, for a hiccup. The maximum is low so that email resumes soon after a mail server recovers. */
const retryScheduleMs = [5_000, 15_000, 30_000, 60_000, 120_000, 300_000]
const maxBackoffMs = 300_000
const maxRetryDays = 3

const defaultBackoffMs = (attempts: number): number => retryScheduleMs[attempts - 1] ?? maxBackoffMs

const JobSchema = z.object({ id: z.uuid() })

/** Returns the handler of the `send_email` job. */
export function createDelivery({
  database: { kysely },
  mailer,
  secret,
  log,
  onAttempt = () => {},
  isWanted = async () => true,
  backoffMs = defaultBackoffMs,
}: DeliveryOptions) {
  /** Returns whether the email is finished: sent, failed for good, or no longer wanted. */
  const deliver = async (email: QueuedEmail): Promise<boolean> => {
    const context = { email: email.id, kind: email.kind, attempts: email.attempts + 1 }
    const subscription = subscriptionOf(email)
    if (subscription && !(await isWanted(subscription))) {
      await kysely.deleteFrom('outbox_email').where('id', '=', email.id).execute()
      log.info(context, 'Deleted an email that its recipient no longer wants.')
      return true
    }
    try {
      const { id, created, recipient: to, reply_to: replyTo } = email
      await mailer.send({ ...decryptContent(secret, email), id, created: new Date(created), to, replyTo })
    } catch (error) {
      const reason = loggableReason(error)
      if (error instanceof EmailRejectedError || email.expired) {
        await finish(kysely, email, 'failed', error)
        log.error({ ...context, reason }, 'Giving up on an email.')
        onAttempt('failed')
        return true
      }
      await retryLater(kysely, email, error, backoffMs(email.attempts + 1))
      log.warn({ ...context, reason }, 'Could not send an email; will retry.')
      onAttempt('retried')
      return false
    }
    await finish(kysely, email, 'sent')
    log.info(context, 'Sent an email.')
    onAttempt('sent')
    return true
  }

  return async function sendEmail(payload: unknown): Promise<void> {
    const email = await queued(kysely).where('id', '=', JobSchema.parse(payload).id).executeTakeFirst()
    if (!email) return
    let next = await oldestQueuedTo(kysely, email.recipient)
    // Emails to one recipient stay in order: while an older one is being retried this one waits, and the job that sends
    // the older one sends this one too.
    if (next?.id !== email.id) return scheduleJob(kysely, email, maxBackoffMs)
    while (next && (await deliver(next))) next = await oldestQueuedTo(kysely, email.recipient)
  }
}

const queued = (connection: Connection) =>
  connection
    .selectFrom('outbox_email')
    .select(['id', 'recipient', 'encrypted_content', 'kind', 'reply_to', 'attempts', 'created'])
    .select(['subscription_kind', 'subscription_id'])
    // It has been retried for so long that the next failure is final.
    .select(sql<boolean>`created < now() - make_interval(days => ${maxRetryDays})`.as('expired'))
    .where('status', '=', 'queued')

const oldestQueuedTo = (connection: Connection, recipient: string): Promise<QueuedEmail | undefined> =>
  queued(connection)
    .where(sql<boolean>`lower(recipient) = lower(${recipient})`)
    .orderBy('created')
    .orderBy('id')
    .executeTakeFirst()

type QueuedEmail = InferResult<ReturnType<typeof queued>>[number]

const subscriptionOf = ({
  subscription_kind: kind,
  subscription_id: id,
}: QueuedEmail): Subscription | null => (kind === null || id === null ? null : { kind, id })

/** Throws a retryable error if the email has another secret: an operator who set the wrong SECRET can restore it. */
function decryptContent(secret: string, email: QueuedEmail) {
  try {
    return decryptEmail(secret, email)
  } catch (cause) {
    throw new Error('The email was encrypted with a different SECRET.', { cause })
  }
}

async function finish(
  connection: Connection,
  email: QueuedEmail,
  status: 'sent' | 'failed',
  error?: unknown,
) {
  await connection
    .updateTable('outbox_email')
    .set({
      status,
      encrypted_content: '',
      finished: sql`now()`,
      attempts: email.attempts + 1,
      last_error: errorMessage(error),
    })
    .where('id', '=', email.id)
    .execute()
}

async function retryLater(kysely: Database['kysely'], email: QueuedEmail, error: unknown, delayMs: number) {
  await kysely.transaction().execute(async (tx) => {
    await tx
      .updateTable('outbox_email')
      .set({ attempts: email.attempts + 1, last_error: errorMessage(error) })
      .where('id', '=', email.id)
      .execute()
    await scheduleJob(tx, email, delayMs)
  })
}

/** Replaces the running job, or reschedules the pending one. */
async function scheduleJob(
  connection: Connection,
  { id, recipient }: Pick<QueuedEmail, 'id' | 'recipient'>,
  delayMs: number,
) {
  await sql`select outbox_email_add_job(${id}, ${recipient}, now() + ${delayMs} * interval '1 millisecond')`.execute(
    connection,
  )
}

const errorMessage = (error: unknown): string => (error ? String((error as Error).message).slice(0, 500) : '')

/** Returns the error's codes if it has any: the log names nobody, and mail servers often repeat the address. */
function loggableReason(error: unknown): string {
  const { message, cause } = error as Error
  const { code, responseCode } = ((error as SmtpError).code ? error : (cause ?? {})) as SmtpError
  return code ? [code, responseCode].filter(Boolean).join(' ') : message
}

type SmtpError = { code?: string; responseCode?: number }
