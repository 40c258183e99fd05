/**
 * Messages from the contact form. A message is stored and its email enqueued in one transaction, so none is lost while the
 * mail server is down.
 */
import type { ContactMessageInput } from '../../../shared/contact.ts'
import { AppError } from '../../../shared/errors.ts'
import { requireAllowedName } from '../../../shared/names.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AuthedContext, RequestContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { actorOf, recordAudit } from '../audit/service.ts'
import type { Notifications } from '../notifications/service.ts'
import { createChallenges } from './challenge.ts'
import * as queries from './queries.ts'

/** Messages that one network may send per hour without solving a challenge. */
const maxMessagesWithoutChallenge = 2

type ContactOptions = {
  database: Database
  rateLimiter: RateLimiter
  notifications: Notifications
  secret: string
  settings: CurrentSettings
}

export type ContactService = ReturnType<typeof createContactService>

export function createContactService({
  database,
  rateLimiter,
  notifications,
  secret,
  settings,
}: ContactOptions) {
  const { kysely } = database
  const challenges = createChallenges(database, secret)
  const requiresChallenge = async (network: string) =>
    (await rateLimiter.countFrom('messageByAddress', network)) >=
    maxMessagesWithoutChallenge * rateLimiter.factor

  /**
   * Throws unless the network may write without a challenge or `solution` solves one. Each solution works once. The caller
   * counts the message (`messageByAddress`).
   */
  async function requireSolution(network: string, solution = ''): Promise<void> {
    if (!(await requiresChallenge(network)) || (await challenges.redeem(solution))) return
    const sentence = t('Please wait for the check to finish, then send your message again.')
    throw new AppError('invalid', sentence, { challengeSolution: sentence })
  }

  return {
    /** For other messages of visitors. */
    requireSolution,

    async send(
      { network = '' }: RequestContext,
      { website: honeypot, challengeSolution, ...message }: ContactMessageInput,
    ): Promise<void> {
      // Bots fill in the hidden field. They get the same response as people, and the message is dropped.
      if (honeypot) return
      requireAllowedName(message.name, settings().name)
      await requireSolution(network, challengeSolution)
      await kysely.transaction().execute(async (tx) => {
        await rateLimiter.consumeFrom('messageByAddress', network, tx)
        await rateLimiter.consume('messageBySender', message.email, tx)
        await queries.insertMessage(tx, message, await notifications.contactMessage(tx, message))
      })
    },

    /** Returns the challenge to solve before the next message, or null if none is required. */
    challenge: async ({ network = '' }: RequestContext) =>
      (await requiresChallenge(network)) ? challenges.create() : null,

    list: (query: queries.MessageQuery) => queries.pageMessages(kysely, query),

    /** Marks a message as done, or as new, which sends its email again. */
    async setStatus(context: AuthedContext, id: string, status: 'new' | 'done'): Promise<void> {
      const actor = await actorOf(database, context)
      await kysely.transaction().execute(async (tx) => {
        const message = await queries.lockMessage(tx, id)
        if (status === 'done') await queries.markDone(tx, id)
        else await queries.markForwarded(tx, id, await notifications.contactMessage(tx, message))
        await recordAudit(tx, actor, [
          {
            action: status === 'new' ? 'message.resend' : 'message.done',
            target: { type: 'message', id },
            before: { status: message.status },
            after: { status },
          },
        ])
      })
    },

    /** Permanently deletes a message and its email. Only the audit log still shows that there was a message. */
    async remove(context: AuthedContext, id: string): Promise<void> {
      const actor = await actorOf(database, context)
      await kysely.transaction().execute(async (tx) => {
        const message = await queries.lockMessage(tx, id)
        if (message.status !== 'done')
          throw new AppError('conflict', t('Please mark the message as done before you delete it.'))
        await queries.deleteMessage(tx, id)
        await recordAudit(tx, actor, [{ action: 'message.remove', target: { type: 'message', id } }])
      })
    },
  }
}
