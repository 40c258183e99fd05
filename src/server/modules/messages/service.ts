/** Messages between the author of an ad and the people who ask about it. Only the two participants can read them. */

import type { CallRequest } from '../../../shared/contract.ts'
import type { AuthorMessage, Conversation, MessageForm } from '../../../shared/conversation.ts'
import { AppError, gone, invalidFields, notFound } from '../../../shared/errors.ts'
import { readerLanguage } from '../../../shared/language.ts'
import { conversations as sentences } from '../../../shared/messages/conversations.ts'
import { requireAllowedName } from '../../../shared/names.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { requireActiveAccount } from '../../platform/http/guards.ts'
import type { AuthedContext, RequestContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { createIdTokens } from '../../platform/id-tokens.ts'
import { siteLanguages } from '../../platform/language/reader-language.ts'
import { type AccountNetworks, ensureProfile } from '../accounts/service.ts'
import type { ContactService } from '../contact/service.ts'
import type { Notifications } from '../notifications/service.ts'
import { createAnswerNotices } from './answer-notices.ts'
import {
  createHeldMessages,
  openConversations,
  openHeld,
  reportedConversations,
  undoClosedConversation,
} from './moderation.ts'
import * as queries from './queries.ts'
import { createReplyAddresses } from './reply-address.ts'
import { closedReasonOf, closedReasons, createSendMessage, type MessagingOptions } from './send.ts'
import { createVisitorConversations } from './visitor-conversations.ts'

type Report = CallRequest<'reportConversation'>['body']
type Reply = CallRequest<'reply'>['body']
type Settings = {
  secret: string
  rateLimiter: RateLimiter
  notifications: Notifications
  /** The domain of reply addresses; null if the site receives no email. */
  replyDomain: string | null
}
type MessageOptions = Settings & {
  database: Database
  contact: Pick<ContactService, 'requireSolution'>
  settings: CurrentSettings
  networks: AccountNetworks
}

export type MessageService = ReturnType<typeof createMessageService>

/** What sending needs, for messages of the site and for emailed replies alike. */
export function messagingOptions({ secret, replyDomain, ...rest }: Settings): MessagingOptions {
  const stopTokens = createIdTokens(secret, 'links that stop messages')
  const visitorTokens = createIdTokens(secret, 'conversations of visitors')
  return {
    ...rest,
    replyAddresses: replyDomain === null ? null : createReplyAddresses(secret, replyDomain),
    stopTokens,
    visitorTokens,
    notices: createAnswerNotices({ secret, notifications: rest.notifications, stopTokens, visitorTokens }),
  }
}

export const openMessageCases = { message: openHeld, conversation: openConversations }

export type MessageCases = ReturnType<typeof createMessageCases>

/** What admins decide about messages. */
export const createMessageCases = (settings: Settings) => ({
  held: createHeldMessages(messagingOptions(settings)),
  reported: reportedConversations,
  undoClosed: undoClosedConversation,
})

export const countUnread = ({ kysely }: Database, { accountId }: Viewer): Promise<number> =>
  queries.countUnread(kysely, accountId)

export function createMessageService({ database, contact, settings, networks, ...rest }: MessageOptions) {
  const { kysely } = database
  const { rateLimiter } = rest
  const options = messagingOptions(rest)
  const { stopTokens, notices } = options
  const sendMessage = createSendMessage(options)
  const hidesAddresses = options.replyAddresses !== null

  /** Throws unless the viewer may write to the author. */
  async function getListing(connection: Connection, viewer: Viewer | null, id: string) {
    const listing = await queries.findListing(connection, id, viewer?.accountId ?? null)
    if (!listing || listing.status === 'hidden') throw notFound('ad')
    if (listing.status === 'deleted') throw gone('ad')
    if (viewer && listing.authorAccountId === viewer.accountId)
      throw new AppError('invalid', t('This is your own ad.'))
    return listing
  }

  /** Throws the same error for a stranger's thread as for a missing one. */
  async function requireThread(connection: Connection, { accountId }: Viewer, id: string, lock = false) {
    const thread = await queries.findThread(connection, { conversationId: id, accountId }, lock)
    if (!thread) throw notFound('conversation')
    return thread
  }

  /** Returns who writes, after the checks that differ between visitors and accounts. */
  async function senderOf(
    { viewer, network = '' }: RequestContext,
    message: AuthorMessage,
  ): Promise<queries.Sender> {
    if (viewer) {
      requireActiveAccount(viewer)
      return { profileId: (await ensureProfile(database, viewer)).profileId }
    }
    const { name, email } = message
    const fields = {
      ...(!name && { name: t('Please enter your name.') }),
      ...(!email && { email: t('Please enter your email.') }),
    }
    if (!name || !email) throw invalidFields(fields)
    requireAllowedName(name, settings().name)
    await contact.requireSolution(network, message.challengeSolution)
    return { name, email, language: siteLanguages().length > 1 ? readerLanguage() : null }
  }

  /** Rejects the author's own network: an author could have the site email strangers by writing as them. */
  async function requireOtherNetwork(
    tx: Connection,
    { authorAccountId }: queries.MessagedListing,
    network: string,
  ) {
    if (authorAccountId !== null && (await networks.wasUsedFrom(tx, authorAccountId, network)))
      throw new AppError('conflict', t(sentences.ownNetwork))
  }

  async function toConversation(thread: queries.Thread, before?: string): Promise<Conversation> {
    const { id, title, listing, unread, own, other } = thread
    const { role, muted, blocked } = own
    const page = await queries.listMessages(kysely, id, role, before)
    const summary = {
      id,
      title,
      listing,
      role,
      muted,
      blocked,
      unread,
      with: other?.name ?? null,
      isLeft: !other,
    }
    return { ...summary, ...page, closed: closedReasonOf(thread), hidesAddresses }
  }

  async function consumeLimits(tx: Connection, network: string, sender: queries.Sender, listingId: string) {
    const isVisitor = !('profileId' in sender)
    await rateLimiter.consumeFrom(isVisitor ? 'messageByAddress' : 'conversationByAddress', network, tx)
    await rateLimiter.consume('newConversationBySender', isVisitor ? sender.email : sender.profileId, tx)
    await rateLimiter.consume('newConversationByListing', listingId, tx)
  }

  return {
    async form({ viewer }: RequestContext, listingId: string): Promise<MessageForm> {
      const { kind, title, authorName, conversation } = await getListing(kysely, viewer, listingId)
      return { kind, title, recipient: authorName, hidesAddresses, conversation }
    },

    /** Writes to the author of an ad: in the sender's conversation about it, or in a new one. */
    async start(context: RequestContext, listingId: string, message: AuthorMessage) {
      const { viewer, network = '' } = context
      const { text = '', photos = [] } = message
      if (!viewer && photos.length > 0) throw invalidFields({ photos: t(sentences.visitorPhotos) })
      // Bots fill in the hidden field. They get the same response as people, and the message is dropped.
      if (message.website) return { result: 'sent' as const, conversation: null }
      const sender = await senderOf(context, message)
      return kysely.transaction().execute(async (tx) => {
        if ('profileId' in sender) await queries.lockSender(tx, listingId, sender.profileId)
        const listing = await getListing(tx, viewer, listingId)
        await consumeLimits(tx, network, sender, listingId)
        if (viewer) await networks.remember(tx, viewer.accountId, network)
        else await requireOtherNetwork(tx, listing, network)
        if (await queries.isBlockedBy(tx, listing.authorId, sender))
          throw new AppError('conflict', t(closedReasons.blockedByOther))
        const own = listing.conversation
          ? { conversationId: listing.conversation, accountId: viewer?.accountId ?? '' }
          : { participantId: await queries.insertConversation(tx, { ...listing, id: listingId }, sender) }
        const thread = await queries.findThread(tx, own, true)
        if (!thread) throw notFound('conversation')
        const result = await sendMessage(tx, thread, { text, photos, channel: 'site' })
        return { result, conversation: viewer ? thread.id : null }
      })
    },

    async reply({ viewer, network = '' }: AuthedContext, id: string, { text = '', photos = [] }: Reply) {
      return kysely.transaction().execute(async (tx) => {
        const thread = await requireThread(tx, viewer, id, true)
        await rateLimiter.consumeFrom('conversationByAddress', network, tx)
        await networks.remember(tx, viewer.accountId, network)
        return sendMessage(tx, thread, { text, photos, channel: 'site' })
      })
    },

    /** For visitors, by the token of an emailed link. */
    visitors: createVisitorConversations({ ...options, database, sendMessage, toConversation }),

    list: ({ accountId }: Viewer, paging: queries.Paging) =>
      queries.pageConversations(kysely, accountId, paging),

    async get(viewer: Viewer, id: string, before?: string): Promise<Conversation> {
      return toConversation(await requireThread(kysely, viewer, id), before)
    },

    async markRead(viewer: Viewer, id: string): Promise<void> {
      const { own } = await requireThread(kysely, viewer, id)
      await queries.markRead(kysely, own.id)
    },

    /** Blocking and muting also cancel emails that have not been sent yet. */
    async change(viewer: Viewer, id: string, change: CallRequest<'changeConversation'>['body']) {
      await kysely.transaction().execute(async (tx) => {
        const thread = await requireThread(tx, viewer, id, true)
        await queries.setOptions(tx, thread.own.id, change)
        if (change.muted || change.blocked) await queries.cancelEmails(tx, thread)
      })
    },

    /** A second report by the same person is accepted and counts once. */
    async report({ viewer, network = '' }: AuthedContext, id: string, report: Report) {
      await rateLimiter.consumeFrom('reportByAddress', network)
      await rateLimiter.consume('reportByAccount', viewer.accountId)
      const { own } = await requireThread(kysely, viewer, id)
      await queries.insertReport(kysely, { conversation_id: id, role: own.role, ...report })
    },

    /**
     * Blocks the author for a visitor; before the address is confirmed, everyone who answers messages in its name. A token of a
     * deleted conversation is accepted: there is nothing left to stop.
     */
    async stop(token: string): Promise<void> {
      const participantId = stopTokens.read(token)
      if (participantId === null)
        throw new AppError('invalid', t('This link is not complete. Please open it from the email again.'))
      await kysely.transaction().execute(async (tx) => {
        const thread = await queries.findThread(tx, { participantId }, true)
        if (!thread) return
        if (!thread.own.confirmed) await notices.refuse(tx, thread.own.email)
        await queries.setOptions(tx, participantId, { blocked: true })
        await queries.cancelEmails(tx, thread)
      })
    },
  }
}
