/** Messages through the contact form: stored first, then carried by a content that is a job; none is lost on the way. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { ContactMessage, ContactMessageInput } from '../../../shared/contact.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { maxCounted } from '../../../shared/limits.ts'
import type { Product } from '../../../shared/product.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { containsText, countUpTo, maxSorted } from '../../platform/database/text-search.ts'
import { requireAdmin } from '../../platform/http/guards.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { emailRow, enqueueEmail } from '../../platform/mail/outbox.ts'
import { ensureProfile } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import { createEmailTemplates } from '../notifications/email-templates.ts'
import { createChallenges } from './challenge.ts'

/** From one address within an hour; each further one needs a challenge. */
const freeMessages = 2

type Parts = {
  database: Database
  attempts: RateLimiter
  secret: string
  product: Product
  publicUrl: string
}
type Asked = {
  page: number
  limit: number
  search?: string | undefined
  status?: ContactMessage['status'] | undefined
}

export type Contact = ReturnType<typeof createContact>

export function createContact({ database, attempts, secret, product, publicUrl }: Parts) {
  const { kysely } = database
  const letters = createEmailTemplates(product, publicUrl)
  const challenges = createChallenges(database, secret)
  const needsChallenge = async (network: string) =>
    (await attempts.count('messageByAddress', network)) >= freeMessages * attempts.factor

  /** Whoever answers the content answers the one who wrote. */
  async function mailIt(tx: Connection, message: Pick<ContactMessage, 'id' | 'name' | 'email' | 'message'>) {
    const { id, name, email } = message
    const content = letters.contactMessage({ name, email, message: message.message })
    const row = emailRow(secret, {
      to: product.contactEmail,
      kind: 'contact-message',
      content,
      replyTo: email,
    })
    await enqueueEmail(tx, row)
    await tx
      .updateTable('contact_message')
      .set({ email_id: row.id, status: 'new' })
      .where('id', '=', id)
      .execute()
  }

  return {
    async send(
      { network = '' }: RequestContext,
      { website, challengeSolution, ...message }: ContactMessageInput,
    ): Promise<void> {
      // Programs that fill in every field are told what people are told, and nobody reads them.
      if (website) return
      if ((await needsChallenge(network)) && !(await challenges.redeem(challengeSolution ?? ''))) {
        const sentence = 'Please wait until the check is done, and send your message again.'
        throw new AppError('invalid', sentence, { challengeSolution: sentence })
      }
      await kysely.transaction().execute(async (tx) => {
        await attempts.consume('messageByAddress', network, tx)
        await attempts.consume('messageBySender', message.email, tx)
        const id = uuid()
        await tx
          .insertInto('contact_message')
          .values({ id, ...message, email_id: null })
          .execute()
        await mailIt(tx, { id, ...message })
      })
    },

    challenge: async ({ network = '' }: RequestContext) =>
      (await needsChallenge(network)) ? challenges.make() : null,

    async list({ page, limit, search = '', status }: Asked) {
      const text = sql`lower(name || ' ' || email || ' ' || message)`
      const from = (few: boolean) => sql`
        contact_message where ${status ? sql`status = ${sql.lit(status)}` : sql`true`}
        ${search ? sql`and ${containsText(text, search, few)}` : sql``}`
      const total = await countUpTo(kysely, from(true), search ? maxCounted : null)
      const { rows } = await sql<ContactMessage>`
        select id, name, email, message, status, created
        from ${from(total <= maxSorted)}
        order by contact_message.created desc, id desc
        limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`.execute(kysely)
      return { messages: rows, total, totalPages: Math.ceil(total / limit) }
    },

    /** Done, or new once more: then its content is sent again. */
    async setStatus(asker: RequestContext, id: string, status: 'new' | 'done'): Promise<void> {
      const { profileId } = await ensureProfile(database, requireAdmin(asker.viewer))
      await kysely.transaction().execute(async (tx) => {
        const message = await tx
          .selectFrom('contact_message')
          .select(['id', 'name', 'email', 'message', 'status'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!message) throw notFound('message')
        if (status === 'new') await mailIt(tx, message)
        else
          await tx
            .updateTable('contact_message')
            .set({ status: 'done', resolved: sql`now()` })
            .where('id', '=', id)
            .execute()
        await recordAudit(tx, { profileId, network: asker.network ?? '' }, [
          {
            action: status === 'new' ? 'message.resend' : 'message.done',
            target: { type: 'message', id },
            before: { status: message.status },
            after: { status },
          },
        ])
      })
    },

    /** For good, with the content that carried it: nothing of who wrote is left but that there was a message. */
    async remove(asker: RequestContext, id: string): Promise<void> {
      const { profileId } = await ensureProfile(database, requireAdmin(asker.viewer))
      await kysely.transaction().execute(async (tx) => {
        const removed = await tx
          .deleteFrom('contact_message')
          .where('id', '=', id)
          .where('status', '=', 'done')
          .returning('email_id')
          .executeTakeFirst()
        if (!removed) {
          const known = await tx
            .selectFrom('contact_message')
            .select('id')
            .where('id', '=', id)
            .executeTakeFirst()
          if (!known) throw notFound('message')
          throw new AppError('conflict', 'Please mark the message as done before you delete it.')
        }
        if (removed.email_id) await tx.deleteFrom('outbox_email').where('id', '=', removed.email_id).execute()
        await recordAudit(tx, { profileId, network: asker.network ?? '' }, [
          { action: 'message.remove', target: { type: 'message', id } },
        ])
      })
    },
  }
}
