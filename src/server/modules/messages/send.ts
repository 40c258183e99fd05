/**
 * Sends one message: stores it, holds it if its sender has sent the same text to many authors, and otherwise emails it to
 * the other participant, in the caller's transaction. Used for messages written on the site and for emailed replies.
 */

import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { maxUnansweredMessages } from '../../../shared/limits.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { msg, t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { createIdTokens } from '../../platform/id-tokens.ts'
import { requireMessagePhotos, type SentPhoto } from '../media/service.ts'
import type { Notifications } from '../notifications/service.ts'
import type { AnswerNotices } from './answer-notices.ts'
import * as queries from './queries.ts'
import type { ReplyAddresses } from './reply-address.ts'

export type MessagingOptions = {
  rateLimiter: RateLimiter
  notifications: Notifications
  /** If null, emails are answered directly, so each participant sees the other's address. */
  replyAddresses: ReplyAddresses | null
  stopTokens: ReturnType<typeof createIdTokens>
  /** For links with which a visitor reads and answers. */
  visitorTokens: ReturnType<typeof createIdTokens>
  notices: AnswerNotices
}

type NewText = { text: string; channel: 'site' | 'email'; sourceHash?: Buffer; photos?: string[] }
export type SendResult = 'sent' | 'held' | 'repeated'

export const closedReasons = {
  blockedOther: msg('You blocked this person. Unblock them to write to them.'),
  stopped: msg('You stopped this conversation. To write again, send a new message from the ad.'),
  blockedByOther: msg('This person doesn’t want more messages.'),
  unavailable: msg('This person can’t get messages right now.'),
  left: msg('This person deleted their account, so you can’t write to them anymore.'),
  unanswered: msg('They haven’t answered yet, so you can’t send more messages for now.'),
} as const

/** Returns why `thread.own` cannot write, as a sentence, or null. */
export function closedReasonOf({ own, other }: queries.Thread): string | null {
  if (!other) return t(closedReasons.left)
  if (own.blocked) return t(own.profileId === null ? closedReasons.stopped : closedReasons.blockedOther)
  if (other.blocked) return t(closedReasons.blockedByOther)
  return other.suspended ? t(closedReasons.unavailable) : null
}

/** Both still have an account, or are visitors. */
type OpenThread = queries.Thread & { other: queries.Participant }

export type SendMessage = ReturnType<typeof createSendMessage>

export function createSendMessage(options: MessagingOptions) {
  const { rateLimiter } = options
  const deliver = createDeliver(options)

  /** Throws `conflict` if the conversation is closed for the writer. `thread` must be locked. */
  return async function sendMessage(
    tx: Connection,
    thread: queries.Thread,
    { text, channel, sourceHash, photos: addresses = [] }: NewText,
  ): Promise<SendResult> {
    const { id: conversationId, own, other } = thread
    const photos = own.profileId === null ? [] : await requireMessagePhotos(tx, own.profileId, addresses)
    if (sourceHash && (await queries.hasSource(tx, conversationId, sourceHash))) return 'repeated'
    if (!sourceHash && (await queries.isRepeated(tx, conversationId, own.role, { text, photos })))
      return 'repeated'
    const closed = closedReasonOf(thread)
    if (closed !== null || !other) throw new AppError('conflict', closed ?? t(closedReasons.left))
    // The address of a visitor is not proven until they reply: nobody may flood it.
    if (
      other.profileId === null &&
      (await queries.countUnanswered(tx, conversationId)) >= maxUnansweredMessages
    )
      throw new AppError('conflict', t(closedReasons.unanswered))
    await rateLimiter.consume('conversationByWriter', own.profileId ?? own.email, tx)
    const fingerprint = fingerprintOf(text, photos)
    const held = own.role === 'sender' && (await queries.isMassMessage(tx, conversationId, own, fingerprint))
    const message = { conversationId, role: own.role, text, photos, channel, fingerprint, held }
    const messageId = await queries.insertMessage(tx, { ...message, sourceHash: sourceHash ?? null })
    if (held) return 'held'
    await deliver(tx, { ...thread, other }, { id: messageId, text, photos: photos.length })
    return 'sent'
  }
}

/**
 * Returns a function that makes a message visible to `thread.other` and emails it to them, or announces it to a visitor whose
 * address is not confirmed.
 */
export function createDeliver(options: MessagingOptions) {
  const { rateLimiter, notifications, replyAddresses, stopTokens, notices } = options

  /**
   * Returns whether the recipient may get another email. Someone with an account reads the message on the site; a visitor
   * has only the email, so there the limit is the writer's.
   */
  async function mayEmail(tx: Connection, { profileId, email }: queries.Participant): Promise<boolean> {
    try {
      await rateLimiter.consume('conversationEmailByRecipient', email, tx)
      return true
    } catch (error) {
      if (profileId !== null && error instanceof AppError && error.code === 'rate_limited') return false
      throw error
    }
  }

  return async function deliver(
    tx: Connection,
    { id: conversationId, title, own, other }: OpenThread,
    { id: messageId, text, photos }: { id: string; text: string; photos: number },
  ): Promise<void> {
    await queries.addUnread(tx, conversationId, own.role)
    if (other.muted || other.suspended) return
    if (!other.confirmed) return notices.announce(tx, other)
    if (!(await mayEmail(tx, other))) return
    const isVisitor = other.profileId === null
    const emailId = await notifications.conversationMessage(tx, {
      to: other.email,
      language: other.language,
      from: own.name,
      title,
      text,
      photos,
      isAboutOwnAd: other.role === 'author',
      replyTo: replyAddresses?.addressOf(other.id) ?? own.email,
      shownAddress: replyAddresses ? null : own.email,
      link: isVisitor ? null : publicPaths.conversation(conversationId),
      stopLink: isVisitor ? publicPaths.stopMessages({ token: stopTokens.create(other.id) }) : null,
    })
    await queries.setEmail(tx, messageId, emailId)
  }
}

/**
 * Returns the SHA-256 of a text without case, accents, digits, punctuation, and spacing, which spammers vary to make copies
 * look different. A text without letters is compared as it is, and a message without a text by what its photos look like.
 */
function fingerprintOf(text: string, photos: SentPhoto[]): Buffer {
  const letters = text.normalize('NFKD').toLowerCase().replace(/\P{L}/gu, '')
  return createHash('sha256')
    .update(letters || text.trim() || photos.map(({ look }) => look).join())
    .digest()
}
