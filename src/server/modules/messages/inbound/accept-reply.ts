/**
 * Turns an email to a reply address into a message. Errors that the writer can do something about are thrown as AppError: the
 * SMTP server rejects the email with their sentence, and the writer's own mail server returns it to them. We never send a
 * bounce ourselves, because the address in an email may be forged.
 */
import { createHash } from 'node:crypto'
import { convert } from 'html-to-text'
import PostalMime, { type Email } from 'postal-mime'
import { AppError } from '../../../../shared/errors.ts'
import { maxConversationMessageLength } from '../../../../shared/limits.ts'
import { isBlank, readable } from '../../../../shared/schemas/fields.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findThread } from '../queries.ts'
import type { ReplyAddresses } from '../reply-address.ts'
import { closedReasonOf, type SendMessage, type SendResult } from '../send.ts'
import { extractReply } from './reply-text.ts'

/** An email that passed this many servers is going in circles (RFC 5321, section 6.3). */
const maxHops = 50
/** Beyond this, HTML is cut off. */
const maxHtmlLength = 500_000
const unknownAddress = 'This address does not exist, or its conversation has ended.'

type Options = { database: Database; replyAddresses: ReplyAddresses; sendMessage: SendMessage }
export type ReplyEmail = {
  recipient: string /** Empty for bounces. */
  envelopeSender: string
  source: Buffer
}

export type ReplyReceiver = ReturnType<typeof createReplyReceiver>

export function createReplyReceiver({ database, replyAddresses, sendMessage }: Options) {
  const { kysely } = database

  return {
    /** Throws unless someone can write to this address. */
    async requireRecipient(address: string): Promise<void> {
      const participantId = replyAddresses.participantOf(address)
      const thread = participantId && (await findThread(kysely, { participantId }))
      if (!thread || thread.own.suspended || closedReasonOf(thread) !== null)
        throw new AppError('not_found', unknownAddress)
    },

    async accept({ recipient, envelopeSender, source }: ReplyEmail): Promise<SendResult | 'ignored'> {
      const email = await PostalMime.parse(source, { maxNestingDepth: 20, maxHeadersSize: 200_000 }).catch(
        () => {
          throw new AppError('invalid', 'This email is malformed.')
        },
      )
      if (isAutomatic(email, envelopeSender)) return 'ignored'
      const text = textOf(email)
      const sourceHash = createHash('sha256')
        .update(email.messageId ?? source)
        .digest()
      const participantId = replyAddresses.participantOf(recipient)
      return kysely.transaction().execute(async (tx) => {
        const thread = participantId && (await findThread(tx, { participantId }, true))
        if (!thread || thread.own.suspended) throw new AppError('not_found', unknownAddress)
        if (!isSameMailbox(email.from?.address ?? '', thread.own.email))
          throw new AppError('forbidden', 'Please reply from the email address that got the message.')
        return sendMessage(tx, thread, { text, channel: 'email', sourceHash })
      })
    },
  }
}

/** Bounces, vacation notices, and mailing lists (RFC 3834). Our own emails are automatic too, so none can loop. */
function isAutomatic(email: Email, envelopeSender: string): boolean {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value.toLowerCase()
  const autoSubmitted = header('auto-submitted')
  return (
    envelopeSender === '' ||
    (autoSubmitted !== undefined && autoSubmitted.trim() !== 'no') ||
    /bulk|junk|list|auto_reply/.test(header('precedence') ?? '') ||
    header('x-autoreply') !== undefined ||
    header('x-autorespond') !== undefined ||
    header('list-id') !== undefined ||
    /^multipart\/report/.test(header('content-type') ?? '') ||
    email.headers.filter(({ key }) => key === 'received').length > maxHops
  )
}

function textOf({ text, html }: Email): string {
  const own = extractReply(text || (html ? textOfHtml(html) : ''))
  if (isBlank(own)) throw new AppError('invalid', 'We found no text above the quoted message.')
  if (!readable(own)) throw new AppError('invalid', 'This email contains a character that we cannot read.')
  if ([...own].length > maxConversationMessageLength)
    throw new AppError('invalid', `Please use at most ${maxConversationMessageLength} characters.`)
  return own
}

/** For the email clients that send HTML only. Quoted parts keep their mark, so that they can be removed. */
function textOfHtml(html: string): string {
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: maxHtmlLength, maxDepth: 100 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
    ],
  })
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
