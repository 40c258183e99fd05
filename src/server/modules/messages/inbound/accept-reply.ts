/**
 * Turns an email to a reply address into a message. Errors that the writer can do something about are thrown as AppError: the
 * SMTP server rejects the email with their sentence, and the writer's own mail server returns it to them. We never send a
 * bounce ourselves, because the address in an email may be forged.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../../../shared/errors.ts'
import { maxConversationMessageLength } from '../../../../shared/limits.ts'
import { characterCount, isBlank, readable } from '../../../../shared/schemas/fields.ts'
import { msg, t } from '../../../../shared/translate.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import { findThread } from '../queries.ts'
import type { ReplyAddresses } from '../reply-address.ts'
import { closedReasonOf, type SendMessage, type SendResult } from '../send.ts'
import type { EmailReader } from './email-reader.ts'
import { hideAddresses } from './hide-addresses.ts'

const unknownAddress = msg('This address does not exist, or its conversation has ended.')

type Options = {
  database: Database
  replyAddresses: ReplyAddresses
  rateLimiter: RateLimiter
  emails: Pick<EmailReader, 'read'>
  sendMessage: SendMessage
  /** The domain of reply addresses. */
  domain: string
}
export type ReplyEmail = {
  recipient: string
  /** Empty for bounces. */
  envelopeSender: string
  source: Buffer
}

export type ReplyReceiver = ReturnType<typeof createReplyReceiver>

export function createReplyReceiver(options: Options) {
  const { replyAddresses, rateLimiter, emails, sendMessage, domain } = options
  const { kysely } = options.database

  return {
    /** Throws unless someone can write to this address. Counts the attempt, whatever becomes of the email. */
    async requireRecipient(address: string): Promise<void> {
      const participantId = replyAddresses.participantOf(address)
      const thread = participantId && (await findThread(kysely, { participantId }))
      if (!thread || thread.own.suspended || closedReasonOf(thread) !== null)
        throw new AppError('not_found', t(unknownAddress))
      await rateLimiter.consume('emailByReplyAddress', thread.own.id)
    },

    async accept({ recipient, envelopeSender, source }: ReplyEmail): Promise<SendResult | 'ignored'> {
      if (envelopeSender === '') return 'ignored'
      const email = await emails.read(source)
      if (email.isAutomatic) return 'ignored'
      const sourceHash = createHash('sha256')
        .update(email.messageId ?? source)
        .digest()
      const participantId = replyAddresses.participantOf(recipient)
      return kysely.transaction().execute(async (tx) => {
        const thread = participantId && (await findThread(tx, { participantId }, true))
        if (!thread || thread.own.suspended) throw new AppError('not_found', t(unknownAddress))
        if (!isSameMailbox(email.from, thread.own.email))
          throw new AppError('forbidden', t('Please reply from the email address that got the message.'))
        const text = messageOf(email.text, { own: thread.own.email, domain })
        return sendMessage(tx, thread, { text, channel: 'email', sourceHash })
      })
    },
  }
}

function messageOf(text: string, addresses: { own: string; domain: string }): string {
  if (isBlank(text))
    throw new AppError('invalid', t('We found no text of yours. Please write above the quoted message.'))
  requireLength(text)
  if (!readable(text))
    throw new AppError('invalid', t('This email contains a character that we cannot read.'))
  const shown = hideAddresses(text, addresses)
  requireLength(shown)
  return shown
}

function requireLength(text: string) {
  if (characterCount(text) > maxConversationMessageLength)
    throw new AppError(
      'invalid',
      t('Please use at most {max} characters.', { max: String(maxConversationMessageLength) }),
    )
}

/** Ignores case and what follows a plus sign, which many people add to their address. */
function isSameMailbox(one: string, other: string): boolean {
  const normalize = (address: string) =>
    address
      .trim()
      .toLowerCase()
      .replace(/\+[^@]*(?=@)/, '')
  return normalize(one) === normalize(other)
}
