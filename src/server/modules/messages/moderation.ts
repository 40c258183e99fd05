/** What admins do about messages: they release or delete held ones, and close reports. */
import { notFound } from '../../../shared/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import { actorOf, recordAudit } from '../audit/service.ts'
import { findThread } from './queries.ts'
import * as reports from './report-queries.ts'
import { createDeliver, type MessagingOptions } from './send.ts'

type Paging = { page: number; limit: number }
type Options = { database: Database; options: MessagingOptions }

export function createMessageModeration({ database, options }: Options) {
  const { kysely } = database
  const deliver = createDeliver(options)

  return {
    async listHeld(paging: Paging) {
      const { rows, total } = await reports.pageHeld(kysely, paging)
      return { messages: rows, total, totalPages: Math.ceil(total / paging.limit) }
    },

    /** Decides about all held copies of a text by one sender, and returns how many there were. */
    async decideHeld(context: AuthedContext, id: string, decision: 'release' | 'delete'): Promise<number> {
      const actor = await actorOf(database, context)
      return kysely.transaction().execute(async (tx) => {
        const held = await reports.lockHeld(tx, id)
        if (held.length === 0) throw notFound('message')
        if (decision === 'delete') {
          const ids = held.map((message) => message.id)
          await reports.deleteMessages(tx, ids)
        } else {
          for (const { participantId, ...message } of held) {
            await reports.release(tx, message.id)
            const thread = await findThread(tx, { participantId }, true)
            // A recipient who has blocked the sender since then does not get it.
            if (thread && !thread.other.blocked) await deliver(tx, thread, message)
          }
        }
        const after = { messages: held.length }
        await recordAudit(tx, actor, [
          { action: `held-message.${decision}`, target: { type: 'message', id }, after },
        ])
        return held.length
      })
    },

    async listReports(paging: Paging) {
      const { rows, total } = await reports.pageReports(kysely, paging)
      return { reports: rows, total, totalPages: Math.ceil(total / paging.limit) }
    },

    async closeReport(context: AuthedContext, conversationId: string): Promise<void> {
      const actor = await actorOf(database, context)
      await kysely.transaction().execute(async (tx) => {
        if ((await reports.resolveReports(tx, conversationId)) === 0) throw notFound('report')
        await recordAudit(tx, actor, [
          { action: 'conversation-report.close', target: { type: 'conversation', id: conversationId } },
        ])
      })
    },
  }
}
