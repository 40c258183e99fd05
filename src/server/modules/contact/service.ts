/** Messages through the contact form: stored first, then carried by a letter that is a job; none is lost on the way. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Message, StoredMessage } from '../../../shared/contact.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { mostCounted } from '../../../shared/limits.ts'
import type { Product } from '../../../shared/product.ts'
import { authorOf } from '../accounts/ensure-profile.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Attempts } from '../../platform/http/rate-limiter.ts'
import { requireAdmin } from '../../platform/http/guards.ts'
import type { Asker } from '../../platform/http/handlers.ts'
import { createLetters } from '../notifications/email-templates.ts'
import { enqueueMail, mailRow } from '../../platform/mail/outbox.ts'
import { record } from '../audit/audit.ts'
import { countUpTo, holds, mostSorted } from '../../platform/database/text-search.ts'
import { createPuzzles } from './challenge.ts'

/** From one address within an hour; each further one needs a puzzle. */
const freeMessages = 2

type Parts = { database: Database; attempts: Attempts; secret: string; product: Product; publicUrl: string }
type Asked = {
  page: number
  limit: number
  search?: string | undefined
  state?: StoredMessage['state'] | undefined
}

export type Contact = ReturnType<typeof createContact>

export function createContact({ database, attempts, secret, product, publicUrl }: Parts) {
  const { kysely } = database
  const letters = createLetters(product, publicUrl)
  const puzzles = createPuzzles(database, secret)
  const needsPuzzle = async (network: string) =>
    (await attempts.count('messageByAddress', network)) >= freeMessages * attempts.factor

  /** Whoever answers the letter answers the one who wrote. */
  async function mailIt(tx: Connection, message: Pick<StoredMessage, 'id' | 'name' | 'email' | 'message'>) {
    const { id, name, email } = message
    const letter = letters.contactMessage({ name, email, message: message.message })
    const row = mailRow(secret, { to: product.contactEmail, kind: 'contact-message', letter, replyTo: email })
    await enqueueMail(tx, row)
    await tx
      .updateTable('contact_message')
      .set({ mail_id: row.id, state: 'new' })
      .where('id', '=', id)
      .execute()
  }

  return {
    async send({ network = '' }: Asker, { website, puzzle, ...message }: Message): Promise<void> {
      // Programs that fill in every field are told what people are told, and nobody reads them.
      if (website) return
      if ((await needsPuzzle(network)) && !(await puzzles.redeem(puzzle ?? ''))) {
        const sentence = 'Please wait until the check is done, and send your message again.'
        throw new AppError('invalid', sentence, { puzzle: sentence })
      }
      await kysely.transaction().execute(async (tx) => {
        await attempts.take('messageByAddress', network, tx)
        await attempts.take('messageBySender', message.email, tx)
        const id = uuid()
        await tx
          .insertInto('contact_message')
          .values({ id, ...message, mail_id: null })
          .execute()
        await mailIt(tx, { id, ...message })
      })
    },

    puzzle: async ({ network = '' }: Asker) => ((await needsPuzzle(network)) ? puzzles.make() : null),

    async list({ page, limit, search = '', state }: Asked) {
      const text = sql`lower(name || ' ' || email || ' ' || message)`
      const from = (few: boolean) => sql`
        contact_message where ${state ? sql`state = ${sql.lit(state)}` : sql`true`}
        ${search ? sql`and ${holds(text, search, few)}` : sql``}`
      const total = await countUpTo(kysely, from(true), search ? mostCounted : null)
      const { rows } = await sql<StoredMessage>`
        select id, name, email, message, state,
          to_char(created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created
        from ${from(total <= mostSorted)}
        order by contact_message.created desc, id desc
        limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`.execute(kysely)
      return { messages: rows, total, totalPages: Math.ceil(total / limit) }
    },

    /** Done, or new once more: then its letter is sent again. */
    async setState(asker: Asker, id: string, state: 'new' | 'done'): Promise<void> {
      const { profileId } = await authorOf(database, requireAdmin(asker.viewer))
      await kysely.transaction().execute(async (tx) => {
        const message = await tx
          .selectFrom('contact_message')
          .select(['id', 'name', 'email', 'message', 'state'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!message) throw notFound('message')
        if (state === 'new') await mailIt(tx, message)
        else
          await tx
            .updateTable('contact_message')
            .set({ state: 'done', answered: sql`now()` })
            .where('id', '=', id)
            .execute()
        await record(tx, { profileId, network: asker.network ?? '' }, [
          {
            action: state === 'new' ? 'message.resend' : 'message.done',
            target: { type: 'message', id },
            before: { state: message.state },
            after: { state },
          },
        ])
      })
    },

    /** For good, with the letter that carried it: nothing of who wrote is left but that there was a message. */
    async remove(asker: Asker, id: string): Promise<void> {
      const { profileId } = await authorOf(database, requireAdmin(asker.viewer))
      await kysely.transaction().execute(async (tx) => {
        const removed = await tx
          .deleteFrom('contact_message')
          .where('id', '=', id)
          .where('state', '=', 'done')
          .returning('mail_id')
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
        if (removed.mail_id) await tx.deleteFrom('mail').where('id', '=', removed.mail_id).execute()
        await record(tx, { profileId, network: asker.network ?? '' }, [
          { action: 'message.remove', target: { type: 'message', id } },
        ])
      })
    },
  }
}
