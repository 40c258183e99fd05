/** Emails that a visitor gets because of a conversation, which their links stop as a whole. */
import { sql } from 'kysely'
import { t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'
import { setOptions } from './queries.ts'

/** The ids are those of participants. */
export const conversationSubscription = {
  async find(connection: Connection, participantId: string) {
    const { rows } = await sql<{ title: string; blocked: boolean }>`
      select conversation.listing_title as title, participant.blocked
      from conversation_participant participant join conversation on conversation.id = participant.conversation_id
      where participant.id = ${participantId}`.execute(connection)
    return rows[0]
      ? { emails: t('Emails about “{title}”', { title: rows[0].title }), stopped: rows[0].blocked }
      : null
  },

  setStopped: (tx: Connection, participantId: string, stopped: boolean) =>
    setOptions(tx, participantId, { blocked: stopped }),

  async isWanted(connection: Connection, participantId: string) {
    const { rows } = await sql`
      select from conversation_participant where id = ${participantId} and not blocked and not muted`.execute(
      connection,
    )
    return rows.length > 0
  },
}
