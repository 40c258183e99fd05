/**
 * The conversation of a visitor, whom the token of an emailed link identifies. Reading it, like every email with what the author
 * wrote, takes that the owner of the address has confirmed it.
 */

import { sql } from 'kysely'
import type { Conversation, VisitorConversation } from '../../../shared/conversation.ts'
import { AppError } from '../../../shared/errors.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { findThread, type Thread } from './queries.ts'
import type { MessagingOptions, SendMessage } from './send.ts'

type Options = MessagingOptions & {
  database: Database
  sendMessage: SendMessage
  toConversation: (thread: Thread) => Promise<Conversation>
}

const incompleteLink = () =>
  new AppError(
    'invalid',
    t('This link is incomplete, or the conversation was deleted. Please open it from the email again.'),
  )

export function createVisitorConversations({ database: { kysely }, ...options }: Options) {
  const { rateLimiter, visitorTokens, notices, sendMessage, toConversation } = options

  async function find(connection: Connection, token: string, lock = false): Promise<Thread | null> {
    const participantId = visitorTokens.read(token)
    return participantId === null ? null : findThread(connection, { participantId }, lock)
  }

  async function get(token: string): Promise<VisitorConversation | null> {
    const thread = await find(kysely, token)
    if (!thread) return null
    if (!thread.own.confirmed) return { conversation: null, waiting: [] }
    return {
      conversation: await toConversation(thread),
      waiting: await notices.listWaiting(kysely, thread.own.email),
    }
  }

  const change = (token: string, apply: (tx: Connection, thread: Thread) => Promise<unknown>) =>
    kysely.transaction().execute(async (tx) => {
      const thread = await find(tx, token, true)
      if (!thread) throw incompleteLink()
      await apply(tx, thread)
    })

  /** Returns the conversation after a change. */
  async function getChanged(token: string): Promise<VisitorConversation> {
    const changed = await get(token)
    if (!changed) throw incompleteLink()
    return changed
  }

  return {
    get,

    /** Also ends an earlier refusal. Confirming twice changes nothing. */
    async confirm(token: string): Promise<VisitorConversation> {
      await change(token, async (tx, { own }) => {
        if (own.confirmed) return
        await sql`
          update conversation_participant set confirmed = now(), blocked = false where id = ${own.id}`.execute(
          tx,
        )
        await notices.allow(tx, own.email)
      })
      return getChanged(token)
    },

    async reply(network: string, token: string, text: string): Promise<VisitorConversation> {
      await change(token, async (tx, thread) => {
        if (!thread.own.confirmed)
          throw new AppError(
            'conflict',
            t('Please confirm your email address first, with the button on this page.'),
          )
        await rateLimiter.consumeFrom('conversationByAddress', network, tx)
        await sendMessage(tx, thread, { text, channel: 'site' })
      })
      return getChanged(token)
    },
  }
}
